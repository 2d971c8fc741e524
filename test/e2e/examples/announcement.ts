import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import type { Seen } from '../support/people';
import type { Scene } from './scene';

const { chats, users } = DEFAULTS;
const { demoGroup, moderators, privateMia } = chats;

export function announcement({ emulator, people, answerTo }: Scene): void {
	const says = (words: string) => (message: { text?: string }) => message.text === words;
	const asks = ({ text = '' }: Seen) =>
		/^Send this to \d+ groups? and \d+ (person|people)\?/.test(text);

	/** Milan announces something, once the bot knows Mia and the group. Returns the question. */
	async function announce(words: string, ...known: number[]): Promise<Seen> {
		for (const chat of known) await people.write('mia', 'Hello', chat);
		const isRead = async () => {
			const { body } = await emulator.api('getWebhookInfo');
			return body.result.pending_update_count === 0;
		};
		await until('the bot has read it', isRead, LONG_PATIENCE_MS);
		const asked = await people.write('milan', `/announce ${words}`, moderators);
		return await people.sees(moderators, asked, asks);
	}

	test('says to how many it goes, and after Send the moderators read where and why it failed', async () => {
		const question = await announce('We meet on Sunday', demoGroup, privateMia);
		expect(await answerTo(await people.press('olga', question, 'Send'))).toMatch(/Only the person/);
		expect(await emulator.calls('sendMessage')).toHaveLength(1);
		await emulator.act('leave', { user_id: users.mia, chat_id: privateMia });
		await people.press('milan', question, 'Send');
		const report = await people.sees(moderators, question.message_id, ({ text = '' }) =>
			text.startsWith('Sent to '),
		);
		expect(report.text).toMatch(/^Sent to \d+ of \d+ chats\.[^]*Not sent to Mia: .*blocked/);
		await people.sees(demoGroup, 0, says('We meet on Sunday'));
		const { text } = await announce('And on Monday', demoGroup);
		expect(text).toMatch(/\n1 person has blocked the bot\.$/m);
	});

	test('a picture goes along, with the words after the command', async () => {
		await announce('Not yet', demoGroup, privateMia);
		const caption = '/announce The new office';
		const sent = { user_id: users.milan, chat_id: moderators, photo: true, caption };
		const { message } = await emulator.act('message', sent);
		await people.press('milan', await people.sees(moderators, message.message_id, asks), 'Send');
		const seen = { caption: 'The new office', media: { kind: 'photo' } };
		for (const chat of [demoGroup, privateMia]) {
			const copy = await people.sees(chat, 0, (one) => 'media' in one);
			expect(copy).toMatchObject(seen);
		}
		// The bot may also know chats of other tests, which are gone.
		await people.sees(moderators, message.message_id, ({ text = '' }) =>
			text.startsWith('Sent to '),
		);
	});

	test('Cancel sends nothing, and only the moderators can announce, and only with a text', async () => {
		const question = await announce('We meet on Sunday', demoGroup, privateMia);
		await answerTo(await people.press('milan', question, 'Cancel'));
		await people.write('mia', '/announce Buy my watches');
		const asked = await people.write('milan', '/announce', moderators);
		await people.sees(moderators, asked, ({ text = '' }) => /after the command/.test(text));
		expect(await emulator.calls('sendMessage')).toHaveLength(2);
	});
}
