import { DEFAULTS } from '../../support/emulator';
import type { Seen } from '../support/people';
import type { Scene } from './scene';

const { demoGroup: group, moderators } = DEFAULTS.chats;

export function report(scene: Scene): void {
	const { emulator, people, answerTo, membership, messageNow, disappears } = scene;

	/** Noah writes, Mia reports it; gives back what the moderators get. */
	async function reported() {
		const written = await people.write('noah', 'Buy my watches');
		const told = await people.write('mia', '/report advertising', group, written);
		const isReport = ({ text = '' }: { text?: string }) => text.startsWith('Mia reports');
		const asked = await people.sees(moderators, 0, isReport);
		await people.sees(group, told, ({ text = '' }) => text.startsWith('Thank you, Mia.'));
		await disappears(group, told);
		return { written, asked };
	}

	/** Presses a button, and waits until the report says so. */
	async function decide(asked: Seen, button: string): Promise<void> {
		expect(await answerTo(await people.press('milan', asked, button))).toBe(button);
		const line = new RegExp(`\\n\\nMilan: ${button}, \\d\\d:\\d\\d$`);
		const noted = await people.sees(moderators, 0, ({ text = '' }) => line.test(text));
		expect(noted.message_id).toBe(asked.message_id);
		expect(noted.reply_markup?.inline_keyboard ?? []).toEqual([]);
	}

	test('the moderators get the message, who has reported it, and why', async () => {
		const { asked } = await reported();
		expect(asked.text).toBe(
			'Mia reports a message of Noah (1004) in Demo Group. Reason: advertising\n\nBuy my watches',
		);
		const copy = await people.sees(moderators, 0, ({ text }) => text === 'Buy my watches');
		expect(copy.message_id).toBeLessThan(asked.message_id);
	});

	test.each([
		['Delete', 'member'],
		['Delete and Mute', 'restricted'],
		['Delete and Ban', 'kicked'],
	] as const)('%s', async (button, status) => {
		const { written, asked } = await reported();
		await decide(asked, button);
		await disappears(group, written);
		expect((await membership('noah'))?.status).toBe(status);
	});

	test('Leave It', async () => {
		const { written, asked } = await reported();
		await decide(asked, 'Leave It');
		expect((await messageNow(group, written))?.deleted).toBe(false);
	});

	test('what cannot be done is said', async () => {
		const { asked } = await reported();
		await emulator.fault([
			{ kind: 'error', method: 'deleteMessage', status: 403, description: 'no right to delete' },
			{ kind: 'error', method: 'banChatMember', status: 403, description: 'no right to ban' },
		]);
		await decide(asked, 'Delete and Ban');
		for (const reason of ['no right to delete', 'no right to ban']) {
			const words = 'About Noah in Demo Group, this could not be done:';
			await people.sees(
				moderators,
				0,
				({ text = '' }) => text.startsWith(words) && text.includes(reason),
			);
		}
	});

	test('/report alone is answered with how to do it', async () => {
		const asked = await people.write('mia', '/report');
		const answer = await people.sees(group, asked, ({ text = '' }) => /\/report spam/.test(text));
		expect(answer.reply_to_message_id).toBe(asked);
		expect(await emulator.calls('copyMessage')).toEqual([]);
	});
}
