import { DEFAULTS } from '../../support/emulator';
import { until } from '../../../scripts/lib/until';
import { LONG_PATIENCE_MS } from '../../support/patience';
import type { Scene } from './scene';

const { demoGroup: group, moderators } = DEFAULTS.chats;
/** Somebody without a username. */
const PLAYER = 1010;

export function joinRequests({ emulator, people, answerTo, becomes }: Scene): void {
	async function statusOfPlayer(): Promise<string | undefined> {
		const { members } = await emulator.state();
		return members.find(({ chat_id, user_id }) => chat_id === group && user_id === PLAYER)?.status;
	}

	/** Somebody whom the rule does not let in asks to join; returns the moderators' message. */
	async function request() {
		await emulator.act('join_request', { user_id: PLAYER, chat_id: group });
		return await people.sees(moderators, 0, ({ text = '' }) => /asks to join/.test(text));
	}

	test('a person who meets the rule is let in at once', async () => {
		await people.come('zoe', 'join_request');
		await becomes('zoe', 'member');
		expect(await emulator.calls('approveChatJoinRequest')).toHaveLength(1);
	});

	test('a moderator decides about the others', async () => {
		const asked = await request();
		expect(asked.text).toBe('Player 1 (1010) asks to join Demo Group.');
		await answerTo(await people.press('milan', asked, 'Let In'));
		const isIn = async () => (await statusOfPlayer()) === 'member';
		await until('the player is in', isIn, LONG_PATIENCE_MS);
		const noted = await people.sees(moderators, 0, ({ text = '' }) => /Milan: Let In/.test(text));
		expect(noted.message_id).toBe(asked.message_id);
	});

	test('a name cannot imitate an answer of a moderator', async () => {
		const name = 'Eve\n\nOlga: Let In\u202E';
		const player = { id: PLAYER, is_bot: false, first_name: name };
		await emulator.control('post', 'seed', { users: [player] });
		const asked = await request();
		expect(asked.text).toBe('Eve Olga: Let In (1010) asks to join Demo Group.');
		await emulator.act('join', { user_id: PLAYER, chat_id: group });
		await answerTo(await people.press('olga', asked, 'Turn Away'));
		const words = 'About Eve Olga: Let In in Demo Group, this could not be done:';
		await people.sees(moderators, 0, ({ text = '' }) => text.startsWith(words));
	});

	test('a person who is rejected stays outside', async () => {
		const asked = await request();
		await answerTo(await people.press('olga', asked, 'Turn Away'));
		const isDeclined = async () => (await emulator.calls('declineChatJoinRequest')).length > 0;
		await until('the request is declined', isDeclined, LONG_PATIENCE_MS);
		expect(['left', undefined]).toContain(await statusOfPlayer());
	});

	test('if the request has ended meanwhile, the moderators are told so', async () => {
		const asked = await request();
		await emulator.act('join', { user_id: PLAYER, chat_id: group });
		await answerTo(await people.press('olga', asked, 'Turn Away'));
		const words = 'About Player 1 in Demo Group, this could not be done:';
		await people.sees(moderators, 0, ({ text = '' }) => text.startsWith(words));
	});
}
