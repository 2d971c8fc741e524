import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Part } from './define';
import { fingerprintOfInput } from './fingerprint';

/** A part that was sent, and the fingerprint of its request. */
export type SentPart = Part & { request: string };

/** What was sent of an item that takes several messages. */
export interface Begun {
	/** The chat as given in the request. */
	chat: string;
	parts: SentPart[];
}

/** The outcome of an input item: its output, or an error that leaves it in doubt, and its parts. */
export interface ItemState {
	jsons?: IDataObject[];
	doubt?: unknown;
	begun?: Begun;
}

interface KeptState extends ItemState {
	/** The index of the input item. */
	item?: number;
	/** The fingerprint of its request; absent if the form could not be read. */
	request?: string;
}

interface Remembered {
	/** The round of a loop; 0 for a tool call. */
	round?: number;
	/** The fingerprint of the form and of all items. */
	input?: string;
	/** The execution in which it happened. */
	executionId?: string;
	outcomes?: KeptState[];
}

/** What each tool call did, as long as n8n holds the model's input. */
const calls = new WeakMap<object, Remembered>();

/**
 * The tool call that this try belongs to. n8n counts each try as a run of its own, but all tries of a call
 * share one object, which no other call has.
 */
function callOf(functions: IExecuteFunctions): Remembered | undefined {
	const { isToolExecution } = functions as Partial<IExecuteFunctions>;
	const given: unknown = isToolExecution?.call(functions) && functions.getInputData()[0]?.json;
	if (typeof given !== 'object' || given === null) return undefined;
	const call = calls.get(given) ?? {};
	calls.set(given, call);
	return call;
}

/** n8n's memory of the node, or an empty one if there is no execution. */
function contextOf(functions: IExecuteFunctions): Remembered {
	try {
		return functions.getContext('node');
	} catch {
		return {};
	}
}

/** Data about a run that n8n's expressions can read. */
function dataOf(functions: IExecuteFunctions): { $runIndex: number; $vars: unknown } {
	const data: unknown = functions.getWorkflowDataProxy(0);
	return data as { $runIndex: number; $vars: unknown };
}

/** Values from outside of the workflow, which a person can correct between two tries. */
const OF_THE_SERVER = /\$env\b/;

/** The fingerprint of everything that determines the requests, except the time. */
function inputOf(functions: IExecuteFunctions, bot: string): string {
	const { parameters } = functions.getNode();
	const { $vars } = dataOf(functions);
	const isOfTheServer = OF_THE_SERVER.test(JSON.stringify(parameters));
	const execution = isOfTheServer ? functions.getExecutionId() : '';
	return fingerprintOfInput([bot, parameters, $vars, execution], functions.getInputData());
}

/** The key of an outcome if the form or the items have changed. */
const keyOf = ({ begun, request }: KeptState) => begun?.parts[0]?.request ?? request ?? '';

/**
 * What was done for each item, over all tries of one run. n8n's Retry On Fail, and a retry of a failed
 * execution, run the node again with all of its items, even the successful ones. The memory is in the node's
 * context, which n8n passes to each try and stores with the execution.
 *
 * If an agent uses the node as a tool, the memory belongs to the tool call.
 *
 * If the form and the items are unchanged, an item is identified by its index: its request may contain the
 * time. Otherwise only its request identifies it.
 */
export class Memory {
	private readonly context: Remembered;

	private readonly isUnchanged: boolean;

	/** Results of earlier tries that no item of this try has claimed. */
	private readonly left: Set<KeptState>;

	private readonly places: Map<number, KeptState>;

	private readonly found = new Map<string, KeptState[]>();

	private readonly requests = new Map<number, string>();

	/** @param bot from botOf */
	constructor(
		private readonly functions: IExecuteFunctions,
		private readonly bot: string,
	) {
		const call = callOf(functions);
		this.context = call ?? contextOf(functions);
		const round = call ? 0 : dataOf(functions).$runIndex;
		const executionId = functions.getExecutionId();
		const { outcomes = [], input, round: earlierRound, executionId: earlierId } = this.context;
		const kept = earlierRound === round ? outcomes : [];
		this.isUnchanged = kept.length > 0 && input === inputOf(functions, bot);
		this.left = new Set(
			kept.map(({ item, doubt, ...certain }) => ({
				...certain,
				...(this.isUnchanged && { item }),
				// A person who retries the execution has seen the doubt and decided; n8n itself cannot.
				...(earlierId === executionId && { doubt }),
			})),
		);
		this.places = new Map(
			[...this.left].flatMap((one) => (one.item === undefined ? [] : [[one.item, one]])),
		);
		for (const one of this.left)
			this.found.set(keyOf(one), [...(this.found.get(keyOf(one)) ?? []), one]);
		Object.assign(this.context, { round, executionId });
		delete this.context.outcomes;
	}

	/** An item's earlier outcome, if nothing has changed. */
	at(item: number): ItemState | undefined {
		return this.places.get(item);
	}

	/**
	 * The earlier output of this request; `undefined` if it is still to do.
	 *
	 * @param request its fingerprint
	 */
	of(item: number, request: string): ItemState | undefined {
		this.requests.set(item, request);
		return this.isUnchanged
			? this.at(item)
			: this.take(request, ({ jsons }) => jsons !== undefined);
	}

	/**
	 * What earlier tries have sent of an item's messages; nothing if they have sent something else.
	 *
	 * @param requests the fingerprints of all messages, in their order
	 */
	begunOf(item: number, chat: string, requests: string[]): Begun & { isChanged: boolean } {
		const isSame = ({ begun }: KeptState) =>
			begun?.parts.every(({ request }, index) => request === requests[index]) ?? false;
		const kept = this.isUnchanged ? this.atPlace(item, chat) : this.take(requests[0] ?? '', isSame);
		const isChanged = kept !== undefined && kept.request !== this.requests.get(item);
		return { chat, parts: [...(kept?.begun?.parts ?? [])], isChanged };
	}

	/** What earlier tries have sent of messages that no item asks for any more. */
	abandoned(): Begun[] {
		return [...this.left].flatMap(({ begun }) => begun ?? []);
	}

	/** Keeps outcomes by item index for the next try, together with earlier ones. */
	keep(outcomes: Map<number, ItemState>): void {
		// A try that ends early does not reach all items of earlier tries.
		const earlier = [...this.left].filter(({ item }) => item === undefined || !outcomes.has(item));
		const now = [...outcomes].map(([item, outcome]): KeptState => {
			const request = this.requests.get(item) ?? this.places.get(item)?.request;
			return { ...outcome, item, request };
		});
		// Fingerprints need all items, so skip them if there is nothing to keep.
		if (earlier.length + now.length === 0) return;
		this.context.input = inputOf(this.functions, this.bot);
		this.context.outcomes = [...earlier, ...now];
	}

	private atPlace(item: number, chat: string): KeptState | undefined {
		const kept = this.places.get(item);
		if (kept?.begun?.chat !== chat) return undefined;
		this.left.delete(kept);
		return kept;
	}

	private take(key: string, fits: (kept: KeptState) => boolean): KeptState | undefined {
		const kept = this.found.get(key)?.find((one) => this.left.has(one) && fits(one));
		if (kept) this.left.delete(kept);
		return kept;
	}
}
