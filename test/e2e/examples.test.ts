import { ensureCredential, runDemoOnce } from '../../scripts/lib/demo';
import { importExamplesOnce } from '../../scripts/lib/examples';
import type { Workflow } from '../../scripts/lib/rest';
import { until } from '../../scripts/lib/until';
import { useEmulator, type Member } from '../support/emulator';
import { useN8n } from './support/n8n';
import { peopleOf, type Name } from './support/people';

const WITHIN_MS = 20_000;

const emulator = useEmulator();
const n8n = useN8n();
const people = peopleOf(emulator);
const { chats, users } = emulator.defaults;

beforeAll(async () => {
	const credential = await ensureCredential(n8n.rest, emulator.url);
	expect(await importExamplesOnce(n8n.rest, n8n.folder, credential)).toEqual([]);
});

async function newWorld(): Promise<void> {
	await emulator.control('post', 'reset', {});
}

/** The text that the bot showed to whoever pressed a button. */
async function answerTo(queryId: string): Promise<string> {
	let text = '';
	const isAnswered = async () => {
		const calls = await emulator.calls('answerCallbackQuery');
		const call = calls.find(({ params }) => params.callback_query_id === queryId);
		text = call?.params.text;
		return call?.response?.ok === true;
	};
	await until('the press is answered', isAnswered, WITHIN_MS);
	return text;
}

test('demo runs, and is published', async () => {
	const credential = await ensureCredential(n8n.rest, emulator.url);
	const outcome = await runDemoOnce(n8n, n8n.folder, credential);
	expect(outcome).toEqual({ hasRun: true, unpublished: [] });
	const [muted] = await emulator.calls('restrictChatMember');
	expect(muted.params).toMatchObject({ chat_id: chats.demoGroup, user_id: users.noah });
});

describe('reactions', () => {
	const group = chats.demoGroup;

	test.each([
		['noah', 'member'],
		['milan', 'administrator'],
		['olga', 'creator'],
	] as const)('/me tells %s what they are', async (name, status) => {
		const asked = await people.write(name, '/me');
		const answer = await people.sees(group, asked, ({ text }) => /your number/.test(text ?? ''));
		expect(answer.text).toContain(String(users[name]));
		expect(answer.text).toContain(status);
		expect(answer.reply_to_message_id).toBe(asked);
	});

	test('/top lists the players in one message', async () => {
		const asked = await people.write('mia', '/top@demo_bot');
		const list = await people.sees(group, asked, ({ text }) => /^High scores/.test(text ?? ''));
		expect(list.text?.split('\n')).toEqual(
			expect.arrayContaining(['1. Player 1: 1000', '7. Mia: 450']),
		);
		// It comes after all that /top has sent: updates of a chat keep their order.
		const next = await people.write('mia', '/dice');
		await people.sees(group, next, ({ dice }) => dice !== undefined);
		expect(await emulator.calls('sendMessage')).toHaveLength(1);
	});

	test('what the server refuses is said in the chat', async () => {
		await emulator.fault([
			{ kind: 'error', method: 'getGameHighScores', status: 403, description: 'no scores for you' },
			{ kind: 'error', method: 'getChatMember', status: 403, description: 'not a member' },
		]);
		const asked = await people.write('mia', '/top');
		await people.sees(group, asked, ({ text }) => /no scores for you/.test(text ?? ''));
		const again = await people.write('mia', '/me');
		await people.sees(group, again, ({ text }) => /not a member/.test(text ?? ''));
	});

	test('/picture sends an album, in private too', async () => {
		const asked = await people.write('mia', '/picture', chats.privateMia);
		const isPicture = (caption: boolean) => (message: { caption?: string; media?: object }) =>
			message.media !== undefined && (message.caption !== undefined) === caption;
		const first = await people.sees(chats.privateMia, asked, isPicture(true));
		const second = await people.sees(chats.privateMia, asked, isPicture(false));
		expect(first.media?.kind).toBe('photo');
		expect(second.media_group_id).toBe(first.media_group_id);
		const { files } = await emulator.state();
		expect(files.slice(-2).map(({ file_name }) => file_name)).toEqual(['day.png', 'night.png']);
	});

	test('other words get no answer', async () => {
		await people.write('mia', 'dice, please');
		const asked = await people.write('mia', '/dice');
		await people.sees(chats.demoGroup, asked, ({ dice }) => dice !== undefined);
		expect(await emulator.calls('sendMessage')).toEqual([]);
		expect(await emulator.calls('sendDice')).toHaveLength(1);
	});
});

describe('moderation', () => {
	const { demoGroup: group, moderators } = chats;

	async function memberOfGroup(name: Name): Promise<Member | undefined> {
		const { members } = await emulator.state();
		return members.find(({ chat_id, user_id }) => chat_id === group && user_id === users[name]);
	}

	/** Waits until somebody's membership is as `is` says. */
	async function becomes(name: Name, is: (member: Member) => boolean): Promise<void> {
		const isSo = async () => is((await memberOfGroup(name))!);
		await until(`${name} is what they must become`, isSo, WITHIN_MS);
	}

	/** Writes what is forbidden; sees that it is gone, how it is answered and how it is reported. */
	async function offend(name: Name, text = 'Get FREE money here') {
		const written = await people.write(name, text);
		const answer = await people.sees(group, written, (seen) => /was deleted/.test(seen.text ?? ''));
		const report = await people.sees(moderators, 0, (seen) =>
			/wrote in Demo/.test(seen.text ?? ''),
		);
		const { messages } = await emulator.state();
		const original = messages.find(
			({ chat_id, message_id }) => chat_id === group && message_id === written,
		);
		expect(original?.deleted).toBe(true);
		return { answer, report };
	}

	const secondsLeft = ({ until_date: end = 0 }: Member) => end - Date.now() / 1000;

	test('warns, mutes for an hour, bans', async () => {
		const first = await offend('mia', 'Look at https://spam.example/offer');
		expect(first.answer.text).toMatch(/^Mia, .*Warning 1 of 3\. Please read the rules\.$/);
		expect(first.report.text).toContain('Mia (1003) wrote in Demo Group:');
		expect(first.report.text).toContain('https://spam.example/offer');
		expect((await memberOfGroup('mia'))?.status).toBe('member');

		await newWorld();
		const second = await offend('mia');
		expect(second.answer.text).toMatch(/Warning 2 of 3\. You are muted for an hour\.$/);
		expect(second.report.text).toMatch(/Warning 2 of 3: muted for an hour\.$/);
		await expect(people.write('mia', 'Hello?')).rejects.toThrow('you are muted in this chat');
		const muted = (await memberOfGroup('mia'))!;
		expect(secondsLeft(muted)).toBeGreaterThan(3500);
		expect(secondsLeft(muted)).toBeLessThan(3700);

		await newWorld();
		const third = await offend('mia');
		expect(third.answer.text).toMatch(/Warning 3 of 3\. You are banned\.$/);
		await expect(people.write('mia', 'Hello?')).rejects.toThrow('you are banned from this chat');
	});

	test('Undo lifts a mute, and the report says who did it', async () => {
		await offend('noah');
		await newWorld();
		const { report } = await offend('noah');
		expect((await memberOfGroup('noah'))?.status).toBe('restricted');
		expect(await answerTo(await people.press('milan', report, 'Undo'))).toBe('Undone');
		await becomes('noah', ({ status }) => status === 'member');
		const edited = await people.sees(moderators, 0, ({ edit_date }) => edit_date !== undefined);
		expect(edited.text).toBe(`${report.text}\n\nUndone by Milan.`);
		expect(edited.reply_markup).toBeUndefined();
		await people.write('noah', 'Thank you!');
	});

	test('Undo lets a ban end within a minute', async () => {
		const { report } = await offend('noah');
		expect((await memberOfGroup('noah'))?.status).toBe('kicked');
		await answerTo(await people.press('olga', report, 'Undo'));
		const { until_date: end } = (await memberOfGroup('noah'))!;
		expect(end).toBeGreaterThan(Date.now() / 1000);
		await emulator.control('post', 'clock', { advance_seconds: 70 });
		expect((await memberOfGroup('noah'))?.status).toBe('left');
	});

	test('without the right to, it claims nothing, and the moderators read why', async () => {
		const asMember = (user_id: number) => ({ chat_id: group, user_id, status: 'member' });
		const members = [asMember(emulator.defaults.botId), asMember(users.zoe)];
		await emulator.control('post', 'seed', { members });
		const written = await people.write('zoe', 'Hello');
		const offence = await people.write('zoe', 'Get free money here');
		const answer = await people.sees(group, written, ({ text }) => /not wanted/.test(text ?? ''));
		expect(answer.text).toMatch(/^Zoe, this is not wanted here\. Warning 1 of 3/);
		const report = await people.sees(moderators, 0, ({ text }) => /wrote in/.test(text ?? ''));
		expect(report.text).toMatch(/Not deleted \(.*not enough rights.*\)\. Warning 1 of 3/);
		const { messages } = await emulator.state();
		const original = messages.find(
			({ chat_id, message_id }) => chat_id === group && message_id === offence,
		);
		expect(original?.deleted).toBe(false);
		expect(await answerTo(await people.press('milan', report, 'Ban'))).toMatch(/^Not done \(/);
		const edited = await people.sees(moderators, 0, ({ edit_date }) => edit_date !== undefined);
		expect(edited.text).toMatch(/Not done \(.*\) by Milan\.$/);
	});

	test('leaves harmless words and administrators alone', async () => {
		await people.write('mia', 'Money is never free.');
		await people.write('milan', 'No free money in this group, please.');
		await people.write('olga', 'Free money? Ask the moderators.', moderators);
		const asked = await people.write('olga', '/dice', moderators);
		await people.sees(moderators, asked, ({ dice }) => dice !== undefined);
		const isJudged = async () => (await emulator.calls('getChatMember')).length > 0;
		await until('Milan has been looked at', isJudged, WITHIN_MS);
		expect(await emulator.calls('deleteMessage')).toEqual([]);
	});
});

describe('cleanup', () => {
	let cleanup: string;
	const { demoGroup: group, moderators } = chats;

	beforeAll(async () => {
		cleanup = await n8n.rest.workflowNamed('Bot Messaging: Nightly Cleanup');
	});

	const sum = (text: string) => (message: { text?: string }) =>
		message.text?.includes(text) === true;

	/** Has the schedule start every two seconds, as a person would change it in the form. */
	async function everyTwoSeconds(): Promise<void> {
		const { nodes } = await n8n.rest.call<Workflow>('GET', `/rest/workflows/${cleanup}`);
		const rule = { interval: [{ field: 'seconds', secondsInterval: 2 }] };
		const changed = nodes.map((node) =>
			node.name === 'Every Night' ? { ...node, parameters: { rule } } : node,
		);
		await n8n.rest.call('PATCH', `/rest/workflows/${cleanup}`, { nodes: changed });
	}

	test('a trial posts, deletes what it posted and nothing else, and reports', async () => {
		const before = (await emulator.state()).messages;
		await n8n.rest.run(cleanup, 'Try It Now');
		await people.sees(moderators, 0, sum('Cleanup: 1 deleted, 0 failed.'));
		const { messages } = await emulator.state();
		expect(messages.slice(0, before.length)).toEqual(before);
		const [posted, report] = messages.slice(before.length);
		expect(posted).toMatchObject({ chat_id: group, deleted: true });
		expect(report).toMatchObject({ chat_id: moderators, deleted: false });
	});

	test('published, it deletes what has grown old, and reports what failed and why', async () => {
		// What is posted now is 24 hours old in five seconds.
		await emulator.control('post', 'clock', { advance_seconds: 5 - 24 * 3600 });
		await everyTwoSeconds();
		await n8n.rest.publish(cleanup);
		try {
			const { message_id: id } = await people.sees(group, 5, sum('This note goes away'));
			await people.sees(moderators, 0, sum('Cleanup: 0 deleted, 0 failed.'));
			await emulator.api('deleteMessage', { chat_id: group, message_id: id });
			const failure = `1 failed.\nMessage ${id}: message to delete not found`;
			const { message_id: report } = await people.sees(moderators, 0, sum(failure));
			const clean = await people.sees(moderators, report, sum('0 failed.'));
			expect(clean.text).toMatch(/^Cleanup: [1-9] deleted, 0 failed\.$/);
		} finally {
			await n8n.rest.unpublish(cleanup);
		}
	});
});
