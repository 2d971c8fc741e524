import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import type { Scene } from './scene';
import { changeSetting } from './settings';

const group = DEFAULTS.chats.demoGroup;

export function welcome(scene: Scene): void {
	const noah = { chat_id: group, user_id: DEFAULTS.users.noah };
	const { emulator, n8n, idOf, people, answerTo, membership, becomes, disappears } = scene;

	/** After a reset, the server sends member changes only if it is asked again. */
	beforeEach(async () => {
		await people.write('mia', '/dice');
		const isAsked = async () => {
			const [bot] = (await emulator.state()).bots;
			return bot.allowed_updates?.includes('chat_member') === true;
		};
		await until('the bot asks for changes of members', isAsked, LONG_PATIENCE_MS);
	});

	afterAll(async () => await n8n.rest.unpublish(await idOf('welcome')));

	const says = async (words: string) => await people.sees(group, 0, ({ text }) => text === words);

	/** Joins, and returns the question. */
	async function ask() {
		await people.come('zoe');
		const question = await people.sees(group, 0, ({ text }) => /^Welcome, Zoe!/.test(text ?? ''));
		expect((await membership('zoe'))?.status).toBe('restricted');
		return question;
	}

	test('a new member is muted until they press the right answer', async () => {
		const question = await ask();
		await expect(people.write('zoe', 'Hello')).rejects.toThrow('you are muted in this chat');
		await answerTo(await people.press('zoe', question, 'An apple'));
		await says('That is right, Zoe. You can write now.');
		await disappears(group, question.message_id);
		await people.write('zoe', 'Hello everybody');
	});

	test.each([
		['\u202Eeoz\u200F\nOlga', 'eoz Olga'],
		['\u200E', '1005'],
	])('the name %j changes the direction of no line', async (first_name, shown) => {
		const zoe = { id: DEFAULTS.users.zoe, is_bot: false, first_name };
		await emulator.control('post', 'seed', { users: [zoe] });
		await people.come('zoe');
		const begins = `Welcome, ${shown}! Which of these`;
		const question = await people.sees(group, 0, ({ text = '' }) => text.startsWith('Welcome, '));
		await people.press('zoe', question, 'An apple');
		expect(question.text).toContain(begins);
		await says(`That is right, ${shown}. You can write now.`);
		await disappears(group, question.message_id);
	});

	test('nobody else can answer', async () => {
		const question = await ask();
		const words = 'This question is for somebody else.';
		expect(await answerTo(await people.press('mia', question, 'An apple'))).toBe(words);
		expect(await answerTo(await people.press('olga', question, 'A stone'))).toBe(words);
		expect((await membership('zoe'))?.status).toBe('restricted');
		await people.press('zoe', question, 'An apple');
		await becomes('zoe', 'member');
	});

	test('a wrong answer removes the person for a minute', async () => {
		const question = await ask();
		await answerTo(await people.press('zoe', question, 'A cloud'));
		await says('Zoe, that is wrong. Join again in a minute for another try.');
		await becomes('zoe', 'kicked');
		await disappears(group, question.message_id);
		const { until_date: end = 0 } = (await membership('zoe'))!;
		expect(end - Date.now() / 1000).toBeLessThan(70);
	});

	test('a person whom moderators muted is not freed by leaving, returning and answering', async () => {
		await emulator.api('restrictChatMember', { ...noah, permissions: {} });
		await emulator.act('leave', noah);
		await people.come('noah');
		// The next newcomer gets a question; Noah did not.
		await ask();
		const { messages } = await emulator.state();
		expect(messages.filter(({ text }) => text?.startsWith('Welcome, Noah!'))).toEqual([]);
		expect((await membership('noah'))?.status).toBe('restricted');
	});

	test('when the time is up, a person who answered stays, one who did not is removed, and a ban stays', async () => {
		await changeSetting(n8n.rest, await idOf('welcome'), 'minutes', 0.5);
		const before = await n8n.rest.countEnded(await idOf('welcome'));
		await emulator.act('leave', noah);
		await people.come('noah');
		const forNoah = await people.sees(group, 0, ({ text }) => /^Welcome, Noah!/.test(text ?? ''));
		const forZoe = await ask();
		await people.press('zoe', forZoe, 'An apple');
		const mia = { chat_id: group, user_id: DEFAULTS.users.mia };
		await emulator.act('leave', mia);
		await people.come('mia');
		const forMia = await people.sees(group, 0, ({ text }) => /^Welcome, Mia!/.test(text ?? ''));
		await emulator.api('banChatMember', mia);
		const haveEnded = async () => (await n8n.rest.countEnded(await idOf('welcome'))) >= before + 3;
		// n8n checks time limits once a minute.
		await until('both newcomers are through', haveEnded, 2 * LONG_PATIENCE_MS);
		expect((await membership('noah'))?.status).toBe('kicked');
		expect((await membership('zoe'))?.status).toBe('member');
		const banned = await membership('mia');
		expect([banned?.status, banned?.until_date]).toEqual(['kicked', undefined]);
		for (const { message_id: id } of [forNoah, forZoe, forMia]) await disappears(group, id);
	});
}
