import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { TestEmulator } from '../../support/emulator';
import type { CredentialData } from '../../support/engine';

export interface Input {
	/** Brings the emulator into the state that the case needs; what it returns is the item's json. */
	prepare?: (emulator: TestEmulator) => Promise<object | void>;
	credential?: CredentialData;
	parameters: IDataObject;
	binary?: INodeExecutionData['binary'];
}

/** Works: what goes on the wire, what comes out, and what has changed on the server. */
export interface ValidCase extends Input {
	/** All parameters of the request, and no other. */
	wire: object;
	files?: object;
	/** JSON unless said otherwise. */
	contentType?: string;
	output: object[];
	/** Finds the effect in the emulator's state. */
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the state is the emulator's JSON
	effect?: (state: any) => void;
}

/** Wrong before it is sent. */
export interface InvalidCase extends Input {
	message: string;
	/** What to do, or a part of it. */
	hint: string;
}

/** The server says no. */
export interface RefusedCase extends Input {
	code: number;
	/** A part of the server's words. */
	message: string;
	hint: string;
}

/** One API method, through the form, the engine and HTTP. */
export interface OperationCase {
	operation: string;
	valid: ValidCase;
	invalid: InvalidCase;
	refused: RefusedCase;
}
