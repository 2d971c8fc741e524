import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { environment, linkPackage, startN8n, type N8n } from '../lib/n8n';
import { N8N_BINARY } from '../lib/n8nModules';
import { ownerOf, type Owner } from '../lib/owner';
import { freePort, LOOPBACK } from '../../scripts/lib/ports';
import type { Processes } from '../../scripts/lib/processes';
import type { N8nRest } from '../lib/rest';
import { nodeForN8n } from '../lib/runtime';
import { Part, type Running } from './part';
import { Database } from './postgres';
import { Queue } from './redis';

const LIFELINE = join(__dirname, '../lib/lifeline.cjs');
const READY_WITHIN_MS = 300_000;

export interface QueueModeOptions {
	postgresUrl: string;
	redisUrl: string;
	/** Contains what n8n writes outside its database. */
	folder: string;
	workers: number;
	/** Executions that one worker runs in parallel. */
	concurrency: number;
}

/** One n8n in queue mode: a main, workers, and a webhook process; each restarts if it ends. */
export class QueueMode {
	main!: Part<N8n>;

	readonly workers: Part[] = [];

	private webhooks?: Part;

	private readonly owner: Owner;

	private settings!: Record<string, string>;

	private constructor(
		private readonly processes: Processes,
		private readonly options: QueueModeOptions,
		readonly database: Database,
		private readonly queue: Queue,
	) {
		this.owner = ownerOf(options.folder);
	}

	/** Starts everything. Cleans up if that fails. */
	static async start(processes: Processes, options: QueueModeOptions): Promise<QueueMode> {
		const database = await Database.create(options.postgresUrl);
		const mode = new QueueMode(processes, options, database, new Queue(options.redisUrl));
		try {
			await mode.startParts();
			return mode;
		} catch (obstacle) {
			await mode.end();
			throw obstacle;
		}
	}

	/** n8n's HTTP interface, once main is ready. */
	async rest(): Promise<N8nRest> {
		return (await this.main.now()).rest;
	}

	/** Ends everything and removes its data from the two servers. */
	async end(): Promise<void> {
		for (const part of [this.main, ...this.workers, this.webhooks]) await part?.stop();
		await this.database.drop();
		await this.queue.clear();
	}

	private async startParts(): Promise<void> {
		const { workers, concurrency } = this.options;
		const webhookPort = await freePort();
		this.settings = {
			...this.database.settings(),
			...this.queue.settings(),
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
			WEBHOOK_URL: `http://${LOOPBACK}:${webhookPort}/`,
			N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
			N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
		};
		const mainPort = await freePort();
		this.main = await Part.start(this.processes, async () => await this.beginMain(mainPort));
		for (let number = 1; number <= workers; number++) {
			const name = `worker${number}`;
			const args = ['worker', `--concurrency=${concurrency}`];
			const begin = async () =>
				await this.begin(name, args, await freePort(), 'n8n worker is now ready');
			this.workers.push(await Part.start(this.processes, begin));
		}
		const begin = async () =>
			await this.begin('webhooks', ['webhook'], webhookPort, 'Webhook listener waiting');
		this.webhooks = await Part.start(this.processes, begin);
	}

	private async beginMain(port: number): Promise<N8n> {
		const folder = join(this.options.folder, 'main');
		linkPackage(folder);
		const { owner, settings } = this;
		return await startN8n(this.processes, { folder, port, owner, settings });
	}

	private async begin(
		name: string,
		args: string[],
		port: number,
		readyLine: string,
	): Promise<Running> {
		const folder = join(this.options.folder, name);
		mkdirSync(folder, { recursive: true });
		linkPackage(folder);
		const settings = {
			...this.settings,
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_WORKER_SERVER_ADDRESS: LOOPBACK,
		};
		const process = this.processes.start(
			`n8n ${name}`,
			nodeForN8n(),
			['--require', LIFELINE, N8N_BINARY, ...args],
			{
				cwd: folder,
				env: await environment({ folder, port, owner: this.owner, settings }),
				logFile: join(folder, 'n8n.log'),
			},
		);
		const isReady = async () => process.output().includes(readyLine);
		try {
			await process.whenReady(isReady, READY_WITHIN_MS);
			return { process };
		} catch (obstacle) {
			await this.processes.end(process);
			throw obstacle;
		}
	}
}
