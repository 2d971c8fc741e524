import type { IDataObject } from 'n8n-workflow';

import { NOT_FOUND } from '../support/dialect';
import type { TestEmulator } from '../support/emulator';
import { byId } from '../support/locators';

/** The fields of Reply Markup in an operation that takes buttons only. */
export const BUTTONS = 'inlineKeyboard replyMarkup replyMarkupJson';

/** Those of a new message. */
export const KEYBOARDS = `${BUTTONS} replyKeyboard`;

/** A file in a binary field of the input item. */
export interface CaseFile {
	/** The binary field, `data` by default. */
	field?: string;
	name: string;
	type: string;
	content: string;
}

export interface Input {
	/** Prepares the emulator for the case; the returned object is the item's json. */
	prepare?: (emulator: TestEmulator) => Promise<object | void>;
	parameters: IDataObject;
	file?: CaseFile;
	/** The parameters of the trigger before it, if it needs one. */
	trigger?: IDataObject;
}

/** Works: what is sent, what is output, and what changed on the server. */
export interface ValidCase extends Input {
	/** All parameters of the request, and no other. */
	wire: object;
	files?: object;
	/** JSON by default. */
	contentType?: string;
	output: object[];
	/** The files of the single output item. */
	binary?: object;
	/** The server refuses the same again, though the operation can do something more the second time. */
	refusedAgain?: true;
	/** The execution does not end by itself. */
	waits?: true;
	/** Finds the effect in the emulator's state. */
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the state is the emulator's JSON
	effect?: (state: any) => void;
}

/** Wrong before it is sent. */
export interface InvalidCase extends Input {
	credential?: { baseUrl: string };
	message: string;
	/** What to do, in full or in part. */
	hint: string;
}

/** The server says no. */
export interface RefusedCase extends Input {
	credential?: { botToken: string };
	code: number;
	/** A part of the server's words. */
	message: string;
	hint: string;
}

/** Refused because no chat has this ID. */
export const unknownChat = (parameters: IDataObject = {}): RefusedCase => ({
	parameters: { chatId: byId('-1999'), ...parameters },
	code: NOT_FOUND,
	message: 'chat not found',
	hint: 'Check Chat',
});

/**
 * One operation, through the form, the engine and HTTP. Two runners carry out the valid cases: n8n's
 * engine alone (test/engine/operations.test.ts), and a whole n8n (test/e2e/operations.test.ts).
 */
export interface OperationCase {
	resource: string;
	operation: string;
	/** The API method that it calls, if it differs from the operation's name. */
	method?: string;
	/**
	 * The names of its parameters, at the top level and in the optional fields. Saved workflows contain
	 * these names, so they never change.
	 */
	promised: [top: string, added: string];
	/** Optional fields without which it does not work in a test. */
	needed?: IDataObject;
	valid: ValidCase[];
	invalid: InvalidCase;
	/** Missing for an operation that outputs the server's refusals. */
	refused?: RefusedCase;
}
