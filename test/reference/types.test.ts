import path from 'node:path';

import { ROOT } from '../package/sources';
import { complaintsAbout } from '../support/compiled';

/** Lines that call a method, and whether each compiles. */
const CALLS: Array<[line: string, compiles: boolean]> = [
	["call('sendMessage', { chat_id: 1, text: 'a' })", true],
	["call('sendMessage', { chat_id: '@a', text: 'a', reply_to_message_id: undefined })", true],
	["call('sendMessage', { chat_id: 1, text: 'a', messge_id: 1 })", false],
	["call('sendMessage', { chat_id: 1 })", false],
	["call('sendMessage', { chat_id: 1, text: 5 })", false],
	["call('sendMesage', { chat_id: 1, text: 'a' })", false],
	["call('deleteMessages', { chat_id: 1, message_ids: 1 })", false],
	["call('deleteMessages', { chat_id: 1, message_ids: [1, '9007199254740993'] })", true],
	["call('getChat', { chat_id: 1 }).then(({ title }) => title?.length)", true],
	["call('getChat', { chat_id: 1 }).then(({ id }) => id.length)", false],
	["any('sendMesage', { messge_id: 1 })", true],
];

const FILE = path.join(ROOT, 'test/reference/calls.ts');

/** The numbers of the lines that do not compile, from 1. */
function wrongLines(text: string): number[] {
	const options = { esModuleInterop: true, types: ['node'] };
	const errors = complaintsAbout({ [FILE]: text }, options).filter(
		({ file }) => file?.fileName === FILE,
	);
	return errors.map(({ file, start = 0 }) => file!.getLineAndCharacterOfPosition(start).line + 1);
}

test('a call compiles only with the names and types of the reference', () => {
	const text = [
		"import type { AnyCall, Call } from '../../nodes/BotMessaging/api/client';",
		'declare const call: Call; declare const any: AnyCall;',
		...CALLS.map(([line]) => `void ${line};`),
	].join('\n');
	const wrong = new Set(wrongLines(text));
	const compiled = CALLS.map(([line], index) => [line, !wrong.has(index + 3)]);
	expect(compiled).toEqual(CALLS);
	expect([...wrong].filter((line) => line < 3)).toEqual([]);
});
