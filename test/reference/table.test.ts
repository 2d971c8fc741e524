import { readFileSync } from 'node:fs';
import path from 'node:path';

import { METHODS, type MethodShape, type Param } from '../../reference';

/**
 * The service's documentation, copied from its tables by a script that does not use our code: a method with its
 * result, then its parameters with type, whether they are required (`c`: it depends), and bounds. `older`
 * is documented only in an older edition, `ignored` is accepted without effect.
 */
const DOCUMENTED = readFileSync(path.join(__dirname, 'documented.txt'), 'utf8');

interface Row {
	name: string;
	type: string;
	required: string;
	bounds?: string;
}

const documented = new Map(
	DOCUMENTED.split(/\n(?=\w)/).map((text) => {
		const [head, ...rows] = text.trim().split('\n');
		const [method, result] = head.split(' -> ');
		const params = rows.map((row): Row => {
			const [name, type, required, bounds] = row.trim().split(' ');
			return { name, type, required, bounds };
		});
		return [method, { result, params }] as const;
	}),
);

/** The first source decides (reference 1), and requires the chat and the message here. */
const NOT_TAKEN = ['editMessageText inline_message_id', 'editMessageReplyMarkup inline_message_id'];

/** All methods that this service documents. */
const table = Object.entries<MethodShape>(METHODS).filter(
	([, { documented: where }]) => where !== 'family',
);

const TYPES: Record<string, Param['type']> = {
	Int: 'integer',
	Float: 'float',
	'Int/Str': 'chat',
	Str: 'string',
	Bool: 'boolean',
	'Int[]': 'integers',
	'Str[]': 'strings',
	'Str/File': 'file',
	File: 'file',
	'Obj/Str': 'object',
};

/** Any other type is an object with that name, or a list of such objects. */
const typeOf = (type: string) => TYPES[type] ?? (type.endsWith('[]') ? 'objects' : 'object');

const RESULTS: Record<string, string> = {
	count: 'Int',
	link: 'Str',
	Messages: 'Message[]',
	CopiedMessage: '{message_id}[]',
	Deletion: 'true|{deleted_message_ids,failed_message_ids}',
	ChatMembers: 'ChatMember[]',
	ProfilePhotos: '{total_count,photos}',
	Updates: 'Update[]',
	InviteLink: 'ChatInviteLink',
	BotCommands: 'BotCommand[]',
	GameHighScores: 'GameHighScore[]',
	Score: 'Message|true',
};

const isOf = (row: Row, ...kinds: string[]) => kinds.includes(row.required);

test('the table has every documented method, and no other', () => {
	expect(documented.size).toBe(52);
	expect(table.map(([method]) => method).sort()).toEqual([...documented.keys()].sort());
});

describe.each(table)('%s', (method, { params, ignored = [], result }) => {
	const { params: rows, result: documentedResult } = documented.get(method)!;
	const taken = rows.filter(({ name }) => !NOT_TAKEN.includes(`${method} ${name}`));

	test('has the documented parameters, and no other', () => {
		const promised = taken.filter((row) => isOf(row, 'yes', 'no', 'c')).map(({ name }) => name);
		expect(Object.keys(params)).toEqual(expect.arrayContaining(promised));
		const known = taken.filter((row) => !isOf(row, 'ignored')).map(({ name }) => name);
		expect(known).toEqual(expect.arrayContaining(Object.keys(params)));
		const without = rows.filter((row) => isOf(row, 'ignored')).map(({ name }) => name);
		expect([...ignored].sort()).toEqual(without.sort());
	});

	test('has its parameters as they are documented', () => {
		const rowOf = (name: string) => taken.find((row) => row.name === name)!;
		for (const [name, { type, required, least, most }] of Object.entries(params)) {
			const row = rowOf(name);
			expect([name, type]).toEqual([name, typeOf(row.type)]);
			if (!isOf(row, 'c')) expect([name, required !== undefined]).toEqual([name, isOf(row, 'yes')]);
			const [from, to] = (row.bounds ?? '0-').split('-');
			expect([name, least ?? 0, most]).toEqual([name, Number(from), to ? Number(to) : undefined]);
		}
	});

	test('has the documented answer', () => {
		expect(RESULTS[result] ?? result).toBe(documentedResult);
	});
});
