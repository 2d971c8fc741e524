import { FieldError } from '../api/errors';
import type { Encode, Place } from '../operation/define';

/** Whether a form value is as good as not filled in. */
export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

export function missing(label: string): FieldError {
	return new FieldError(
		label,
		`${label} is empty`,
		`Fill in ${label}. If it holds an expression, check that the expression has a value for this item.`,
	);
}

/** Sends a value of a fixed list, a toggle or an optional text as it is. */
export const asIs: Encode = (value) => value;

/**
 * A choice that the form itself makes: each one by its value, with what it puts on the wire.
 * An expression may give a value that is none of them; nothing is taken for granted then.
 */
export function choice(choices: Record<string, (place: Place) => unknown>): Encode {
	return (value, label, place) => {
		const values = Object.keys(choices);
		if (values.includes(String(value))) return choices[String(value)](place);
		throw new FieldError(
			label,
			`${label} has no choice "${String(value)}"`,
			`Choose from the list. An expression must give one of: ${values.join(', ')}.`,
		);
	};
}

/** Text that must be there. */
export const text: Encode = (value, label) => {
	if (isBlank(value)) throw missing(label);
	if (typeof value !== 'object') return String(value);
	throw new FieldError(
		label,
		`${label} must be text, but is ${Array.isArray(value) ? 'a list' : 'an object'}`,
		'Use an expression that gives one value of it, for example {{ $json.text }}.',
	);
};

/**
 * A whole number. Digits beyond 2^53 stay a string, so that no id is rounded on its way; a number
 * of that size is refused, because it was rounded before it got here.
 */
export const integer: Encode = (value, label) => {
	if (isBlank(value)) throw missing(label);
	const digits = String(value).trim();
	if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new FieldError(
			label,
			`${label} is too large for a number`,
			`Numbers of more than 15 digits lose their last digits. Give ${label} as text.`,
		);
	}
	if (!/^[+-]?\d+$/.test(digits)) {
		throw new FieldError(
			label,
			`${label} must be a whole number, but is "${digits}"`,
			`Give ${label} as digits only, without spaces, dots or letters.`,
		);
	}
	const number = Number(digits);
	return Number.isSafeInteger(number) ? number : digits.replace(/^\+/, '');
};

const LOOKS_NUMERIC = /^[+-]?[\d.]+$/;

/** A chat: its numeric id, or its username where the server takes one (reference, "Conventions"). */
export const chat: Encode = (value, label, place) => {
	if (isBlank(value)) throw missing(label);
	if (typeof value === 'number') return integer(value, label, place);
	if (typeof value !== 'string') {
		throw new FieldError(
			label,
			`${label} must be one chat id or username`,
			'Use an expression that gives a single value, for example {{ $json.chatId }}.',
		);
	}
	const given = value.trim();
	return LOOKS_NUMERIC.test(given) ? integer(given, label, place) : given;
};

/** A chat by its numeric id only (API reference, "sendDice"). */
export const numericChat: Encode = (value, label, place) => {
	if (typeof value === 'string' && value.trim().startsWith('@')) {
		throw new FieldError(
			label,
			`${label} must be a number here, but is "${value.trim()}"`,
			'This operation does not work with a username. Use the numeric id of the chat: every message of the chat carries it.',
		);
	}
	return integer(value, label, place);
};

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** JSON from a text, or the list or object that an expression gave. */
export function json(value: unknown, label: string): unknown {
	if (isBlank(value)) throw missing(label);
	const data = typeof value === 'string' ? parsed(value) : value;
	if (data !== undefined) return data;
	throw new FieldError(
		label,
		`${label} is not valid JSON`,
		'Check quotes, commas and brackets. Names and texts need double quotes.',
	);
}
