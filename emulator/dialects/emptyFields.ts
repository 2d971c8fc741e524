import { OPTIONAL_FIELDS } from '../../reference';
import type { Dialect } from '.';

type ObjectName = keyof typeof OPTIONAL_FIELDS;

/** Which object a field of an update, or an entry of a list there, is. */
const OBJECTS: Record<string, ObjectName> = {
	...names('message', 'message edited_message channel_post edited_channel_post reply_to_message'),
	...names('chat', 'chat sender_chat forward_from_chat'),
	...names('user', 'from user via_bot left_chat_member new_chat_members'),
	...names('file', 'animation audio document photo sticker video video_note voice'),
	callback_query: 'press',
};

function names(object: ObjectName, fields: string): Record<string, ObjectName> {
	return Object.fromEntries(fields.split(' ').map((field) => [field, object]));
}

/** What is sent for an optional field that has no value, by choice. */
const EMPTY: Partial<Record<Dialect['emptyFields'], unknown>> = {
	null: null,
	'empty text': '',
	'0': 0,
};

/** An update, or a part of it under this name, as a server of this dialect sends it. */
export function withEmptyFields(value: unknown, name: string, dialect: Dialect): unknown {
	const empty = EMPTY[dialect.emptyFields];
	if (empty === undefined || typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((one) => withEmptyFields(one, name, dialect));
	const fields = Object.entries(value).filter(([, one]) => one !== undefined);
	const optional = OBJECTS[name] ? OPTIONAL_FIELDS[OBJECTS[name]] : [];
	return {
		...Object.fromEntries(optional.map((field) => [field, empty])),
		...Object.fromEntries(
			fields.map(([field, one]) => [field, withEmptyFields(one, field, dialect)]),
		),
	};
}
