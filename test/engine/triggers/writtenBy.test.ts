import { useGate } from '../../support/gate';
import { updateOf, useWebhooks } from '../../support/webhookTests';

const { emulator, listen, secretSet, push, soon } = useWebhooks();
const gateOf = useGate(emulator);
const { chats, users } = emulator.defaults;

const DAY = 86_400;
const NOW = Math.floor(Date.now() / 1000);
const NEWS = -100200;

const mia = { id: users.mia, is_bot: false, first_name: 'Mia' };
const olga = { id: users.olga, is_bot: false, first_name: 'Olga' };
const group = { id: chats.demoGroup, type: 'group' };
const news = { id: NEWS, type: 'channel', title: 'News' };

const messageOf = (more: object = {}) => ({ ...updateOf(1, chats.demoGroup).message, ...more });

/** A press of a button below a message. */
const pressOf = (from: object, message: object, id = 1) => ({
	update_id: id,
	callback_query: { id: '1', from, message: messageOf(message), data: 'a' },
});

const joinOf = (date: number) => ({
	update_id: 10,
	chat_member: {
		chat: group,
		from: mia,
		date,
		old_chat_member: { user: mia, status: 'left' },
		new_chat_member: { user: mia, status: 'member' },
	},
});

/** Indexes of the updates that start a workflow with these filters. */
async function starting(filters: object, updates: object[]) {
	const trigger = await listen({
		updates: ['*'],
		output: 'raw',
		filters,
		options: { takeOver: true },
	});
	await trigger.open();
	const secret = await secretSet();
	for (const [place, one] of updates.entries()) {
		expect(await push(trigger, { ...one, update_id: place }, secret)).toBe(200);
	}
	const places = trigger.started.map(({ item }) => item.json.update_id);
	return { places, logged: trigger.logged };
}

describe('administrators are', () => {
	const whoIs = async (update: object) => {
		const [{ places: asOthers }, { places: asAdministrators }] = [
			await starting({ writtenBy: 'others' }, [update]),
			await starting({ writtenBy: 'administrators' }, [update]),
		];
		expect(asOthers.length + asAdministrators.length).toBe(1);
		return asAdministrators.length === 1;
	};

	test.each<[who: string, update: object, isAdministrator: boolean]>([
		['the owner', { message: messageOf({ from: olga }) }, true],
		['not a member', { message: messageOf() }, false],
		[
			'those who post in a channel, also where the post does not say in whose name',
			{ channel_post: { message_id: 1, chat: news, date: NOW, text: 'Hi' } },
			true,
		],
		[
			'those whose post of a channel the server puts into its group',
			{ message: messageOf({ sender_chat: news, is_automatic_forward: true }) },
			true,
		],
		[
			'not a member who presses a button below a message of the group',
			pressOf(mia, { sender_chat: group }),
			false,
		],
		[
			'not a member who presses a button below a post of the channel',
			pressOf(mia, { is_automatic_forward: true }),
			false,
		],
		['the owner who presses a button of a member', pressOf(olga, { from: mia }), true],
		[
			'nobody in a private chat',
			{ message: messageOf({ chat: { id: users.olga, type: 'private' }, from: olga }) },
			false,
		],
	])('%s', async (_who, update, isAdministrator) => {
		expect(await whoIs(update)).toBe(isAdministrator);
	});

	test.each([
		['administrators', -100301],
		['others', -100302],
	])(
		'unknown while the server does not say: nothing starts for %s, and the log says why',
		async (writtenBy, id) => {
			const chat = { id, type: 'group' };
			await emulator.fault({
				kind: 'error',
				method: 'getChatAdministrators',
				status: 400,
				description: 'not now',
			});
			const { places, logged } = await starting({ writtenBy }, [{ message: messageOf({ chat }) }]);
			expect(places).toEqual([]);
			expect(logged).toEqual([expect.stringContaining('not now')]);
		},
	);
});

describe('the server is asked about a message that breaks a rule', () => {
	const parameters = {
		updates: ['message'],
		filters: { writtenBy: 'others' },
		rules: { words: 'casino' },
		options: { takeOver: true },
	};
	/** In a group that no test has asked about. */
	const open = async (group: number) => {
		const { id: bot } = (await emulator.api('getMe')).body.result;
		await emulator.control('post', 'seed', {
			chats: [{ id: group, type: 'group', title: 'Ours' }],
			members: [
				{ chat_id: group, user_id: users.olga, status: 'creator' },
				{ chat_id: group, user_id: bot, status: 'administrator' },
			],
		});
		await emulator.control('delete', 'calls');
		const trigger = await listen(parameters);
		await trigger.open();
		const secret = await secretSet();
		let id = 0;
		const write = async (text: string, from: object) => {
			const message = messageOf({ text, from, chat: { id: group, type: 'group' } });
			return await push(trigger, { update_id: ++id, message }, secret);
		};
		const texts = () => trigger.started.map(({ item }) => item.json.text);
		return { write, texts };
	};
	const asked = async () => (await emulator.calls('getChatAdministrators')).length;

	test('and only then, once for those of a chat', async () => {
		const { write, texts } = await open(-601);
		for (const from of [mia, olga]) await write('hello', from);
		expect(await asked()).toBe(0);
		for (const from of [olga, mia, mia]) await write('casino', from);
		expect(texts()).toEqual(['casino', 'casino']);
		expect(await asked()).toBe(1);
	});

	test('again if it wants to be asked later', async () => {
		const parameters = { retry_after: 0 };
		const error = { kind: 'error', method: 'getChatAdministrators', status: 429, parameters };
		await emulator.fault({ ...error, times: 2 });
		const { write, texts } = await open(-602);
		await write('casino', mia);
		await soon('it starts', () => texts().length === 1);
		expect(await asked()).toBe(3);
	});

	test('for ten chats at a time', async () => {
		const { gate, credential } = await gateOf((body) => body.includes('chat_id'));
		const trigger = await listen(parameters);
		trigger.paste(credential);
		await trigger.open();
		const secret = await secretSet();
		const all = Array.from({ length: 25 }, async (_none, index) => {
			const message = messageOf({ text: 'casino', chat: { id: -500 - index, type: 'group' } });
			return await push(trigger, { update_id: index + 1, message }, secret);
		});
		await gate.holding(10);
		gate.open();
		await Promise.all(all);
		expect(gate.most).toBe(10);
	});
});

describe('people who have just joined:', () => {
	const written = (date: number) => ({ message: messageOf({ date }) });

	test.each<[what: string, joined: number, update: object, isNew: boolean]>([
		['a message a day later', NOW - 2 * DAY, written(NOW - DAY), true],
		['a message of the second before two days are over', NOW, written(NOW + 2 * DAY - 1), true],
		['a message after exactly two days', NOW, written(NOW + 2 * DAY), false],
		['a join of which the server tells late', NOW - 9 * DAY, written(NOW), false],
		['a press today', NOW, pressOf(mia, { date: NOW - 30 * DAY }), true],
		[
			'a press below a message as old as the join',
			NOW - 9 * DAY,
			pressOf(mia, { date: NOW - 9 * DAY }),
			false,
		],
	])('%s', async (_what, joined, update, isNew) => {
		const { places } = await starting({ joinedWithinDays: 2 }, [joinOf(joined), update]);
		expect(places.includes(1)).toBe(isNew);
	});

	test('a person whom the bot did not see join is left out', async () => {
		const { places } = await starting({ joinedWithinDays: 2 }, [
			{ message: messageOf({ from: { ...mia, id: 424242 }, date: NOW }) },
		]);
		expect(places).toEqual([]);
	});
});
