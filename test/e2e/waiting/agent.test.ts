import { NodeHelpers, type INodeTypeDescription } from 'n8n-workflow';

import { useEmulator } from '../../support/emulator';
import { useN8n } from '../support/n8n';
import { REVIEW, useReviewedAgent } from '../support/reviewedAgent';

const NOTE = 'The meeting is at five';

const emulator = useEmulator();
const n8n = useN8n();
const agent = useReviewedAgent(n8n, emulator, NOTE);

async function reviewType(): Promise<INodeTypeDescription> {
	const found = (await n8n.rest.nodeTypes<INodeTypeDescription>()).find(
		({ name }) => name === REVIEW,
	);
	return found!;
}

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
		'answersNeeded',
		'afterAnswer',
		'limitWaitTime',
		'additionalFields',
		'traffic',
	]);
});

test('after Approve, the tool runs once with the input that was shown, and the agent continues', async () => {
	const { execution, question } = await agent.ask();
	expect(question.text).toBe(`The agent wants to run this tool: Note\n\nInput:\ntext: ${NOTE}`);
	expect(await agent.sent()).toEqual([]);
	await agent.questions.press('olga', question, 'Approve');
	expect(await agent.ended(execution)).toContain('message_id');
	expect(await agent.sent()).toEqual([NOTE]);
});

test('after Decline, the tool does not run, and the agent is told so', async () => {
	const { execution, question } = await agent.ask();
	await agent.questions.press('olga', question, 'Decline');
	expect(await agent.ended(execution)).toContain('rejected');
	expect(await agent.sent()).toEqual([]);
});

test('without an answer in time, the tool does not run either, and the agent is told so', async () => {
	const review = { limitWaitTime: true, resumeAmount: 3, resumeUnit: 'seconds' };
	const { execution } = await agent.ask({ review });
	expect(await agent.ended(execution)).toContain('rejected');
	expect(await agent.sent()).toEqual([]);
});
