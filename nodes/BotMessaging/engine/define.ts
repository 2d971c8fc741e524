import type {
	IBinaryData,
	IBinaryKeyData,
	ICredentialsDecrypted,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { MethodName, ParamsOf, ResultOf } from '../../../reference';
import type { AnswerError } from '../api/errors';
import type { Owner } from '../api/owner';
import type { Body } from '../api/multipart';
import type { Reply, Request, Traits } from '../api/traffic';
import type { Texts } from '../format';
import type { FileWish } from './files';
import type { ItemFiles } from './binary';
import type { Reviewed } from './review';

/** The form's values for one item, by parameter name; optional ones only if the user added them. */
export type Values = Record<string, unknown>;

/** What the encoding of a value may depend on. */
export interface ItemContext {
	values: Values;
	item: INodeExecutionData;
	files: ItemFiles;
	/** The workflow's time zone, e.g. `Europe/Berlin`. */
	timezone: string;
	/** What is remembered about the bot beyond the execution. */
	bot: Owner;
	/** The item's texts, shared so that each is parsed only once. */
	texts: Texts;
}

/** Turns a form value into what is sent; `undefined` omits it. Throws UserError with the label. */
export type Encode = (value: unknown, label: string, context: ItemContext) => unknown;

/** The name under which a value is sent, and how it is encoded. */
export interface Encoding {
	/** Defaults to the field's name in snake_case. */
	key?: string;
	/** The result depends on the time, so it is encoded again for each attempt. */
	isTimed?: true;
	encode: Encode;
}

/** A form field in n8n's own shape, without n8n's display conditions. */
export type Property = INodeProperties & { displayOptions?: never };

/**
 * A form field in n8n's own shape, and how it is sent. `formOnly` fields control the form or are read by
 * another field. `asRead` values go out as they are. Only toggles and choices may use it: reading checks
 * those, and nothing else.
 */
export type Field = Property & {
	/**
	 * Shows this field for these values of other fields, which must come before it in the list. We do not use
	 * n8n's own conditions, so the form shows exactly what is read.
	 */
	shownFor?: Record<string, Array<string | boolean>>;
} & (
		| { wire: Encoding | 'formOnly' }
		| { type: 'boolean' | 'options' | 'multiOptions'; wire: 'asRead' }
	);

export type Resource =
	| 'message'
	| 'member'
	| 'chat'
	| 'inviteLink'
	| 'joinRequest'
	| 'file'
	| 'callback'
	| 'inline'
	| 'game'
	| 'bot';

/** What one input item asks for. */
export interface Reading {
	/** The index of the input item. */
	item: number;
	values: Values;
	/** What an AI agent wants to do, if people are to review that. */
	reviewed?: Reviewed;
	/** The request's body, checked. */
	body: Body;
	texts: Texts;
	/** The body with its timed values recomputed, for each attempt: a duration counts from now. */
	bodyNow: () => Body;
}

/** The items of one execution, for an operation that handles them together. */
export interface Batch {
	readonly context: IExecuteFunctions;
	/** The decrypted credential, to prove authorship and for further calls. It is never shown. */
	readonly credential: ICredentialsDecrypted;
	/** What is remembered about the bot beyond the execution. */
	readonly bot: Owner;
	/**
	 * The items still to do, each read when there is room for its request. Ends when nothing is sent any more.
	 * Skips items with an invalid value, and items that an earlier try finished: their outcome is known.
	 */
	readings(): AsyncIterable<Reading>;
	/** Runs the work for each item, several at a time. An error ends its item, or the whole execution. */
	forEachItem(work: (reading: Reading) => Promise<void>): Promise<void>;
	/** Whether no request begins any more, because of an error or a cancelled execution. */
	readonly isStopped: boolean;
	/** Resolves when there is room for another request, and n8n has had time for its other work. */
	room(): Promise<void>;
	/** Sends one request with its files, with retries, by the operation's method unless it has other traits. */
	send(request: Omit<Request, keyof Traits> & Partial<Traits>): Promise<Reply>;
	/** Fetches a file into n8n's store, with retries. Throws as `fetchFile` does. */
	fetch(wish: FileWish): Promise<IBinaryData>;
	/** Outputs an item that belongs to this input item. */
	emit(item: number, json: IDataObject, binary?: IBinaryKeyData): void;
	/** Tells the user what the output of the run does not make clear. */
	warn(message: string): void;
	/** Ends this input item with an error, and the whole execution if errors do so. */
	fail(item: number, error: unknown): void;
}

/** Sends the requests of one item. Nothing else about its chat is sent in between. */
export interface Turn {
	readonly batch: Batch;
	/** Sends a request with its files. `now` makes the body of each attempt, if it changes with time. */
	send(body: Body, method?: string, now?: () => Body): Promise<unknown>;
	/**
	 * Runs the parts in order, each once: skips those that an earlier try of the item finished. The body of a
	 * part identifies it. An error lists the messages of the finished parts.
	 */
	parts<T extends { body: Body }, P extends PartOutcome>(
		planned: T[],
		send: (part: T) => Promise<P>,
	): Promise<P[]>;
	/** Tells the user what the output does not make clear; equal notices of several items once. */
	notice(message: string): void;
}

/** The outcome of a part, as storable JSON. */
export interface PartOutcome {
	/** The message from the API, if it was one. */
	message?: IDataObject;
	/** If it was not a message: a sentence that says what holds while the rest is not done. */
	soFar?: string;
}

/** One API method as a form: what is shown, what is sent, what comes out. */
export interface Operation<M extends MethodName = MethodName> extends Traits {
	/** Empty if the form chooses the method. */
	method: M | '';
	resource: Resource;
	/** The name in the form, and so in saved workflows. */
	value: string;
	name: string;
	action: string;
	/** The text on the canvas for each value of a field, if the operation's name says too little. */
	belowNode?: Record<string, Record<string, string>>;
	description: string;
	fields: Field[];
	/** Optional parameters: sent only if the user added them. */
	additionalFields?: Field[];
	/** The output items' json for one result, the sent body and the form's values; defaults to the result. */
	output?(result: ResultOf<M>, body: ParamsOf<M>, values: Values): IDataObject[];
	/** What the server says if an earlier attempt without an answer already did it, and the output then. */
	alreadyDone?: {
		says: RegExp;
		/** Also applies to a first attempt: there was nothing to do. */
		always?: RegExp;
		/** @param uncertain whether an earlier attempt may have done it */
		output(body: ParamsOf<M>, uncertain: boolean): IDataObject[];
	};
	/** The body to send instead of a refused one; undefined to give up. */
	ifRefused?: (error: AnswerError, body: Body, values: Values) => Body | undefined;
	/** Sends the several requests of an item and returns the result; undefined if one request is enough. */
	inParts?: (reading: Reading) => ((turn: Turn) => Promise<unknown>) | undefined;
	/** For an operation that does not send one request per item, or uses several methods. */
	run?: (batch: Batch) => Promise<void>;
}

/** An operation for a method, by whose name the form knows it unless `traits` has another `value`. */
export const operation = <M extends MethodName>(
	resource: Resource,
	method: M,
	traits: Omit<Operation<M>, 'resource' | 'method' | 'value'> & { value?: string },
): Operation<M> => ({ resource, method, value: method, ...traits });
