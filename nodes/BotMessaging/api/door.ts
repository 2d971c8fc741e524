import type {
	IBinaryKeyData,
	ICredentialsDecrypted,
	INodeExecutionData,
	IWebhookResponseData,
} from 'n8n-workflow';

import { Mask } from './mask';
import { settle } from './basics';

/** The key under which a context holds its door. */
const DOOR = Symbol('door');

/** What n8n gives a node; some parts exist only for some nodes, or in newer versions. */
interface DoorContext {
	logger: object;
	helpers: object;
}

type HelperFunction = (...given: unknown[]) => unknown;

/** Functions that send data out of a node, besides its log and helpers. */
const TOLD = ['addExecutionHints', 'emit', 'emitError', 'saveFailedExecution'];
const LOGGED = ['debug', 'info', 'warn', 'error'];
const STORED = ['prepareBinaryData'];

/** Functions that return data stored by n8n for a node. */
const KEPT = ['getContext', 'getWorkflowStaticData'];

/** Wrappers for those functions that exist: n8n replaces some when a test begins. */
function instead(
	of: object,
	names: string[],
	make: (way: HelperFunction) => HelperFunction,
): Record<string, unknown> {
	const all = of as Record<string, HelperFunction>;
	const present = names.filter((name) => typeof all[name] === 'function');
	return Object.fromEntries(
		present.map((name) => {
			const made = make((...given) => all[name]!(...given));
			// n8n's features are detected by the number of parameters.
			return [name, Object.defineProperty(made, 'length', { get: () => all[name]!.length })];
		}),
	);
}

/** An object that inherits from another, with properties of its own. */
const derived = <T extends object>(of: T, own: object): T =>
	Object.create(of, Object.getOwnPropertyDescriptors(own)) as T;

/** Also works across realms. */
const isError = (value: unknown): value is Error =>
	Object.prototype.toString.call(value) === '[object Error]';

/**
 * The only way out of a node. Everything that leaves (items, errors, logs, notices, failed executions, file
 * names, and n8n's stored data) leaves without the secrets of the credentials that were read.
 */
export class Door<C extends DoorContext> {
	/** A short secret may be an ordinary word. */
	private readonly mask = new Mask(true);

	/** What n8n gave the node, with this door in front of each way out. */
	private readonly context: C;

	constructor(context: C) {
		const { logger, helpers } = context;
		const masking = (way: HelperFunction): HelperFunction => {
			return (...given) => way(...given.map((one) => this.masked(one)));
		};
		const keeping = (way: HelperFunction): HelperFunction => {
			return (...given) => this.kept(way(...given) as object);
		};
		this.context = derived(context, {
			[DOOR]: this,
			...instead(context, TOLD, masking),
			...instead(context, KEPT, keeping),
			logger: derived(logger, instead(logger, LOGGED, masking)),
			helpers: derived(helpers, instead(helpers, STORED, masking)),
		});
	}

	/** Runs the node's work, and passes on what it returns or throws. */
	async pass<T>(work: (context: C) => Promise<T>): Promise<T> {
		const { value, error } = await settle(work(this.context));
		if (error !== undefined) throw this.masked(error) as Error;
		return this.masked(value) as T;
	}

	/** From now on, the secrets of this credential are hidden. */
	hide(credential: ICredentialsDecrypted): void {
		this.mask.add(credential);
	}

	/** A value without the secrets. */
	masked(value: unknown): unknown {
		if (isError(value)) return this.error(value);
		if (Array.isArray(value) && value.length > 0 && value.every(Array.isArray))
			return this.outputs(value as INodeExecutionData[][]);
		const { workflowData, ...rest } = Object(value) as IWebhookResponseData;
		if (!workflowData) return this.mask.data(value);
		return { ...this.mask.data(rest), workflowData: this.outputs(workflowData) };
	}

	/** Items keep their hidden properties: n8n finds the error of a failed item there. */
	private outputs(outputs: INodeExecutionData[][]): INodeExecutionData[][] {
		for (const item of outputs.flat()) {
			item.json = this.mask.data(item.json);
			if (item.binary) item.binary = this.files(item.binary);
			if (item.error) this.error(item.error);
		}
		return outputs;
	}

	/** Masks the descriptions of files, not their bytes. */
	private files(files: IBinaryKeyData): IBinaryKeyData {
		const masked = Object.entries(files).map(([name, { data, ...said }]) => [
			name,
			{ data, ...this.mask.data(said) },
		]);
		return Object.fromEntries(masked) as IBinaryKeyData;
	}

	/** Masks everything in an error except the node, which belongs to the user. */
	private error<E extends Error>(error: E, seen = new Set<Error>()): E {
		if (seen.has(error)) return error;
		seen.add(error);
		for (const name of Object.getOwnPropertyNames(error)) {
			const said: unknown = Reflect.get(error, name);
			if (isError(said)) this.error(said, seen);
			const masked = name === 'node' ? said : this.mask.data(said);
			if (masked !== said) Reflect.set(error, name, masked);
		}
		return error;
	}

	/** The stored data, masked before each change. */
	private kept(kept: object): object {
		return new Proxy(kept, {
			set: (target, name, value) => Reflect.set(target, name, this.mask.data(value as unknown)),
		});
	}
}

/** Hides a credential that was read in a context in everything that leaves it. */
export const hideIn = (context: object, credential: ICredentialsDecrypted): void =>
	(context as { [DOOR]?: Door<DoorContext> })[DOOR]?.hide(credential);

/** Masks a value that leaves a context without n8n's functions. */
export const maskedIn = <T>(context: object, value: T): T =>
	((context as { [DOOR]?: Door<DoorContext> })[DOOR]?.masked(value) ?? value) as T;
