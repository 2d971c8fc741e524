import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { rowsOf } from '../support/dataTable';
import { newcomersOf } from './newcomers';
import type { Scene } from './scene';
import { changeSetting } from './settings';

const { moderators: team } = DEFAULTS.chats;
const TABLE = 'Bot Workflow Errors';

export function workflowErrors(scene: Scene): void {
	const { emulator, n8n, people } = scene;
	let id: string;
	let failing: string;

	/** A workflow that fails with the words that it gets, at one of two nodes. */
	const failingWorkflow = () => {
		const fail = (name: string) => ({
			...{ id: name, name, type: 'n8n-nodes-base.stopAndError', typeVersion: 1 },
			position: [400, 0],
			parameters: { errorMessage: '={{ $json.body.message }}' },
		});
		const webhook = (path: string) => ({
			...{ id: path, name: path, type: 'n8n-nodes-base.webhook', typeVersion: 2 },
			position: [0, 0],
			webhookId: path,
			parameters: { httpMethod: 'POST', path, options: {} },
		});
		const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
		return {
			name: 'Invoices',
			nodes: [webhook('pay'), fail('Pay It'), webhook('send'), fail('Send It')],
			connections: { pay: to('Pay It'), send: to('Send It') },
			settings: { executionOrder: 'v1', errorWorkflow: id },
		};
	};

	beforeAll(async () => {
		id = await newcomersOf(scene).publish('workflow-errors');
		failing = await n8n.rest.importWorkflow(failingWorkflow());
		await n8n.rest.publish(failing);
	});
	afterAll(async () => {
		for (const workflow of [failing, id]) await n8n.rest.unpublish(workflow);
	});

	const fails = async (path: 'pay' | 'send', message: string) => {
		const response = await fetch(`${n8n.url}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ message }),
		});
		expect(response.status).toBe(200);
	};
	const told = async (words: string, after = 0) =>
		await people.sees(team, after, ({ text }) => text?.includes(words) === true);
	/** Waits until an error was counted so often. */
	const counted = async (words: string, count: number) => {
		const isSo = async () =>
			(await rowsOf(n8n.rest, TABLE)).some(
				({ error, count: now }) => String(error).includes(words) && now === count,
			);
		await until(`"${words}" is counted ${count} times`, isSo, LONG_PATIENCE_MS);
	};

	test('the same error at once is told once, and the next message says how often it came', async () => {
		const error = '<b>No</b>\nmoney \u202Ehere';
		await Promise.all(Array.from({ length: 5 }, async () => await fails('pay', error)));
		const first = await told('<b>No</b> money here');
		expect(first.text).toMatch(
			/^Invoices has failed at Pay It:\n<b>No<\/b> money here\n\nhttp\S+\/workflow\/\S+\/executions\/\d+$/,
		);
		expect(first.text).toContain(failing);
		await counted('money', 5);
		expect(await emulator.calls('sendMessage')).toHaveLength(1);

		// Another node, or other words, are another error.
		await fails('send', error);
		await told('Invoices has failed at Send It:\n');
		await fails('pay', 'No time');
		await told('No time');

		await changeSetting(n8n.rest, id, 'minutes', 0);
		await fails('pay', error);
		const next = await told('The same happened 4 more times since the last message.');
		expect(next.text).toMatch(/^Invoices has failed at Pay It:\n<b>No/);
		await changeSetting(n8n.rest, id, 'minutes', 60);
	});

	test('what could not be told is told with the next one', async () => {
		await emulator.fault({ kind: 'error', method: 'sendMessage', status: 403, times: 1 });
		await fails('pay', 'No power');
		const isForgotten = async () =>
			(await rowsOf(n8n.rest, TABLE)).some(
				({ error, toldAt, count }) =>
					String(error).includes('No power') && toldAt === 0 && count === 1,
			);
		await until('the next one may be told', isForgotten, LONG_PATIENCE_MS);
		await fails('pay', 'No power');
		await told('The same happened 1 more time since the last message.');
	});
}
