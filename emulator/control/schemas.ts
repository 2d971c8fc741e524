import { ASSUMPTION_NAMES, assumption } from '../dialects';
import {
	DEFAULT_SETTINGS,
	METHOD_PRESETS,
	UNKNOWN_PARAMETERS,
	HTTP_WEBHOOKS,
	VISIT_MESSAGES,
} from '../world/entities';
import { callbackQueries, entityLists, inlineQueries } from '../world/entitySchemas';
import { FAULT_KINDS } from '../wire/faults';
import { methods } from '../methods';
import { SENT_AS_KINDS } from '../world/sentAs';

/** JSON Schemas of the control routes' input, so that a mistake in a test is reported. */

const integer = { type: 'integer' };
const count = { type: 'integer', minimum: 0 };
const number = { type: 'number', minimum: 0 };
const string = { type: 'string' };
/** A hundred years, so that dates stay valid. */
const seconds = { type: 'integer', minimum: -3e9, maximum: 3e9 };

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

const dialect = object(
	Object.fromEntries(ASSUMPTION_NAMES.map((name) => [name, { enum: assumption(name).choices }])),
);

const choices: Record<string, object> = {
	dialect,
	rateLimitStyle: { enum: ['message_too_much', '429'] },
	unknownParameters: { enum: UNKNOWN_PARAMETERS },
	methods: { enum: METHOD_PRESETS },
	httpWebhooks: { enum: HTTP_WEBHOOKS },
	visitMessages: { enum: VISIT_MESSAGES },
	missingMethods: { type: 'array', items: { enum: Object.keys(methods) } },
};

export const settingsSchema = object(
	Object.fromEntries(Object.keys(DEFAULT_SETTINGS).map((name) => [name, choices[name] ?? number])),
);

export const clockSchema = object({ advance_seconds: seconds }, ['advance_seconds']);

export const resetSchema = {
	anyOf: [
		{ type: 'null' },
		object({ seed: { enum: ['default', 'empty'] }, settings: settingsSchema }),
	],
};

export const seedSchema = object(entityLists);

export const snapshotSchema = {
	...seedSchema,
	properties: {
		...seedSchema.properties,
		callback_queries: callbackQueries,
		inline_queries: inlineQueries,
		clock_ahead: seconds,
		next_id: count,
	},
	required: [
		...Object.keys(seedSchema.properties),
		'callback_queries',
		'inline_queries',
		'clock_ahead',
		'next_id',
	],
};

export const callsSchema = object({
	method: string,
	limit: { type: 'string', pattern: '^[1-9]\\d*$' },
});

export const actSchema = object(
	{
		user_id: integer,
		chat_id: { anyOf: [integer, string] },
		sender_chat_id: integer,
		text: string,
		photo: { type: 'boolean' },
		send_as: { enum: SENT_AS_KINDS },
		caption: string,
		media_group_id: string,
		reply_to_message_id: integer,
		more: { type: 'object' },
		message_id: integer,
		callback_data: string,
		emoji: string,
		invite_link: string,
		member_id: integer,
	},
	['user_id', 'chat_id'],
);

export const inlineSchema = object({ user_id: integer, query: string, bot_id: integer }, [
	'user_id',
	'query',
]);

export const personSchema = object({ first_name: { type: 'string', minLength: 1 } }, [
	'first_name',
]);
