import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import type { Name, Seen } from '../support/people';
import type { Scene } from './scene';
import { changeSetting } from './settings';

const { users } = DEFAULTS;
const { demoGroup: group, moderators, privateMia } = DEFAULTS.chats;

export function moderation(scene: Scene): void {
	const { emulator, n8n, idOf, people, answerTo, membership, messageNow, becomes, disappears } =
		scene;

	const newWorld = async () => await emulator.control('post', 'reset', {});

	const seedMember = async (chat_id: number, user_id: number) =>
		await emulator.control('post', 'seed', { members: [{ chat_id, user_id, status: 'member' }] });

	const isWarning = ({ text = '' }: Seen) => /Warning \d of 3/.test(text);

	/** The question that the moderators get. */
	const reported = async () =>
		await people.sees(moderators, 0, (seen) => isWarning(seen) && !!seen.reply_markup);

	/** Breaks a rule; sees the message go, the warning and the report. */
	async function offend(name: Name, text = 'Get FREE money here') {
		const written = await people.write(name, text);
		await disappears(group, written);
		const { text: warning } = await people.sees(group, written, isWarning);
		return { warning, report: await reported() };
	}

	/** A moderator decides, and the report shows it. */
	async function decide(report: Seen, button: string): Promise<void> {
		expect(await answerTo(await people.press('milan', report, button))).toBe(button);
		const line = new RegExp(`\\n\\nMilan: ${button}, \\d\\d:\\d\\d$`);
		const noted = await people.sees(moderators, 0, ({ text = '' }) => line.test(text));
		expect(noted.message_id).toBe(report.message_id);
	}

	/** Somebody new in the group. */
	const KIM = { chat_id: group, user_id: 2002 };

	async function kimComes(): Promise<void> {
		await newWorld();
		await emulator.control('post', 'seed', {
			users: [{ id: KIM.user_id, is_bot: false, first_name: 'Kim' }],
			members: [{ ...KIM, status: 'member' }],
		});
	}

	const kimIs = async () => {
		const { result } = (await emulator.api('getChatMember', KIM)).body;
		return String(result.status);
	};

	/** Kim breaks a rule, and the message is deleted. */
	const kimOffends = async () => {
		const { message } = await emulator.act('message', { ...KIM, text: 'Get FREE money here' });
		await disappears(group, message.message_id);
	};

	const warningsOfKim = async () => {
		const { messages } = await emulator.state();
		return messages.filter(
			({ chat_id: chat, text = '' }) => chat === group && text.startsWith('Kim, '),
		);
	};

	test('a person who breaks a rule three times within a second is warned once', async () => {
		await kimComes();
		const photo = { ...KIM, photo: true, caption: 'Get FREE money here' };
		const all = await Promise.all([1, 2, 3].map(() => emulator.act('message', photo)));
		for (const { message } of all) await disappears(group, message.message_id);
		await reported();
		// A chat's updates keep their order: when this one is deleted, the others have been judged.
		await kimOffends();
		const warnings = await warningsOfKim();
		expect(warnings.map(({ text }) => text)).toEqual([expect.stringContaining('Warning 1 of 3')]);
		expect(await kimIs()).toBe('member');
		expect(await emulator.calls('restrictChatMember')).toEqual([]);
		expect(await emulator.calls('banChatMember')).toEqual([]);
	});

	test('a rule can mute many times, but bans nobody', async () => {
		await changeSetting(n8n.rest, await idOf('moderation'), 'seconds', 0);
		for (const number of [2, 3, 3]) {
			await kimComes();
			await kimOffends();
			const report = await reported();
			expect(report.text).toMatch(new RegExp(`Warning ${number} of 3: muted for an hour\\.$`));
			expect(await kimIs()).toBe('restricted');
		}
		expect(await emulator.calls('banChatMember')).toEqual([]);
	});

	test('warns, mutes for an hour, and bans if a moderator has chosen that', async () => {
		await changeSetting(n8n.rest, await idOf('moderation'), 'ban', true);
		const first = await offend('mia', 'Look at https://spam.example/offer');
		expect(first.warning).toMatch(/^Mia, your message was deleted: .*Warning 1 of 3\. Please/);
		expect(first.report.text).toBe(
			'Mia (1003) wrote in Demo Group:\nLook at https://spam.example/offer\n\nBroken rule: link. Deleted. Warning 1 of 3: warned.',
		);
		expect((await membership('mia'))?.status).toBe('member');
		await decide(first.report, 'Leave It');

		await newWorld();
		const second = await offend('mia');
		expect(second.warning).toMatch(/Warning 2 of 3\. You are muted for an hour\.$/);
		expect(second.report.text).toMatch(/words\. Deleted\. Warning 2 of 3: muted for an hour\.$/);
		const muted = (await membership('mia'))!;
		expect(muted.status).toBe('restricted');
		const [{ params }] = await emulator.calls('restrictChatMember');
		expect(muted.until_date).toBe(params.until_date);

		await newWorld();
		const third = await offend('mia');
		expect(third.warning).toMatch(/Warning 3 of 3\. You are banned\.$/);
		expect(third.report.text).toMatch(/Warning 3 of 3: banned\.$/);
		expect((await membership('mia'))?.status).toBe('kicked');
		await decide(third.report, 'Undo');
		await becomes('mia', 'left');
	});

	test('Undo lifts the mute, and the warning no longer counts', async () => {
		await offend('noah');
		await newWorld();
		const { report } = await offend('noah');
		expect((await membership('noah'))?.status).toBe('restricted');
		await decide(report, 'Undo');
		await becomes('noah', 'member');
		await newWorld();
		expect((await offend('noah')).report.text).toMatch(/Warning 2 of 3/);
	});

	test('an album causes one warning, and all its pictures are deleted', async () => {
		await seedMember(group, users.zoe);
		const picture = { user_id: users.zoe, chat_id: group, photo: true, media_group_id: 'album' };
		const parts = [
			await emulator.act('message', { ...picture, caption: 'Win at our casino' }),
			await emulator.act('message', picture),
		];
		for (const { message } of parts) await disappears(group, message.message_id);
		expect((await reported()).text).toMatch(/Win at our casino\n\n.*Warning 1 of 3/);
		await newWorld();
		await seedMember(group, users.zoe);
		expect((await offend('zoe')).warning).toMatch(/Warning 2 of 3/);
	});

	test('without the right, it claims no action, and the moderators read why', async () => {
		await seedMember(group, emulator.defaults.botId);
		await seedMember(group, users.zoe);
		const written = await people.write('zoe', 'Get free money here');
		const warning = await people.sees(group, written, isWarning);
		expect(warning.text).toBe('Zoe, this is not wanted here. Warning 3 of 3. Please stop.');
		const report = await reported();
		expect(report.text).toMatch(
			/Not deleted \(.*not enough rights.*\)\. Warning 3 of 3: not banned \(/,
		);
		expect((await messageNow(group, written))?.deleted).toBe(false);
		await decide(report, 'Ban');
		const words = 'About Zoe in Demo Group, this could not be done:';
		await people.sees(moderators, 0, ({ text = '' }) => text.startsWith(words));
	});

	test('warnings expire', async () => {
		await changeSetting(n8n.rest, await idOf('moderation'), 'days', 0);
		const { report } = await offend('noah');
		expect(report.text).toMatch(/Warning 1 of 3: warned\.$/);
		await decide(report, 'Ban');
		await becomes('noah', 'kicked');
	});

	test('judges neither private chats nor groups that are not chosen', async () => {
		await seedMember(moderators, users.mia);
		await people.write('mia', 'What about free money?', privateMia);
		await people.write('mia', 'Somebody offers free money', moderators);
		const areRead = async () => (await emulator.state()).bots[0].updates.length === 0;
		await until('both messages are read', areRead, LONG_PATIENCE_MS);
		await offend('noah');
		// Each judged message begins with this call.
		expect(await emulator.calls('getChat')).toHaveLength(1);
		expect(await emulator.calls('deleteMessages')).toHaveLength(1);
	});

	test('a message of a channel is deleted, and the moderators can ban the channel', async () => {
		const channel = { id: -1150, type: 'channel', title: 'Watches\nOlga\u202E' };
		await emulator.control('post', 'seed', {
			chats: [channel],
			members: [{ chat_id: channel.id, user_id: users.noah, status: 'creator' }],
		});
		const text = 'free money '.padEnd(499, '!') + '😀'.repeat(5);
		const body = { user_id: users.noah, sender_chat_id: channel.id, chat_id: group, text };
		const { message } = await emulator.act('message', body);
		await disappears(group, message.message_id);
		const report = await people.sees(moderators, 0, ({ reply_markup }) => !!reply_markup);
		expect(report.text).toBe(
			`Watches Olga (-1150) wrote in Demo Group:\n${text.slice(0, 501)}\n\nBroken rule: words. Deleted. A channel gets no warning.`,
		);
		await decide(report, 'Ban');
		const isBanned = async () => (await emulator.calls('banChatSenderChat')).length === 1;
		await until('the channel is banned', isBanned, LONG_PATIENCE_MS);
		const [{ params }] = await emulator.calls('banChatSenderChat');
		expect(params).toMatchObject({ chat_id: group, sender_chat_id: channel.id });
		for (const method of ['sendMessage', 'restrictChatMember', 'banChatMember']) {
			const calls = await emulator.calls(method);
			expect(calls.filter(({ params: { chat_id } }) => chat_id === group)).toEqual([]);
		}
	});

	test('spam is deleted although the moderators’ chat cannot be found', async () => {
		const description = 'bot was kicked from the chat';
		await emulator.fault({ kind: 'error', method: 'getChat', status: 403, description });
		await disappears(group, await people.write('mia', 'Get FREE money here'));
		await reported();
	});

	test('a person who may write only text is not freed by a mute of an hour', async () => {
		await changeSetting(n8n.rest, await idOf('moderation'), 'days', 30);
		const ivy = { chat_id: group, user_id: 2001 };
		await emulator.control('post', 'seed', {
			users: [{ id: ivy.user_id, is_bot: false, first_name: 'Ivy' }],
			members: [{ ...ivy, status: 'member' }],
		});
		await emulator.api('restrictChatMember', { ...ivy, permissions: { can_send_messages: true } });
		for (const said of ['1 of 3: warned', '2 of 3: not muted, to keep what moderators set']) {
			await emulator.act('message', { ...ivy, text: 'Get FREE money here' });
			await people.sees(moderators, 0, ({ text = '' }) => text.endsWith(`Warning ${said}.`));
		}
		await emulator.control('post', 'clock', { advance_seconds: 3700 });
		const { result } = (await emulator.api('getChatMember', ivy)).body;
		expect(result.status).toBe('restricted');
	});

	test('a text cannot fake a report', async () => {
		const text =
			'free money\n\nBroken rule: words. Deleted. Warning 1 of 3: warned.\n\nOlga (1001) wrote in Demo Group:\nfree money';
		const id = await people.write('mia', text);
		await disappears(group, id);
		const report = await reported();
		expect(report.text!.split('\n').filter((line) => line.startsWith('Olga (1001) wrote'))).toEqual(
			[],
		);
	});

	test('accepts harmless words, allowed links and everything from administrators', async () => {
		await people.write('mia', 'Money is never free: https://en.wikipedia.org/wiki/Money');
		await people.write('milan', 'No free money in this group, please.');
		// A chat's updates keep their order: when this one is deleted, the others have been judged.
		await offend('noah');
		expect(await emulator.calls('deleteMessages')).toHaveLength(1);
	});
}
