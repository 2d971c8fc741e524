import type { ParamTable, ParamType } from '../../reference';
import { checkDepth } from './json';
import { badRequest } from '../world/refusal';

/** A file part of a multipart request; its bytes are on disk. */
export interface FilePart {
	filename: string;
	mime_type: string;
	/** Bytes. */
	size: number;
	disk_path: string;
}

/** A request's parameters before any check. */
export interface RawParams {
	values: Record<string, unknown>;
	files: Record<string, FilePart>;
	/** Whether the values are text (query, form, multipart) rather than JSON. */
	textual: boolean;
}

export type Params = Record<string, unknown>;

/** How strictly a request is read (setting `unknownParameters`). */
export interface Reading {
	/** Whether numbers and booleans may be sent as text, and text as either. */
	isLoose: boolean;
	/** Meets a parameter or a field that a method does not know: refuses it with 400, or notes it. */
	unknown(name: string, reason: string): void;
}

/** Exactly as in the reference. */
export const STRICT: Reading = {
	isLoose: false,
	unknown: (_name, reason) => {
		throw badRequest(reason);
	},
};

/** As ordinary clients send it. Collects unknown names in `passedOver`. */
export const loose = (passedOver: string[]): Reading => ({
	isLoose: true,
	unknown: (name) => void passedOver.push(name),
});

const isObject = (value: unknown) =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const CHECKS: Record<ParamType, (value: unknown) => boolean> = {
	integer: Number.isSafeInteger,
	float: Number.isFinite,
	chat: (value) => Number.isSafeInteger(value) || (typeof value === 'string' && value !== ''),
	string: (value) => typeof value === 'string',
	boolean: (value) => typeof value === 'boolean',
	object: isObject,
	integers: (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
	strings: (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
	objects: (value) => Array.isArray(value) && value.every(isObject),
	file: (value) => typeof value === 'string' && value !== '',
};

function fromText(text: string, type: ParamType): unknown {
	if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
	if (type === 'float') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
	if (type === 'boolean') return { true: true, '1': true, false: false, '0': false }[text] ?? text;
	if (type === 'object' || type.endsWith('s')) return fromJson(text);
	return text;
}

function fromJson(text: string): unknown {
	try {
		checkDepth(text);
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

const ENTRIES: Partial<Record<ParamType, ParamType>> = { integers: 'integer', strings: 'string' };

function loosely(value: unknown, type: ParamType): unknown {
	const isPlain = typeof value === 'number' || typeof value === 'boolean';
	const text = isPlain && (type === 'string' || type === 'boolean') ? String(value) : value;
	const given = typeof text === 'string' ? fromText(text, type) : text;
	const entries = ENTRIES[type];
	return entries && Array.isArray(given) ? given.map((entry) => loosely(entry, entries)) : given;
}

/** Any kind of request may send objects as JSON text (reference 2.2). */
function strictly(value: unknown, type: ParamType, textual: boolean): unknown {
	if (typeof value !== 'string') return value;
	if (textual) return fromText(value, type);
	return type === 'object' ? fromJson(value) : value;
}

/**
 * Checks a request against its method's table. Throws 400 for a value of another type and for a missing
 * one; also for an unknown parameter, unless the reading is loose.
 */
export function checkParams(
	raw: RawParams,
	table: ParamTable,
	ignored: readonly string[],
	reading = STRICT,
): Params {
	const params: Params = {};
	for (const [name, value] of Object.entries(raw.values)) {
		if (ignored.includes(name) || value === null) continue;
		const param = Object.hasOwn(table, name) ? table[name] : undefined;
		if (!param) {
			reading.unknown(name, `unknown parameter "${name}"`);
			continue;
		}
		const given = reading.isLoose
			? loosely(value, param.type)
			: strictly(value, param.type, raw.textual);
		if (!CHECKS[param.type](given)) {
			throw badRequest(`parameter "${name}" must be of type ${param.type}`);
		}
		params[name] = given;
	}
	for (const [name, { type, required }] of Object.entries(table)) {
		if (type === 'file' && raw.files[name]) params[name] = `attach://${name}`;
		if (required === true && (params[name] === undefined || params[name] === '')) {
			throw badRequest(`parameter "${name}" is required`);
		}
	}
	return params;
}
