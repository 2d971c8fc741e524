import { UserError } from '../../../api/errors';
import { isObject, tryJson } from '../../../api/basics';
import type { ItemContext, Property, Field, Values } from '../../../engine/define';
import { inWords, isBlank, missing } from '../../../engine/reading';
import { durationAmount, durationUnit, secondsIn } from '../../../fields/duration';
import { integer } from '../../../fields/encode';
import { formOnly, oneOf } from '../../../fields/formField';
import { messageId } from '../../../fields/message';
import { date, secondsOf } from '../../../fields/until';

/** The service does not delete older messages (reference 5.2). */
const OLDEST_SECONDS = 48 * 3600;

/** The age of a message, in seconds. `sent` is in Unix seconds. */
const ageOf = (sent: number) => Date.now() / 1000 - sent;

/** Whether the row of a table has a message that is too old; false if it has no date. */
const isTooOldRow = (row: unknown, timezone: string): boolean =>
	isObject(row) && 'date' in row && ageOf(secondsOf(row.date, timezone)) > OLDEST_SECONDS;

/** The age of a message, and the age that it must have. */
const ageFields: Property[] = [
	formOnly(
		'messageDate',
		'When the message was sent: a date, or a Unix timestamp in seconds as the triggers output it. Messages older than 48 hours are reported and skipped, because the service does not delete them.',
		{ default: '={{ $json.date }}', required: true, placeholder: 'e.g. 2026-01-31T12:00:00Z' },
	),
	{
		...durationAmount({
			displayName: 'Older Than',
			name: 'age',
			default: '24',
			description: 'Delete the message of an input item if it is older than this',
		}),
		required: true,
	},
	{ ...durationUnit, name: 'ageUnit' },
];

/** The age in seconds that a message must have. Throws UserError for an age below 0. */
function wantedAge({ age, ageUnit }: Values): number {
	const seconds = secondsIn(age, ageUnit, 'Older Than');
	if (seconds >= 0 && seconds < Infinity) return seconds;
	throw new UserError(
		`Older Than is ${inWords(age)}, which is not an age`,
		'Enter a number from 0 upwards, or a time such as 2h or 1d12h. 0 deletes all messages of the input items.',
	);
}

/** A range with more ids than this is probably a mistake. */
const MOST_IN_RANGE = 100_000;

const FIRST = 'First Message ID';
const LAST = 'Last Message ID';

/** A range of message ids, both ends included. */
export interface Range {
	first: number;
	last: number;
}

/** One message id. Ids count from 1 upwards, so a minus is a slip. */
function idOf(value: unknown, label: string): number | string {
	const id = integer(value, label);
	if (Number(id) > 0) return id;
	throw new UserError(`${label} must be a message ID, but is ${id}`, 'Message IDs start at 1.');
}

/** The range from one id to another. Throws UserError if it runs backwards or is too large. */
function rangeOf(first: number | string, last: number | string, label: string): Range {
	const fail = (what: string) => {
		throw new UserError(
			`${label}: the range from ${first} to ${last} ${what}`,
			`Choose a range that goes upwards and contains at most ${MOST_IN_RANGE} messages.`,
		);
	};
	if (typeof first === 'string' || typeof last === 'string') return fail('has too large numbers');
	if (last < first) return fail('goes downwards');
	if (last - first >= MOST_IN_RANGE) return fail(`contains more than ${MOST_IN_RANGE} messages`);
	return { first, last };
}

/** The ids of a range, in order. */
const idsIn = ({ first, last }: Range): number[] =>
	Array.from({ length: last - first + 1 }, (_none, index) => first + index);

/** The range that the two fields below give. Throws UserError. */
function givenRange({ firstMessageId: from, lastMessageId: to }: Values): Range {
	const first = idOf(from, FIRST);
	return rangeOf(first, idOf(to, LAST), LAST);
}

const firstMessageId = formOnly('firstMessageId', 'The ID of the first message to delete', {
	displayName: FIRST,
	required: true,
	placeholder: 'e.g. 100',
});

const lastMessageId = formOnly(
	'lastMessageId',
	'The ID of the last message to delete. The range can hold up to 100,000 messages.',
	{ displayName: LAST, required: true, placeholder: 'e.g. 199' },
);

/** The two fields for an operation that takes only a range; together they form `range`. */
export const rangeFields: Field[] = [
	firstMessageId,
	{
		...lastMessageId,
		wire: { key: 'range', encode: (_last, _label, { values }) => givenRange(values) },
	},
];

export interface WantedMessages {
	ids: Array<number | string>;
	/** Those that are known to be too old for the service to delete. */
	tooOld?: Set<number | string>;
}

const LIST = 'Message IDs';

/** A range within a list, as in `50-60`; word processors turn the hyphen into a longer dash. */
const RANGE = /^(\d+)\s*[-–—]\s*(\d+)$/;
const DASH_BETWEEN_IDS = /(?<=\d)\s*[-–—]\s*(?=\d)/g;

/** A list as text: `41, 42, 50-60`, or JSON as in `[41, 42]`. */
function entriesOf(text: string): unknown[] {
	if (!text.trim().startsWith('[')) {
		return text.replace(DASH_BETWEEN_IDS, '-').split(/[\s,;]+/);
	}
	// Unlike JSON.parse, this rounds no id.
	const entries = tryJson(text);
	if (entries) return entries as unknown[];
	throw new UserError(
		`${LIST} is not valid JSON`,
		'Leave out the brackets, and separate the IDs by commas, for example 41, 42, 43.',
	);
}

/** Reads one entry: an id, a range, or the message in an item of a trigger or a table. */
function idsOf(entry: unknown): number | string | number[] {
	if (typeof entry === 'object' && entry !== null) {
		const { messageId: own, message_id: id = own } = entry as Values;
		if (!isBlank(id)) return idOf(id, LIST);
		throw new UserError(
			`${LIST} holds ${Array.isArray(entry) ? 'a list' : 'an object without messageId'}`,
			'Enter numbers, for example 41, 42, 43, or an expression that returns a list of them.',
		);
	}
	const [, first, last] = (typeof entry === 'string' && RANGE.exec(entry.trim())) || [];
	if (first === undefined) return idOf(entry, LIST);
	return idsIn(rangeOf(idOf(first, LIST), idOf(last, LIST), LIST));
}

function wantedOfList({ values, timezone }: ItemContext): WantedMessages {
	const value = values.messageIds;
	const entries = typeof value === 'string' ? entriesOf(value) : [value].flat();
	const given = entries.filter((entry) => !isBlank(entry));
	if (given.length === 0) throw missing(LIST);
	const ids = given.flatMap(idsOf);
	const old = given.filter((entry) => isTooOldRow(entry, timezone));
	return { ids, tooOld: new Set(old.flatMap(idsOf)) };
}

/** The item's own message, if it is old enough: for scheduled cleanups. */
function ownIfOld({ values, timezone }: ItemContext): WantedMessages {
	if (isBlank(values.messageId)) {
		throw new UserError(
			`${messageId.displayName} is empty: this input item holds no message`,
			'A bot cannot look into a chat for old messages. Store messages as they come, for example in a data table, and connect its rows to this node. The example Cleanup does this.',
		);
	}
	const id = idOf(values.messageId, messageId.displayName);
	const age = ageOf(date(values.messageDate, 'Message Date', timezone));
	if (age < wantedAge(values)) return { ids: [] };
	return { ids: [id], tooOld: new Set(age > OLDEST_SECONDS ? [id] : []) };
}

/** The messages chosen in the form, as `message_ids`. There can be more than one request takes. */
export const messageIdFields: Field[] = oneOf(
	{
		displayName: 'Messages',
		name: 'messageSelection',
		default: 'list',
		description: 'How to choose the messages to delete',
		key: 'message_ids',
	},
	{
		list: {
			name: 'List of IDs',
			reads: [
				formOnly(
					'messageIds',
					'The IDs of the messages, separated by commas, with a dash for a range, or an expression that returns a list or rows of a table',
					{ displayName: LIST, required: true, placeholder: 'e.g. 41, 42, 50-60' },
				),
			],
			encode: wantedOfList,
		},
		olderThan: {
			name: 'Older Than',
			description: 'Delete the message of each input item if it is old enough',
			reads: [
				{
					...messageId,
					default: '={{ $json.messageId }}',
					hint: 'Comes from each input item: a bot cannot look into a chat for old messages. Store messages as they come, as the example Cleanup does.',
				},
				...ageFields,
			],
			encode: ownIfOld,
		},
		range: {
			name: 'Range of IDs',
			description: 'Delete all messages between two IDs',
			reads: [firstMessageId, lastMessageId],
			encode: ({ values }): WantedMessages => ({ ids: idsIn(givenRange(values)) }),
		},
	},
);
