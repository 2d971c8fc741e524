import { until } from '../../../scripts/lib/until';
import { TRIGGERS, useEitherTrigger } from '../../support/eitherTrigger';
import { PATIENCE_MS } from '../../support/patience';

const { emulator, api, publish, say, settled } = useEitherTrigger();
const { chats, users } = emulator.defaults;

const asOlga = { user_id: users.olga };
const PATTERN = '{user} {duration?} {reason…?}';

const listening = (row: object = {}, more: object = {}) => ({
	outputs: 'commands',
	outputCommands: {
		command: [{ command: '/mute', arguments: PATTERN, where: 'administrators', ...row }],
	},
	...more,
});

/** The bot's messages, oldest first. */
const written = async () =>
	(await emulator.calls('sendMessage')).map(({ params }) => [params.chat_id, params.text]);

/** The same, once there are this many answers, so that no update still waits for one. */
async function answered(count: number) {
	const areThere = async () => (await written()).length >= count;
	await until(`${count} answers are there`, areThere, PATIENCE_MS);
	return await written();
}

describe.each(TRIGGERS)('a command with arguments (%s)', (kind) => {
	test('has them parsed, with the author of the message that it answers', async () => {
		const trigger = await publish(kind, listening());
		const spam = await say('spam');
		await say('/mute 2h spam', { ...asOlga, reply_to_message_id: spam });
		await say('/mute @noah', asOlga);
		await say('/mute 2h @mia', { ...asOlga, reply_to_message_id: spam });
		await settled();
		const mia = expect.objectContaining({ id: users.mia, firstName: 'Mia' });
		expect(trigger.started.map(({ output, item }) => [output, item.json.given])).toEqual([
			[1, undefined],
			[0, { user: mia, duration: '2h', seconds: 7200, reason: 'spam' }],
			[0, { user: mia, duration: '2h', seconds: 7200 }],
		]);
		expect(await answered(1)).toEqual([
			[
				chats.demoGroup,
				'I do not know who @noah is. Reply to a message of this person, or use their number.',
			],
		]);
	});

	describe('that names two people', () => {
		/** Olga answers a message of Mia, and names Noah. Returns the bot's question. */
		async function askWhom(
			text = '/mute @noah 2h spam',
			more: object = {},
			writer: number = users.olga,
		) {
			const trigger = await publish(kind, listening({}, more));
			await say('I am here', { user_id: users.noah });
			const spam = await say('spam');
			await settled();
			const before = trigger.started.length;
			await say(text, { user_id: writer, reply_to_message_id: spam });
			await settled();
			await answered(1);
			const [{ params }] = await emulator.calls('sendMessage');
			const { messages } = await emulator.state();
			const asked = messages.filter((message) => message.text === params.text).at(-1)!;
			const rows = Object(params.reply_markup).inline_keyboard as Array<[{ text: string }]>;
			const press = async (place: number, user_id = writer) => {
				await emulator.act('press', {
					user_id,
					chat_id: chats.demoGroup,
					message_id: asked.message_id,
					callback_data: Object(rows[place][0]).callback_data,
				});
				await settled();
			};
			const started = () => trigger.started.slice(before);
			return { rows: rows.map(([{ text: label }]) => label), text: params.text, press, started };
		}

		/** What was said to those who pressed. */
		const notices = async () =>
			(await emulator.calls('answerCallbackQuery')).map(({ params }) => params.text);

		test('does nothing, and its writer says by a button who is meant', async () => {
			const { rows, text, press, started } = await askWhom();
			expect(started()).toEqual([]);
			expect([text, ...rows]).toEqual(['Whom do you mean?', 'Mia @mia', 'Noah @noah']);
			await press(1);
			await until('it starts', async () => started().length === 1, PATIENCE_MS);
			const [{ output, item }] = started();
			expect(output).toBe(0);
			expect(item.json).toMatchObject({
				command: '/mute',
				text: '/mute @noah 2h spam',
				userId: users.olga,
				given: { user: { id: users.noah }, seconds: 7200, reason: 'spam' },
			});
			expect(await notices()).toEqual([undefined]);
		});

		test('counts once, and takes the author of the message, too', async () => {
			const { press, started } = await askWhom('/mute please @noah', {
				usageTexts: { whom: 'Wen?' },
			});
			await press(0);
			await until('it starts', async () => started().length === 1, PATIENCE_MS);
			expect(started()[0].item.json.given).toMatchObject({
				user: { id: users.mia },
				reason: 'please @noah',
			});
			await press(1);
			expect(started()).toHaveLength(1);
		});

		test('is not completed by anybody else', async () => {
			const { press, started } = await askWhom();
			await press(1, users.mia);
			await press(0, users.milan);
			expect(started()).toEqual([]);
			await until('both are told', async () => (await notices()).length === 2, PATIENCE_MS);
			expect(await notices()).toEqual(Array(2).fill('This menu is not for you.'));
		});

		test('does nothing if its writer is no administrator any more', async () => {
			const { id } = await api('getMe');
			const milan = { chat_id: chats.demoGroup, user_id: users.milan };
			const rights = { can_promote_members: true, can_restrict_members: true };
			const own = { ...milan, user_id: id, status: 'administrator', rights };
			await emulator.control('post', 'seed', { members: [own, { ...milan, status: 'member' }] });
			await api('promoteChatMember', { ...milan, can_restrict_members: true });
			const { press, started } = await askWhom(undefined, {}, users.milan);
			await api('promoteChatMember', milan);
			await settled();
			await press(1);
			await emulator.control('post', 'seed', { members: [{ ...milan, status: 'administrator' }] });
			expect(started().filter(({ output }) => output === 0)).toEqual([]);
		});
	});

	test('understands a time in words, and keeps a reason that begins with a number', async () => {
		const trigger = await publish(kind, listening());
		const texts = ['半小时，刷屏', 'hai tiếng nói bậy'.normalize('NFD'), '永久', '一直刷屏'];
		const spam = { ...asOlga, reply_to_message_id: await say('spam') };
		for (const text of texts) await say(`/mute ${text}`, spam);
		await settled();
		expect(
			trigger.started.slice(1).map(({ item }) => {
				const { seconds, reason } = item.json.given as Record<string, unknown>;
				return [seconds, reason];
			}),
		).toEqual([
			[1800, '刷屏'],
			[7200, 'nói bậy'.normalize('NFD')],
			[null, undefined],
			[undefined, '一直刷屏'],
		]);
	});

	test('is answered three times in a row if they do not fit, and starts nothing', async () => {
		const more = { usageAnswer: 'private', usageText: 'Cách dùng:' };
		const trigger = await publish(kind, listening({ where: 'everywhere' }, more));
		for (const name of ['one', 'two', 'three', 'four']) await say(`/mute ${name}`);
		await settled();
		expect(trigger.started).toEqual([]);
		const usage = [users.mia, 'Cách dùng: /mute <user> [duration] [reason]'];
		expect(await answered(3)).toEqual([usage, usage, usage]);
	});

	describe('that names nobody is answered with the reason, and starts nothing:', () => {
		const NEWS = -1100;
		const UNKNOWN = (name: string) =>
			`I do not know who ${name} is. Reply to a message of this person, or use their number.`;
		const CHAT = 'A channel or a group wrote this message. The command works only for people.';

		/** A moderator writes, optionally in reply to a message. */
		const answerTo = async (text: string, to?: number, more: object = {}) => {
			const trigger = await publish(kind, listening({ arguments: '{user} {reason…?}' }, more));
			const { length } = await written();
			await say(text, { ...asOlga, ...(to && { reply_to_message_id: to }) });
			await settled();
			expect(trigger.started.filter(({ output }) => output === 0)).toEqual([]);
			return (await answered(length + 1))[length][1];
		};

		beforeEach(async () => {
			const { id } = await api('getMe');
			await emulator.control('post', 'seed', {
				users: [{ id, is_bot: true, first_name: 'Bot', username: 'our_bot' }],
				chats: [{ id: NEWS, type: 'channel', title: 'News' }],
				members: [{ chat_id: NEWS, user_id: users.mia, status: 'creator' }],
			});
		});

		test('a name that the bot does not know', async () => {
			expect(await answerTo('/mute @nobody_here spam')).toBe(UNKNOWN('@nobody_here'));
		});

		test('an unknown name somewhere in a reply', async () => {
			const spam = await say('spam');
			expect(await answerTo('/mute please @nobody_here', spam)).toBe(UNKNOWN('@nobody_here'));
		});

		test('a message of a channel', async () => {
			const spam = await say('as News', { sender_chat_id: NEWS });
			expect(await answerTo('/mute', spam)).toBe(CHAT);
		});

		test('a message of the bot', async () => {
			const own = await api('sendMessage', { chat_id: chats.demoGroup, text: 'Hi' });
			expect(await answerTo('/mute', own.message_id)).toBe('That is me.');
		});

		test('the bot’s name', async () => {
			expect(await answerTo('/mute @Our_Bot')).toBe('That is me.');
		});

		test('the bot’s number', async () => {
			const { id } = await api('getMe');
			expect(await answerTo(`/mute ${id}`)).toBe('That is me.');
		});

		test('but a person is not required if the form makes them optional', async () => {
			const trigger = await publish(kind, listening({ arguments: '{user?} {reason…?}' }));
			const news = await say('as News', { sender_chat_id: NEWS });
			await say('/mute', { ...asOlga, reply_to_message_id: news });
			await settled();
			expect(trigger.started.map(({ output }) => output)).toEqual([1, 0]);
		});

		test('the answer has the words of the form', async () => {
			const usageTexts = { unknown: 'Ai là {name}?' };
			expect(await answerTo('/mute @nobody_here', undefined, { usageTexts })).toBe(
				'Ai là @nobody_here?',
			);
		});

		test('but not a name that is the one of the author', async () => {
			const trigger = await publish(kind, listening());
			const spam = await say('spam');
			await say('/mute please @mia', { ...asOlga, reply_to_message_id: spam });
			await settled();
			expect(trigger.started.at(-1)?.item.json.given).toMatchObject({
				user: { id: users.mia },
				reason: 'please',
			});
		});
	});

	test('is not answered if the form says so, nor if the sender may not use it', async () => {
		const trigger = await publish(kind, listening({}, { usageAnswer: 'none' }));
		await say('/mute', asOlga);
		await say('/mute');
		await settled();
		expect(trigger.started.map(({ output }) => output)).toEqual([1]);
		expect(await written()).toEqual([]);
	});

	test('does not count if an administrator forwards the message of another person', async () => {
		const message = { chat_id: chats.demoGroup, from_id: users.olga, date: 1, text: 'x' };
		await emulator.control('post', 'seed', {
			messages: [
				{ ...message, message_id: 901 },
				{ ...message, message_id: 902, forward_origin: { type: 'user' } },
			],
		});
		const trigger = await publish(kind, listening({ arguments: '{word}' }));
		for (const message_id of [901, 902]) {
			const edit = { ...asOlga, chat_id: chats.demoGroup, message_id };
			await emulator.act('edit', { ...edit, text: `/mute ${message_id}` });
		}
		await settled();
		expect(trigger.started.map(({ output }) => output)).toEqual([0, 1]);
	});

	describe('that names a person whom the bot has met', () => {
		const call = (name: string | undefined) => ({
			id: users.noah,
			is_bot: false,
			first_name: 'Noah',
			username: name,
		});
		const begin = async () => {
			const trigger = await publish(kind, listening());
			await emulator.control('post', 'seed', { users: [call('noah_1')] });
			await say('spam', { user_id: users.noah });
			return trigger;
		};
		const people = ({ started }: Awaited<ReturnType<typeof publish>>) =>
			started.slice(1).map(({ item }) => (item.json.given as { user: object }).user);

		test('is about them if the server confirms the name', async () => {
			const trigger = await begin();
			await emulator.control('post', 'seed', { users: [{ ...call('Noah_1'), first_name: 'Noé' }] });
			await say('/mute @noah_1 2h', asOlga);
			await settled();
			expect(people(trigger)).toEqual([{ id: users.noah, firstName: 'Noé', username: 'Noah_1' }]);
		});

		test.each([
			['it has changed hands', 'noah_2'],
			['they have dropped it', undefined],
		])('is about nobody when %s', async (_what, name) => {
			const trigger = await begin();
			await emulator.control('post', 'seed', { users: [call(name)] });
			await say('/mute @noah_1 2h', asOlga);
			await settled();
			expect(people(trigger)).toEqual([]);
			expect(await answered(1)).toHaveLength(1);
		});

		test('is about nobody until the server confirms the name', async () => {
			const trigger = await begin();
			await emulator.fault({ kind: 'error', status: 400, method: 'getChatMember', times: 9 });
			await say('/mute @noah_1 2h', asOlga);
			await settled();
			expect(people(trigger)).toEqual([]);
			expect(await answered(1)).toHaveLength(1);
		});
	});

	test('brings the name of a person who is given by number, if the server says it', async () => {
		const trigger = await publish(kind, listening());
		for (const number of [users.noah, 987_654_321]) await say(`/mute ${number} 2h`, asOlga);
		await settled();
		expect(trigger.started.map(({ item }) => (item.json.given as { user: object }).user)).toEqual([
			{ id: users.noah, firstName: 'Noah', username: 'noah' },
			{ id: 987_654_321 },
		]);
	});

	test('is recognized in upper and lower case, and comes as written in the form', async () => {
		const rows = ['/mute', 'warnAll'].map((command) => ({ command, where: 'everywhere' }));
		const trigger = await publish(kind, {
			outputs: 'commands',
			outputCommands: { command: rows },
		});
		for (const text of ['/Mute', '/WARNALL x', '/Other']) await say(text);
		await settled();
		expect(trigger.started.map(({ output, item }) => [output, item.json.command])).toEqual([
			[0, '/mute'],
			[1, '/warnAll'],
			[2, '/other'],
		]);
	});

	test('is not about the author of the message that it answers if it names another person', async () => {
		const trigger = await publish(kind, listening());
		const spam = { ...asOlga, reply_to_message_id: await say('spam') };
		for (const text of ['/mute 2h @noah spam', '/mute please @noah', '/mute spam half an hour']) {
			await say(text, spam);
		}
		await settled();
		expect(trigger.started.map(({ output }) => output)).toEqual([1]);
	});

	describe('with a right', () => {
		const NEWS = -1100;
		const asGroup = { ...asOlga, sender_chat_id: chats.demoGroup };
		const asChannel = { ...asOlga, sender_chat_id: NEWS };

		beforeEach(async () => {
			const rights = { can_restrict_members: true };
			const noah = {
				chat_id: chats.demoGroup,
				user_id: users.noah,
				status: 'administrator',
				rights,
			};
			await emulator.control('post', 'seed', {
				chats: [
					{ id: NEWS, type: 'channel', title: 'News' },
					{ id: chats.demoGroup, type: 'group', title: 'Demo', linked_chat_id: NEWS },
				],
				members: [{ chat_id: NEWS, user_id: users.olga, status: 'creator' }, noah],
			});
		});

		/** The people who may use the command. */
		const callers = async (right?: string) => {
			const trigger = await publish(kind, listening({ arguments: '{word}', right }));
			await say('/mute noah', { user_id: users.noah });
			await say('/mute olga', asOlga);
			await say('/mute group', asGroup);
			await say('/mute channel', asChannel);
			await say('/mute mia');
			await settled();
			const used = trigger.started.filter(({ output }) => output === 0);
			return used.map(({ item }) => (item.json.given as { word: string }).word).sort();
		};

		test('works for people with the right, but not for people who write in the name of a chat', async () => {
			expect(await callers('can_restrict_members')).toEqual(['noah', 'olga']);
		});

		test.each([['can_restrict_members'], [undefined]])(
			'works for nobody if the server does not say who is an administrator: %s',
			async (right) => {
				await emulator.fault({
					kind: 'error',
					status: 400,
					method: 'getChatAdministrators',
					times: 9,
				});
				const used = await callers(right);
				expect(used.filter((who) => who !== 'group' && who !== 'channel')).toEqual([]);
			},
		);

		test('works for all administrators if any right is enough', async () => {
			expect(await callers()).toEqual(['channel', 'group', 'noah', 'olga']);
		});
	});

	test('works for administrators with the right, and for the owner', async () => {
		const administrator = (user_id: number, right: string) => ({
			chat_id: chats.demoGroup,
			user_id,
			status: 'administrator',
			rights: { [right]: true },
		});
		await emulator.control('post', 'seed', {
			members: [
				administrator(users.noah, 'can_pin_messages'),
				administrator(users.mia, 'can_restrict_members'),
			],
		});
		const row = { arguments: '{word}', right: 'can_restrict_members' };
		const trigger = await publish(kind, listening(row));
		await say('/mute noah', { user_id: users.noah });
		await say('/mute mia');
		await say('/mute olga', asOlga);
		await settled();
		const outputs = trigger.started.map(({ output, item }) => [item.json.text, output]);
		expect(outputs).toEqual([
			['/mute noah', 1],
			['/mute mia', 0],
			['/mute olga', 0],
		]);
	});
});
