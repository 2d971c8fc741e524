import { barOf, FirstBot } from '../../sandbox/lib/firstBot';
import { until } from '../../scripts/lib/until';
import { useEmulator } from '../support/emulator';

const WITHIN_MS = 20_000;

const emulator = useEmulator();
const { chats, users, botId } = emulator.defaults;

const ofBot = async (chat: number) =>
	(await emulator.state()).messages.filter(
		({ chat_id, from_id: from }) => chat_id === chat && from === botId,
	);

const write = async (text: string) =>
	await emulator.act('message', { user_id: users.mia, chat_id: chats.privateMia, text });

const texts = async () => (await ofBot(chats.privateMia)).map(({ text }) => text);

test('the bot answers while n8n is downloaded, and leaves later messages to the workflows', async () => {
	const bot = new FirstBot(emulator.url);
	await write('Good morning');
	await until('the bot answers', async () => (await texts()).length === 1, WITHIN_MS);
	expect((await texts())[0]).toContain('Hello, Mia! You wrote: Good morning');
	await bot.stop();
	await write('Is somebody there?');
	const { body } = await emulator.api('getUpdates', {});
	expect(body.result.map((update: { message: { text: string } }) => update.message.text)).toEqual([
		'Is somebody there?',
	]);
	expect(await texts()).toHaveLength(1);
});

test('the bot shows the progress of n8n in one message', async () => {
	const bot = new FirstBot(emulator.url);
	const before = (await ofBot(chats.demoGroup)).length;
	await bot.showProgress(0);
	await bot.showProgress(0.45);
	await bot.stop();
	const shown = (await ofBot(chats.demoGroup)).slice(before);
	expect(shown.map(({ text }) => text)).toEqual([`n8n is being fetched: ${barOf(0.45)}`]);
});

test.each([
	[0, '░░░░░░░░░░░░░░░░░░░░ 0 %'],
	[0.5, '██████████░░░░░░░░░░ 50 %'],
	[0.999, '███████████████████░ 99 %'],
	[1.2, '████████████████████ 100 %'],
])('the bar is right for %d', (share, bar) => {
	expect(barOf(share)).toBe(bar);
});
