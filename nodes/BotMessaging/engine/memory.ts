import { createHash } from 'crypto';
import type { INodeExecutionData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Body } from '../api/multipart';
import { Texts } from '../format';
import { identityOf } from './binary';
import type { Operation, Values, PartOutcome } from './define';

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** 43 characters that change with any change in a value or in a file that it names. */
const fingerprintOf = (value: unknown) => digest(JSON.stringify(value));

/** Parameters that do not change which message it is: how it is sent and shown, and its place. */
const MANNER = new Set([
	...['parse_mode', 'entities', 'caption_entities', 'link_preview_options', 'reply_markup'],
	...['disable_notification', 'protect_content', 'has_spoiler', 'show_caption_above_media'],
	...['reply_to_message_id', 'reply_parameters', 'disable_content_type_detection'],
]);

const shown = (text: string, parseMode: string) => new Texts().shown(text, parseMode)?.text ?? text;

/** The plain words of a text in any format. */
const wordsOf = (text: string, parseMode: unknown): string =>
	[String(parseMode ?? ''), 'HTML', 'Markdown'].reduce(shown, text).replace(/\s+/g, ' ').trim();

/** What makes up a message: the chat, the text, the file. */
function contentOf(body: Body): Body {
	const entries = Object.entries(body).filter(([key]) => !MANNER.has(key));
	return Object.fromEntries(
		entries.map(([key, value]) => {
			const isText = (key === 'text' || key === 'caption') && typeof value === 'string';
			if (isText) return [key, wordsOf(value, body.parse_mode)];
			const isAlbum = key === 'media' && Array.isArray(value);
			return [key, isAlbum ? (value as Body[]).map(contentOf) : value];
		}),
	);
}

/** Identifies one of several messages of a bot, whose ID is from botOf. */
export const fingerprintOfPart = (bot: string, body: Body) => fingerprintOf([bot, contentOf(body)]);

/** Values that an operation reads itself, outside of the body. */
function steeringOf(
	{ run, value, method, fields, additionalFields = [] }: Operation,
	values: Values,
): unknown[] {
	if (!run && value === method) return [];
	const given = { ...(values.additionalFields as Values | undefined), ...values };
	const steering = [...fields, ...additionalFields].filter(({ wire }) => wire === 'formOnly');
	return steering.map(({ name }) => given[name] ?? null);
}

/**
 * Identifies an item's request: the bot, the operation, and its values. For a message, only the content
 * counts: otherwise, a retry with another format would send it twice.
 */
export function fingerprintOfRequest(
	bot: string,
	operation: Operation,
	body: Body,
	values: Values,
): string {
	const what = operation.effect === 'once' ? contentOf(body) : body;
	return fingerprintOf([bot, operation.value, what, steeringOf(operation, values)]);
}

/** Identifies the input of a run: the saved form and the items. */
export function fingerprintOfInput(form: unknown, items: INodeExecutionData[]): string {
	const hash = createHash('sha256').update(fingerprintOf(form));
	for (const { json, binary = {} } of items) {
		const files = Object.values(binary).map(identityOf);
		hash.update(fingerprintOf([json, files]));
	}
	return hash.digest('base64url');
}

/** What was sent of an item that takes several messages. */
export interface Begun {
	/** The chat as given in the request. */
	chat: string;
	/** Each with the fingerprint of its request. */
	parts: Array<PartOutcome & { request: string }>;
}

/** The outcome of an input item: its output, or an error that leaves it in doubt, and its parts. */
export interface ItemState {
	jsons?: IDataObject[];
	doubt?: unknown;
	begun?: Begun;
	/** The index of the input item, if it is kept for the next try. */
	item?: number;
	/** The fingerprint of its request, if it is kept and the form could be read. */
	request?: string;
}

interface Remembered {
	/** The round of a loop; 0 for a tool call. */
	round?: number;
	/** The fingerprint of the form and of all items. */
	input?: string;
	/** The execution in which it happened. */
	executionId?: string;
	outcomes?: ItemState[];
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
	private readonly left: Set<ItemState>;

	/** The same by item; if the form or the items have changed, by the request or that of the first part. */
	private readonly found = new Map<number | string | undefined, ItemState[]>();

	private readonly requests = new Map<number, string>();

	/** What this try has sent of items with several messages. */
	readonly begun = new Map<number, Begun>();

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
		for (const one of this.left) {
			const key = this.isUnchanged ? one.item : (one.begun?.parts[0]?.request ?? one.request);
			this.found.set(key, [...(this.found.get(key) ?? []), one]);
		}
		Object.assign(this.context, { round, executionId });
		delete this.context.outcomes;
	}

	/** An item's earlier outcome, if nothing has changed. */
	at(item: number): ItemState | undefined {
		return this.found.get(item)?.[0];
	}

	/** The earlier output of the request with this fingerprint; `undefined` if it is still to do. */
	of(item: number, request: string): ItemState | undefined {
		this.requests.set(item, request);
		return this.isUnchanged
			? this.at(item)
			: this.take(request, ({ jsons }) => jsons !== undefined);
	}

	/** Begins to send an item's messages: the caller adds to what earlier tries have sent of them. */
	begin(item: number, chat: string, requests: string[]) {
		const begun = this.begun.get(item);
		if (begun) return { parts: begun.parts, isChanged: false };
		const isSame = ({ begun }: ItemState) =>
			begun?.parts.every(({ request }, index) => request === requests[index]) ?? false;
		const kept = this.isUnchanged
			? this.take(item, ({ begun }) => begun?.chat === chat)
			: this.take(requests[0], isSame);
		const parts = [...(kept?.begun?.parts ?? [])];
		this.begun.set(item, { chat, parts });
		return { parts, isChanged: kept !== undefined && kept.request !== this.requests.get(item) };
	}

	/** What earlier tries have sent of messages that no item asks for any more. */
	abandoned(): Begun[] {
		return [...this.left].flatMap(({ begun }) => begun ?? []);
	}

	/** Keeps outcomes by item index for the next try, together with earlier ones. */
	keep(outcomes: Map<number, ItemState>): void {
		// A try that ends early does not reach all items of earlier tries.
		const earlier = [...this.left].filter(({ item }) => item === undefined || !outcomes.has(item));
		const now = [...outcomes].map(([item, outcome]): ItemState => {
			const request = this.requests.get(item) ?? this.at(item)?.request;
			return { ...outcome, item, request };
		});
		// Fingerprints need all items, so skip them if there is nothing to keep.
		if (earlier.length + now.length === 0) return;
		this.context.input = inputOf(this.functions, this.bot);
		this.context.outcomes = [...earlier, ...now];
	}

	private take(
		key: number | string | undefined,
		fits: (kept: ItemState) => boolean,
	): ItemState | undefined {
		const kept = this.found.get(key)?.find((one) => this.left.has(one) && fits(one));
		if (kept) this.left.delete(kept);
		return kept;
	}
}
