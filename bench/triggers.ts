import type { N8nRest, WorkflowNode } from '../sandbox/lib/rest';
import { PACKAGE_NAME } from '../scripts/lib/paths';
import { until } from '../scripts/lib/until';
import { median, round } from './lib';
import type { Row, Setting } from './rows';

const UPDATES = 500;
/** Even, so that each trigger goes first as often as the other. */
const PAIRS = 8;
const WITHIN_MS = 120_000;

type Trigger = Pick<WorkflowNode, 'type' | 'credentials'> & { typeVersion: number };

const workflowFor = (trigger: Trigger, webhookId: string) => ({
	name: `Bench ${trigger.type}`,
	nodes: [
		{
			id: webhookId,
			webhookId,
			name: 'Trigger',
			position: [0, 0],
			parameters: { updates: ['message'] },
			...trigger,
		},
		{
			id: `${webhookId}-end`,
			name: 'End',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [200, 0],
			parameters: {},
		},
	],
	connections: { Trigger: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
});

async function executions(rest: N8nRest, workflowId: string): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['success'] }));
	const { count } = await rest.call<{ count: number }>(
		'GET',
		`/rest/executions?filter=${filter}&limit=1`,
	);
	return count;
}

const update = (number: number) => ({
	update_id: number,
	message: {
		message_id: number,
		from: { id: 1001, is_bot: false, first_name: 'Olga' },
		chat: { id: -1001, type: 'group', title: 'Bench' },
		date: 1_700_000_000,
		text: `Message ${number}`,
	},
});

/** Pushes all updates at once, like a server that catches up. Returns executions per second. */
async function rateOf({ rest, server }: Setting, trigger: Trigger, run: number): Promise<number> {
	const workflow = workflowFor(trigger, `bench-${trigger.type.split('.')[1]}-${run}`);
	const id = await rest.importWorkflow(workflow);
	await rest.publish(id);
	const { url, secret_token: secret } = await server.webhook();
	const begun = Date.now();
	const pushes = Array.from({ length: UPDATES }, async (_none, index) => {
		const response = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				'x-telegram-bot-api-secret-token': secret,
			},
			body: JSON.stringify(update(run * UPDATES + index + 1)),
		});
		const body = await response.text();
		if (!response.ok) {
			throw new Error(`${trigger.type} refuses an update: ${response.status} ${body}`);
		}
	});
	await Promise.all(pushes);
	await until(
		`${UPDATES} updates have run`,
		async () => (await executions(rest, id)) >= UPDATES,
		WITHIN_MS,
	);
	const rate = UPDATES / ((Date.now() - begun) / 1000);
	await rest.call('POST', `/rest/workflows/${id}/deactivate`);
	return rate;
}

/** Both webhook triggers, which take turns, with the same updates. */
export async function webhooks(instant: Setting): Promise<Row[]> {
	const { credentials } = instant;
	const own: Trigger = {
		type: `${PACKAGE_NAME}.botMessagingTrigger`,
		typeVersion: 1.1,
		credentials: { botMessagingApi: credentials.ours },
	};
	const builtInTrigger: Trigger = {
		type: 'n8n-nodes-base.telegramTrigger',
		typeVersion: 1.2,
		credentials: { telegramApi: credentials.builtIn },
	};
	const ours: number[] = [];
	const builtIn: number[] = [];
	const ofOurs = async (run: number) => ours.push(await rateOf(instant, own, run));
	const ofBuiltIn = async (run: number) => builtIn.push(await rateOf(instant, builtInTrigger, run));
	// The first run in a process takes some 15 % longer for either trigger, because n8n's heap grows.
	await rateOf(instant, own, PAIRS);
	await rateOf(instant, builtInTrigger, PAIRS);
	for (let run = 0; run < PAIRS; run++) {
		// They take turns to go first, because the second one finds a fuller database.
		const pair = run % 2 === 0 ? [ofOurs, ofBuiltIn] : [ofBuiltIn, ofOurs];
		for (const one of pair) await one(run);
	}
	const ratios = ours.map((rate, run) => rate / (builtIn[run] ?? NaN));
	const ratio = median(ratios);
	const spread = `${round(Math.min(...ratios))} to ${round(Math.max(...ratios))}`;
	return [
		{
			work: 'webhook trigger, 500 updates at once',
			ours: `${round(median(ours), 1)} executions a second`,
			builtIn: `${round(median(builtIn), 1)} executions a second`,
			ratio: `${round(ratio)} times as fast (pairs: ${spread})`,
			goal: 'not slower',
			reached: ratio >= 1,
		},
	];
}
