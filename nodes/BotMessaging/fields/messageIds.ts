import { FieldError } from '../api/errors';
import type { Encode, Field, Place } from '../operation/define';
import { integer, isBlank, missing } from './encode';

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

/** The message ids that the form asks for. */
const messageIds: Encode = (value, _label, place): Iterable<unknown> =>
	value === 'range' ? ranged(place) : listed(place);

export const messageIdFields: Field[] = [
	{
		displayName: 'Messages',
		name: 'messageSelection',
		type: 'options',
		options: [
			{ name: 'List of IDs', value: 'list' },
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
