import { ensureCredential } from '../../scripts/lib/demo';
import { importExamplesOnce } from '../../scripts/lib/examples';
import { until } from '../../scripts/lib/until';
import { useEmulator } from '../support/emulator';
import { useN8n } from './support/n8n';
import { peopleOf } from './support/people';

const WITHIN_MS = 20_000;

const emulator = useEmulator();
const n8n = useN8n();
const people = peopleOf(emulator);
const { chats, users } = emulator.defaults;

beforeAll(async () => {
	const credential = await ensureCredential(n8n.rest, emulator.url);
	await importExamplesOnce(n8n.rest, n8n.folder, credential);
});

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

describe('reactions', () => {
	const group = chats.demoGroup;

	test('/dice rolls and answers the message', async () => {
		const asked = await people.write('mia', '/dice');
		const answer = await people.sees(group, asked, ({ dice }) => dice !== undefined);
		expect(answer.reply_to_message_id).toBe(asked);
	});

	test('/rules shows a button, and its press is answered', async () => {
		const asked = await people.write('mia', '/rules');
		const rules = await people.sees(group, asked, ({ text }) => /^The rules/.test(text ?? ''));
		expect(await answerTo(await people.press('noah', rules, 'I agree'))).toMatch(
			/^Thank you, Noah/,
		);
	});

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
