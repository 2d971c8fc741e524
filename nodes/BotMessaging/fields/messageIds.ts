import { UserError } from '../api/errors';
import { tryJson } from '../api/json';
import type { Field, ItemContext, Values } from '../engine/define';
import { isBlank, missing } from '../engine/reading';
import { durationUnit, secondsIn } from './duration';
import { integer } from './encode';
import { oneOf } from './oneOf';
import { secondsOf } from './until';

/** More ids than this in one range are rather a slip of the pen than a wish. */
const MOST_IN_RANGE = 100_000;

const LIST = 'Message IDs';
const LAST = 'Last Message ID';

/** A range within a list, as in `50-60`; word processors make a longer dash of the hyphen. */
const RANGE = /^(\d+)\s*[-–—]\s*(\d+)$/;
const DASH_BETWEEN_IDS = /(?<=\d)\s*[-–—]\s*(?=\d)/g;

/** One message id. Ids count from 1 upwards, so a minus is a slip. */
function idOf(value: unknown, label: string): number | string {
	const id = integer(value, label);
	if (Number(id) > 0) return id;
	throw new UserError(
		`${label} must be a message id, but is ${id}`,
		'Message ids count from 1 upwards.',
	);
}

function range(first: number | string, last: number | string, label: string): number[] {
	const fail = (what: string) => {
		throw new UserError(
			`${label}: the range from ${first} to ${last} ${what}`,
			`Choose a range that goes upwards and holds at most ${MOST_IN_RANGE} messages.`,
		);
	};
	if (typeof first === 'string' || typeof last === 'string') return fail('has too large numbers');
	if (last < first) return fail('goes downwards');
	if (last - first >= MOST_IN_RANGE) return fail(`holds more than ${MOST_IN_RANGE} messages`);
	return Array.from({ length: last - first + 1 }, (_none, index) => first + index);
}

function idsOfRange(context: ItemContext): number[] {
	const boundary = (name: string, label: string) => idOf(context.values[name], label);
	const first = boundary('firstMessageId', 'First Message ID');
	return range(first, boundary('lastMessageId', LAST), LAST);
}

/** A list as text: `41, 42, 50-60`, or JSON as in `[41, 42]`. */
function entriesOf(text: string): unknown[] {
	if (!text.trim().startsWith('[')) {
		return text.replace(DASH_BETWEEN_IDS, '-').split(/[\s,;]+/);
	}
	// Rounds no id, as JSON.parse would.
	const entries = tryJson(text);
	if (entries) return entries as unknown[];
	throw new UserError(
		`${LIST} is not valid JSON`,
		'Leave the brackets out, and separate the ids by commas, for example 41, 42, 43.',
	);
}

/** What one entry stands for: an id, a range of them, or the message of a trigger's or a table's item. */
function idsOf(entry: unknown): number | string | number[] {
	if (typeof entry === 'object' && entry !== null) {
		const { messageId, message_id: id = messageId } = entry as Values;
		if (!isBlank(id)) return idOf(id, LIST);
		throw new UserError(
			`${LIST} holds ${Array.isArray(entry) ? 'a list' : 'an object without messageId'}`,
			'Give numbers, for example 41, 42, 43, or an expression that gives a list of them.',
		);
	}
	const [, first, last] = (typeof entry === 'string' && RANGE.exec(entry.trim())) || [];
	if (first === undefined) return idOf(entry, LIST);
	return range(idOf(first, LIST), idOf(last, LIST), LIST);
}

function idsOfList(context: ItemContext): Array<number | string> {
	const value = context.values.messageIds;
	const entries = typeof value === 'string' ? entriesOf(value) : [value].flat();
	const given = entries.filter((entry) => !isBlank(entry));
	if (given.length === 0) throw missing(LIST);
	return given.flatMap(idsOf);
}

function ageOf({ age, ageUnit }: Values): number {
	const seconds = secondsIn(age, ageUnit, 'Older Than');
	if (seconds >= 0) return seconds;
	throw new UserError(
		`Older Than is ${String(age)}, but an age is never below 0`,
		'Give the age as a number from 0 upwards. 0 deletes all messages of the input items.',
	);
}

const notInItem = (what: string) =>
	new UserError(
		`Messages is set to Older Than, but ${what}`,
		'Each input item needs messageId and date, as the triggers give them. The date is in seconds or text like 2026-01-31T12:00:00Z. Rename other fields with an Edit Fields node.',
	);

/** The item's own message, if it is old enough: what a scheduled cleanup goes by. */
function ownIdIfOld({ item, values, timezone }: ItemContext): unknown[] {
	const { messageId, date } = item.json;
	if (isBlank(messageId) || isBlank(date)) {
		throw notInItem('the input item has no messageId and date');
	}
	const sent = secondsOf(date, timezone);
	if (Number.isNaN(sent)) throw notInItem(`the date of the input item is "${String(date)}"`);
	const id = idOf(messageId, 'messageId');
	return sent <= Date.now() / 1000 - ageOf(values) ? [id] : [];
}

/** The message ids that the form asks for. */
export const messageIdFields: Field[] = oneOf(
	{
		displayName: 'Messages',
		name: 'messageSelection',
		default: 'list',
		description: 'How to say which messages to delete',
		key: 'message_ids',
	},
	{
		list: {
			name: 'List of IDs',
			reads: [
				{
					displayName: 'Message IDs',
					name: 'messageIds',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. 41, 42, 50-60',
					description:
						'The numbers of the messages, separated by commas, with a dash for a range, or an expression that gives a list',
				},
			],
			encode: idsOfList,
		},
		olderThan: {
			name: 'Older Than',
			description: 'The message of each input item, if it is old enough',
			reads: [
				{
					displayName: 'Older Than',
					name: 'age',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 24,
					required: true,
					description: 'Delete the message of an input item when it is older than this',
					hint: 'Each input item needs messageId and date, as the triggers give them',
				},
				{ ...durationUnit, name: 'ageUnit' },
			],
			encode: ownIdIfOld,
		},
		range: {
			name: 'Range of IDs',
			description: 'All messages from one to another',
			reads: [
				{
					displayName: 'First Message ID',
					name: 'firstMessageId',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. 100',
					description: 'The number of the first message to delete',
				},
				{
					displayName: 'Last Message ID',
					name: 'lastMessageId',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. 199',
					description:
						'The number of the last message to delete. The range holds 100,000 messages at most.',
				},
			],
			encode: idsOfRange,
		},
	},
);
