import { randomUUID } from 'node:crypto';

import type { IDataObject, IRunData } from 'n8n-workflow';

import { credentialFor, withCredential } from '../../../sandbox/lib/demo';
import { readRun } from './runData';
import type { CredentialReference, N8nRest } from '../../../sandbox/lib/rest';
import { runToEnd } from '../../../sandbox/lib/runs';
import { until } from '../../../scripts/lib/until';
import { DEFAULTS, type TestEmulator } from '../../support/emulator';
import { ASK, askingWorkflow, START } from './askingWorkflow';
import type { Hands } from './pagePeople';
import { peopleOf, type Name, type Seen } from './people';

const WITHIN_MS = 180_000;

const { botId, chats, users } = DEFAULTS;

/** The result of a question: the output that the workflow continued with, and its first item. */
export interface Answered {
	status: string;
	output: number;
	json: IDataObject;
	/** The number of items in each output. */
	counts: number[];
}

/** A trigger's data for Mia's press of the first button, as sent to n8n. */
export const answering = (question: Seen, more: object = {}) =>
	JSON.stringify({
		at: Date.now(),
		kind: 'press',
		chatId: String(question.chat_id),
		messageId: String(question.message_id),
		user: { id: users.mia, first_name: 'Mia' },
		button: 0,
		...more,
	});

/** What each node did, from n8n's stored data of an execution. */
function runDataOf(data: string): IRunData {
	return readRun(data).resultData.runData;
}

/** A node's last output, from n8n's stored data of an execution. */
export function outputIn(data: string, node: string): Omit<Answered, 'status'> {
	const runs = runDataOf(data)[node];
	const outputs = (runs.at(-1)!.data?.main ?? []).map((items) => items ?? []);
	const output = outputs.findIndex((items) => items.length > 0);
	return {
		output,
		json: outputs[output]?.[0].json ?? {},
		counts: outputs.map(({ length }) => length),
	};
}

/** Questions that workflows of a real n8n ask in the emulator's chats. */
export class Questions {
	private credential?: CredentialReference;

	constructor(
		private readonly rest: () => N8nRest,
		private readonly emulator: TestEmulator,
		private readonly hands: Hands = peopleOf(emulator),
	) {}

	async reference(): Promise<CredentialReference> {
		this.credential ??= await this.rest().createCredential(credentialFor(this.emulator.url));
		return this.credential;
	}

	/** The bot's messages with buttons in a chat, oldest first. */
	async open(chat: number = chats.demoGroup): Promise<Seen[]> {
		const messages = (await this.emulator.state()).messages as Seen[];
		return messages.filter(
			({ chat_id, from_id, reply_markup: markup }) =>
				chat_id === chat && from_id === botId && (markup?.inline_keyboard.length ?? 0) > 0,
		);
	}

	/** Stores and runs a workflow that asks. Returns its execution. */
	async run(parameters: IDataObject = {}, outputs = 1): Promise<string> {
		const workflow = withCredential(askingWorkflow(parameters, outputs), await this.reference());
		const id = await this.rest().importWorkflow(workflow);
		const { executionId } = await this.rest().run(id, START);
		return executionId!;
	}

	/** The same, and the question that has appeared in the chat. */
	async ask(parameters: IDataObject = {}, outputs = 1) {
		const before = new Set((await this.open()).map(({ message_id: id }) => id));
		const execution = await this.run(parameters, outputs);
		let question: Seen | undefined;
		const isThere = async () => {
			question = (await this.open()).find(({ message_id: id }) => !before.has(id));
			return question !== undefined;
		};
		await until('the question is in the chat', isThere, WITHIN_MS);
		return { execution, question: question! };
	}

	/** Asks for the items that an expression gives, and waits until the execution has ended. */
	async askForItems(items: string) {
		const workflow = askingWorkflow({});
		const [start, ...others] = workflow.nodes;
		const split = {
			...start,
			id: randomUUID(),
			name: 'Split',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: `return ${items}.map((n) => ({ json: { n } }));` },
		};
		workflow.nodes = [start, split, ...others];
		const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
		Object.assign(workflow.connections, { [START]: to('Split'), Split: to(ASK) });
		const id = await this.rest().importWorkflow(withCredential(workflow, await this.reference()));
		return await runToEnd(this.rest(), id, START);
	}

	async status(execution: string): Promise<string> {
		return (await this.read(execution)).status;
	}

	private async read(execution: string) {
		return await this.rest().call<{ status: string; data: string }>(
			'GET',
			`/rest/executions/${execution}`,
		);
	}

	/** Waits until an execution waits. */
	async waits(execution: string): Promise<void> {
		const isWaiting = async () => (await this.status(execution)) === 'waiting';
		await until(`execution ${execution} waits`, isWaiting, WITHIN_MS);
	}

	/** Waits until an execution has ended, and reads the node's output. */
	async whenAnswered(execution: string, node = ASK): Promise<Answered> {
		let found = { status: 'new', data: '' };
		const hasEnded = async () => {
			found = await this.read(execution);
			return !['new', 'running', 'waiting'].includes(found.status);
		};
		await until(`execution ${execution} has ended`, hasEnded, WITHIN_MS);
		return { status: found.status, ...outputIn(found.data, node) };
	}

	/** What the node after an output has read from its item. */
	async readBehind(execution: string, output: number): Promise<unknown> {
		return (await this.whenAnswered(execution, `Output ${output}`)).json.read;
	}

	/** Whether a node ran in an ended execution. */
	async hasRun(execution: string, node: string): Promise<boolean> {
		return node in runDataOf((await this.read(execution)).data);
	}

	/** The current version of the message. */
	async now({ chat_id: chat, message_id: id }: Seen): Promise<Seen> {
		const messages = (await this.emulator.state()).messages as Seen[];
		return messages.find(({ chat_id, message_id }) => chat_id === chat && message_id === id)!;
	}

	/** Somebody presses a button by its words. Returns the notice that they see. */
	async press(name: Name, question: Seen, words: string): Promise<string> {
		const said = await this.answerTo(await this.hands.press(name, question, words));
		if (said !== '') await this.hands.isTold?.(name, said);
		return said;
	}

	/** Presses with this data, and waits until the bot has answered the press. */
	async pressWith(
		name: Name,
		{ chat_id, message_id }: Seen,
		callback_data: string,
	): Promise<string> {
		const press = { user_id: users[name], chat_id, message_id, callback_data };
		const { ok, refused, query_id } = await this.emulator.act('press', press);
		if (!ok) throw new Error(refused);
		return await this.answerTo(query_id);
	}

	/** Waits until the bot has answered a press, and returns its words. */
	async answerTo(id: string): Promise<string> {
		let said = '';
		const isTold = async () => {
			const { callback_queries: queries } = await this.emulator.state();
			const answer = queries.find((query) => query.id === id)?.answer;
			said = answer?.text ?? '';
			return answer !== undefined;
		};
		await until('the press is answered', isTold, WITHIN_MS);
		return said;
	}

	/** Somebody replies to the question. Returns the reply's id. */
	async reply(name: Name, { chat_id, message_id }: Seen, text: string): Promise<number> {
		return await this.hands.write(name, text, chat_id, message_id);
	}

	/** Waits for the bot's reply to a message. */
	async repliesTo(id: number): Promise<string> {
		let said: string | undefined;
		const isSaid = async () => {
			const { messages } = await this.emulator.state();
			said = messages.find(
				({ reply_to_message_id: to, from_id }) => to === id && from_id === botId,
			)?.text;
			return said !== undefined;
		};
		await until('the bot replies', isSaid, WITHIN_MS);
		return said!;
	}

	/** Expects the question to be unchanged, and its right answer to count still. */
	async expectOpen(execution: string, question: Seen): Promise<void> {
		expect(await this.status(execution)).toBe('waiting');
		expect(await this.press('olga', question, 'Approve')).toBe('Approve');
		expect((await this.whenAnswered(execution)).json).toMatchObject({ user: { id: users.olga } });
	}
}
