import type {
	IBinaryData,
	IBinaryKeyData,
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
import type { ItemFiles } from './itemFiles';
import type { Reviewed } from './review';

/** The form's values for one item, by parameter name; optional ones only if the user added them. */
export type Values = Record<string, unknown>;

/** What a value may depend on besides itself. */
export interface ItemContext {
	values: Values;
	item: INodeExecutionData;
	files: ItemFiles;
	/** The workflow's time zone, e.g. `Europe/Berlin`. */
	timezone: string;
	/** What is remembered of the bot for longer than the execution. */
	bot: Owner;
	/** The item's texts, so that what one place has read or written another need not read. */
	texts: Texts;
}

/**
 * Turns a form value into what is sent; `undefined` leaves the parameter out.
 * Throws UserError with the field's label when the value cannot be right.
 */
export type Encode = (value: unknown, label: string, context: ItemContext) => unknown;

/** The name under which a value is sent, and how it is encoded. */
export interface Encoding {
	/** Without it, the snake_case of the field's name. */
	key?: string;
	/** What it gives or refuses depends on the moment, so it is encoded again for each attempt. */
	isTimed?: true;
	encode: Encode;
}

/** A form field in n8n's own shape, but for the conditions under which it is shown. */
export type Property = INodeProperties & { displayOptions?: never };

/**
 * A form field in n8n's own shape, and how it is sent. `formOnly` fields choose what the
 * form shows or are read by another field. `asRead`: toggles and choices, which are checked when they
 * are read, go out as they are; nothing else may, because nothing else is checked at that point.
 */
export type Field = Property & {
	/**
	 * Other fields of the operation by name, each with the values for which this one is shown. They
	 * come before it in the list. n8n's own conditions are not used, so what the form shows is
	 * always what is read.
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
	/** The same at this moment, for each attempt: a duration counts from now. */
	bodyNow: () => Body;
}

/** The items of one execution, as an operation that batches them sees them. */
export interface Batch {
	readonly context: IExecuteFunctions;
	/** The decrypted credential, to prove with who has written something. It is shown nowhere. */
	readonly credential: IDataObject | undefined;
	/** What is remembered of the bot for longer than the execution. */
	readonly bot: Owner;
	/**
	 * The items that are still to be done, each read when there is room for its request. It ends when
	 * nothing is sent any more. An item that an earlier try has done, or with a wrong value, is not
	 * among them: its outcome is known already.
	 */
	readings(): AsyncIterable<Reading>;
	/**
	 * Does something with each of them, several at a time. What it throws ends that item, and if an
	 * error ends the execution, all of it.
	 */
	forEachItem(work: (reading: Reading) => Promise<void>): Promise<void>;
	/** Whether no request begins any more: an error has ended the execution, or it was cancelled. */
	readonly isStopped: boolean;
	/** Resolves when there is room for another request, and n8n has had time for its other work. */
	room(): Promise<void>;
	/**
	 * Sends one request with the files that its body names, with retries, when a place is free: of the
	 * operation's own method, unless it has traits of another one.
	 */
	send(request: Omit<Request, keyof Traits> & Partial<Traits>): Promise<Reply>;
	/** Fetches a file into n8n's store, with retries. Throws as `fetchFile` does. */
	fetch(wish: FileWish): Promise<IBinaryData>;
	/** Puts an output item out that comes from this input item. */
	emit(item: number, json: IDataObject, binary?: IBinaryKeyData): void;
	/** Tells the user what the output of the whole run does not say plainly. */
	warn(message: string): void;
	/** Ends this input item with an error, and if an error ends the execution, all of it. */
	fail(item: number, error: unknown): void;
}

/** The requests of one item that takes several: nothing else about its chat goes out in between. */
export interface Turn {
	/** Sends a request, of the operation's own method unless another is named; opens its files. */
	send(body: Body, method?: string): Promise<unknown>;
	/**
	 * Does the parts one after the other, each once: what an earlier try of the item has done of them is not
	 * done again. An error names the messages of the parts before it.
	 */
	parts<T extends Planned, P extends Part>(
		planned: T[],
		send: (part: T) => Promise<P>,
	): Promise<P[]>;
	/** Tells the user what the item's output does not say plainly; the same of many items once. */
	notice(message: string): void;
}

/** One of several parts before it is sent, by which it is recognised. */
export interface Planned {
	body: Body;
}

/** The outcome of one of several parts, in a form that n8n can store. */
export interface Part {
	/** The message as the API gave it; none if it was something else. */
	message?: IDataObject;
	/** What is so as long as the rest is not done, as a sentence, if it was something else. */
	soFar?: string;
}

/** One API method as a form: what is shown, what is sent, what comes out. */
export interface Operation<M extends MethodName = MethodName> extends Traits {
	/** Empty if the form names it. */
	method: M | '';
	resource: Resource;
	/** What the form, and so every saved workflow, calls it. */
	value: string;
	name: string;
	action: string;
	/** What the canvas shows below the node, by the value of a field, where its name would say too little. */
	belowNode?: Record<string, Record<string, string>>;
	description: string;
	fields: Field[];
	/** Optional parameters: sent only if the user added them. */
	additionalFields?: Field[];
	/**
	 * The output items' json for one result, with the body as it was sent and the form's values;
	 * without it the result is output as it is.
	 */
	output?(result: ResultOf<M>, body: ParamsOf<M>, values: Values): IDataObject[];
	/**
	 * What the server says to a repeat if an earlier attempt, which got no answer, has already
	 * done it; and the output items then, from the body as it was sent.
	 */
	alreadyDone?: {
		says: RegExp;
		/** What means so to a first attempt too: there was nothing to do. */
		always?: RegExp;
		/** @param uncertain whether an earlier attempt may have done it */
		output(body: ParamsOf<M>, uncertain: boolean): IDataObject[];
	};
	/** What is sent instead if the server refuses a body; nothing if it stays refused. */
	ifRefused?: (error: AnswerError, body: Body, values: Values) => Body | undefined;
	/** For an item that takes several requests: sends them and returns the result. Nothing if one is enough. */
	inParts?: (reading: Reading) => ((turn: Turn) => Promise<unknown>) | undefined;
	/** For an operation that is not one request an item, or not of one method. */
	run?: (batch: Batch) => Promise<void>;
}
