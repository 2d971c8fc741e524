import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../../scripts/lib/until';
import { DEFAULTS, useEmulator } from '../../support/emulator';
import { newcomersOf } from '../examples/newcomers';
import { sceneOf } from '../examples/scene';
import { useOwnN8n } from '../support/n8n';
import { peopleOf } from '../support/people';

const { demoGroup: group, moderators } = DEFAULTS.chats;
const WITHIN_MS = 900_000;
const JOINS = 2000;
const MESSAGES = 300;
const RAID_MS = 60_000;
/** So many joins are no raid yet. */
const CALM = 10;
/** Members who were there before, and people who come afterwards. */
const MEMBERS = Array.from({ length: 50 }, (_none, at) => 4000 + at);
const LATER = [4100, 4101];

const emulator = useEmulator();
const n8n = useOwnN8n();
const people = peopleOf(emulator);
const scene = sceneOf(emulator, n8n, people);
const { publish, begin } = newcomersOf(scene);

const soon = async (what: string, isSo: () => Promise<boolean>) =>
	await until(what, isSo, WITHIN_MS, { pauseMs: 2000 });

const inGroup = (user_id: number) => ({ user_id, chat_id: group });

/** The number of a message, or undefined if the group is closed. */
async function write(user_id: number, text: string): Promise<number | undefined> {
	const { message } = await emulator.act('message', { ...inGroup(user_id), text });
	return (message as { message_id: number } | undefined)?.message_id;
}

/** How many of these people have each status. */
async function statusesOf(some: number[]): Promise<Record<string, number>> {
	const { members } = await emulator.state();
	const all = new Map(
		members.filter((one) => one.chat_id === group).map((one) => [one.user_id, one.status]),
	);
	const counts: Record<string, number> = {};
	for (const one of some) counts[all.get(one)!] = (counts[all.get(one)!] ?? 0) + 1;
	return counts;
}

const isClosed = async () =>
	(await emulator.state()).chats.find(({ id }) => id === group)?.permissions?.can_send_messages ===
	false;

test.each([
	['Let Them In', 'member', 'let in'],
	['Remove Them All', 'kicked', 'removed'],
] as const)(
	`${JOINS} people join in a minute and write: %s is about exactly those`,
	async (button, status, done) => {
		// In its second raid, n8n knows those of the first one, which is over.
		const firstRaider = status === 'kicked' ? 200_000 : 100_000;
		const advance_seconds = status === 'kicked' ? 1200 : 0;
		await emulator.control('post', 'clock', { advance_seconds });
		const raiders = Array.from({ length: JOINS }, (_none, at) => firstRaider + at);
		await emulator.control('post', 'seed', {
			users: [...MEMBERS, ...LATER, ...raiders].map((id) => ({
				...{ id, is_bot: false, first_name: `P ${id}` },
			})),
			members: MEMBERS.map((user_id) => ({ chat_id: group, user_id, status: 'member' })),
		});
		const id = await publish('raid-guard');
		await begin();
		const muted = MEMBERS[0];
		const none = { can_send_messages: false };
		await emulator.api('restrictChatMember', { ...inGroup(muted), permissions: none });
		const [ofMembers, ofRaiders]: number[][] = [[], []];
		const began = Date.now();
		for (const [at, raider] of raiders.entries()) {
			await emulator.act('join', inGroup(raider));
			if (at >= MESSAGES) {
				// The rest of them takes the minute.
				await sleep(began + (RAID_MS * at) / JOINS - Date.now());
				continue;
			}
			// The first ones write while the group is open.
			for (let count = at < CALM ? MESSAGES / CALM : 1; count > 0; count--) {
				const message = await write(raider, `Hello ${at}`);
				if (message !== undefined) ofRaiders.push(message);
			}
			if (at % 10 > 0) continue;
			const message = await write(MEMBERS[1 + at / 10], 'What is this?');
			if (message !== undefined) ofMembers.push(message);
		}
		const joined = Date.now();
		await soon('all of them are muted', async () => {
			return (await statusesOf(raiders)).restricted === JOINS;
		});
		expect(await isClosed()).toBe(true);
		const mutedAfter = Date.now();
		const isQuestion = ({ text = '' }) => text.includes('joined Demo Group at once');
		const asked = await people.sees(moderators, 0, isQuestion);
		await soon('nothing runs but the question', async () => {
			const all = await n8n.executions(id);
			return all.filter(({ status: one }) => one !== 'success').length === 1;
		});

		const pressed = Date.now();
		expect(await scene.answerTo(await people.press('milan', asked, button))).toBe(button);
		const told = async () =>
			(await emulator.state()).messages.find(({ text = '' }) => text.includes(' people were '));
		await soon('the moderators are told', async () => (await told()) !== undefined);
		expect((await told())!.text).toBe(`${JOINS} of ${JOINS} people were ${done}.`);
		const seconds = (from: number, to: number) => Math.round((to - from) / 1000);
		console.log({
			...{ button, written: ofRaiders.length, byMembers: ofMembers.length },
			joinedSeconds: seconds(began, joined),
			mutedSeconds: seconds(joined, mutedAfter),
			doneSeconds: seconds(pressed, Date.now()),
		});

		expect(await statusesOf(raiders)).toEqual({ [status]: JOINS });
		expect(await statusesOf(MEMBERS)).toEqual({ restricted: 1, member: MEMBERS.length - 1 });
		expect(await isClosed()).toBe(false);
		expect(ofRaiders.length).toBeGreaterThanOrEqual(MESSAGES);
		const { messages } = await emulator.state();
		const gone = messages.filter((one) => one.chat_id === group && one.deleted);
		const expected = status === 'kicked' ? ofRaiders : [];
		expect(gone.map(({ message_id: one }) => one).sort((a, b) => a - b)).toEqual(expected);
		for (const one of LATER) await emulator.act('join', inGroup(one));
		expect(await statusesOf(LATER)).toEqual({ member: LATER.length });
		await n8n.rest.unpublish(id);
	},
	1_800_000,
);
