import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { runToEnd } from '../../../sandbox/lib/runs';
import { dropTable, rowsOf } from '../support/dataTable';
import { FormInChat, waitingIn } from '../support/formInChat';
import type { Name, Seen } from '../support/people';
import { outputIn, Questions } from '../support/questions';
import { newcomersOf } from './newcomers';
import type { Scene } from './scene';
import { changeSetting } from './settings';

const { demoGroup: group, moderators, privateMia: mias } = DEFAULTS.chats;
const { botId, users } = DEFAULTS;

/** In the order in which they call each other. */
const WORKFLOWS = ['log', 'warnings', 'judge', 'rules', 'commands', 'settings'];

export function moderatorCommands(scene: Scene): void {
	const { emulator, n8n, people, becomes, disappears, membership, messageNow, answerTo } = scene;
	const { publish, store, begin } = newcomersOf(scene);
	const questions = new Questions(() => n8n.rest, emulator);
	const ids: string[] = [];

	beforeAll(async () => {
		for (const name of WORKFLOWS) ids.push(await publish(`moderator-${name}`));
		await changeSetting(n8n.rest, ids[1], 'seconds', 0);
	});
	beforeEach(begin);
	afterAll(async () => {
		for (const id of ids.reverse()) await n8n.rest.unpublish(id);
	});

	const logged = async (line: string, after = 0) =>
		await people.sees(moderators, after, ({ text }) => text?.startsWith(line) === true);
	const says = async (after: number, text: string) =>
		await people.sees(group, after, (message) => message.text === text);
	const command = async (text: string, name: Name = 'olga', replyTo?: number) =>
		await people.write(name, text, group, replyTo);

	test('a reply bans, mutes or removes a person, with a reason, and each action is undone once', async () => {
		const spam = await people.write('noah', 'Buy my watches');
		await command('/mute 2h spam', 'milan', spam);
		const muted = await logged('Milan (1002) muted Noah (1004) for 2h in Demo Group.\nWhy: spam');
		await becomes('noah', 'restricted');
		// Only moderators can press it; a stranger's press is refused.
		await emulator.control('post', 'seed', {
			members: [{ chat_id: moderators, user_id: users.mia, status: 'member' }],
		});
		expect(await answerTo(await people.press('mia', muted, 'Undo'))).not.toBe('');
		expect((await membership('noah'))?.status).toBe('restricted');
		await people.press('olga', muted, 'Undo');
		await becomes('noah', 'member');
		await people.press('milan', muted, 'Undo').catch(() => undefined);

		await command('/tban @noah 2d', 'milan');
		await becomes('noah', 'kicked');
		const { until_date: end } = (await membership('noah'))!;
		expect(Number(end) - Date.now() / 1000).toBeGreaterThan(47 * 3600);
		const banned = await logged('Milan (1002) banned Noah (1004) for 2d in Demo Group.');
		await people.press('milan', banned, 'Undo');
		await becomes('noah', 'left');
		await people.come('noah');

		await command('/ban spam', 'olga', spam);
		await becomes('noah', 'kicked');
		await logged('Olga (1001) banned Noah (1004) in Demo Group.\nWhy: spam');
		await command('/unban', 'olga', spam);
		await becomes('noah', 'left');
		await people.come('noah');
		await says(await command('/unban', 'olga', spam), 'Noah was not banned.');
		await says(await command('/unmute', 'olga', spam), 'Noah was not muted.');
		await command('/kick', 'olga', spam);
		await logged('Olga (1001) removed Noah (1004) in Demo Group.');
		await says(await command('/kick', 'olga', spam), 'Noah is not in the group.');
		expect(await emulator.calls('unbanChatMember')).toHaveLength(3);
		expect(await emulator.calls('restrictChatMember')).toHaveLength(2);
	});

	test('Undo of an old action lists what came later, and asks again', async () => {
		const spam = await people.write('noah', 'Buy my watches');
		await command('/Ban 2h spam', 'milan', spam);
		const first = await logged('Milan (1002) banned Noah (1004) for 2h in Demo Group.\nWhy: spam');
		await becomes('noah', 'kicked');
		await command('/unban 1004', 'olga');
		await becomes('noah', 'left');
		await people.come('noah');
		await command('/ban worse', 'olga', spam);
		await logged('Olga (1001) banned Noah (1004) in Demo Group.', first.message_id);
		await people.press('milan', first, 'Undo');
		const asks = ({ text }: Seen) => text?.includes('Olga (1001) banned Noah (1004)\n') === true;
		const asked = await people.sees(moderators, first.message_id, asks);
		expect((await membership('noah'))?.status).toBe('kicked');
		await people.press('milan', asked, 'Undo All the Same');
		await becomes('noah', 'left');
		await people.come('noah');
	});

	test('members cannot use the commands, and administrators cannot be their target', async () => {
		const olgas = await people.write('olga', 'Good evening');
		const noahs = await people.write('noah', 'Hello');
		for (const text of ['/ban', '/mute 2h', '/warn', '/del', '/purge', '/lock links']) {
			await command(text, 'mia', noahs);
		}
		await command('/addword hello', 'mia');
		const ban = await command('/ban', 'milan', olgas);
		await people.sees(
			group,
			ban,
			({ text }) => text === 'This is an administrator, and I cannot do this to administrators.',
		);
		const warn = await command('/warn', 'milan', olgas);
		await says(warn, 'Administrators get no warnings.');
		const alone = await command('/ban', 'milan');
		await people.sees(group, alone, ({ text }) => text?.startsWith('Usage:') === true);
		const odd = await command('/tban soon', 'olga', noahs);
		await people.sees(
			group,
			odd,
			({ text }) => text?.startsWith('I cannot read “soon” as a time') === true,
		);
		const bot = await command('/warn', 'milan', DEFAULTS.messages.byBot);
		await says(bot, 'That is me.');
		expect((await membership('noah'))?.status).toBe('member');
		expect((await membership('olga'))?.status).toBe('creator');
		expect((await messageNow(group, noahs))?.deleted).toBe(false);
		const calls = await emulator.calls();
		expect(calls.filter(({ params }) => params.chat_id === moderators)).toEqual([]);
		expect(calls.filter(({ method }) => method === 'restrictChatMember')).toEqual([]);
		expect(calls.filter(({ params }) => params.user_id === botId && params.until_date)).toEqual([]);
	});

	test('warnings add up, are removed by /unwarn and Undo, and mute and ban', async () => {
		const bad = await people.write('mia', 'Nonsense');
		let last = await command('/warn rude', 'milan', bad);
		await says(last, 'Mia was warned. Warning 1 of 3.\nWhy: rude');
		const first = await logged('Milan (1002) warned Mia (1003) in Demo Group.\nWhy: rude');
		last = await command('/warns', 'milan', bad);
		await says(last, 'Mia has 1 of 3 warnings.\n1. rude');
		await people.press('milan', first, 'Undo');
		const isForgotten = async () => {
			const asked = await command('/warns', 'milan', bad);
			const { text } = await people.sees(group, asked, () => true);
			return text === 'Mia has 0 of 3 warnings.\n' || text === 'Mia has 0 of 3 warnings.';
		};
		await until('the warning is taken back', isForgotten, LONG_PATIENCE_MS);
		last = await command('/warn', 'milan', bad);
		await says(last, 'Mia was warned. Warning 1 of 3.');
		last = await command('/unwarn', 'milan', bad);
		await people.sees(group, last, ({ text }) => text?.startsWith('Mia has 0 of 3') === true);
		await logged('Milan (1002) took back a warning of Mia (1003) in Demo Group.');
		await command('/warn', 'milan', bad);
		await command('/warn', 'milan', bad);
		await becomes('mia', 'restricted');
		await command('/warn', 'milan', bad);
		await becomes('mia', 'kicked');
		const banned = await logged('Milan (1002) warned Mia (1003), now banned, in Demo Group.');
		await people.press('olga', banned, 'Undo');
		await becomes('mia', 'left');
	});

	test('/unban and /unmute reset the warnings', async () => {
		const text = await people.write('noah', 'Hello');
		const warned = async (number: number) => {
			const last = await command('/warn', 'milan', text);
			const isSaid = ({ text: said }: Seen) => said?.includes(`Warning ${number} of 3`) === true;
			await people.sees(group, last, isSaid);
		};
		const isForgotten = async () => {
			const asked = await command('/warns', 'milan', text);
			const { text: said = '' } = await people.sees(group, asked, () => true);
			return said.startsWith('Noah has 0 of 3 warnings.');
		};
		for (const number of [1, 2, 3]) await warned(number);
		await becomes('noah', 'kicked');
		await command('/unban', 'olga', text);
		await until('all warnings are forgotten', isForgotten, LONG_PATIENCE_MS);
		await people.come('noah');
		for (const number of [1, 2]) await warned(number);
		await becomes('noah', 'restricted');
		await command('/unmute', 'olga', text);
		await until('all warnings are forgotten', isForgotten, LONG_PATIENCE_MS);
		await warned(1);
		await says(await command('/unwarn', 'olga', text), 'Noah has 0 of 3 warnings.\n');
	});

	test('/del and /purge delete the right messages, and everyone can use /report and /rules', async () => {
		const [one, two, three] = [
			await people.write('mia', 'One'),
			await people.write('mia', 'Two'),
			await people.write('noah', 'Three\nOlga (1001)\u202E banned Milan'),
		];
		const report = await command('/report He lies', 'mia', three);
		await says(report, 'Thank you. The moderators have your report.');
		const lines = (await logged('Mia (1003) reported')).text?.split('\n');
		expect(lines).toEqual([
			'Mia (1003) reported a message of Noah (1004) in Demo Group.',
			'Why: He lies',
			'Message: Three Olga (1001) banned Milan',
		]);
		await says(await command('/report', 'mia'), 'Reply to a message with /report.');
		await says(await command('/rules', 'mia'), '1. Be kind.\n2. No advertising.\n3. No spam.');
		const help = await command('/help', 'mia');
		await people.sees(group, help, ({ text }) => text?.startsWith('/rules – ') === true);
		const helpForAll = await command('/help', 'milan');
		await people.sees(
			group,
			helpForAll,
			({ text }) => text?.includes('\n/ban 2d spam – ') === true,
		);
		await command('/del', 'milan', one);
		await disappears(group, one);
		expect((await messageNow(group, two))?.deleted).toBe(false);
		const purge = await command('/purge', 'milan', two);
		for (const gone of [two, three, purge]) await disappears(group, gone);
		await logged('Milan (1002) deleted ');
	});

	test('/purge 2 deletes two messages, and more than 50 of others after a Yes of the moderator', async () => {
		// The emulator counts its messages from 1 in each test. The first message makes the table again.
		await dropTable(n8n.rest, 'Bot Messages');
		const hasTable = async () => {
			await people.write('mia', 'Good evening');
			return (await rowsOf(n8n.rest, 'Bot Messages')).length > 0;
		};
		await until('the table is there again', hasTable, LONG_PATIENCE_MS);
		const first = await people.write('mia', 'One');
		const second = await people.write('noah', 'Two');
		const third = await people.write('noah', 'Three');
		const isKnown = async () =>
			(await rowsOf(n8n.rest, 'Bot Messages')).some(({ messageId }) => messageId === third);
		await until('the writers are known', isKnown, LONG_PATIENCE_MS);
		// The bot did not see these.
		const others = Array.from({ length: 51 }, (_none, index) => third + 1 + index);
		await emulator.control('post', 'seed', {
			messages: others.map((message_id) => {
				return { chat_id: group, message_id, from_id: users.mia, text: 'Line' };
			}),
		});
		const isThere = async (id: number) => (await messageNow(group, id))?.deleted === false;
		const odd = await command('/purge few', 'milan', first);
		await says(odd, 'Usage: /purge [number]');
		const none = await command('/purge 0', 'milan', first);
		await says(
			none,
			'Write how many messages, for example /purge 20, or /purge for all from this one on.',
		);
		await command('/purge 2', 'milan', first);
		for (const gone of [first, second]) await disappears(group, gone);
		await logged('Milan (1002) deleted 2 messages, the first one of Mia (1003) in Demo Group.');
		expect(await isThere(third)).toBe(true);
		const asks = ({ text }: Seen) =>
			/^Delete up to \d+ messages, 1 of them of 1 person\?$/.test(text ?? '');
		const purge = await command('/purge', 'milan', third);
		const no = await people.sees(group, purge, asks);
		expect(await answerTo(await people.press('olga', no, 'Yes'))).not.toBe('');
		await people.press('milan', no, 'No');
		const again = await command('/purge', 'milan', third);
		const yes = await people.sees(group, again, asks);
		expect(await isThere(third)).toBe(true);
		await people.press('milan', yes, 'Yes');
		for (const gone of [third, ...others]) await disappears(group, gone);
		for (const gone of [odd, none, purge]) await disappears(group, gone);
	});

	test('in the night, old rows of who wrote which message are removed, and no others', async () => {
		await people.write('mia', 'Good night');
		const rows = async () => (await rowsOf(n8n.rest, 'Bot Messages')).length;
		await until('a message is noted', async () => (await rows()) > 0, LONG_PATIENCE_MS);
		const before = await rows();
		const { status, data } = await runToEnd(n8n.rest, ids[4], 'Every Night');
		expect(status).toBe('success');
		const newest = { output: 0, json: { id: expect.any(Number) } };
		expect(outputIn(data, 'The Newest Message')).toMatchObject(newest);
		expect(await rows()).toBeGreaterThanOrEqual(before);
	});

	test('/ban as a reply to a channel bans the channel, and Undo and /unban let it write again', async () => {
		const channel = -1160;
		await emulator.control('post', 'seed', {
			chats: [{ id: channel, type: 'channel', title: 'Cheap Watches' }],
			members: [{ chat_id: channel, user_id: users.noah, status: 'creator' }],
		});
		const asChannel = { user_id: users.noah, sender_chat_id: channel, chat_id: group };
		const { message } = await emulator.act('message', { ...asChannel, text: 'Buy' });
		const ban = await command('/ban 2d spam', 'milan', message.message_id);
		await says(ban, 'Cheap Watches was banned.\nWhy: spam\nA channel can only be banned for good.');
		const banned = await logged(
			'Milan (1002) banned Cheap Watches (-1160) in Demo Group.\nWhy: spam',
		);
		await people.press('olga', banned, 'Undo');
		const isFreed = async () => (await emulator.calls('unbanChatSenderChat')).length === 1;
		await until('the channel may write', isFreed, LONG_PATIENCE_MS);
		await command('/ban', 'milan', message.message_id);
		const free = await command('/unban', 'milan', message.message_id);
		await says(free, 'Cheap Watches was unbanned.');
		expect(await emulator.calls('banChatMember')).toEqual([]);
		expect(
			(await emulator.calls('banChatSenderChat')).map(({ params }) => params.sender_chat_id),
		).toEqual([channel, channel]);
	});

	test('/slow off ends slow mode, and each list says of what it is', async () => {
		const said = async (text: string, answer: string) => await says(await command(text), answer);
		await said('/slow 10s', 'Slow mode: one message in 10 seconds.');
		await said('/slow soon', 'Write a time, for example /slow 10s, or /slow off.');
		await said('/slow off', 'Slow mode is off.');
		await said('/allow example.com', 'Allowed sites now: example.com');
		await said('/allow', 'Allowed sites: example.com');
		await said('/deny example.com', 'No longer allowed: example.com');
		await said('/allow', 'No sites are in the list of allowed sites.');
		await said('/locks', 'Nothing is locked.');
	});

	test('a rule that is changed in the chat counts for the next messages', async () => {
		const said = async (text: string, answer: string) => await says(await command(text), answer);
		const stays = async (text: string) => {
			const id = await people.write('noah', text);
			// Later messages in the chat are judged later.
			await disappears(group, await people.write('noah', 'CASINO tonight'));
			expect((await messageNow(group, id))?.deleted).toBe(false);
			await says(await command('/unwarn', 'olga', id), 'Noah has 0 of 3 warnings.\n');
		};
		const judged = await n8n.rest.countEnded(ids[2]);
		const before = await people.write('noah', 'The casino is open');
		const isJudged = async () => (await n8n.rest.countEnded(ids[2])) > judged;
		await until('the judge has seen it', isJudged, LONG_PATIENCE_MS);
		const begun = performance.now();
		await said('/addword casino', 'Forbidden words now: casino');
		await disappears(group, await people.write('noah', 'A CASINO for all'));
		const took = ((performance.now() - begun) / 1000).toFixed(2);
		process.stdout.write(`From /addword to the next message being deleted: ${took} s\n`);
		await people.sees(group, before, ({ text }) => text?.startsWith('Noah was warned') === true);
		await said('/unwarn @noah', 'Noah has 0 of 3 warnings.\n');
		await said('/words', 'Forbidden words: casino');
		await said('/lock links', 'Locked now: links');
		await said('/allow https://Example.com', 'Allowed sites now: example.com');
		await said('/locks', 'Locked: links\nAllowed sites: example.com');
		await stays('See example.com/a');
		await disappears(group, await people.write('noah', 'See https://evil.example'));
		await said('/unwarn @noah', 'Noah has 0 of 3 warnings.\n');
		await said('/unlock links', 'No longer locked: links');
		await stays('See https://evil.example');
		expect((await messageNow(group, before))?.deleted).toBe(false);
		const unknown = await command('/lock everything');
		await people.sees(group, unknown, ({ text }) => text?.startsWith('Kinds: ') === true);
		await said('/delword casino', 'No longer forbidden: casino');
		await said('/words', 'No words are forbidden.');
	});

	test('a rule is removed in the same words as it was added, and a missing rule is reported', async () => {
		const said = async (text: string, answer: string) => await says(await command(text), answer);
		await said('/delword cassino', 'Was not forbidden: cassino');
		await logged('Olga (1001) changed nothing in the rules of the group in Demo Group.');
		await said('/allow https://Example.com/', 'Allowed sites now: example.com');
		await said('/deny example.com', 'No longer allowed: example.com');
		const wide = 'Write the whole name of the site, for example /allow example.com.';
		for (const site of ['com', '.com', '*.com']) await said(`/allow ${site}`, wide);
		await said('/addword “Free  money”,  Lottery', 'Forbidden words now: Free money, Lottery');
		const words = 'Write words with commas between them, for example /addword casino, free money.';
		await said('/addword ,', words);
		await said('/words', 'Forbidden words: Free money, Lottery');
		await disappears(group, await people.write('noah', 'Get FREE money'));
		await said(
			'/delword "free  money", poker',
			'No longer forbidden: Free money\nWas not forbidden: poker',
		);
		await said('/delword lottery', 'No longer forbidden: Lottery');
		await said('/Lock links, photos', 'Locked now: links, photos');
		await disappears(group, await people.write('noah', 'See https://evil.example'));
		await said('/unlock links photos', 'No longer locked: links, photos');
		await said('/unwarn @noah', 'Noah has 1 of 3 warnings.\n1. a forbidden word');
		await said('/unwarn @noah', 'Noah has 0 of 3 warnings.\n');
	});

	test('a message of a channel is deleted, and nobody is warned for it', async () => {
		const channel = -1150;
		await emulator.control('post', 'seed', {
			chats: [{ id: channel, type: 'channel', title: 'Watches' }],
			members: [{ chat_id: channel, user_id: users.noah, status: 'creator' }],
		});
		await says(await command('/addword watches'), 'Forbidden words now: watches');
		const asChannel = { user_id: users.noah, sender_chat_id: channel, chat_id: group };
		for (let count = 0; count < 3; count++) {
			const body = { ...asChannel, text: 'Buy my watches' };
			const { message } = await emulator.act('message', body);
			await disappears(group, message.message_id);
		}
		const last = await people.write('noah', 'Buy my watches');
		await says(last, 'Noah was warned. Warning 1 of 3.\nWhy: a forbidden word');
		const sent = (await emulator.calls('sendMessage')).map(({ params }) => params);
		expect(sent.filter(({ chat_id: chat }) => chat === group)).toHaveLength(2);
		await says(await command('/delword watches'), 'No longer forbidden: watches');
		await says(await command('/unwarn @noah'), 'Noah has 0 of 3 warnings.\n');

		const { message: again } = await emulator.act('message', { ...asChannel, text: 'My watches' });
		const asGroup = { user_id: users.olga, sender_chat_id: group, chat_id: group };
		const body = { ...asGroup, text: '/report', reply_to_message_id: again.message_id };
		expect(await emulator.act('message', body)).toMatchObject({ ok: true });
		const who = `Demo Group (${group}) reported a message of Watches (${channel}) in Demo Group.`;
		await logged(who);
	});

	test('an invalid time mutes nobody, and a name with a comma does not mean the author of the message', async () => {
		const text = await people.write('noah', 'Hello');
		for (const [wrong, name, answer] of [
			['/mute 2h30 spam', 'olga', 'I cannot read “2h30 spam” as a time.'],
			['/mute @mia-k 2h', 'milan', '“@mia-k” names somebody.'],
		] as const) {
			const asked = await command(wrong, name, text);
			await people.sees(group, asked, (message) => message.text?.startsWith(answer) === true);
		}
		await says(await command('/slow 0s'), 'Slow mode is off.');
		await people.write('mia', 'Hello');
		await command('/mute @mia, 2 tiếng', 'olga');
		await logged('Olga (1001) muted Mia (1003) for 2 tiếng in Demo Group.');
		await becomes('mia', 'restricted');
		expect((await membership('noah'))?.status).toBe('member');
	});

	test('slow mode deletes messages that come too soon, except those of administrators, until it is off', async () => {
		await says(await command('/slow 1h'), 'Slow mode: one message in 3600 seconds.');
		const first = await people.write('noah', 'One');
		await people.write('milan', 'Two');
		const admins = await people.write('milan', 'Three');
		await disappears(group, await people.write('noah', 'Four'));
		await says(await command('/slow'), 'Slow mode is off.');
		const last = await people.write('noah', 'Five');
		await says(await command('/locks'), 'Nothing is locked.');
		for (const id of [first, admins, last]) {
			expect((await messageNow(group, id))?.deleted).toBe(false);
		}
	});

	test('the whole album is deleted', async () => {
		await says(await command('/addword casino'), 'Forbidden words now: casino');
		const picture = { user_id: users.noah, chat_id: group, photo: true, media_group_id: 'album9' };
		const parts = [
			await emulator.act('message', picture),
			await emulator.act('message', { ...picture, caption: 'Win at our casino' }),
			await emulator.act('message', picture),
		];
		const last = parts[2].message.message_id;
		await people.sees(group, last, ({ text }) => text?.startsWith('Noah was warned') === true);
		const gone = [];
		for (const { message } of parts)
			gone.push((await messageNow(group, message.message_id))?.deleted);
		await command('/unwarn @noah');
		expect(gone).toEqual([true, true, true]);
	});

	test('a person who may write only text is not freed by the second warning', async () => {
		await says(await command('/addword casino'), 'Forbidden words now: casino');
		const ivy = { chat_id: group, user_id: 2001 };
		await emulator.control('post', 'seed', {
			users: [{ id: ivy.user_id, is_bot: false, first_name: 'Ivy' }],
			members: [{ ...ivy, status: 'member' }],
		});
		await emulator.api('restrictChatMember', { ...ivy, permissions: { can_send_messages: true } });
		for (const warning of [1, 2]) {
			const { message } = await emulator.act('message', { ...ivy, text: 'The casino is open' });
			const isSaid = ({ text }: Seen) => text?.includes(`Warning ${warning} of 3`) === true;
			await people.sees(group, message.message_id, isSaid);
		}
		await emulator.control('post', 'clock', { advance_seconds: 25 * 3600 });
		const { result } = (await emulator.api('getChatMember', ivy)).body;
		expect(result.status).toBe('restricted');
	});

	test('three locked photos within a second cause one warning, and a rule bans nobody', async () => {
		await says(await command('/lock photos'), 'Locked now: photos');
		const kim = { chat_id: group, user_id: 2003 };
		await emulator.control('post', 'seed', {
			users: [{ id: kim.user_id, is_bot: false, first_name: 'Kim' }],
			members: [{ ...kim, status: 'member' }],
		});
		const send = async () => {
			const sent = [1, 2, 3].map(() => emulator.act('message', { ...kim, photo: true }));
			for (const { message } of await Promise.all(sent))
				await disappears(group, message.message_id);
		};
		const warnings = async () => {
			const { messages } = await emulator.state();
			return messages.flatMap(({ text = '' }) => /^Kim was warned.*/.exec(text) ?? []);
		};
		await changeSetting(n8n.rest, ids[1], 'seconds', 60);
		await send();
		// A chat's updates keep their order: when this one is deleted, the others have been judged.
		const { message } = await emulator.act('message', { ...kim, photo: true });
		await disappears(group, message.message_id);
		expect(await warnings()).toEqual(['Kim was warned. Warning 1 of 3.']);
		const { result } = (await emulator.api('getChatMember', kim)).body;
		expect(result.status).toBe('member');

		await changeSetting(n8n.rest, ids[1], 'seconds', 0);
		await send();
		const areAll = async () => (await warnings()).length === 4;
		await until('each of them is a warning', areAll, LONG_PATIENCE_MS);
		expect((await warnings()).slice(1)).toEqual([
			'Kim was warned and muted for a day. Warning 2 of 3.',
			expect.stringMatching(/Warning 3 of 3\.$/),
			expect.stringMatching(/Warning 3 of 3\.$/),
		]);
		expect(await emulator.calls('banChatMember')).toEqual([]);
		await says(await command('/unlock photos'), 'No longer locked: photos');
	});

	const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

	/** Mia writes /settings, and chooses what to change. The second form is open then. */
	async function settings(what: string, question: string): Promise<FormInChat> {
		const before = await waitingIn(n8n.rest, ids[5]);
		const asked = await people.write('mia', '/settings', mias);
		const first = await people.sees(mias, asked, ({ reply_markup: markup }) => !!markup);
		let execution: string | undefined;
		const isBegun = async () => {
			execution = (await waitingIn(n8n.rest, ids[5])).find((one) => !before.includes(one));
			return execution !== undefined;
		};
		await until('n8n waits for the choice', isBegun, LONG_PATIENCE_MS);
		const form = new FormInChat(questions, execution!, first);
		await form.shows('What do you want to change?');
		await form.press(what);
		await form.shows('Continue');
		await form.press('Continue');
		await form.shows(question);
		return form;
	}

	async function save(form: FormInChat): Promise<void> {
		await form.shows('Save');
		const { message_id: last } = await form.now();
		await form.press('Save');
		await people.sees(mias, last, ({ text }) => text?.startsWith('Saved for Demo Group.') === true);
	}

	test('/settings in a private chat changes what the commands change, for administrators of the group', async () => {
		const asked = await people.write('mia', '/settings', mias);
		const isNone = ({ text }: Seen) => text?.startsWith('I know no group where you may') === true;
		await people.sees(mias, asked, isNone);
		const rights = { can_delete_messages: true, can_restrict_members: true };
		await emulator.control('post', 'seed', {
			members: [{ chat_id: group, user_id: users.mia, status: 'administrator', rights }],
		});

		// Of an earlier test.
		const last = await command('/delword casino');
		await people.sees(group, last, ({ text = '' }) => /forbidden: casino$/.test(text));
		const words = await settings('Words', 'Which words do you want to forbid?');
		await words.reply('casino, free  money');
		await save(words);
		await says(await command('/words'), 'Forbidden words: casino, free money');
		await says(await command('/delword free money'), 'No longer forbidden: free money');
		const language = await settings('Language', 'In which language');
		await language.press('中文');
		await save(language);
		// Nobody has warned Kai before.
		const kai = { chat_id: group, user_id: 2005 };
		await emulator.control('post', 'seed', {
			users: [{ id: kai.user_id, is_bot: false, first_name: 'Kai' }],
			members: [{ ...kai, status: 'member' }],
		});
		const { message } = await emulator.act('message', { ...kai, text: 'The casino is open' });
		await says(message.message_id, 'Kai 受到警告. 警告 1 / 3.\n原因: 违禁词');
		await people.write('noah', 'Hello');
		await says(await command('/mute @noah 2h spam'), 'Noah 已被禁言 (2h).\n原因: spam');
		const more = await settings('Words', 'Which words do you want to forbid?');
		await more.press('Skip');
		await more.shows('Which words do you want to allow again?');
		await more.press('casino');
		await more.shows('Done');
		await more.press('Done');
		await save(more);
		await says(await command('/words'), 'No words are forbidden.');
		await logged('Mia (1003) changed the rules of the group in Demo Group.');
	});

	test('a group is closed in the nights that /settings names, and opened when they are removed', async () => {
		const members = [
			{ chat_id: group, user_id: users.mia, status: 'creator' },
			{ chat_id: group, user_id: users.noah, status: 'member' },
		];
		await emulator.control('post', 'seed', { members });
		const night = await store('moderator-night');
		const passes = async () => {
			const { status } = await runToEnd(n8n.rest, night, 'Every Five Minutes');
			expect(status).toBe('success');
		};
		const onEveryDay = async () => {
			const form = await settings('Night hours', 'On which days');
			for (const day of DAYS) {
				await form.press(day);
				await form.shows(`✅ ${day}`);
			}
			await form.press('Done');
			await form.shows('From when until when');
			return form;
		};
		const closed = await onEveryDay();
		await closed.reply('00:00 – 00:00');
		await save(closed);
		await passes();
		await passes();
		await expect(people.write('noah', 'Hello')).rejects.toThrow('members may not write');
		const open = await onEveryDay();
		await open.press('Skip');
		await save(open);
		await passes();
		await passes();
		await people.write('noah', 'Good morning!');
		expect(await emulator.calls('setChatPermissions')).toHaveLength(2);
		expect(await rowsOf(n8n.rest, 'Bot Nights')).toEqual([]);
	});
}
