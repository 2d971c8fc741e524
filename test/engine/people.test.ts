import { Context } from '../../nodes/BotMessaging/update/context';
import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { People } from '../../nodes/BotMessaging/update/people';
import { botOf } from '../../nodes/BotMessaging/memory/registry';
import { useBot } from '../support/bot';
import { byUsername } from '../support/locators';

const { emulator, run } = useBot();
const { users } = emulator.defaults;

const GROUP = { __rl: true, mode: 'id', value: '-1001' };
const fromReply = (value = '={{ $json }}') => ({ __rl: true, mode: 'reply', value });

type Message = Record<string, unknown>;

/** A moderator's message, in the group. */
const message = (fields: Message) => ({
	message_id: 70,
	date: 1_700_000_000,
	chat: { id: -1001, type: 'supergroup' },
	from: { id: users.olga, first_name: 'Olga' },
	text: '/mute',
	...fields,
});

const written = (by: number, fields: Message = {}) => ({
	message_id: 69,
	from: { id: by, first_name: 'Somebody' },
	text: 'casino',
	...fields,
});

const marks = (...ids: number[]) => ({
	text: '/mute Zoë và Mía',
	entities: ids.map((id, index) => ({
		type: 'text_mention',
		offset: 6 + 3 * index,
		length: 3,
		user: { id },
	})),
});

const link = (id: number) => ({
	text: '/mute Zoë',
	entities: [{ type: 'text_link', offset: 6, length: 3, url: `safew://user?id=${id}` }],
});

async function muted(userId: object, json: object = {}) {
	const { error } = await run(
		'restrictChatMember',
		{ chatId: GROUP, userId, permissions: 'mute' },
		{ items: [{ json: json as never }] },
	);
	const calls = await emulator.calls('restrictChatMember');
	return { error, users: calls.map(({ params }) => params.user_id) };
}

describe.each([
	['banChatMember', { until: 'permanent' }],
	['restrictChatMember', { permissions: 'mute' }],
	['promoteChatMember', { rights: ['can_pin_messages'] }],
	['demoteChatMember', {}],
	['unbanChatMember', {}],
])('%s with the defaults of the form', (operation, more) => {
	/** A link that is posted as a reply to Noah. */
	const spam = message({ reply_to_message: written(users.noah), text: 'example.com' });
	const items = [{ json: { userId: users.mia, update: { update_id: 5, message: spam } } as never }];
	const actOn = async (userId?: object) => {
		const parameters = { chatId: GROUP, ...(userId && { userId }), ...more };
		// n8n does not start an execution with an empty required field.
		const { error } = await run(operation, parameters, { items }).catch((error: Error) => ({
			error,
		}));
		const calls = (await emulator.calls()).filter(({ method }) => method !== 'getChatMember');
		return { message: error?.message, users: calls.map(({ params }) => params.user_id) };
	};

	test.each([
		['was not touched', undefined],
		['was emptied', { __rl: true, mode: 'id', value: '' }],
		['has an expression without a value', { __rl: true, mode: 'id', value: '={{ $json.nobody }}' }],
		['was emptied in another way', { __rl: true, mode: 'reply', value: '' }],
	])('refuses to run if User %s', async (_what, userId) => {
		const done = await actOn(userId);
		expect(done.users).toEqual([]);
		expect(done.message).toMatch(/^User |Parameter "User" is required/);
	});

	test('takes a field that is dragged onto User', async () => {
		// n8n appends dragged text to the current text.
		const { default: before } = new BotMessaging().description.properties.find(
			({ name, displayOptions }) =>
				name === 'userId' && displayOptions?.show?.operation?.includes(operation),
		)!;
		const { mode, value } = before as { mode: string; value: string };
		const done = await actOn({
			__rl: true,
			mode,
			value: `=${value.replace('=', '')}{{ $json.userId }}`,
		});
		expect(done).toEqual({ message: undefined, users: [users.mia] });
	});
});

describe('By Reply', () => {
	const reply = message({ reply_to_message: written(users.mia) });

	test.each<[string, object]>([
		['an item of a trigger', { userId: users.olga, update: { update_id: 5, message: reply } }],
		['a raw item', { update_id: 5, message: reply }],
		['a message', reply],
		['a person who is named by a mark', message(marks(users.mia))],
		['a person who is named by a link', message(link(users.mia))],
		['a mark and a reply that are one', { ...reply, ...marks(users.mia) }],
		[
			'the person that a command names',
			{ given: { user: { id: users.mia } }, update: { update_id: 5, message: message({}) } },
		],
	])('%s', async (_what, json) => {
		expect((await muted(fromReply(), json)).users).toEqual([users.mia]);
	});

	test('takes a number that was dragged into the field', async () => {
		const { users: found } = await muted(fromReply('={{ $json.userId }}'), { userId: users.mia });
		expect(found).toEqual([users.mia]);
	});

	test.each<[string, object, RegExp]>([
		['no reply: never the writer', { update_id: 5, message: message({}) }, /is not a reply/],
		['nothing at all', {}, /is not a reply/],
		['two marks', message(marks(users.mia, users.noah)), /about several people/],
		['a link to another person', { ...reply, ...link(users.noah) }, /about several people/],
		['a mark of another person', { ...reply, ...marks(users.noah) }, /about several people/],
		[
			'a message in the name of a channel',
			message({ reply_to_message: written(136817688, { sender_chat: { id: -1009 } }) }),
			/in the name of a channel/,
		],
		[
			'the press of a button below a message that names a person',
			{
				update_id: 5,
				callback_query: { from: { id: users.olga }, message: message(marks(users.mia)) },
			},
			/is not a reply/,
		],
		['an item that only looks like one', { from: { id: users.mia } }, /is not a reply/],
	])('refuses %s', async (_what, json, words) => {
		const { error, users: found } = await muted(fromReply(), json);
		expect(error?.message).toMatch(words);
		expect(error?.message).toMatch(/^User: /);
		expect(found).toEqual([]);
	});
});

describe('By Name', () => {
	const met = () =>
		botOf({ service: 'other', baseUrl: emulator.url, botToken: emulator.token })
			.part(People)
			.learn(
				new Context({
					update_id: 9,
					message: message({ from: { id: users.mia, username: 'Mia_Nguyen', first_name: 'Mía' } }),
				}),
			);

	const named = async (username: string | undefined) =>
		await emulator.control('post', 'seed', {
			users: [{ id: users.mia, is_bot: false, first_name: 'Mía', username }],
		});
	beforeEach(async () => await named('Mia_Nguyen'));

	test.each([
		['banChatMember', { until: 'permanent' }],
		['banChatMember', { until: 'kick' }],
		['restrictChatMember', { permissions: 'mute' }],
		['unbanChatMember', {}],
		['promoteChatMember', { rights: ['can_pin_messages'] }],
		['demoteChatMember', {}],
		['setChatAdministratorCustomTitle', { customTitle: 'Support' }],
	])('%s %j does nothing to the person who had the name before', async (operation, more) => {
		met();
		await named('mia_2');
		const { error } = await run(operation, {
			chatId: GROUP,
			userId: byUsername('@mia_nguyen'),
			...more,
		});
		expect(error?.message).toBe(
			`User: the server does not confirm that @mia_nguyen is ${users.mia}`,
		);
		const asked = (await emulator.calls()).map(({ method }) => method);
		expect(new Set(asked)).toEqual(new Set(['getChatMember']));
	});

	test.each([
		['is theirs', 'Mia_Nguyen', [users.mia]],
		['was theirs', undefined, []],
	])('and By Reply act on the mentioned person if the name %s', async (_what, name, expected) => {
		met();
		await named(name);
		const entities = [{ type: 'mention', offset: 6, length: 11 }];
		const json = message({ text: '/mute @mia_nguyen', entities });
		expect((await muted(fromReply(), json)).users).toEqual(expected);
	});

	test.each(['@mia_nguyen', 'Mia_Nguyen', ' @MIA_NGUYEN ', 'https://t.me/mia_nguyen'])(
		'finds %s, whom a trigger has seen',
		async (name) => {
			met();
			expect((await muted(byUsername(name))).users).toEqual([users.mia]);
		},
	);

	test('says that the bot has not met a person if no trigger has seen them', async () => {
		met();
		const { error, users: found } = await muted(byUsername('@mia'));
		expect(error?.message).toBe('User: the bot has not met @mia since n8n was started');
		expect(found).toEqual([]);
	});

	test('refuses a number', async () => {
		const { error } = await muted(byUsername('1003'));
		expect(error?.message).toBe('User must be a username, but is the number 1003');
	});
});
