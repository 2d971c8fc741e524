import { setTimeout as pause } from 'node:timers/promises';

import { PACKAGE_NAME } from '../scripts/lib/paths';
import { percentile, round } from './lib';
import type { Row, Setting } from './rows';
import { sends } from './subjects';

/** The goal is set for 200 messages of each; fewer are for a trial run. */
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 200);
/** The two take turns, so that changes in the machine's speed affect both alike. */
const IN_A_TURN = 20;
/** A person reads an answer before writing again. n8n ends the execution in that time. */
const READING_MS = 100;

const NAMES = { trigger: 'Trigger', answer: 'Answer' };

type Side = 'ours' | 'builtIn';

/** A workflow that answers each message with its own text. */
function workflowFor({ credentials }: Setting, side: Side) {
	const ours = {
		type: `${PACKAGE_NAME}.botMessagingPollingTrigger`,
		typeVersion: 1,
		credentials: { botMessagingApi: credentials.ours },
	};
	const builtIn = {
		type: 'n8n-nodes-base.telegramTrigger',
		typeVersion: 1.2,
		credentials: { telegramApi: credentials.builtIn },
	};
	const answer = {
		ours: sends(credentials, '={{ $json.chatId }}').ours,
		builtIn: sends(credentials, '={{ $json.message.chat.id }}', '={{ $json.message.text }}')
			.builtIn,
	};
	const webhookId = `bench-answers-${side}`;
	return {
		name: `Bench ${webhookId}`,
		nodes: [
			{
				id: webhookId,
				webhookId,
				name: NAMES.trigger,
				position: [0, 0],
				parameters: { updates: ['message'] },
				...{ ours, builtIn }[side],
			},
			{ id: `${webhookId}-2`, name: NAMES.answer, position: [200, 0], ...answer[side] },
		],
		connections: { [NAMES.trigger]: { main: [[{ node: NAMES.answer, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

/** Publishes the workflow and writes messages, each after the answer to the one before. */
async function timesOf({ rest, server }: Setting, id: string, messages: number): Promise<number[]> {
	await rest.publish(id);
	try {
		// The first message after a start runs with cold caches.
		await server.write();
		const times: number[] = [];
		for (let message = 0; message < messages; message++) {
			await pause(READING_MS);
			times.push(await server.write());
		}
		await pause(READING_MS);
		return times;
	} finally {
		await rest.unpublish(id);
	}
}

/** Measures the time from a message to the bot's answer. */
export async function answers(instant: Setting): Promise<Row[]> {
	const importOf = async (side: Side) =>
		await instant.rest.importWorkflow(workflowFor(instant, side));
	const ids = { ours: await importOf('ours'), builtIn: await importOf('builtIn') };
	const times: Record<Side, number[]> = { ours: [], builtIn: [] };
	for (let done = 0; done < MESSAGES; done += IN_A_TURN) {
		for (const side of ['ours', 'builtIn'] as const) {
			const messages = Math.min(IN_A_TURN, MESSAGES - done);
			times[side].push(...(await timesOf(instant, ids[side], messages)));
		}
	}
	const ratioAt = (share: number) =>
		percentile(times.ours, share) / percentile(times.builtIn, share);
	const shown = (side: Side) =>
		[0.5, 0.99].map((share) => `p${share * 100} ${round(percentile(times[side], share), 0)} ms`);
	return [
		{
			work: `from a message to the bot's answer, ${MESSAGES} messages, latency 0`,
			ours: `polling: ${shown('ours').join(', ')}`,
			builtIn: `webhook: ${shown('builtIn').join(', ')}`,
			ratio: `${round(ratioAt(0.5))} and ${round(ratioAt(0.99))} of its time`,
			goal: 'at most 1.1 of its time, both',
			reached: ratioAt(0.5) <= 1.1 && ratioAt(0.99) <= 1.1,
		},
	];
}
