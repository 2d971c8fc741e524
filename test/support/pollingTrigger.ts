import type {
	IConnections,
	IDataObject,
	INode,
	INodeExecutionData,
	IRun,
	ITriggerResponse,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { BotMessagingPollingTrigger } from '../../nodes/BotMessaging/BotMessagingPollingTrigger.node';
import { additionalDataFor, core, nodeTypesOf, type CredentialData } from './engine';

const TYPE = 'n8n-nodes-bot-messaging.botMessagingPollingTrigger';

/** As in n8n, one object for all workflows. */
const type = new BotMessagingPollingTrigger();

/** One execution that the trigger started; it runs until the test ends it. */
export interface Started {
	item: INodeExecutionData;
	/** Which output it left by, from 0. */
	output: number;
	key?: string;
	/** Ends the execution, as n8n tells the trigger. */
	end(): void;
}

interface Done {
	resolve(run: IRun | undefined): void;
	reject(error: Error): void;
}

/** A polling trigger in n8n-core's own context, with the test in n8n's place. */
export class RunningTrigger {
	readonly started: Started[] = [];

	/** What stopped the trigger. */
	readonly errors: Error[] = [];

	/** What was saved as a failed execution. */
	readonly failed: Error[] = [];

	readonly logged: string[] = [];

	private response: ITriggerResponse = {};

	private credential: CredentialData;

	readonly workflow: Workflow;

	private readonly node: INode;

	/** Whether executions end by themselves at once. */
	endsAtOnce = true;

	/** Hears of each execution as it starts. */
	onStart: (started: Started) => void = () => {};

	/** What goes wrong with the next executions, one after the other. */
	failures: Error[] = [];

	/** What n8n tells of the next executions when they end. */
	outcomes: IRun[] = [];

	/** How many of the next executions n8n stores and does not begin. */
	neverBegun = 0;

	/** Whether n8n knows no keys of executions, as before 2.20. */
	knowsNoKeys = false;

	/** The keys that n8n was given, each with whether it has begun the execution. */
	private readonly keys = new Map<string, boolean>();

	/** What n8n has saved of the workflow's static data last. */
	saved?: IDataObject;

	/** Hears of each saving of it. */
	onSave: (saved: IDataObject) => void = () => {};

	/** Whether n8n's database does not end saving static data yet. */
	cannotSave = false;

	/** Executions without an item: they only make n8n save the static data. */
	empty = 0;

	/** Whether n8n starts only what nobody waits for, as its Engine 2.0 does. */
	refusesWaiting = false;

	/** Whether that engine takes files, as newer ones do. With those of what it refuses it keeps none. */
	takesFiles = false;

	/** The name that n8n gives to that engine. */
	private get engine(): string {
		return this.takesFiles ? 'Engine v2' : 'Engine 2.0';
	}

	constructor(
		credential: CredentialData,
		parameters: IDataObject,
		private readonly options: {
			id?: string;
			mode?: 'trigger' | 'manual';
			activation?: string;
			/** The nodes after the trigger, which is named Polling. */
			others?: { nodes: INode[]; connections: IConnections };
		} = {},
		staticData: IDataObject = {},
	) {
		this.credential = { service: 'other', pathForm: 'bot', ...credential };
		const { id = 'w1', others = { nodes: [], connections: {} } } = options;
		this.node = {
			id: `node-of-${id}`,
			name: 'Polling',
			type: TYPE,
			typeVersion: 1,
			position: [0, 0],
			parameters: { updates: ['message'], ...parameters },
			credentials: { botMessagingApi: { id: '1', name: 'Bot' } },
		};
		this.workflow = new Workflow({
			id,
			name: id,
			nodes: [this.node, ...others.nodes],
			connections: others.connections,
			active: true,
			settings: {},
			staticData,
			nodeTypes: nodeTypesOf({ [TYPE]: type }),
		});
	}

	async start(activation = this.options.activation ?? 'activate'): Promise<this> {
		const { mode = 'trigger' } = this.options;
		const additionalData = additionalDataFor(this.credential, this.workflow);
		additionalData.credentialsHelper.getDecrypted = async () => ({ ...this.credential });
		const node = this.workflow.getNode('Polling')!;
		const context = new core.TriggerContext(
			this.workflow,
			node,
			additionalData,
			mode,
			activation as never,
			this.emit as never,
			(error: Error) => this.errors.push(error),
			(error: Error) => this.failed.push(error),
		);
		Object.defineProperty(context, 'logger', {
			value: Object.fromEntries(
				['debug', 'info', 'warn', 'error'].map((level) => [
					level,
					(words: string) => this.logged.push(words),
				]),
			),
		});
		this.response = (await type.trigger.call(context))!;
		await this.response.manualTriggerFunction?.();
		return this;
	}

	private get emit() {
		if (this.knowsNoKeys) {
			return (data: INodeExecutionData[][], _answer: unknown, done?: Done) =>
				this.emitted(data, done);
		}
		return (data: INodeExecutionData[][], _answer: unknown, done?: Done, key?: string) =>
			this.emitted(data, done, key);
	}

	/** As if somebody changed the credential in n8n. */
	paste(changes: Partial<CredentialData>): void {
		this.credential = { ...this.credential, ...changes } as CredentialData;
	}

	async stop(): Promise<void> {
		await this.response.closeFunction?.();
	}

	/** The texts of the messages that started executions, in order. */
	get texts(): unknown[] {
		return this.started.map(({ item }) => item.json.text);
	}

	/** As n8n does for each execution, beside it. */
	private async saveStaticData(): Promise<void> {
		const { staticData } = this.workflow;
		if (staticData.__dataChanged !== true) return;
		const saved = JSON.parse(JSON.stringify(staticData)) as IDataObject;
		do await new Promise((resolve) => setImmediate(resolve));
		while (this.cannotSave);
		this.saved = saved;
		staticData.__dataChanged = false;
		this.onSave(this.saved);
	}

	private emitted(data: INodeExecutionData[][], done?: Done, key?: string) {
		// n8n does not wait for it.
		void this.saveStaticData();
		if (data.flat().length === 0) {
			this.empty++;
			return done?.resolve(undefined);
		}
		if (done && this.refusesWaiting) {
			const cannotTake = !this.takesFiles && data.flat().some(({ binary }) => binary);
			const what = cannotTake
				? 'receive files from a trigger yet.'
				: 'run a trigger that waits for its execution to finish yet.';
			return done.reject(new Error(`${this.engine} cannot ${what}`));
		}
		if (key !== undefined && this.keys.get(key)) return done?.resolve(undefined);
		const end = () => done?.resolve(this.outcomes.shift() ?? ({} as IRun));
		const output = data.findIndex((items) => items.length > 0);
		const started = { item: data[output][0], output, key, end };
		this.started.push(started);
		this.onStart(started);
		const failure = this.failures.shift();
		if (failure) return done?.reject(failure);
		const begins = this.neverBegun === 0;
		if (key !== undefined) this.keys.set(key, begins);
		if (!begins) {
			this.neverBegun--;
			return;
		}
		if (this.endsAtOnce) end();
	}
}
