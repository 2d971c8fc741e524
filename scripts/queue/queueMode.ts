import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { environment, linkPackage, startN8n, type N8n } from '../lib/n8n';
import { N8N_BINARY } from '../lib/n8nModules';
import { ownerOf } from '../lib/owner';
import { freePort, LOOPBACK } from '../lib/ports';
import type { Process, Processes } from '../lib/processes';
import { nodeForN8n } from '../lib/runtime';
import { Database } from './postgres';
import { Queue } from './redis';

const LIFELINE = join(__dirname, '../lib/lifeline.cjs');
const READY_WITHIN_MS = 180_000;

/** Where the two servers of queue mode are. */
export interface Services {
	postgresUrl: string;
	redisUrl: string;
}

/** One n8n in queue mode: a main, workers, and a process for webhooks, each to be killed at will. */
export class QueueMode {
	main!: N8n;

	readonly workers: Process[] = [];

	private webhooks!: Process;

	private mainPort!: number;

	private started = 0;

	private constructor(
		private readonly processes: Processes,
		private readonly folder: string,
		private readonly settings: Record<string, string>,
		readonly database: Database,
		private readonly queue: Queue,
	) {}

	/** Starts all of it. `folder` holds what n8n writes outside its database. */
	static async start(
		processes: Processes,
		folder: string,
		{ postgresUrl, redisUrl }: Services,
		workers = 2,
	): Promise<QueueMode> {
		const database = await Database.create(postgresUrl);
		const queue = new Queue(redisUrl);
		const webhookPort = await freePort();
		const settings = {
			...database.settings(),
			...queue.settings(),
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
			WEBHOOK_URL: `http://${LOOPBACK}:${webhookPort}/`,
			N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		};
		const mode = new QueueMode(processes, folder, settings, database, queue);
		mode.mainPort = await freePort();
		await mode.startMain();
		for (let number = 0; number < workers; number++) await mode.startWorker();
		mode.webhooks = await mode.startPart('webhook', webhookPort, 'Webhook listener waiting');
		return mode;
	}

	/** Starts main, or starts it anew where it was before. */
	async startMain(): Promise<void> {
		const folder = join(this.folder, 'main');
		linkPackage(folder);
		this.main = await startN8n(this.processes, {
			folder,
			port: this.mainPort,
			owner: ownerOf(this.folder),
			settings: this.settings,
		});
	}

	async startWorker(): Promise<Process> {
		const worker = await this.startPart('worker', await freePort(), 'n8n worker is now ready');
		this.workers.push(worker);
		return worker;
	}

	/** Ends a process at once, in the middle of what it does. */
	async kill(part: Process): Promise<void> {
		process.kill(Number(part.pid), 'SIGKILL');
		await part.ended;
		const index = this.workers.indexOf(part);
		if (index >= 0) this.workers.splice(index, 1);
	}

	/** Ends everything and removes what was written to the two servers. */
	async end(): Promise<void> {
		await this.main?.process.stop();
		for (const part of [...this.workers, this.webhooks]) await part?.stop();
		await this.database.drop();
		await this.queue.clear();
	}

	private async startPart(command: string, port: number, readyLine: string): Promise<Process> {
		const name = `${command}${++this.started}`;
		const folder = join(this.folder, name);
		mkdirSync(folder, { recursive: true });
		linkPackage(folder);
		const settings = {
			...this.settings,
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_WORKER_SERVER_ADDRESS: LOOPBACK,
		};
		const owner = ownerOf(this.folder);
		const part = this.processes.start(
			`n8n ${command}`,
			nodeForN8n(),
			['--require', LIFELINE, N8N_BINARY, command],
			{
				cwd: folder,
				env: await environment({ folder, port, owner, settings }),
				logFile: join(folder, 'n8n.log'),
			},
		);
		await part.whenReady(async () => part.output().includes(readyLine), READY_WITHIN_MS);
		return part;
	}
}
