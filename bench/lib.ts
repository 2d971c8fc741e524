import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import type { IDataObject, IRun } from 'n8n-workflow';

import { requireOfN8n } from '../sandbox/lib/n8nModules';
import { LOOPBACK } from '../scripts/lib/ports';
import type { CredentialReference, N8nRest, WorkflowNode } from '../sandbox/lib/rest';
import { runToEnd } from '../sandbox/lib/runs';

/** Asks n8n seldom, because n8n would answer in the time that is measured. */
const RUN = { withinMs: 600_000, askEveryMs: 1000 };

export interface Stats {
	requests: number;
	bytes: number;
	/** Accepted messages, and the time from the first to the last. */
	sent: number;
	sendingMs: number;
}

/** The bench server rejects all messages to this chat with a rate limit. */
const REFUSED_CHAT = -429;

/** A bench server in a process of its own. */
export class BenchServer {
	private constructor(
		private readonly child: ChildProcess,
		readonly url: string,
		readonly latencyMs: number,
	) {}

	static async start(latencyMs: number, messagesPerSecond = Infinity): Promise<BenchServer> {
		const child = spawn(
			process.execPath,
			[
				'--import',
				'tsx',
				path.join(__dirname, 'server.ts'),
				...[latencyMs, messagesPerSecond].map(String),
			],
			{ stdio: ['pipe', 'pipe', 'inherit'] },
		);
		const [line] = (await once(child.stdout, 'data')) as [Buffer];
		const { port } = JSON.parse(String(line)) as { port: number };
		return new BenchServer(child, `http://${LOOPBACK}:${port}`, latencyMs);
	}

	/** Counts since they were last reset; resets them unless they are kept. */
	async stats({ isKept = false } = {}): Promise<Stats> {
		const path = isKept ? '/stats?kept' : '/stats';
		return (await (await fetch(`${this.url}${path}`)).json()) as Stats;
	}

	/** Writes to the bot; resolves with the milliseconds until the bot answers. */
	async write(): Promise<number> {
		const { ms } = (await (
			await fetch(`${this.url}/write`, { signal: AbortSignal.timeout(60_000) })
		).json()) as { ms: number };
		return ms;
	}

	/** The address and the secret of the last setWebhook. */
	async webhook(): Promise<{ url: string; secret_token: string }> {
		return (await (await fetch(`${this.url}/webhook`)).json()) as {
			url: string;
			secret_token: string;
		};
	}

	stop(): void {
		this.child.kill();
	}
}

export interface Subject {
	type: string;
	typeVersion: number;
	parameters: IDataObject;
	credentials?: Record<string, CredentialReference>;
	onError?: 'continueRegularOutput';
}

const node = (name: string, type: string, more: object): WorkflowNode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...more,
});

const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });

const SUBJECT = 'Subject';

/** The node that the subject's items come from. */
export type Source = Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters'>;

/** Items as a trigger outputs them, each with its own message and chat. */
export function numbered(items: number): Source {
	const jsCode = `return Array.from({ length: ${items} }, (_none, i) => ({
		json: { chatId: i + 1, messageId: i + 1, text: 'Message ' + i },
	}));`;
	return { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}

/** The same, evenly mixed with items for one chat that is always rejected. */
export function numberedBeside(items: number, refused: number): Source {
	const jsCode = `return Array.from({ length: ${items} }, (_none, i) => {
		const items = [{ json: { chatId: i + 1, text: 'Message ' + i } }];
		if (i % ${items / refused} === 0) items.push({ json: { chatId: ${REFUSED_CHAT}, text: 'x' } });
		return items;
	}).flat();`;
	return { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}

/** One item with a file of this machine, in the form in which n8n keeps binary data on disk. */
export const fileItem = (file: string): Source => ({
	type: 'n8n-nodes-base.readWriteFile',
	typeVersion: 1,
	parameters: { operation: 'read', fileSelector: file },
});

export function workflowFor(subject: Subject, source: Source) {
	return {
		name: `Bench ${subject.type}`,
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', {}),
			node('Items', source.type, source),
			node(SUBJECT, subject.type, subject),
		],
		connections: { Start: to('Items'), Items: to(SUBJECT) },
		settings: { executionOrder: 'v1' },
	};
}

/** Runs the subject once in n8n. Returns the run time of its node in ms, as n8n reports it. */
export async function timeOf(rest: N8nRest, subject: Subject, source: Source): Promise<number> {
	const id = await rest.importWorkflow(workflowFor(subject, source));
	const stored = await runToEnd(rest, id, 'Start', RUN);
	const { parse } = requireOfN8n<{ parse(text: string): IRun['data'] }>('flatted');
	const { runData, error } = parse(stored.data).resultData;
	if (stored.status !== 'success') throw new Error(`${subject.type}: ${error?.message}`);
	const [run] = runData[SUBJECT] ?? [];
	if (!run?.data?.main?.[0]?.length) throw new Error(`${subject.type} put out nothing`);
	return run.executionTime;
}

/** @param share the share of numbers below the result, e.g. 0.99 */
export function percentile(numbers: number[], share: number): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length * share)] ?? NaN;
}

/** For an even count, the mean of the middle two. */
export function median(numbers: number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	const [low = NaN, high = NaN] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
	return (low + high) / 2;
}

export const round = (number: number, digits = 2) => Number(number.toFixed(digits));
