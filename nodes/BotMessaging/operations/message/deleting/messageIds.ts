import { UserError } from '../../../api/errors';
import { tryJson } from '../../../api/basics';
import type { Field, ItemContext, Values } from '../../../engine/define';
import { isBlank, missing } from '../../../engine/reading';
import { messageId } from '../../../fields/message';
import { ageFields, isOldEnough, isTooOld, isTooOldRow, sentAt } from './messageAge';
import { firstMessageId, givenRange, idOf, idsIn, lastMessageId, rangeOf } from './messageRange';
import { oneOf } from '../../../fields/formField';

export interface WantedMessages {
	ids: Array<number | string>;
	/** Those that are known to be too old for the service to delete. */
	tooOld: Set<number | string>;
}

const LIST = 'Message IDs';

/** A range within a list, as in `50-60`; word processors turn the hyphen into a longer dash. */
const RANGE = /^(\d+)\s*[-–—]\s*(\d+)$/;
const DASH_BETWEEN_IDS = /(?<=\d)\s*[-–—]\s*(?=\d)/g;

const allOf = (ids: WantedMessages['ids']): WantedMessages => ({ ids, tooOld: new Set() });

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
	const wanted = allOf(given.flatMap(idsOf));
	for (const entry of given) {
		if (typeof entry !== 'object' || !isTooOldRow(entry as object, timezone)) continue;
		wanted.tooOld.add(idsOf(entry) as number | string);
	}
	return wanted;
}

/** The item's own message, if it is old enough: for scheduled cleanups. */
function ownIfOld(context: ItemContext): WantedMessages {
	const { values } = context;
	if (isBlank(values.messageId)) {
		throw new UserError(
			`${messageId.displayName} is empty: this input item holds no message`,
			'A bot cannot look into a chat for old messages. Store messages as they come, for example in a data table, and connect its rows to this node. The example Cleanup does this.',
		);
	}
	const id = idOf(values.messageId, messageId.displayName);
	const sent = sentAt(context);
	if (!isOldEnough(sent, values)) return allOf([]);
	return { ids: [id], tooOld: new Set(isTooOld(sent) ? [id] : []) };
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
				{
					displayName: LIST,
					name: 'messageIds',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. 41, 42, 50-60',
					description:
						'The IDs of the messages, separated by commas, with a dash for a range, or an expression that returns a list or rows of a table',
				},
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
			encode: ({ values }) => allOf(idsIn(givenRange(values))),
		},
	},
);
