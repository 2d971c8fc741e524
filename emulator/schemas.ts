import { DEFAULT_SETTINGS, UNKNOWN_PARAMETERS } from './entities';
import { FAULT_KINDS } from './faults';

/** JSON Schemas of what the control routes take: a slip in a test is told, not swallowed. */

const integer = { type: 'integer' };
const count = { type: 'integer', minimum: 0 };
const number = { type: 'number', minimum: 0 };
const string = { type: 'string' };
const list = { type: 'array', items: { type: 'object' } };

const object = (properties: object, required: string[] = []) => ({
	type: 'object',
	properties,
	required,
	additionalProperties: false,
});

const fault = object(
	{
		kind: { enum: FAULT_KINDS },
		method: string,
		times: { type: 'integer', minimum: 1 },
		skip: count,
		probability: { type: 'number', minimum: 0, maximum: 1 },
		status: { type: 'integer', minimum: 400, maximum: 599 },
		description: string,
		parameters: object({ retry_after: number }),
		delayMs: number,
	},
	['kind'],
);

export const faultsSchema = { anyOf: [fault, { type: 'array', items: fault }] };

const choices: Record<string, object> = {
	rateLimitStyle: { enum: ['message_too_much', '429'] },
	unknownParameters: { enum: UNKNOWN_PARAMETERS },
};

export const settingsSchema = object(
	Object.fromEntries(Object.keys(DEFAULT_SETTINGS).map((name) => [name, choices[name] ?? number])),
);

export const clockSchema = object({ advance_seconds: integer }, ['advance_seconds']);

export const resetSchema = {
	anyOf: [{ type: 'null' }, object({ seed: { enum: ['default', 'empty'] } })],
};

export const seedSchema = object({
	bots: list,
	users: list,
	chats: list,
	members: list,
	messages: list,
	files: list,
	games: list,
});

export const snapshotSchema = {
	...seedSchema,
	properties: {
		...seedSchema.properties,
		callback_queries: list,
		clock_ahead: integer,
		next_id: integer,
	},
	required: [...Object.keys(seedSchema.properties), 'callback_queries', 'clock_ahead', 'next_id'],
};

export const actSchema = object(
	{
		user_id: integer,
		chat_id: { anyOf: [integer, string] },
		text: string,
		photo: { type: 'boolean' },
		caption: string,
		media_group_id: string,
		reply_to_message_id: integer,
		message_id: integer,
		callback_data: string,
		emoji: string,
	},
	['user_id', 'chat_id'],
);
