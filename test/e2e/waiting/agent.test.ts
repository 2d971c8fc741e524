import { NodeHelpers, type IDataObject, type INodeTypeDescription } from 'n8n-workflow';

import { credentialFor } from '../../../scripts/lib/demo';
import { PACKAGE_NAME } from '../../../scripts/lib/paths';
import type { Workflow } from '../../../scripts/lib/rest';
import { useEmulator } from '../../support/emulator';
import { LanguageModel, modelCredential } from '../support/languageModel';
import { useN8n } from '../support/n8n';
import { Questions } from '../support/questions';
import { useTriggers } from '../support/triggers';

const NOTE = 'The meeting is at five';
const REVIEW = `${PACKAGE_NAME}.botMessagingHitlTool`;

const emulator = useEmulator();
const n8n = useN8n();
const triggers = useTriggers(n8n, emulator);
const questions = new Questions(() => n8n.rest, emulator);
const { chats } = emulator.defaults;

let model: LanguageModel;
let modelUrl = '';

beforeEach(async () => {
	model = new LanguageModel({ text: NOTE });
	modelUrl = await model.listen();
	await triggers.publish({ type: 'botMessagingPollingTrigger' });
});
afterEach(async () => await model.close());

async function reviewType(): Promise<INodeTypeDescription> {
	const found = (await n8n.rest.nodeTypes()).find(({ name }) => name === REVIEW);
	return found!;
}

/** An agent that may send a note, but only after somebody has approved it in the moderators' chat. */
async function agentWorkflow(review: IDataObject): Promise<Workflow> {
	const bot = { botMessagingApi: await n8n.rest.createCredential(credentialFor(emulator.url)) };
	const openAi = await modelCredential(n8n.rest, modelUrl);
	const node = (
		name: string,
		type: string,
		typeVersion: number,
		parameters: object,
		more = {},
	) => ({
		id: name.toLowerCase(),
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters,
		...more,
	});
	const main = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	const into = (name: string, type: string) => ({ [type]: [[{ node: name, type, index: 0 }]] });
	const chatId = { __rl: true, mode: 'id', value: String(chats.demoGroup) };
	return {
		name: 'Agent',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
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
				{ credentials: { openAiApi: openAi } },
			),
			node('Review', REVIEW, 1, { chatId, ...review }, { credentials: bot }),
			node(
				'Note',
				`${PACKAGE_NAME}.botMessagingTool`,
				1,
				{
					resource: 'message',
					operation: 'sendMessage',
					chatId,
					text: "={{ $fromAI('text', 'What the note says', 'string') }}",
				},
				{ credentials: bot },
			),
		],
		connections: {
			Start: main('Agent'),
			Model: into('Agent', 'ai_languageModel'),
			Note: into('Review', 'ai_tool'),
			Review: into('Agent', 'ai_tool'),
		},
		settings: { executionOrder: 'v1' },
	};
}

async function run(review: IDataObject = {}) {
	const id = await n8n.rest.importWorkflow(await agentWorkflow(review));
	const { executionId } = await n8n.rest.run(id, 'Start');
	await questions.waits(executionId!);
	const [question] = await questions.open();
	return { execution: executionId!, question };
}

const notes = async () =>
	(await emulator.state()).messages.filter(({ text }) => text === NOTE).length;

test('the review step is offered with our icon and credential, and all its fields do something', async () => {
	const { iconUrl, credentials, properties, codex } =
		(await reviewType()) as INodeTypeDescription & {
			iconUrl: unknown;
		};
	expect(JSON.stringify(iconUrl)).toContain('botMessaging.svg');
	expect(credentials).toMatchObject([{ name: 'botMessagingApi' }]);
	expect(JSON.stringify(codex)).toContain('Human in the Loop');
	const description = await reviewType();
	const defaults = NodeHelpers.getNodeParameters(
		properties,
		{},
		true,
		false,
		{ typeVersion: 1 },
		description,
	)!;
	const shown = properties.filter(
		(property) =>
			property.type !== 'hidden' &&
			NodeHelpers.displayParameter(defaults, property, { typeVersion: 1 }, description),
	);
	expect(shown.map(({ name }) => name)).toEqual([
		'message',
		'chatId',
		'approvalOptions',
		'whoMayAnswer',
		'afterAnswer',
		'limitWaitTime',
		'additionalFields',
		'traffic',
	]);
});

test('after Approve the tool runs, and the agent goes on', async () => {
	const { execution, question } = await run();
	expect(question.text).toContain('Note');
	expect(question.text).toContain(NOTE);
	expect(question.text).not.toMatch(/\[object|[{}]/i);
	expect(await notes()).toBe(0);
	await questions.press('olga', question, 'Approve');
	expect(await questions.whenAnswered(execution, 'Agent')).toMatchObject({ status: 'success' });
	expect(await notes()).toBe(1);
	expect(JSON.stringify(model.asked.at(-1))).toContain('message_id');
});

test('after Decline it does not run, and the agent is told', async () => {
	const { execution, question } = await run();
	await questions.press('olga', question, 'Decline');
	expect(await questions.whenAnswered(execution, 'Agent')).toMatchObject({ status: 'success' });
	expect(await notes()).toBe(0);
	expect(JSON.stringify(model.asked.at(-1))).toContain('rejected');
});

test('without an answer in time it does not run either', async () => {
	const { execution } = await run({
		limitWaitTime: true,
		resumeAmount: 3,
		resumeUnit: 'seconds',
	});
	expect(await questions.whenAnswered(execution, 'Agent')).toMatchObject({ status: 'success' });
	expect(await notes()).toBe(0);
});
