import { DEFAULTS } from '../../support/emulator';
import type { Scene } from './scene';

const { chats, users } = DEFAULTS;

export function commands({ emulator, people }: Scene): void {
	const group = chats.demoGroup;

	test.each([
		['noah', 'member'],
		['milan', 'administrator'],
		['olga', 'creator'],
	] as const)('/me tells %s who they are', async (name, status) => {
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
		// It comes after everything that /top sent: a chat's updates keep their order.
		const next = await people.write('mia', '/dice');
		await people.sees(group, next, ({ dice }) => dice !== undefined);
		expect(await emulator.calls('sendMessage')).toHaveLength(1);
	});

	test('an error of the server is reported in the chat', async () => {
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
}
