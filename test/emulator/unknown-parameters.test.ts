import { request } from 'node:http';
import { json } from 'node:stream/consumers';

import FormData from 'form-data';

import { METHODS, type MethodShape } from '../../reference';
import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal, type Answer } from './answers';
import { startProcess } from './process';
import { waysTo } from './ways';

const emulator = useEmulator({ unknownParameters: 'ignore' });
const { users, chats, messages } = emulator.defaults;
const { all: WAYS, inForm, inJson, inMultipart } = waysTo(emulator);

const text = { chat_id: chats.demoGroup, text: 'Hello' };
const video = { type: 'video', media: 'none' };

const lastCall = async () => (await emulator.calls()).at(-1)!;

describe.each(WAYS)('unknown parameters in %s', (_name, call) => {
	test('are ignored, and the log of calls names them', async () => {
		accepted(await call('sendMessage', { ...text, suppress: true, fileName: 'a.txt' }));
		expect(await lastCall()).toMatchObject({ ignored: ['suppress', 'fileName'], status: 200 });
		accepted(await call('sendMessage', text));
		expect(await lastCall()).not.toHaveProperty('ignored');
	});

	test('are ignored in permissions and in the entries of an album', async () => {
		const permissions = { can_send_messages: true, can_send_polls: false, can_send_audios: true };
		const who = { chat_id: chats.demoGroup, user_id: users.mia };
		accepted(await call('restrictChatMember', { ...who, permissions }));
		expect(await lastCall()).toMatchObject({ ignored: ['permissions.can_send_audios'] });
		const media = [{ ...video, has_spoiler: true }];
		const reason = 'Bad Request: wrong file identifier specified';
		expectRefusal(await call('sendMediaGroup', { ...text, text: undefined, media }), 400, reason);
		expect((await lastCall()).ignored).toContain('media.has_spoiler');
	});

	test('do not replace a missing one', async () => {
		const reason = 'Bad Request: parameter "text" is required';
		expectRefusal(await call('sendMessage', { chat_id: -1001, txt: 'Hello' }), 400, reason);
	});

	test('numbers, booleans and lists can be text', async () => {
		const who = { chat_id: String(chats.demoGroup), user_id: String(users.mia) };
		expect(accepted(await call('getChatMember', who))).toMatchObject({ status: 'member' });
		const ids = [String(messages.byMia), messages.byNoah];
		const params = { chat_id: chats.demoGroup, return_failed: 'true' };
		const gone = accepted(await call('deleteMessages', { ...params, message_ids: ids }));
		expect(gone.deleted_message_ids).toEqual([messages.byMia, messages.byNoah]);
		const more = JSON.stringify([messages.byOlga]);
		const then = accepted(await call('deleteMessages', { ...params, message_ids: more }));
		expect(then.deleted_message_ids).toEqual([messages.byOlga]);
	});

	test('a value that cannot be read as its type is still refused', async () => {
		const who = { chat_id: chats.demoGroup };
		for (const user_id of ['Mia', '1.5', '9007199254740993', true, [1003], {}]) {
			const reason = 'Bad Request: parameter "user_id" must be of type integer';
			expectRefusal(await call('getChatMember', { ...who, user_id }), 400, reason);
		}
		for (const return_failed of ['perhaps', 2]) {
			const params = { ...who, message_ids: [1], return_failed };
			const reason = 'Bad Request: parameter "return_failed" must be of type boolean';
			expectRefusal(await call('deleteMessages', params), 400, reason);
		}
		for (const message_ids of [['one'], [1.5], '[1', '1,2']) {
			const reason = 'Bad Request: parameter "message_ids" must be of type integers';
			expectRefusal(await call('deleteMessages', { ...who, message_ids }), 400, reason);
		}
	});
});

test('a number counts as a text in JSON too', async () => {
	expect(accepted(await inJson('sendMessage', { ...text, text: 12.5 })).text).toBe('12.5');
	const objects = await inJson('sendMessage', { ...text, text: { a: 1 } });
	expectRefusal(objects, 400, 'Bad Request: parameter "text" must be of type string');
});

const everyInteger = Object.entries<MethodShape>(METHODS).flatMap(([method, { params }]) =>
	Object.entries(params).flatMap(([name, { type }]) =>
		type === 'integer' ? [{ method, name }] : [],
	),
);

test.each(everyInteger)(
	'$method refuses the $name "x1" as an integer',
	async ({ method, name }) => {
		const reason = `Bad Request: parameter "${name}" must be of type integer`;
		expectRefusal(await inJson(method, { [name]: 'x1' }), 400, reason);
		expect((await inJson(method, { [name]: '1' })).body.description).not.toBe(reason);
	},
);

test('a webhook without an address is removed, which telebot uses', async () => {
	accepted(await emulator.api('setWebhook', { url: 'http://127.0.0.1:9/' }));
	accepted(await inForm('setWebhook', {}));
	expect(accepted(await emulator.api('getWebhookInfo')).url).toBe('');
});

test('an upload can come with GET, which slimbot uses', async () => {
	const form = new FormData();
	form.append('video', Buffer.from('a clip'), { filename: 'a.mp4' });
	const url = `${emulator.url}/bot${emulator.token}/sendVideo?chat_id=${chats.demoGroup}`;
	const body = form.getBuffer();
	const headers = { ...form.getHeaders(), 'content-length': body.length };
	const answer = await new Promise<Answer>((resolve, reject) => {
		const call = request(url, { headers }, (response) => {
			const { statusCode: status = 0 } = response;
			json(response).then((answered) => resolve({ status, body: answered }), reject);
		});
		call.once('error', reject).end(body);
	});
	expect(accepted(answer).video).toMatchObject({ file_size: 6, mime_type: 'video/mp4' });
});

describe('the setting', () => {
	test('refuses them again when it is switched back', async () => {
		const strict = 'Bad Request: unknown parameter "suppress"';
		await emulator.settings({ unknownParameters: 'refuse' });
		expectRefusal(await inMultipart('getMe', { suppress: true }), 400, strict);
		expect(await lastCall()).not.toHaveProperty('ignored');
		expectRefusal(
			await emulator.api('setWebhook'),
			400,
			'Bad Request: parameter "url" is required',
		);
	});

	test('accepts only its two values', async () => {
		await expect(emulator.settings({ unknownParameters: 'warn' })).rejects.toThrow('400');
	});

	test.each<[string, string[], Record<string, string>, string]>([
		['nothing', [], {}, 'refuse'],
		['the command line', ['--unknown-parameters', 'ignore'], {}, 'ignore'],
		['the environment', [], { EMULATOR_UNKNOWN_PARAMETERS: 'ignore' }, 'ignore'],
	])('is set for the program by %s', async (_name, args, environment, expected) => {
		const program = startProcess(['--port', '0', ...args], [], environment);
		try {
			const response = await fetch(`${await program.url()}/_emulator/settings`);
			expect(await response.json()).toMatchObject({ unknownParameters: expected });
		} finally {
			await program.end();
		}
	});

	test('ends the program if its value is unknown', async () => {
		const program = startProcess(['--port', '0', '--unknown-parameters', 'maybe']);
		expect(await program.ended).toBe(1);
		expect(program.printed()).toMatch(
			/^The emulator cannot start: --unknown-parameters takes refuse or ignore, not "maybe"/,
		);
	});
});
