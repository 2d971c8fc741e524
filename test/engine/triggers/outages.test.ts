import axios from 'axios';

import { freePort } from '../../../scripts/lib/ports';
import { useClock } from '../../support/clock';
import { startEmulator } from '../../support/emulator';
import { ask } from '../../support/http';
import { usePolling } from '../../support/pollingTests';

const clock = useClock();
const { emulator, token, start, say, pending, polls, soon, held } = usePolling();
const { chats, users } = emulator.defaults;

/** The kinds of log line, in order. */
const kindsOf = (logged: string[]) => logged.map((line) => /Fetching|No updates/.exec(line)?.[0]);

const UNAUTHORIZED = { kind: 'error', status: 401, description: 'Unauthorized' };

/** Replaces this test's token, which ends a held call. */
async function replaceToken(replaced: string): Promise<void> {
	const snapshot = await emulator.control('get', 'snapshot');
	snapshot.bots.find((bot: { token: string }) => bot.token === token()).token = replaced;
	await emulator.control('put', 'snapshot', snapshot);
}

describe('a token', () => {
	type Started = Awaited<ReturnType<typeof start>>;

	/** One trigger gets nothing more, and the other one gets all. */
	async function expectEnded(one: Started, beside: Started): Promise<void> {
		const before = one.texts;
		await say('after it');
		await soon('the other one gets it', () => beside.texts.includes('after it'));
		await soon('it is confirmed', async () => (await pending()) === 0);
		expect(one.texts).toEqual(before);
		expect(one.failed).toHaveLength(1);
	}

	test('that the server does not know fails at publication, and the error says what to do', async () => {
		await expect(start({}, {}, {}, { botToken: '1:wrong' })).rejects.toMatchObject({
			message: 'Unauthorized',
			description: expect.stringContaining('paste the complete bot token again'),
		});
		expect(await polls()).toEqual([]);
	});

	test('that is revoked later is reported once, in the list of executions', async () => {
		const one = await start({}, { id: 'one' });
		const two = await start({}, { id: 'two' });
		await emulator.fault({ ...UNAUTHORIZED, method: 'getUpdates', times: 2 });
		await say('wakes the held call');
		await soon('both go on', () => one.texts.length === 1 && two.texts.length === 1);
		for (const trigger of [one, two]) {
			expect(trigger.errors).toEqual([]);
			expect(trigger.failed.map(({ message }) => message)).toEqual([
				expect.stringContaining('paste the new token'),
			]);
		}
	});

	test('that is replaced is taken from the credential, without a new publication', async () => {
		const trigger = await start();
		const replaced = token().replace('secret', 'replaced');
		await replaceToken(replaced);
		await say('after it', chats.demoGroup);
		await soon('it is said', () => trigger.failed.length === 1);
		trigger.paste({ botToken: replaced });
		await soon('it continues', () => trigger.texts.includes('after it'));
		expect(trigger.errors).toEqual([]);
	});

	test('that is replaced also answers presses', async () => {
		const trigger = await start({ updates: ['callback_query'], answerPresses: true });
		const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] };
		const asking = { chat_id: chats.demoGroup, text: 'Well?', reply_markup };
		const { body } = await ask('POST', `${emulator.url}/bot${token()}/sendMessage`, asking);
		const replaced = token().replace('secret', 'replaced');
		trigger.paste({ botToken: replaced });
		await replaceToken(replaced);
		const { message_id } = body.result;
		const by = { user_id: users.mia, chat_id: chats.demoGroup };
		await emulator.act('press', { ...by, message_id, callback_data: 'yes' });
		await soon('it starts', () => trigger.started.length === 1);
		const isAnswered = async () =>
			(await emulator.state()).callback_queries.some(({ answer }) => answer !== undefined);
		await soon('the press is answered', isAnswered);
	});

	test.each([
		['of another bot', { botToken: emulator.token }],
		['at another address', { baseUrl: 'http://127.0.0.1:1' }],
	])('%s ends the trigger, although the former one is valid', async (_what, credential) => {
		const [one, beside] = [await start(), await start({}, { id: 'beside' })];
		one.paste(credential);
		clock.advance(30_000);
		await say('ends the held call');
		await soon('it is said', () => one.failed.length === 1);
		expect(one.failed[0]).toMatchObject({
			message: expect.stringContaining('now for another bot'),
			description: expect.stringContaining('unpublish this workflow, and publish it again'),
		});
		await expectEnded(one, beside);
	});

	test('whose credential is deleted ends the trigger, and a failed execution says so', async () => {
		const [one, beside] = [await start(), await start({}, { id: 'beside' })];
		const look = async (text: string) => {
			clock.advance(30_000);
			await say(text);
		};
		one.cannotRead = 'Database is not ready';
		await look('n8n is busy');
		await soon('both get it', () => one.texts.length + beside.texts.length === 2);
		expect(one.failed).toEqual([]);
		one.cannotRead = 'Credential with ID "1" does not exist for type "botMessagingApi".';
		await look('ends the held call');
		await soon('it is said', () => one.failed.length === 1);
		expect(one.failed[0]).toMatchObject({
			message: expect.stringContaining('has been deleted. This trigger has stopped'),
			description: expect.stringContaining('Choose another credential'),
		});
		await expectEnded(one, beside);
	});

	test('that n8n cannot read, in words that are new, is said once, and updates still come', async () => {
		const trigger = await start();
		trigger.cannotRead = 'No such credential';
		for (const text of ['one', 'two', 'three', 'four', 'five', 'six']) {
			clock.advance(30_000);
			await say(text);
			await soon('it has it', () => trigger.texts.includes(text));
		}
		expect(trigger.failed.map(({ message }) => message)).toEqual([
			expect.stringContaining('cannot read the credential of this trigger: No such credential'),
		]);
		trigger.cannotRead = undefined;
		clock.advance(30_000);
		await say('seven');
		await soon('it has it', () => trigger.texts.includes('seven'));
		expect(trigger.failed).toHaveLength(1);
	});

	test('and the form of its path are read again once a minute', async () => {
		const trigger = await start();
		trigger.paste({ pathForm: 'plain' });
		clock.advance(30_000);
		await say('ends the held call');
		const forms = async () => (await polls()).map(({ path_form: form }) => form);
		await soon('it is used', async () => (await forms()).includes('plain'));
	});

	test('of another bot is found when the former one is refused', async () => {
		const trigger = await start();
		await replaceToken(token().replace('secret', 'gone'));
		await soon('it is said', () => trigger.failed.length === 1);
		trigger.paste({ botToken: emulator.token });
		const isSaid = ({ message }: Error) => message.includes('now for another bot');
		await soon('that is said', () => trigger.failed.some(isSaid));
	});

	test('does not stop the trigger if it is wrong when n8n starts', async () => {
		const wrong = token().replace('secret', 'wrong');
		const trigger = await start({}, { activation: 'init' }, {}, { botToken: wrong });
		await soon('it is said', () => trigger.failed.length === 1);
		trigger.paste({ botToken: token() });
		await say('hello');
		await soon('it continues', () => trigger.texts.includes('hello'));
	});
});

test('a broken regular expression fails at publication, and the error names its field', async () => {
	await expect(start({ filters: { textMatches: '(' } })).rejects.toMatchObject({
		message: expect.stringContaining('Filters > Text Matches: ( is not a valid regular expression'),
	});
});

test.each([
	['answers 500', { kind: 'error', status: 500 }],
	['answers 502', { kind: 'error', status: 502 }],
	['cuts the connection', { kind: 'cut' }],
	['cuts the connection after its answer', { kind: 'cut_after' }],
	['sends half an answer', { kind: 'malformed' }],
])('a server that %s is asked again, with one line for each change', async (_what, fault) => {
	await emulator.fault({ ...fault, method: 'getUpdates', times: 3 });
	const trigger = await start();
	await say('in between');
	await soon('it continues', () => trigger.texts.includes('in between'));
	await soon('it is told', () => trigger.logged.length === 2);
	expect(kindsOf(trigger.logged)).toEqual(['No updates', 'Fetching']);
	await soon('it is confirmed', async () => (await pending()) === 0);
	expect(trigger.texts).toEqual(['in between']);
});

test('a server that asks for a pause gets it', async () => {
	const fault = { kind: 'error', status: 429, parameters: { retry_after: 1 } };
	await emulator.fault({ ...fault, method: 'getUpdates' });
	const trigger = await start();
	await say('after it');
	await soon('it continues', () => trigger.texts.includes('after it'));
	const all = await polls();
	const refused = all.findIndex(({ status }) => status === 429);
	expect(all[refused + 1].started_at - all[refused].started_at).toBeGreaterThanOrEqual(1000);
});

test('a confirmation whose answer is lost starts nothing twice', async () => {
	const trigger = await start();
	trigger.endsAtOnce = false;
	await say('once');
	await soon('it has started', () => trigger.texts.length === 1);
	await emulator.fault({ kind: 'cut_after', method: 'getUpdates', times: 2 });
	trigger.started[0].end();
	await soon('it is confirmed', async () => (await pending()) === 0);
	await say('twice');
	trigger.endsAtOnce = true;
	await soon('the next comes', () => trigger.texts.includes('twice'));
	expect(trigger.texts).toEqual(['once', 'twice']);
});

test('a problem ends a test run with the reason', async () => {
	await emulator.fault({ kind: 'error', status: 500, method: 'getUpdates' });
	const tested = await start({}, { mode: 'manual' });
	await soon('it is shown', () => tested.errors.length === 1);
	expect(tested.errors[0].message).toContain('No updates for now: Internal Server Error');
	await expect(
		start({}, { mode: 'manual', id: 'other' }, {}, { baseUrl: 'http://127.0.0.1:1' }),
	).rejects.toThrow('cannot be reached');
});

describe('a server that goes away', () => {
	const sayAt = async (url: string, text: string) =>
		await axios.post(
			`${url}/_emulator/act/message`,
			{ user_id: users.mia, chat_id: chats.demoGroup, text },
			{ headers: { connection: 'close' } },
		);

	test('is found again, and loses nothing although its numbers start from the beginning', async () => {
		const port = await freePort();
		const credential = { baseUrl: `http://127.0.0.1:${port}`, botToken: emulator.token };
		const trigger = await start({}, {}, {}, credential);
		for (const [index, round] of ['first', 'second'].entries()) {
			await soon('it is reported', () => trigger.logged.length === 2 * index + 1);
			const server = await startEmulator({ port });
			try {
				await sayAt(server.url, `${round} a`);
				await soon('it continues', () => trigger.texts.includes(`${round} a`));
				await sayAt(server.url, `${round} b`);
				await soon('and on', () => trigger.texts.includes(`${round} b`));
				// A held poll can no longer confirm anything.
				await held(server.url, emulator.token);
			} finally {
				await server.close();
			}
		}
		await soon('it is reported again', () => trigger.logged.length === 5);
		expect(kindsOf(trigger.logged)).toEqual([
			'No updates',
			'Fetching',
			'No updates',
			'Fetching',
			'No updates',
		]);
		expect(trigger.texts).toEqual(['first a', 'first b', 'second a', 'second b']);
	});

	test('does not keep the trigger from stopping at once', async () => {
		const trigger = await start({}, {}, {}, { baseUrl: `http://127.0.0.1:${await freePort()}` });
		await soon('it is reported', () => trigger.logged.length === 1);
		await soon('its pauses are long', () => clock.passed > 60_000);
		await clock.standing(async () => await trigger.stop());
		expect(trigger.logged.join()).not.toContain(token().split(':')[1]);
	});
});
