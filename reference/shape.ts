import type { Results } from './objects';

/** A whole number. An id beyond 2^53 does not fit into a number and travels as text. */
export type Int = number | string;

/** What each type of parameter accepts. A file is a file_id, or bytes of any kind. */
export interface ParamTypes {
	integer: Int;
	/** A number that may have decimals. */
	float: number;
	/** A number, or a @username. */
	chat: Int;
	string: string;
	boolean: boolean;
	object: object;
	integers: Int[];
	strings: string[];
	objects: object[];
	file: string | object;
}

export type ParamType = keyof ParamTypes;

export interface Param {
	type: ParamType;
	/** `ownWords`: the method refuses a request without it with its own message. */
	required?: true | 'ownWords';
	/** Limits of a number's value, a text's characters, a list's entries, or a file's bytes. */
	least?: number;
	most?: number;
}

export type ParamTable = Readonly<Record<string, Param>>;

/** A method of the API. */
export interface MethodShape {
	/**
	 * `reference`: in the first source, which decides, and in the second (`README.md`, 1). `service`: in
	 * the newest documentation of the service. `older`: only in an older edition. `family`: not in this service,
	 * but in other servers of the family.
	 */
	documented: 'reference' | 'service' | 'older' | 'family';
	params: ParamTable;
	/**
	 * Where the message has the method's own parameters, if it only sends these. For such a method, the
	 * emulator needs no function.
	 */
	content?: string;
	/** Accepted without effect. */
	ignored?: readonly string[];
	/** The name of its result's type in `Results`. */
	result: keyof Results;
}

export type Family = Readonly<Record<string, MethodShape>>;
