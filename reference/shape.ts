import type { Results } from './objects';

/** A whole number. An id beyond 2^53 does not fit into a number and travels as text. */
export type Int = number | string;

/** By the name of a parameter's type, what may be sent. A file is a file_id, or bytes of any kind. */
export interface ParamTypes {
	integer: Int;
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
	/** `ownWords`: the method itself refuses a request without it, in words of its own. */
	required?: true | 'ownWords';
	/** The smallest and the largest integer; for a text its characters, for a list its entries, for a file its bytes. */
	least?: number;
	most?: number;
}

export type ParamTable = Readonly<Record<string, Param>>;

/** A method of the API. */
export interface MethodShape {
	/**
	 * `reference`: in the first source, which decides, and in the second (`README.md`, 1). `service`: in
	 * the newest documentation of the service. `older`: only in an older edition of it. `family`: not of this service, but
	 * of servers of the same family.
	 */
	documented: 'reference' | 'service' | 'older' | 'family';
	params: ParamTable;
	/** Accepted without effect. */
	ignored?: readonly string[];
	/** The name of its result's type in `Results`. */
	result: keyof Results;
}

export type Family = Readonly<Record<string, MethodShape>>;
