import { DEFAULTS } from '../../support/emulator';
import type { Scene } from './scene';

const { demoGroup, quietGroup, moderators } = DEFAULTS.chats;

export function announcement({ emulator, people }: Scene): void {
	const says = (words: string) => (message: { text?: string }) => message.text === words;

	test('is sent to every chat of the list, and the moderators read where and why it failed', async () => {
		const asked = await people.write('milan', '/announce We meet on Sunday', moderators);
		const { text, reply_to_message_id: repliedTo } = await people.sees(
			moderators,
			asked,
			() => true,
		);
		expect(text).toMatch(/^Sent to 2 of 3 chats\.\nNot sent to -1004: .*not a member/);
		expect(repliedTo).toBe(asked);
		await people.sees(demoGroup, 0, says('We meet on Sunday'));
		await people.sees(quietGroup, 0, says('We meet on Sunday'));
	});

	test('only the moderators can announce, and only with a text', async () => {
		await people.write('mia', '/announce Buy my watches');
		const asked = await people.write('milan', '/announce', moderators);
		await people.sees(moderators, asked, ({ text = '' }) => /after the command/.test(text));
		expect(await emulator.calls('sendMessage')).toHaveLength(1);
	});
}
