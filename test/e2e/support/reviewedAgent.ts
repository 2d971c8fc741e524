import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { credentialFor } from '../../../sandbox/lib/demo';
import { PACKAGE_NAME } from '../../../scripts/lib/paths';
import type { CredentialReference, N8nRest, Workflow } from '../../../sandbox/lib/rest';
import { until } from '../../../scripts/lib/until';
import type { TestEmulator } from '../../support/emulator';
import { byId } from '../../support/locators';
import { LanguageModel, modelCredential, type ToolCall } from './languageModel';
import type { TestN8n } from './n8n';
import type { Seen } from './people';
import { Questions } from './questions';
import { useTriggers } from './triggers';

const WITHIN_MS = 60_000;

export const REVIEW = `${PACKAGE_NAME}.botMessagingHitlTool`;

/** Each sends a text in the demo group. */
const TOOLS = ['Note', 'Warning'];

/** The review asks in the demo group by default. */
async function workflowOf(
	rest: N8nRest,
	emulator: TestEmulator,
	{ model, review, item }: { model: string; review: IDataObject; item: IDataObject },
): Promise<Workflow> {
	const bot = { botMessagingApi: await rest.createCredential(credentialFor(emulator.url)) };
	const openAiApi = await modelCredential(rest, model);
	const chatId = byId(String(emulator.defaults.chats.demoGroup));
	const node = (
		name: string,
		type: string,
		typeVersion: number,
		parameters: object,
		credentials: Record<string, CredentialReference> = {},
	) => ({
		id: randomUUID(),
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters,
		credentials,
	});
	const into = (name: string, type = 'ai_tool') => ({
		[type]: [[{ node: name, type, index: 0 }]],
	});
	return {
		name: (expect.getState().currentTestName ?? 'Agent').slice(-120),
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			node('Given', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify(item) }),
			node('Agent', '@n8n/n8n-nodes-langchain.agent', 3, {
				promptType: 'define',
				text: 'Send the note',
				options: {},
			}),
			node(
				'Model',
				'@n8n/n8n-nodes-langchain.lmChatOpenAi',
				1.2,
				{ model: { __rl: true, mode: 'id', value: 'model' }, options: {} },
				{ openAiApi },
			),
			node('Review', REVIEW, 1, { chatId, ...review }, bot),
			...TOOLS.map((name) =>
				node(
					name,
					`${PACKAGE_NAME}.botMessagingTool`,
					1,
					{
						resource: 'message',
						operation: 'sendMessage',
						chatId,
						text: "={{ $fromAI('text', 'What it says', 'string') }}",
					},
					bot,
				),
			),
		],
		connections: {
			Start: into('Given', 'main'),
			Given: into('Agent', 'main'),
			Model: into('Agent', 'ai_languageModel'),
			...Object.fromEntries(TOOLS.map((name) => [name, into('Review')])),
			Review: into('Agent'),
		},
		settings: { executionOrder: 'v1' },
	};
}

/** The input of an agent with a reviewed tool. */
export interface Run {
	/** Parameters of the review. */
	review?: IDataObject;
	/** The input item of the agent's node. */
	item?: IDataObject;
	/** The model's parallel calls; by default, the tool Note with its own arguments. */
	calls?: ToolCall[];
}

/** An agent in n8n that may send a note or a warning, but only after a review in the demo group. */
export class ReviewedAgent {
	readonly questions: Questions;

	constructor(
		readonly n8n: TestN8n,
		private readonly emulator: TestEmulator,
		private readonly modelNow: () => { model: LanguageModel; url: string },
	) {
		this.questions = new Questions(() => n8n.rest, emulator);
	}

	get model(): LanguageModel {
		return this.modelNow().model;
	}

	/** Runs the agent; resolves with the execution. */
	async start({ review = {}, item = {}, calls }: Run = {}): Promise<string> {
		const { model, url } = this.modelNow();
		model.calls = calls;
		const { rest } = this.n8n;
		const workflow = await workflowOf(rest, this.emulator, { model: url, review, item });
		const { executionId } = await rest.run(await rest.importWorkflow(workflow), 'Start');
		return executionId!;
	}

	/** The same, until the question is in the chat and n8n waits for its answer. */
	async ask(run: Run = {}): Promise<{ execution: string; question: Seen }> {
		const execution = await this.start(run);
		return { execution, question: await this.asked(execution) };
	}

	/** The question that an execution waits for, newer than the message with this id. */
	async asked(execution: string, last = 0): Promise<Seen> {
		let question: Seen | undefined;
		const isThere = async () => {
			question = (await this.questions.open()).find(({ message_id: id }) => id > last);
			return question !== undefined;
		};
		await until('the question is in the chat', isThere, WITHIN_MS);
		await this.questions.waits(execution);
		return question!;
	}

	/** Waits until the agent has ended, and returns what its model got from the tools. */
	async ended(execution: string): Promise<string> {
		await this.questions.whenAnswered(execution, 'Agent');
		return JSON.stringify(this.model.asked.at(-1)!.messages.filter(({ role }) => role === 'tool'));
	}

	/** The texts that the tools have sent. */
	async sent(): Promise<string[]> {
		const calls = await this.emulator.calls('sendMessage');
		const sent = calls.filter(({ params }) => params.reply_markup === undefined);
		return sent.map(({ params }) => params.text as string);
	}
}

/** An agent for the tests of a file; with a polling trigger that takes the answers. */
export function useReviewedAgent(n8n: TestN8n, emulator: TestEmulator, text = 'A note') {
	const triggers = useTriggers(n8n, emulator);
	let now: { model: LanguageModel; url: string };
	beforeEach(async () => {
		const model = new LanguageModel({ text }, ['Note']);
		now = { model, url: await model.listen() };
		await triggers.publish({ type: 'botMessagingPollingTrigger' });
	});
	afterEach(async () => await now.model.close());
	return new ReviewedAgent(n8n, emulator, () => now);
}
