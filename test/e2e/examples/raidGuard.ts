import type { Workflow } from '../../../sandbox/lib/rest';
import { runToEnd } from '../../../sandbox/lib/runs';
import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import type { Seen } from '../support/people';
import { newcomersOf } from './newcomers';
import type { Scene } from './scene';

const { demoGroup: group, moderators } = DEFAULTS.chats;
const { users, botId } = DEFAULTS;

/** People who are in no chat. */
const PLAYERS = [1010, 1011, 1012, 1013, 1014, 1015, 1016];

/** Permissions of the group's members before the raid: neither all nor none. */
const BEFORE = {
	can_send_messages: true,
	can_send_media_messages: false,
	can_send_polls: true,
	can_send_other_messages: false,
	can_add_web_page_previews: false,
	can_change_info: false,
	can_invite_users: true,
	can_pin_messages: true,
};

/** Lowers the limit to three people, to keep the test small. */
function forThree(workflow: Workflow): Workflow {
	const trigger = workflow.nodes.find(({ type }) => type.endsWith('PollingTrigger'))!;
	Object.assign((trigger.parameters as { rules: object }).rules, { raidJoins: 2 });
	return workflow;
}

export function raidGuard(scene: Scene): void {
	const { emulator, n8n, people, answerTo } = scene;
	const { publish, store, begin } = newcomersOf(scene);
	let id: string;
	let night: string;

	beforeAll(async () => {
		id = await publish('raid-guard', forThree);
		night = await store('night-mode');
	});
	beforeEach(begin);
	afterAll(async () => await n8n.rest.unpublish(id));

	const join = async (players: number[], chat_id: number = group) => {
		for (const user_id of players) {
			expect(await emulator.act('join', { user_id, chat_id })).toMatchObject({ ok: true });
		}
	};
	const areMuted = async (players: number[]) => {
		const isSo = async () => {
			const { members } = await emulator.state();
			const muted = members.filter(
				({ chat_id: chat, status, permissions }) =>
					chat === group && status === 'restricted' && permissions?.can_send_messages === false,
			);
			return players.every((player) => muted.some(({ user_id }) => user_id === player));
		};
		await until('all of them are muted', isSo, LONG_PATIENCE_MS);
	};
	const permissions = async () =>
		(await emulator.state()).chats.find(({ id: chat }) => chat === group)?.permissions;
	const question = async () =>
		await people.sees(moderators, 0, ({ text = '' }) => /joined Demo Group at once/.test(text));

	test('closes the group, mutes everyone in the raid, and reopens it unchanged when a moderator says so', async () => {
		await emulator.control('post', 'seed', {
			chats: [{ id: group, type: 'group', title: 'Demo Group', permissions: BEFORE }],
			members: [{ chat_id: moderators, user_id: users.mia, status: 'member' }],
		});
		await join(PLAYERS.slice(0, 2));
		await people.write('noah', 'Two people are no raid');
		await join(PLAYERS.slice(2, 3));
		const asked = await question();
		expect(asked.text).toBe(
			'3 people joined Demo Group at once. Those who join now are muted for 24 hours. The group is closed.',
		);
		await areMuted(PLAYERS.slice(0, 3));
		await expect(people.write('noah', 'Hello')).rejects.toThrow('members may not write');
		await join(PLAYERS.slice(3, 4));
		await areMuted(PLAYERS.slice(0, 4));

		// A second raid while the group is closed must not overwrite the stored permissions.
		await emulator.control('post', 'clock', { advance_seconds: 120 });
		await join(PLAYERS.slice(4));
		await areMuted(PLAYERS);
		const refused = await answerTo(await people.press('mia', asked, 'Open the Group'));
		expect(refused).not.toBe('Open the Group');
		expect(Object.values((await permissions())!)).not.toContain(true);

		await answerTo(await people.press('milan', asked, 'Open the Group'));
		const isOpen = async () => (await permissions())?.can_send_messages === true;
		await until('the group is open', isOpen, LONG_PATIENCE_MS);
		expect(await permissions()).toEqual(BEFORE);
		await people.write('noah', 'Here again');
		expect(await emulator.calls('setChatPermissions')).toHaveLength(2);
		const questions = await emulator.calls('sendMessage');
		expect(questions.filter(({ params }) => params.chat_id === moderators)).toHaveLength(1);
	});

	test('people who join a big group, which announces nobody, count too', async () => {
		await emulator.settings({ visitMessages: 'none' });
		await emulator.control('post', 'clock', { advance_seconds: 300 });
		await join(PLAYERS.slice(0, 2));
		await people.write('noah', 'Two people are no raid');
		await join(PLAYERS.slice(2, 3));
		expect((await question()).text).toMatch(/^3 people joined Demo Group at once/);
		await areMuted(PLAYERS.slice(0, 3));
		const { messages } = await emulator.state();
		expect(messages.filter(({ new_chat_members }) => new_chat_members)).toEqual([]);
	});

	test('new subscribers of a channel do not count as a raid', async () => {
		const channel = { id: -1151, type: 'channel', title: 'News' };
		await emulator.control('post', 'seed', {
			chats: [channel],
			members: [{ chat_id: channel.id, user_id: botId, status: 'administrator' }],
		});
		await emulator.control('post', 'clock', { advance_seconds: 450 });
		await join(PLAYERS.slice(0, 3), channel.id);
		await join(PLAYERS.slice(0, 3));
		await question();
		await areMuted(PLAYERS.slice(0, 3));
		const calls = await emulator.calls();
		expect(calls.filter(({ params }) => params.chat_id === channel.id)).toEqual([]);
	});

	test('if the group cannot be closed, the moderators read why, and the raid is muted', async () => {
		await emulator.fault([
			{
				kind: 'error',
				method: 'setChatPermissions',
				status: 403,
				description: 'not enough rights',
			},
		]);
		await emulator.control('post', 'clock', { advance_seconds: 600 });
		await join(PLAYERS.slice(0, 3));
		await areMuted(PLAYERS.slice(0, 3));
		const { text } = await question();
		expect(text).toContain('The group could not be closed (');
		expect(text).toContain('not enough rights');
	});

	describe('with the night mode', () => {
		const closed = 'members may not write';
		const becomes = async (hour: string) =>
			expect((await runToEnd(n8n.rest, night, hour)).status).toBe('success');
		const isOpen = async () => (await permissions())?.can_send_messages === true;

		/** A raid by day, reported to the moderators. */
		async function raided() {
			await emulator.control('post', 'seed', {
				chats: [{ id: group, type: 'group', title: 'Demo Group', permissions: BEFORE }],
			});
			await join(PLAYERS.slice(0, 3));
			return await question();
		}

		test('the group stays closed in the morning if a raid is not over', async () => {
			await emulator.control('post', 'clock', { advance_seconds: 700 });
			const asked = await raided();
			await becomes('In the Evening');
			await becomes('In the Morning');
			await expect(people.write('noah', 'Hello')).rejects.toThrow(closed);
			await answerTo(await people.press('milan', asked, 'Open the Group'));
			await until('the group is open', isOpen, LONG_PATIENCE_MS);
			expect(await permissions()).toEqual(BEFORE);
			// It was neither night nor morning.
			const said = await emulator.calls('sendMessage');
			expect(said.filter(({ params }) => params.chat_id === group)).toEqual([]);
		});

		test('a group that moderators open at night stays open in the morning', async () => {
			await emulator.control('post', 'clock', { advance_seconds: 800 });
			const asked = await raided();
			await becomes('In the Evening');
			await answerTo(await people.press('milan', asked, 'Open the Group'));
			await people.sees(
				moderators,
				asked.message_id,
				({ text }) => text === 'It is night in Demo Group. The group opens in the morning.',
			);
			await expect(people.write('noah', 'Hello')).rejects.toThrow(closed);
			await becomes('In the Morning');
			await people.sees(group, 0, ({ text = '' }) => text.startsWith('Good morning!'));
			await people.write('noah', 'Good morning!');
		});

		test('a raid at night asks no question, and the group opens in the morning', async () => {
			await emulator.control('post', 'clock', { advance_seconds: 900 });
			await becomes('In the Evening');
			await join(PLAYERS.slice(0, 3));
			await areMuted(PLAYERS.slice(0, 3));
			await becomes('In the Morning');
			await people.write('noah', 'Good morning!');
			const said = await emulator.calls('sendMessage');
			expect(said.filter(({ params }) => params.chat_id === moderators)).toEqual([]);
		});
	});

	test('a person who was muted permanently before is not freed after a day', async () => {
		const [freed, other, last] = PLAYERS;
		const player = { chat_id: group, user_id: freed };
		await join([freed]);
		const permissions = { can_send_messages: false };
		await emulator.api('restrictChatMember', { ...player, permissions });
		await emulator.act('leave', player);
		await emulator.control('post', 'clock', { advance_seconds: 1200 });
		await join([freed, other, last]);
		await question();
		await areMuted([freed, other, last]);
		const { members } = await emulator.state();
		const endOf = (player: number) =>
			members.find(({ chat_id: chat, user_id: user }) => chat === group && user === player)
				?.until_date;
		expect([freed, other, last].map((player) => typeof endOf(player))).toEqual([
			'undefined',
			'number',
			'number',
		]);
	});

	test.each([
		['Let Them In', 'member', 'let in', 4000],
		['Remove Them All', 'kicked', 'removed', 5000],
	] as const)('%s is about those of the raid', async (button, status, done, advance_seconds) => {
		await emulator.control('post', 'clock', { advance_seconds });
		await join(PLAYERS.slice(0, 3));
		const asked = await question();
		await areMuted(PLAYERS.slice(0, 3));
		await join(PLAYERS.slice(3, 4));
		await areMuted(PLAYERS.slice(0, 4));
		await answerTo(await people.press('milan', asked, button));
		const told = `4 of 4 people were ${done}.`;
		await people.sees(moderators, 0, ({ text }) => text === told);
		const { members } = await emulator.state();
		const now = members.flatMap(({ chat_id: chat, user_id: user, status: one }) =>
			chat === group && PLAYERS.includes(user) ? [one] : [],
		);
		expect(now).toEqual([status, status, status, status]);
		expect(members).toContainEqual(
			expect.objectContaining({ chat_id: group, user_id: users.mia, status: 'member' }),
		);
		const isOpen = async () => (await permissions())?.can_send_messages !== false;
		await until('the group is open', isOpen, LONG_PATIENCE_MS);
	});

	test('if the group cannot be opened, the moderators read why', async () => {
		await emulator.control('post', 'clock', { advance_seconds: 3000 });
		await join(PLAYERS.slice(0, 3));
		const asked = await question();
		await areMuted(PLAYERS.slice(0, 3));
		const description = 'not enough rights';
		await emulator.fault({ kind: 'error', method: 'setChatPermissions', status: 403, description });
		await answerTo(await people.press('milan', asked, 'Open the Group'));
		const words = 'Demo Group could not be opened: ';
		const isSaid = ({ text = '' }: Seen) => text.startsWith(words) && text.includes(description);
		await people.sees(moderators, 0, isSaid);
	});
}
