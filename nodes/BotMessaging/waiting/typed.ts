import { DateTime } from 'luxon';

import type { ReplyType } from './question';

/** A typed answer as the workflow gets it; or what to tell the person about it. */
export type Typed = { value: string | number } | { wrong: string };

/** What the help below the question asks for. */
const WISHES: Record<ReplyType, string> = {
	text: 'your answer',
	number: 'a number, for example 12',
	date: 'a date, for example 2026-12-31',
	email: 'an e-mail address',
	choice: 'one of these',
};

const asked = (type: ReplyType, list: string[]) =>
	type === 'choice' ? `${WISHES.choice}: ${list.join(', ')}` : WISHES[type];

/** How to answer, in one sentence. */
export const howToAnswer = (type: ReplyType, list: string[]) =>
	`Reply to this message with ${asked(type, list)}.`;

/** As people write dates; where day and month could be either, the day stands first. */
const DATES = ['yyyy-M-d', 'd.M.yyyy', 'd/M/yyyy', 'd-M-yyyy', 'd MMM yyyy', 'd MMMM yyyy'];

function dateIn(text: string): string | undefined {
	const found = DATES.map((format) => DateTime.fromFormat(text, format, { locale: 'en' })).find(
		({ isValid }) => isValid,
	);
	return found?.toISODate() ?? undefined;
}

/** A number with a dot or a comma before its decimals. */
function numberIn(text: string): number | undefined {
	return /^[+-]?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : undefined;
}

const emailIn = (text: string) => (/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text) ? text : undefined);

const sameWords = (one: string, other: string) =>
	one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

function valueIn(text: string, type: ReplyType, list: string[]): string | number | undefined {
	switch (type) {
		case 'number':
			return numberIn(text);
		case 'date':
			return dateIn(text);
		case 'email':
			return emailIn(text);
		case 'choice':
			return list.find((entry) => sameWords(entry, text));
		default:
			return text || undefined;
	}
}

/** Checks what somebody has written. A message without text, such as a picture, is no answer. */
export function checkTyped(text: string | undefined, type: ReplyType, list: string[]): Typed {
	const value = valueIn((text ?? '').trim(), type, list);
	if (value !== undefined) return { value };
	return {
		wrong: `This does not fit. Please reply to the question again with ${asked(type, list)}.`,
	};
}
