import { until } from '../../../scripts/lib/until';
import { TRIGGERS, useEitherTrigger } from '../../support/eitherTrigger';
import { PATIENCE_MS } from '../../support/patience';
import type { RunningTrigger } from '../../support/pollingTrigger';
import { useTime } from '../../support/time';

const { api, emulator, publish, say, settled, soon } = useEitherTrigger();
const { chats, users } = emulator.defaults;

const asOlga = { user_id: users.olga };
const asGroup = { ...asOlga, sender_chat_id: chats.demoGroup };
const MUTE = {
	command: '/mute',
	arguments: '{user} {duration?} {reason…?}',
	where: 'administrators',
	right: 'can_restrict_members',
};

const listening = (...more: object[]) => ({
	updates: ['message'],
	outputs: 'commands',
	outputCommands: { command: [MUTE, ...more] },
});

const change = async (message_id: number, text: string) =>
	await emulator.act('edit', { ...asOlga, chat_id: chats.demoGroup, message_id, text });

/** The texts of the bot, oldest first, once there are this many. */
async function answers(count: number): Promise<string[]> {
	const texts = async () =>
		(await emulator.calls('sendMessage')).map(({ params }) => String(params.text));
	await until(`${count} answers`, async () => (await texts()).length >= count, PATIENCE_MS);
	return await texts();
}

/** The buttons of the bot's last question, and who presses one. */
async function question() {
	const [{ params }] = (await emulator.calls('sendMessage')).slice(-1);
	const rows = Object(params.reply_markup).inline_keyboard as Array<
		[{ text: string; callback_data: string }]
	>;
	const { messages } = await emulator.state();
	const asked = messages.filter(({ text }) => text === params.text).at(-1)!;
	const press = async (place: number, user_id: number = users.olga) => {
		await emulator.act('press', {
			user_id,
			chat_id: chats.demoGroup,
			message_id: asked.message_id,
			callback_data: rows[place][0].callback_data,
		});
	};
	return { text: params.text, labels: rows.map(([{ text }]) => text), press };
}

describe.each(TRIGGERS)('an administrator is answered (%s)', (kind) => {
	const begin = async (...more: object[]) => await publish(kind, listening(...more));
	const edit = async (message_id: number, text: string) => {
		await change(message_id, text);
		await settled();
	};
	type Published = Awaited<ReturnType<typeof begin>>;
	const startedBy = ({ started }: Published, output = 0) =>
		started.filter((one) => one.output === output).map(({ item }) => item.json);

	test.each([3, 4, 5, 30])('however many wrong commands they write: %i', async (count) => {
		await begin();
		for (let time = 0; time < count; time++) await say('/mute', asOlga);
		await settled();
		expect(await answers(count)).toHaveLength(count);
	});

	test('if they write anonymously, also for a command that others may use', async () => {
		const rest = { where: 'administrators', right: 'can_restrict_members' };
		const trigger = await begin(
			{ command: '/help', ...rest },
			{ command: '/help', where: 'groups' },
		);
		await say('/mute @mia', asGroup);
		await say('/help', asGroup);
		await settled();
		expect(await answers(1)).toEqual(['I cannot see who you are: write without anonymity.']);
		expect(trigger.started.map(({ output }) => output)).toEqual([3, 2]);
	});

	test('if they lack the right, and members are not', async () => {
		const rights = { can_pin_messages: true };
		const noah = { chat_id: chats.demoGroup, user_id: users.noah };
		await emulator.control('post', 'seed', {
			members: [{ ...noah, status: 'administrator', rights }],
		});
		const trigger = await begin();
		await say('/mute @mia', { user_id: users.noah });
		await say('/mute @noah');
		await settled();
		expect(await answers(1)).toEqual(['You need the right to restrict members for this.']);
		expect(trigger.started.map(({ output }) => output)).toEqual([1, 1]);
	});

	test('and nothing is done for one who was demoted a second ago', async () => {
		const { id } = await api('getMe');
		const noah = { chat_id: chats.demoGroup, user_id: users.noah };
		const rights = { can_promote_members: true, can_restrict_members: true };
		await emulator.control('post', 'seed', {
			members: [{ ...noah, user_id: id, status: 'administrator', rights }],
		});
		await api('promoteChatMember', { ...noah, can_restrict_members: true });
		const trigger = await begin();
		const write = async () => {
			await say('/mute @mia', { user_id: users.noah, reply_to_message_id: met });
			await settled();
		};
		const met = await say('hi', { user_id: users.mia });
		await write();
		await api('promoteChatMember', noah);
		await write();
		expect(trigger.started.map(({ output }) => output)).toEqual([1, 0, 1]);
	});

	test.each([
		['/mut 10m', '/mute'],
		['/mute10m', '/mute'],
		['/mute, 10m', '/mute'],
		['/ mute', '/mute'],
		['／mute 10m', '/mute'],
		['/mtue 10m', '/mute'],
		['/MUTES', '/mute'],
		['/unmutte @mia', '/unmute'],
		['/ba', undefined],
		['/mutants', undefined],
		['/banana', undefined],
		['/mut@other_bot', undefined],
		['mut 10m', undefined],
		['I like /mut', undefined],
	])('if %s is almost a command: %s', async (text, meant) => {
		const trigger = await begin({ ...MUTE, command: '/unmute' });
		await say(text, asOlga);
		await say(text);
		await say('/mute', asOlga);
		await settled();
		const usage = 'Usage: /mute <user> [duration] [reason]';
		expect(await answers(meant ? 2 : 1)).toEqual(
			meant ? [`Did you mean ${meant}?`, usage] : [usage],
		);
		// What was written goes to the output Other as before.
		expect(trigger.started.map(({ output }) => output)).toEqual([2, 2]);
	});

	test('and a command that they correct by editing within a minute is carried out once', async () => {
		const trigger = await begin();
		await say('hi');
		const [near, wrong, right] = [
			await say('/mut @mia 2h', asOlga),
			await say('/mute', asOlga),
			await say('/mute @mia 3h', asOlga),
		];
		await settled();
		await answers(2);
		await edit(near, '/mute @mia 4h');
		await edit(near, '/mute @mia 5h');
		await edit(wrong, '/mute @nobody_here');
		await edit(wrong, '/mute @mia 6h');
		await edit(right, '/mute @mia 7h');
		await edit(wrong, '/mute @mia 8h');
		expect(startedBy(trigger).map(({ text }) => text)).toEqual([
			'/mute @mia 3h',
			'/mute @mia 4h',
			'/mute @mia 6h',
		]);
		expect(startedBy(trigger, 1).map(({ text }) => text)).toEqual(['hi', '/mut @mia 2h']);
	});

	// An edit at the next second would come too late.
	describe('by a clock that stops,', () => {
		useTime();

		test.each([
			[60, 1],
			[61, 0],
		])('but not %i seconds later', async (seconds, count) => {
			const trigger = await begin();
			await say('hi');
			const wrong = await say('/mute', asOlga);
			await settled();
			await answers(1);
			await emulator.control('post', 'clock', { advance_seconds: seconds });
			await edit(wrong, '/mute @mia 2h');
			expect(startedBy(trigger)).toHaveLength(count);
		});
	});

	test.each([
		[
			'/mute @mia until tomorrow',
			'I cannot read “until tomorrow” as a time. Write it like 30m, 2h or 1d, before the reason.',
		],
		[
			'/mute 2h ads for info@shop.example',
			'“info@shop.example” names somebody. Write it without @ or a number, or write a command for each person.',
		],
		[
			'/mute @mia @olga',
			'“@olga” names somebody. Write it without @ or a number, or write a command for each person.',
		],
	])('what is wrong with %s', async (text, answer) => {
		const trigger = await begin();
		const spam = await say('spam', { user_id: users.noah });
		await say('I am here');
		await say(text, { ...asOlga, ...(text.includes('info') && { reply_to_message_id: spam }) });
		await settled();
		expect(await answers(1)).toEqual([answer]);
		expect(startedBy(trigger)).toEqual([]);
	});

	test('but the bot does not repeat in a group what a member writes', async () => {
		await begin({ command: '/remind', arguments: '{duration} {what…}', where: 'everywhere' });
		await say('/remind evil.example');
		await settled();
		expect(await answers(1)).toEqual(['Usage: /remind <duration> <what>']);
	});

	test.each([
		['/mute 2h @mia', { user: expect.objectContaining({ id: users.mia }), seconds: 7200 }],
		['/mute @mia', { user: expect.objectContaining({ id: users.mia }) }],
	])('and a person who is named last is understood: %s', async (text, given) => {
		const trigger = await begin();
		await say('hi');
		await say(text, asOlga);
		await settled();
		expect(startedBy(trigger)).toMatchObject([{ given }]);
	});

	test('with a question if the person who is named last may be part of the reason', async () => {
		const trigger = await begin();
		await say('hi');
		await say('/mute insulted @mia', asOlga);
		await settled();
		await answers(1);
		expect(startedBy(trigger)).toEqual([]);
		const { labels, press } = await question();
		expect(labels).toEqual(['Mia @mia']);
		await press(0);
		await settled();
		expect(startedBy(trigger)).toMatchObject([
			{ given: { user: { id: users.mia }, reason: 'insulted' } },
		]);
	});

	test('and a command that was completed by a press is not corrected any more', async () => {
		const trigger = await begin();
		await say('hi');
		const written = await say('/mute insulted @mia', asOlga);
		await settled();
		await answers(1);
		await (await question()).press(0);
		await settled();
		await edit(written, '/mute @mia 2h');
		expect(startedBy(trigger)).toMatchObject([{ given: { reason: 'insulted' } }]);
	});

	test('and the question about a command that was corrected is closed', async () => {
		const trigger = await begin();
		await say('hi');
		const written = await say('/mute insulted @mia', asOlga);
		await settled();
		await answers(1);
		const { press } = await question();
		await edit(written, '/mute @mia 2h');
		await press(0);
		await settled();
		expect(startedBy(trigger)).toMatchObject([{ given: { seconds: 7200 } }]);
		const { callback_queries: presses } = await emulator.state();
		expect(presses.at(-1)?.answer?.text).toBe('This question is closed.');
	});

	test('with what tells two members of one name apart', async () => {
		const long = 'Anna Maria '.repeat(6).trim();
		const anna = (id: number, username?: string) => ({
			id,
			is_bot: false,
			first_name: long,
			username,
		});
		await emulator.control('post', 'seed', {
			users: [anna(2001), anna(2002, 'anna_m'), anna(2003, 'elsewhere')],
			members: [2001, 2002, 2003].map((user_id) => ({
				chat_id: user_id === 2003 ? chats.quietGroup : chats.demoGroup,
				user_id,
				status: 'member',
			})),
		});
		const trigger = await begin();
		for (const user_id of [2001, 2002]) await say('hi', { user_id });
		await say('hi', { user_id: 2003, chat_id: chats.quietGroup });
		await say(`/mute ${long.toUpperCase()} 2h spam`, asOlga);
		await settled();
		await answers(1);
		const { text, labels, press } = await question();
		expect(text).toBe('Whom do you mean?');
		expect(labels.map((label) => label.split(' ').at(-1))).toEqual(['@anna_m', '2001']);
		await press(1);
		await settled();
		expect(startedBy(trigger)).toMatchObject([
			{ given: { user: { id: 2001 }, seconds: 7200, reason: 'spam' } },
		]);
	});

	test.each([
		['/mute 2h spam', { channel: { id: -1100, title: 'News' }, seconds: 7200, reason: 'spam' }],
		['/mute @mia', { user: expect.objectContaining({ id: users.mia }) }],
	])('and a reply to a channel is for the row with {channel}: %s', async (text, given) => {
		const trigger = await begin({ ...MUTE, arguments: '{channel} {duration?} {reason…?}' });
		await emulator.control('post', 'seed', {
			chats: [{ id: -1100, type: 'channel', title: 'News' }],
			members: [{ chat_id: -1100, user_id: users.mia, status: 'creator' }],
		});
		await say('hi');
		const news = await say('as News', { sender_chat_id: -1100 });
		const anonymous = await say('as the group', asGroup);
		await say(text, { ...asOlga, reply_to_message_id: news });
		await say('/mute', { ...asOlga, reply_to_message_id: anonymous });
		await settled();
		const used = trigger.started.filter(({ output }) => output < 2);
		expect(used.map(({ item }) => item.json)).toMatchObject([{ given }]);
		expect(await answers(1)).toEqual([
			'A channel or a group wrote this message. The command works only for people.',
		]);
	});

	test('but members who write a name are not', async () => {
		await begin({ command: '/thank', arguments: '{user}', where: 'everywhere' });
		await say('hi', { user_id: users.noah });
		await say('/thank Noah');
		await settled();
		expect(await answers(1)).toEqual(['Usage: /thank <user>']);
		expect(await emulator.calls('getChatMember')).toEqual([]);
	});

	test('in the name of a chat is nobody who forwards or uses another bot', async () => {
		const message = { chat_id: chats.demoGroup, from_id: users.olga, date: 1, text: 'x' };
		await emulator.control('post', 'seed', {
			messages: [{ ...message, message_id: 901, forward_origin: { type: 'user' } }],
		});
		await publish(kind, { ...listening(), updates: ['*'] });
		await edit(901, '/mut @mia');
		await say('/mute', asOlga);
		await settled();
		expect(await answers(1)).toEqual(['Usage: /mute <user> [duration] [reason]']);
	});
});

test('an administrator is answered once, by the workflow with the command that was meant', async () => {
	const words = [{ command: '/words', where: 'administrators' }];
	await publish('polling', listening());
	await publish('polling', { ...listening(), outputCommands: { command: words } }, 'w2');
	for (const text of ['/word', '/words', '/mut']) await say(text, asOlga);
	await settled();
	expect((await answers(2)).sort()).toEqual(['Did you mean /mute?', 'Did you mean /words?']);
});

describe('a command that was wrong', () => {
	const publishOne = async () =>
		(await publish('polling', { ...listening(), options: { parallel: 1 } })) as RunningTrigger;
	const carriedOut = ({ started }: RunningTrigger) =>
		started.filter(({ output }) => output === 0).map(({ item }) => item.json.text);

	test('is carried out once, if its corrections come in one list', async () => {
		const before = await publishOne();
		await say('hi');
		const first = await say('/mute', asOlga);
		await settled();
		await answers(1);
		await before.stop();
		const second = await say('/mute', asOlga);
		for (const time of ['2h', '3h']) await change(first, `/mute @mia ${time}`);
		for (const time of ['4h', '5h']) await change(second, `/mute @mia ${time}`);
		const again = await publishOne();
		await settled();
		expect(carriedOut(again)).toEqual(['/mute @mia 2h', '/mute @mia 4h']);
	});

	test('is not lost if the workflow is published again while it waits', async () => {
		const before = await publishOne();
		before.endsAtOnce = false;
		await say('hi');
		await soon('the place is taken', () => before.started.length === 1);
		const wrong = await say('/mute', asOlga);
		await say('/mute insulted @mia', asOlga);
		await answers(2);
		await change(wrong, '/mute @mia 2h');
		const { press } = await question();
		await press(0);
		await soon('it is answered', async () => (await emulator.calls('deleteMessage')).length === 1);
		await before.stop();
		before.started[0].end();
		const again = await publishOne();
		await settled();
		expect(carriedOut(again)).toEqual(['/mute @mia 2h', '/mute insulted @mia']);
	});
});
