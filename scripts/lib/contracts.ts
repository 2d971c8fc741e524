/**
 * Manifests in the form of n8n's node contracts: of each operation what goes in, what comes out, and which
 * hosts it reaches, as data. n8n's description of them is `packages/@n8n/node-sdk/docs/node-contract.md` in its
 * repository. A node that n8n runs itself, as it runs ours, has a *native* manifest, without code.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { version } from '../../package.json';
import { SAFEW_URLS } from '../../credentials/BotMessagingApi.credentials';
import { snakeCase } from '../../nodes/BotMessaging/api/basics';
import type { Field, ItemContext, Operation } from '../../nodes/BotMessaging/engine/define';
import { fileUrl } from '../../nodes/BotMessaging/fields/media';
import { METHODS, type Family, type ParamType } from '../../reference';
import type { Results } from '../../reference/objects';
import { operations } from '../../nodes/BotMessaging/operations';
import { SCHEMAS, writtenSchemas } from './outputSchemas';
import type { Schema as OutputSchema } from './schema';

/** The version of the form that has native manifests. */
const NODE_CONTRACT = '2.5.0';

/** n8n refuses a longer text. */
const LONGEST_SUMMARY = 120;

type ListName = { [K in keyof Results]: Results[K] extends unknown[] ? K : never }[keyof Results];

/** The results that are lists: each entry becomes an item. */
const LISTS: Record<ListName, true> = {
	BotCommands: true,
	ChatMembers: true,
	GameHighScores: true,
	Messages: true,
	Updates: true,
};

/** Operations that wait for people: n8n keeps their execution until then. */
const WAITING = ['sendAndWait', 'askForm'];

/** The part of JSON Schema that contracts have. */
export interface Schema {
	type?: string;
	title?: string;
	description?: string;
	enum?: unknown[];
	default?: unknown;
	minimum?: number;
	maximum?: number;
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: false;
	'x-n8n-options'?: Record<string, { name: string; description?: string }>;
}

export interface Contract {
	id: string;
	version: 1;
	node: 'botMessaging';
	nodeDisplayName: 'Bot Messaging';
	action: string;
	summary: string;
	flow: {
		effect: 'read' | 'write';
		cardinality: 'per-item' | '1:N' | 'batch';
		/** A second run changes nothing more. */
		idempotent: boolean;
		passthrough: 'replace';
	};
	credentials: ['botMessagingApi'];
	input: Schema;
	output: OutputSchema;
	/** The hosts of the service; the credential can name another one. `fromInput`: the field with a file's address. */
	egress: { hosts: string[]; fromInput?: string };
	/** What n8n does for it. */
	imports?: ['wait'];
}

export interface Manifest {
	kind: 'action';
	id: string;
	semver: '1.0.0';
	nodeContract: typeof NODE_CONTRACT;
	/** What wrote it. */
	sdk: string;
	contractHash: string;
	contract: Contract;
	native: { type: string; version: 1 };
}

const objectOf = (fields: INodeProperties[]): Schema => ({
	type: 'object',
	properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
	additionalProperties: false,
});

const choicesOf = (options: INodePropertyOptions[]): Schema => ({
	enum: options.map(({ value }) => value),
	'x-n8n-options': Object.fromEntries(
		options.map(
			({ value, name, description }): [string, { name: string; description?: string }] => [
				String(value),
				{ name, ...(description && { description }) },
			],
		),
	),
});

/** What a field takes. */
function valueOf({ type, options = [], modes = [], typeOptions = {} }: INodeProperties): Schema {
	const choices = options as INodePropertyOptions[];
	switch (type) {
		case 'boolean':
			return { type };
		case 'number': {
			const { minValue: minimum, maxValue: maximum } = typeOptions;
			return {
				type,
				...(minimum !== undefined && { minimum }),
				...(maximum !== undefined && { maximum }),
			};
		}
		case 'options':
			return choices.length > 0 ? choicesOf(choices) : { type: 'string' };
		case 'multiOptions':
			return { type: 'array', items: choices.length > 0 ? choicesOf(choices) : { type: 'string' } };
		case 'collection':
			return objectOf(options as INodeProperties[]);
		case 'fixedCollection': {
			const groups = (options as INodePropertyCollection[]).map(({ name, values }) => {
				const row = objectOf(values);
				return [name, typeOptions.multipleValues ? { type: 'array', items: row } : row] as const;
			});
			return {
				type: 'object',
				properties: Object.fromEntries(groups),
				additionalProperties: false,
			};
		}
		case 'resourceLocator': {
			const mode = { enum: modes.map(({ name }) => name) };
			return {
				type: 'object',
				properties: { mode, value: { type: 'string' } },
				required: ['mode', 'value'],
			};
		}
		default:
			return { type: 'string' };
	}
}

function schemaOf(field: INodeProperties): Schema {
	const { displayName: title, description, default: first } = field;
	const isPlain = typeof first !== 'object' && first !== '';
	return {
		...valueOf(field),
		title,
		...(description && { description }),
		...(isPlain && { default: first }),
	};
}

const isInput = ({ type }: INodeProperties) => !['notice', 'callout', 'hidden'].includes(type);

function inputOf({ fields, additionalFields = [] }: Operation): Schema {
	const { properties, ...rest } = objectOf(fields.filter(isInput));
	const required = fields
		.filter((field) => field.required && !field.shownFor)
		.map(({ name }) => name);
	const optional = additionalFields.length > 0 && { additionalFields: objectOf(additionalFields) };
	return { ...rest, properties: { ...properties, ...optional }, required };
}

/** The types of a form's values that can become a parameter of each type. */
const FITTING: Record<ParamType, string[]> = {
	boolean: ['boolean', 'options'],
	chat: ['resourceLocator', 'string'],
	file: ['string', 'options'],
	float: ['number', 'string'],
	integer: ['number', 'string', 'resourceLocator', 'dateTime', 'options'],
	integers: ['string', 'options', 'fixedCollection'],
	object: ['fixedCollection', 'collection', 'json', 'multiOptions', 'options', 'string'],
	objects: ['fixedCollection', 'json', 'string', 'options'],
	string: ['string', 'options', 'json', 'resourceLocator', 'dateTime'],
	strings: ['fixedCollection', 'multiOptions', 'string', 'options'],
};

/** Whether a choice only shows other fields. */
function onlyShows({ wire, options = [] }: Field): boolean {
	if (typeof wire === 'string') return false;
	return (options as INodePropertyOptions[]).every(({ value }) => {
		try {
			return wire.encode(value, '', {} as ItemContext) === undefined;
		} catch {
			return false;
		}
	});
}

/** What of a form does not fit the parameters of its method, in words. */
function misfitsOf(
	{ method, fields, additionalFields = [], inParts, run }: Operation,
	methods: Family,
): string[] {
	const { params } = methods[method] ?? {};
	if (!params) return [];
	const sent = [...fields, ...additionalFields].flatMap((field: Field) => {
		if (field.wire === 'formOnly' || (field.type === 'options' && onlyShows(field))) return [];
		const { key = snakeCase(field.name) } = field.wire === 'asRead' ? {} : field.wire;
		return [{ key, field }];
	});
	const wrong = sent.flatMap(({ key, field: { displayName, type } }) => {
		const param = params[key];
		if (!param)
			return inParts || run
				? []
				: [`${displayName} is sent as ${key}, which ${method} does not have`];
		return FITTING[param.type].includes(type)
			? []
			: [`${displayName} is ${type}, but ${key} is ${param.type}`];
	});
	const missing = Object.entries(params).filter(
		([key, { required }]) => required && !inParts && !run && !sent.some((one) => one.key === key),
	);
	return [...wrong, ...missing.map(([key]) => `no field is sent as ${key}, which ${method} needs`)];
}

/** JSON with sorted keys, so that equal values are the same text. */
function canonical(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(canonical);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([key, inner]) => [key, canonical(inner)]));
}

const WORDS = new Set(['title', 'description', 'x-n8n-options']);

/** A schema without titles and descriptions: no workflow depends on them. */
function withoutWords(schema: object): object {
	const entries = Object.entries(schema).filter(([key]) => !WORDS.has(key));
	return Object.fromEntries(
		entries.map(([key, value]: [string, unknown]) => {
			if (key === 'items') return [key, withoutWords(value as Schema)];
			if (key !== 'properties') return [key, value];
			const inner = Object.entries(value as Record<string, Schema>);
			return [key, Object.fromEntries(inner.map(([name, one]) => [name, withoutWords(one)]))];
		}),
	);
}

/** Changes only with what workflows rely on. */
export function hashOf({ version: major, input, output, ...contract }: Contract): string {
	const { id, node, flow, credentials, egress, imports } = contract;
	const counted = { id, major, node, flow, credentials, egress, imports };
	const schemas = { input: withoutWords(input), output: withoutWords(output) };
	const text = JSON.stringify(canonical({ ...counted, ...schemas }));
	return createHash('sha256').update(text).digest('hex');
}

/** The first sentence, if the whole text is too long. */
const summaryOf = (text: string) =>
	text.length > LONGEST_SUMMARY ? (/^.*?\.(?= |$)/.exec(text)?.[0] ?? text) : text;

/**
 * The manifest of an operation.
 *
 * @param output the schema of its items
 * @throws if it would not be true: if the form does not fit the method, or n8n would refuse it
 */
export function manifestOf(
	operation: Operation,
	output: OutputSchema,
	methods: Family = METHODS,
): Manifest {
	const { resource, value, method, action, effect, run, fields, additionalFields = [] } = operation;
	const id = `botMessaging.${resource}.${value}`;
	const summary = summaryOf(operation.description);
	const faults = [
		...misfitsOf(operation, methods),
		...(summary.length > LONGEST_SUMMARY
			? [`its first sentence has more than ${LONGEST_SUMMARY} characters`]
			: []),
	];
	if (faults.length > 0) throw new Error(`${id}: ${faults.join('; ')}`);
	const isMany = (methods[method]?.result ?? '') in LISTS;
	const hasUrl = [...fields, ...additionalFields].some(({ name }) => name === fileUrl.name);
	const contract: Contract = {
		id,
		version: 1,
		node: 'botMessaging',
		nodeDisplayName: 'Bot Messaging',
		action,
		summary,
		flow: {
			effect: effect === 'read' ? 'read' : 'write',
			cardinality: run ? 'batch' : isMany ? '1:N' : 'per-item',
			idempotent: effect !== 'once',
			passthrough: 'replace',
		},
		credentials: ['botMessagingApi'],
		input: inputOf(operation),
		output,
		egress: {
			hosts: Object.values(SAFEW_URLS).map((url) => new URL(url).host),
			...(hasUrl && { fromInput: fileUrl.name }),
		},
		...(WAITING.includes(value) && { imports: ['wait'] }),
	};
	return {
		kind: 'action',
		id,
		semver: '1.0.0',
		nodeContract: NODE_CONTRACT,
		sdk: `n8n-nodes-bot-messaging@${version}`,
		contractHash: hashOf(contract),
		contract,
		native: { type: 'n8n-nodes-bot-messaging.botMessaging', version: 1 },
	};
}

/** The manifest of each operation; in words, what does not fit; and operations without a fixed output. */
export function manifests(): { fitting: Manifest[]; faults: string[]; without: string[] } {
	const fitting: Manifest[] = [];
	const faults: string[] = [];
	const written = new Set(writtenSchemas());
	const nameOf = ({ resource, value }: Operation) => `${resource}/${value}`;
	const [known, without] = [true, false].map((isKnown) =>
		operations.filter((one) => written.has(nameOf(one)) === isKnown),
	) as [Operation[], Operation[]];
	for (const operation of known) {
		const text = readFileSync(join(SCHEMAS, `${nameOf(operation)}.json`), 'utf8');
		const { type, properties } = JSON.parse(text) as OutputSchema;
		try {
			fitting.push(manifestOf(operation, { type, properties }));
		} catch (error) {
			faults.push((error as Error).message);
		}
	}
	return { fitting, faults, without: without.map(nameOf) };
}
