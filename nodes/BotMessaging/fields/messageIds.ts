import { FieldError } from '../api/errors';
import type { Field, Place } from '../operation/define';
import { durationUnit, secondsIn } from './duration';
import { choice, integer, isBlank, missing } from './encode';

/** More ids than this in one range are rather a slip of the pen than a wish. */
const MOST_IN_RANGE = 100_000;

function listed(place: Place): unknown[] {
	const value = place.values.messageIds;
	const entries = Array.isArray(value) ? value : String(value ?? '').split(/[\s,;]+/);
	const given = entries.filter((entry) => !isBlank(entry));
	if (given.length === 0) throw missing('Message IDs');
	return given.map((entry) => integer(entry, 'Message IDs', place));
}

function boundary(name: string, label: string, place: Place): number {
	const id = integer(place.values[name], label, place);
	if (typeof id === 'number' && id > 0) return id;
	throw new FieldError(
		label,
		`${label} must be a message id, but is ${String(id)}`,
		'Message ids count from 1 upwards.',
	);
}

function* count(first: number, last: number): Generator<number> {
	for (let id = first; id <= last; id++) yield id;
}

/** A range is never a list in memory. */
function ranged(place: Place): Iterable<number> {
	const first = boundary('firstMessageId', 'First Message ID', place);
	const last = boundary('lastMessageId', 'Last Message ID', place);
	if (last < first || last - first >= MOST_IN_RANGE) {
		throw new FieldError(
			'Last Message ID',
			last < first
				? `Last Message ID (${last}) is below First Message ID (${first})`
				: `The range from ${first} to ${last} holds more than ${MOST_IN_RANGE} messages`,
			`Choose a range that goes upwards and holds at most ${MOST_IN_RANGE} messages.`,
		);
	}
	return count(first, last);
}

/** The item's own message, if it is old enough: what a scheduled cleanup goes by. */
function old(place: Place): unknown[] {
	const { item, values } = place;
	const { messageId, date } = item.json;
	if (isBlank(messageId) || typeof date !== 'number') {
		throw new FieldError(
			'Messages',
			'Messages is set to Older Than, but the input item has no messageId and date',
			'Each input item needs messageId and date (in seconds), as the triggers give them. Rename other fields with an Edit Fields node.',
		);
	}
	const seconds = secondsIn(values.age, values.ageUnit, 'Older Than');
	return date <= Date.now() / 1000 - seconds ? [integer(messageId, 'messageId', place)] : [];
}

/** The message ids that the form asks for. */
const messageIds = choice({ list: listed, range: ranged, olderThan: old });

export const messageIdFields: Field[] = [
	{
		displayName: 'Messages',
		name: 'messageSelection',
		type: 'options',
		options: [
			{ name: 'List of IDs', value: 'list' },
			{
				name: 'Older Than',
				value: 'olderThan',
				description: 'The message of each input item, if it is old enough',
			},
			{ name: 'Range of IDs', value: 'range', description: 'All messages from one to another' },
		],
		default: 'list',
		description: 'How to say which messages to delete',
		wire: { key: 'message_ids', encode: messageIds },
	},
	{
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 41, 42, 43',
		displayOptions: { show: { messageSelection: ['list'] } },
		description:
			'The numbers of the messages, separated by commas, or an expression that gives a list',
		wire: 'formOnly',
	},
	{
		displayName: 'Older Than',
		name: 'age',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 24,
		required: true,
		displayOptions: { show: { messageSelection: ['olderThan'] } },
		description: 'Delete the message of an input item when it is older than this',
		hint: 'Each input item needs messageId and date, as the triggers give them',
		wire: 'formOnly',
	},
	{
		...durationUnit,
		name: 'ageUnit',
		displayOptions: { show: { messageSelection: ['olderThan'] } },
		wire: 'formOnly',
	},
	{
		displayName: 'First Message ID',
		name: 'firstMessageId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 100',
		displayOptions: { show: { messageSelection: ['range'] } },
		description: 'The number of the first message to delete',
		wire: 'formOnly',
	},
	{
		displayName: 'Last Message ID',
		name: 'lastMessageId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 199',
		displayOptions: { show: { messageSelection: ['range'] } },
		description:
			'The number of the last message to delete. The range holds 100,000 messages at most.',
		wire: 'formOnly',
	},
];
