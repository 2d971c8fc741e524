import type { INode } from 'n8n-workflow';

import { credentialFor, withCredential } from '../../sandbox/lib/demo';
import type { CredentialReference, Workflow } from '../../sandbox/lib/rest';
import { runToEnd } from '../../sandbox/lib/runs';
import { useEmulator } from '../support/emulator';
import { botMessaging, workflowOf, type Step } from './support/execute';
import { useN8n } from './support/n8n';
import { byId } from '../support/locators';

const emulator = useEmulator();
const n8n = useN8n();
let credential: CredentialReference;

beforeAll(async () => {
	credential = await n8n.rest.createCredential(credentialFor(emulator.url));
});

/** Steps that output an item with each of these texts. */
const texts = (...values: string[]): Step[] => [
	{
		name: 'Texts',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ text: values }) },
	},
	{
		name: 'Split',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'text' },
	},
];

const send = botMessaging({
	resource: 'message',
	operation: 'sendMessage',
	chatId: byId('-1001'),
	text: '={{ $json.text }}',
});

async function importSending(settings: Partial<INode>, ...values: string[]): Promise<string> {
	const workflow = workflowOf(expect.getState().currentTestName!.slice(-100), [
		...texts(...values),
		{ ...send, ...settings } as Step,
	]);
	return await n8n.rest.importWorkflow(withCredential(workflow, credential));
}

const sentTexts = async () =>
	(await emulator.calls('sendMessage')).map(({ params }) => params.text as string);

const refuseSecondMessage = async () =>
	await emulator.fault({ kind: 'error', method: 'sendMessage', status: 403, skip: 1 });

test('n8n’s Retry On Fail sends only what failed', async () => {
	const id = await importSending({ retryOnFail: true, waitBetweenTries: 100 }, 'one', 'two');
	await refuseSecondMessage();
	const { status } = await runToEnd(n8n.rest, id, 'Start');
	expect(status).toBe('success');
	expect(await sentTexts()).toEqual(['one', 'two', 'two']);
});

/** What n8n's two retry buttons do: with the currently saved workflow, or from the node with the error. */
async function retryByHand(workflowId: string, loadWorkflow: boolean): Promise<void> {
	const { results } = await n8n.rest.call<{ results: Array<{ id: string }> }>(
		'GET',
		`/rest/executions?filter=${encodeURIComponent(JSON.stringify({ workflowId }))}`,
	);
	await n8n.rest.call('POST', `/rest/executions/${results[0].id}/retry`, { loadWorkflow });
}

test.each([false, true])(
	'a failed execution that is retried by hand sends only what is left (saved workflow: %p)',
	async (loadWorkflow) => {
		const id = await importSending({}, 'one', 'two', 'three');
		await refuseSecondMessage();
		expect(await runToEnd(n8n.rest, id, 'Start')).toMatchObject({ status: 'error' });
		await retryByHand(id, loadWorkflow);
		expect(await sentTexts()).toEqual(['one', 'two', 'two', 'three']);
	},
);

test('a retry sends what was corrected in the saved workflow', async () => {
	const id = await importSending({}, 'one', 'two', 'three');
	await refuseSecondMessage();
	expect(await runToEnd(n8n.rest, id, 'Start')).toMatchObject({ status: 'error' });
	const { nodes } = await n8n.rest.call<Workflow>('GET', `/rest/workflows/${id}`);
	const { parameters } = nodes.find(({ name }) => name === send.name) as unknown as INode;
	parameters.text = '={{ $json.text.replace("one", "1") }}';
	await n8n.rest.call('PATCH', `/rest/workflows/${id}`, { nodes });
	await retryByHand(id, true);
	expect(await sentTexts()).toEqual(['one', 'two', '1', 'two', 'three']);
});

test('each round of a loop sends its own item', async () => {
	const settings = { retryOnFail: true, waitBetweenTries: 1, onError: 'continueRegularOutput' };
	const loop: Step = {
		name: 'Loop',
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		parameters: { batchSize: 1 },
	};
	const workflow = workflowOf('Loop', [
		...texts('one', 'two', 'three'),
		loop,
		{ ...send, ...settings },
	]);
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	workflow.connections.Loop = { main: [[], to(send.name)] };
	workflow.connections[send.name] = { main: [to('Loop')] };
	const id = await n8n.rest.importWorkflow(withCredential(workflow, credential));
	await emulator.fault({ kind: 'cut_after', method: 'sendMessage' });
	await runToEnd(n8n.rest, id, 'Start');
	expect(await sentTexts()).toEqual(['one', 'two', 'three']);
});
