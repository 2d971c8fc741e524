import type { N8nRest } from '../../../sandbox/lib/rest';
import { until } from '../../../scripts/lib/until';
import type { Seen } from './people';
import type { Questions } from './questions';

const WITHIN_MS = 180_000;

/** Five questions, each of another kind. */
export const FIVE_QUESTIONS = {
	values: [
		{ fieldLabel: 'Name?', fieldName: 'name', requiredField: true },
		{
			fieldLabel: 'Size?',
			fieldName: 'size',
			fieldType: 'radio',
			fieldOptions: 'S, M',
			requiredField: false,
		},
		{
			fieldLabel: 'Extras?',
			fieldName: 'extras',
			fieldType: 'checkbox',
			fieldOptions: 'Ice, Milk',
			requiredField: false,
		},
		{
			fieldLabel: 'How many?',
			fieldName: 'count',
			fieldType: 'number',
			minimum: '1',
			requiredField: false,
		},
		{ fieldLabel: 'Gift?', fieldName: 'gift', fieldType: 'yesNo', requiredField: false },
	],
};

/** The executions of a workflow that wait, the newest last. */
export async function waitingIn(rest: N8nRest, workflowId: string): Promise<string[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['waiting'] }));
	const path = `/rest/executions?filter=${filter}`;
	const { results } = await rest.call<{ results: Array<{ id: string }> }>('GET', path);
	return results.map(({ id }) => id);
}

/** A form that an execution asks Mia in a chat. */
export class FormInChat {
	constructor(
		private readonly questions: Questions,
		readonly execution: string,
		private message: Seen,
	) {}

	/** The current version of the message that asks. */
	async now(): Promise<Seen> {
		return await this.questions.now(this.message);
	}

	/** Waits until a message of it shows these words, and n8n waits for the next answer. */
	async shows(words: string): Promise<void> {
		const isShown = async () => {
			const open = await this.questions.open(this.message.chat_id);
			const found = open.filter((one) => JSON.stringify(one).includes(words));
			this.message = found.at(-1) ?? this.message;
			return found.length > 0;
		};
		await until(`the form shows ${words}`, isShown, WITHIN_MS);
		await this.questions.waits(this.execution);
	}

	async reply(text: string): Promise<void> {
		await this.questions.reply('mia', await this.now(), text);
	}

	async press(words: string): Promise<void> {
		await this.questions.press('mia', await this.now(), words);
	}
}
