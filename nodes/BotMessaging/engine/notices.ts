import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { Begun } from './memory';

/** For an item whose first messages were sent by an earlier try. */
export const CHANGED_SINCE =
	'An earlier try sent the beginning of the text, and the text has changed since. The beginning is the same, so only the rest was sent.';

/** Describes what was sent of an earlier text, or done to an earlier person. */
export function abandoned({ chat, parts }: Begun): string {
	const soFar = parts.at(-1)?.soFar;
	if (soFar) return `An earlier try was not finished in chat ${chat}. ${soFar}`;
	const ids = parts.map(({ message }) => message?.message_id).join(', ');
	const messages = parts.length === 1 ? `message ${ids} is` : `messages ${ids} are`;
	return `An earlier try sent the beginning of another text: ${messages} in chat ${chat}. The current text was sent completely. Delete the messages that nobody should see.`;
}

/** What the user should know about a successful run; n8n shows it above the output. */
export class Notices {
	private readonly ofRun: NodeExecutionHint[] = [];

	/** Each with its number of items. */
	private readonly ofItems = new Map<string, number>();

	constructor(private readonly context: IExecuteFunctions) {}

	/** Of the whole run, e.g. of something that was done only in part. */
	warn(message: string): void {
		this.ofRun.push({ message, type: 'warning', location: 'outputPane' });
	}

	/** About one item. The same notice for several items appears once. */
	ofItem(message: string): void {
		this.ofItems.set(message, (this.ofItems.get(message) ?? 0) + 1);
	}

	/** Hands them to n8n. Some versions do not support them if an agent uses the node as a tool. */
	show(): void {
		const { addExecutionHints: add } = this.context as Partial<IExecuteFunctions>;
		const items = this.context.getInputData().length;
		const counted = [...this.ofItems].map(([message, count]): NodeExecutionHint => ({
			message: items === 1 ? message : `${count} of ${items} items: ${message}`,
			location: 'outputPane',
		}));
		add?.call(this.context, ...this.ofRun, ...counted);
	}
}
