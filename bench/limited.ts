import { setTimeout as sleep } from 'node:timers/promises';

import {
	numbered,
	percentile,
	round,
	workflowFor,
	type BenchServer,
	type Stats,
	type Subject,
} from './lib';
import type { Row, Setting } from './rows';
import { sends } from './subjects';

const PEOPLE = 600;
const BROADCAST = 10_000;
const ANSWERS = 200;

/** Longer than any wait of the node. */
const QUIET_MS = 30_000;

/** Waits until the server has taken all messages, or has got nothing for a while. Returns what it got. */
async function allOf(messages: number, server: BenchServer): Promise<Stats> {
	let stats = await server.stats({ isKept: true });
	for (let since = Date.now(); stats.sent < messages && Date.now() - since < QUIET_MS;) {
		await sleep(500);
		const now = await server.stats({ isKept: true });
		if (now.requests > stats.requests) since = Date.now();
		stats = now;
	}
	return stats;
}

/** Runs `act` with an address of n8n, where each request starts an execution of the node. */
async function withAddress<T>(
	{ rest }: Setting,
	subject: Subject,
	responseMode: 'onReceived' | 'lastNode',
	act: (ask: (chat: number) => Promise<unknown>) => Promise<T>,
): Promise<T> {
	const path = `bench-${subject.type.split('.')[1]}-${Date.now()}`;
	const made = workflowFor(subject, numbered(1));
	const parameters = { path, responseMode };
	const webhook = { type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path, parameters };
	const nodes = made.nodes.map((node) => (node.name === 'Items' ? { ...node, ...webhook } : node));
	const id = await rest.importWorkflow({ ...made, nodes });
	await rest.publish(id);
	// If the execution fails, n8n answers with 500.
	const ask = async (chat: number) =>
		await rest.call('GET', `/webhook/${path}?chat=${chat}`).catch(() => {});
	return await act(ask).finally(async () => await rest.unpublish(id));
}

/** What a server that takes 30 messages a second gets of both nodes. */
export async function limited(setting: Setting): Promise<Row[]> {
	const { rest, server, credentials } = setting;
	const answers = sends(credentials, '={{ $json.query.chat }}', 'Answer');
	const news = sends(credentials, '={{ $json.chatId }}');
	const crowd = async (subject: Subject) =>
		await withAddress(setting, subject, 'onReceived', async (ask) => {
			await server.stats();
			await Promise.all(
				Array.from({ length: PEOPLE }, async (_none, index) => await ask(index + 1)),
			);
			const { requests, sent, sendingMs } = await allOf(PEOPLE, server);
			const rate = round(((sent - 1) * 1000) / sendingMs, 1);
			return { lost: PEOPLE - sent, refused: (requests - sent) / requests, rate };
		});
	const beside = async (subject: Subject, broadcast: Subject) =>
		await withAddress(setting, subject, 'lastNode', async (ask) => {
			const id = await rest.importWorkflow(workflowFor(broadcast, numbered(BROADCAST)));
			const { executionId } = await rest.run(id, 'Start');
			await server.stats();
			const times: number[] = [];
			for (let index = 1; index <= ANSWERS; index++) {
				const begun = Date.now();
				await ask(BROADCAST + index);
				times.push(Date.now() - begun);
			}
			const { sent } = await server.stats();
			await rest.call('POST', `/rest/executions/${executionId}/stop`).catch(() => {});
			return { times, sent: sent - ANSWERS };
		});
	const [ours, builtIn] = [await crowd(answers.ours), await crowd(answers.builtIn)];
	const [own, other] = [
		await beside(answers.ours, news.ours),
		await beside(answers.builtIn, news.builtIn),
	];
	const found = ({ lost, refused, rate }: typeof ours) =>
		`${lost} lost, ${round(refused * 100, 1)} % refused, ${rate} a second`;
	const p = ({ times, sent }: typeof own) =>
		`p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms; ${sent} messages meanwhile`;
	return [
		{
			work: `${PEOPLE} executions with one message each at once, 30 a second`,
			ours: found(ours),
			builtIn: found(builtIn),
			goal: '0 lost, at most 5 % refused',
			reached: ours.lost === 0 && ours.refused <= 0.05,
		},
		{
			work: `the answer to a press beside a broadcast of ${BROADCAST}, 30 a second`,
			ours: p(own),
			builtIn: p(other),
			goal: 'p99 under 1 s',
			reached: percentile(own.times, 0.99) < 1000,
		},
	];
}
