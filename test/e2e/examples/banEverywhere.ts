import { DEFAULTS } from '../../support/emulator';
import { newcomersOf } from './newcomers';
import type { Scene } from './scene';
import { changeGroups } from './settings';

const { demoGroup: group, moderators, quietGroup, elsewhere } = DEFAULTS.chats;
const { users, botId } = DEFAULTS;

/** Milan is an administrator of two of them, and the bot is not in the last. */
const GROUPS = [group, moderators, quietGroup, elsewhere];

export function banEverywhere(scene: Scene): void {
	const { emulator, n8n, people, membership } = scene;
	const { publish, rename } = newcomersOf(scene);
	let id: string;

	beforeAll(async () => {
		id = await publish('ban-everywhere', (workflow) => changeGroups(workflow, GROUPS));
	});
	afterAll(async () => await n8n.rest.unpublish(id));

	/** Writes a command, and returns the answer. */
	const answer = async (name: 'olga' | 'milan', text: string, replyTo?: number) => {
		const asked = await people.write(name, text, group, replyTo);
		return (await people.sees(group, asked, () => true)).text;
	};
	const bans = async () =>
		(await emulator.calls('banChatMember')).map(({ params }) => params.chat_id as number);

	test('bans in each group in which the moderator may, and reports the result for each', async () => {
		const spam = await people.write('noah', 'Buy my watches');
		const said = await answer('milan', '/banall spam', spam);
		expect(said).toMatch(
			/^Noah, because of spam:\nDemo Group: banned\nModerators: banned\nQuiet Group: not banned \(.+\)\n-1004: not banned \(.+\)$/,
		);
		expect((await membership('noah'))?.status).toBe('kicked');
		expect((await membership('noah', quietGroup))?.status).toBe('member');
		expect(await bans()).toEqual([group, moderators]);
	});

	test('an administrator of one group, or one without the right, bans in no other group', async () => {
		await emulator.control('post', 'seed', {
			members: [
				{
					chat_id: moderators,
					user_id: users.milan,
					status: 'administrator',
					rights: { can_delete_messages: true },
				},
				{ chat_id: quietGroup, user_id: users.milan, status: 'member' },
			],
		});
		const said = await answer('milan', '/banall @noah');
		expect(said).toContain('Moderators: not banned (you have no right to ban there)');
		expect(said).toContain('Quiet Group: not banned (you have no right to ban there)');
		expect(await bans()).toEqual([group]);
	});

	test('members and anonymous administrators ban nobody, and nobody can ban administrators', async () => {
		const noahs = await people.write('noah', 'Hello');
		await people.write('mia', '/banall', group, noahs);
		const text = '/banall @noah';
		const anonymous = { user_id: users.olga, chat_id: group, sender_chat_id: group, text };
		await emulator.act('message', anonymous);
		await people.sees(
			group,
			noahs,
			(message) => message.text === 'I cannot see who you are: write without anonymity.',
		);
		const olgas = await people.write('olga', 'Good evening');
		const said = await answer('milan', '/banall', olgas);
		expect(said).toMatch(/^Olga:\nDemo Group: not banned \(.+\)\nModerators: not banned \(.+\)\n/);
		expect(said).not.toContain(': banned');
		const own = await answer('milan', `/banall ${botId}`);
		expect(own).not.toContain(': banned');
		const calls = await emulator.calls('banChatMember');
		expect(calls.filter(({ params }) => params.user_id === users.noah)).toEqual([]);
		expect((await membership('noah'))?.status).toBe('member');
		expect((await membership('olga'))?.status).toBe('creator');
	});

	test('a name cannot fake a line, and a message of a channel bans nobody', async () => {
		await rename('noah', 'Noah\u202E\nDemo Group: banned\u2028');
		const spam = await people.write('noah', 'Buy my watches');
		const said = await answer(
			'milan',
			`/banall ${'x'.repeat(199)}\u{1F600}\nQuiet Group: banned`,
			spam,
		);
		expect(said).toMatch(
			/^Noah Demo Group: banned, because of x{199}\u{1F600}:\nDemo Group: banned\n/u,
		);
		const channel = -1150;
		await emulator.control('post', 'seed', {
			chats: [{ id: channel, type: 'channel', title: 'Watches' }],
			members: [{ chat_id: channel, user_id: users.mia, status: 'creator' }],
		});
		const { message } = await emulator.act('message', {
			user_id: users.mia,
			sender_chat_id: channel,
			chat_id: group,
			text: 'Buy',
		});
		expect(await answer('milan', '/banall', message.message_id)).toMatch(
			/^A channel or a group wrote/,
		);
	});
}
