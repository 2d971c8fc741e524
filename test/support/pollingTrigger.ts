import type {
	IConnections,
	IDataObject,
	INode,
	INodeExecutionData,
	IRun,
	ITriggerResponse,
} from 'n8n-workflow';
import { deepCopy, Workflow } from 'n8n-workflow';

import { BotMessagingPollingTrigger } from '../../nodes/BotMessaging/BotMessagingPollingTrigger.node';
import { additionalDataFor, core, nodeTypesOf, type CredentialData } from './engine';

const TYPE = 'n8n-nodes-bot-messaging.botMessagingPollingTrigger';

/** One object for all workflows, as in n8n. */
const type = new BotMessagingPollingTrigger();

/** One execution that the trigger started; it runs until the test ends it. */
export interface Started {
	item: INodeExecutionData;
	/** The output that it used, from 0. */
	output: number;
	key?: string;
	/** Ends the execution, and tells the trigger like n8n. */
	end(): void;
}

interface Done {
	resolve(run: IRun | undefined): void;
	reject(error: Error): void;
}

/** A polling trigger in n8n-core's own context, with the test in n8n's place. */
export class RunningTrigger {
	readonly started: Started[] = [];

	/** Errors that stopped the trigger. */
	readonly errors: Error[] = [];

	/** Called when an error stops the trigger. */
	onError = () => {};

	/** Errors saved as failed executions. */
	readonly failed: Error[] = [];

	readonly logged: string[] = [];

	private response: ITriggerResponse = {};

	private credential: CredentialData;

	readonly workflow: Workflow;

	private readonly node: INode;

	/** Why n8n cannot read the credential, if it cannot. */
	cannotRead?: string;

	/** n8n's report of an execution, if `outcomes` has none. */
	outcome = {} as IRun;

	/** Whether executions end by themselves at once. */
	endsAtOnce = true;

	/** Called when an execution starts. */
	onStart: (started: Started) => void = () => {};

	/** Errors for the next executions, in order. */
	failures: Error[] = [];

	/** Results that n8n reports when the next executions end, in order. */
	outcomes: IRun[] = [];

	/** How many of the next executions n8n stores but does not start. */
	neverBegun = 0;

	/** Whether n8n lacks keys of executions, as before 2.20. */
	knowsNoKeys = false;

	/** The keys given to n8n, each with whether its execution has started. */
	private readonly keys = new Map<string, boolean>();

	/** The static data that n8n saved last, by node. Its lists can be long, but the trigger only replaces them. */
	private lastSaved?: Record<string, IDataObject>;

	/** Called on each save. */
	onSave?: (saved: IDataObject) => void;

	/** Whether n8n's database does not end saving static data yet. */
	cannotSave = false;

	/** Executions without an item: they only make n8n save the static data. */
	empty = 0;

	/** Whether n8n refuses executions that something waits for, as its Engine 2.0 does. */
	refusesWaiting = false;

	/** Whether that engine accepts files, as newer versions do. It keeps no files of refused executions. */
	takesFiles = false;

	/** n8n's name for that engine. */
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
		additionalData.credentialsHelper.getDecrypted = async () => {
			if (this.cannotRead !== undefined) throw new Error(this.cannotRead);
			return { ...this.credential };
		};
		const node = this.workflow.getNode('Polling')!;
		const context = new core.TriggerContext(
			this.workflow,
			node,
			additionalData,
			mode,
			activation as never,
			this.emit as never,
			(error: Error) => {
				this.errors.push(error);
				this.onError();
			},
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

	/** Changes the credential like a person in n8n. */
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

	/** n8n does this in parallel with each execution. */
	private async saveStaticData(): Promise<void> {
		const { staticData } = this.workflow;
		if (staticData.__dataChanged !== true) return;
		const nodes = Object.entries(staticData as Record<string, IDataObject>);
		const now = Object.fromEntries(nodes.map(([node, data]) => [node, { ...data }]));
		do await new Promise((resolve) => setImmediate(resolve));
		while (this.cannotSave);
		this.lastSaved = now;
		staticData.__dataChanged = false;
		this.onSave?.(this.saved!);
	}

	get saved(): IDataObject | undefined {
		return this.lastSaved && deepCopy(this.lastSaved);
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
		const end = () => done?.resolve(this.outcomes.shift() ?? this.outcome);
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
