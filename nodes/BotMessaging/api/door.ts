import type {
	IBinaryKeyData,
	ICredentialsDecrypted,
	INodeExecutionData,
	IWebhookResponseData,
} from 'n8n-workflow';

import { Mask } from './mask';
import { settle } from './basics';

/** The name under which a context that leads through a door has it. */
const DOOR = Symbol('door');

/** What n8n hands to a node: some of it only to some nodes, or only in newer versions. */
interface DoorContext {
	logger: object;
	helpers: object;
}

type HelperFunction = (...given: unknown[]) => unknown;

/** By these something leaves a node, of its context, its log and its helpers. */
const TOLD = ['addExecutionHints', 'emit', 'emitError', 'saveFailedExecution'];
const LOGGED = ['debug', 'info', 'warn', 'error'];
const STORED = ['prepareBinaryData'];

/** These give out what n8n keeps for a node. */
const KEPT = ['getContext', 'getWorkflowStaticData'];

/** Others in the place of those functions that an object has: n8n replaces some when a test begins. */
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
			// Its number of parameters says what n8n can do.
			return [name, Object.defineProperty(made, 'length', { get: () => all[name]!.length })];
		}),
	);
}

/** An object with something of its own before what it has. */
const derived = <T extends object>(of: T, own: object): T =>
	Object.create(of, Object.getOwnPropertyDescriptors(own)) as T;

/** Also one of another realm. */
const isError = (value: unknown): value is Error =>
	Object.prototype.toString.call(value) === '[object Error]';

/**
 * The one way out of a node. Whatever leaves it (items, errors, log, notices, failed executions, names of
 * files, and what n8n keeps for the node) leaves without the secrets of the credentials that it has read.
 */
export class Door<C extends DoorContext> {
	/** A short secret may be a usual word in a message. */
	private readonly mask = new Mask(true);

	/** What n8n has handed to the node, with this door before each way out. */
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

	/** Does the work of the node, and passes on what it returns or throws. */
	async pass<T>(work: (context: C) => Promise<T>): Promise<T> {
		const { value, error } = await settle(work(this.context));
		if (error !== undefined) throw this.masked(error) as Error;
		return this.masked(value) as T;
	}

	/** From now on, the secrets of this credential do not leave. */
	hide(credential: ICredentialsDecrypted): void {
		this.mask.add(credential);
	}

	/** A value as it may leave. */
	masked(value: unknown): unknown {
		if (isError(value)) return this.error(value);
		if (Array.isArray(value) && value.length > 0 && value.every(Array.isArray))
			return this.outputs(value as INodeExecutionData[][]);
		const { workflowData, ...rest } = Object(value) as IWebhookResponseData;
		if (!workflowData) return this.mask.data(value);
		return { ...this.mask.data(rest), workflowData: this.outputs(workflowData) };
	}

	/** Items keep what is hidden in them: n8n finds the error of a failed one there. */
	private outputs(outputs: INodeExecutionData[][]): INodeExecutionData[][] {
		for (const item of outputs.flat()) {
			item.json = this.mask.data(item.json);
			if (item.binary) item.binary = this.files(item.binary);
			if (item.error) this.error(item.error);
		}
		return outputs;
	}

	/** What is said of files: their bytes are as they were. */
	private files(files: IBinaryKeyData): IBinaryKeyData {
		const masked = Object.entries(files).map(([name, { data, ...said }]) => [
			name,
			{ data, ...this.mask.data(said) },
		]);
		return Object.fromEntries(masked) as IBinaryKeyData;
	}

	/** All that an error says, without the node in it: that is the user's own. */
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

	/** What n8n keeps, with a mask before each change. */
	private kept(kept: object): object {
		return new Proxy(kept, {
			set: (target, name, value) => Reflect.set(target, name, this.mask.data(value as unknown)),
		});
	}
}

/** Hides a credential that was read in a context from all that leaves by it. */
export const hideIn = (context: object, credential: ICredentialsDecrypted): void =>
	(context as { [DOOR]?: Door<DoorContext> })[DOOR]?.hide(credential);

/** A value as it may leave a context by another way than n8n's functions. */
export const maskedIn = <T>(context: object, value: T): T =>
	((context as { [DOOR]?: Door<DoorContext> })[DOOR]?.masked(value) ?? value) as T;
