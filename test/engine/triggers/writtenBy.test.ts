import { updateOf, useWebhooks } from '../../support/webhookTests';

const { emulator, listen, secretSet, push } = useWebhooks();
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
