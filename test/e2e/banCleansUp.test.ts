import fc from 'fast-check';

import { credentialFor, withCredential } from '../../sandbox/lib/demo';
import { triggerWorkflow, WORK } from '../../sandbox/lib/triggers';
import { until } from '../../scripts/lib/until';
import { DEFAULTS, useEmulator } from '../support/emulator';
import { byId, fromList } from '../support/locators';
import { LONG_PATIENCE_MS } from '../support/patience';
import { botMessaging, type Step } from './support/execute';
import { useKillableN8n } from './support/killable';
import { peopleOf } from './support/people';

const { demoGroup: group, moderators } = DEFAULTS.chats;
const { olga } = DEFAULTS.users;
const PEOPLE = Array.from({ length: 500 }, (_none, at) => 5000 + at);
const MINUTES = 30;
/** Longer than the test takes, and two of them are more than the last minutes. */
const PASSING_SECONDS = 20 * 60;

const emulator = useEmulator();
const n8n = useKillableN8n();
const people = peopleOf(emulator);

/** When somebody writes the command with a number, the steps follow, and the moderators read the text. */
async function publish(command: string, parameters: object, text: string): Promise<void> {
	const credential = await n8n.rest.createCredential(credentialFor(emulator.url));
	const made = triggerWorkflow({
		name: command,
		type: 'botMessagingPollingTrigger',
		parameters: {
			updates: ['message'],
			filters: { commands: command, writtenBy: 'administrators', chatIds: fromList(String(group)) },
		},
		credential,
	});
	const who = {
		chatId: byId('={{ $json.chatId }}'),
		userId: byId('={{ $json.commandArguments }}'),
	};
	const act = botMessaging({ resource: 'member', ...who, ...parameters });
	const say = { resource: 'message', operation: 'sendMessage', chatId: byId(moderators), text };
	const [trigger, work] = made.nodes;
	const node = (step: Step, name: string) => ({ ...work, ...step, name, id: name });
	const id = await n8n.rest.importWorkflow(
		withCredential(
			{
				...made,
				nodes: [trigger, { ...work, ...act, name: WORK }, node(botMessaging(say), 'Say')],
				connections: {
					...made.connections,
					[WORK]: { main: [[{ node: 'Say', type: 'main', index: 0 }]] },
				},
			},
			credential,
		),
	);
	await n8n.rest.publish(id);
}

interface Written {
	id: number;
	by: number;
	/** In seconds, of the server. */
	date: number;
	/** Which start of n8n learned of it. */
	life: number;
}

const written: Written[] = [];
let life = 0;
/** The first message that a trigger saw in this life. */
let since: number | undefined;

async function write(by: number, text = 'Hello'): Promise<Written> {
	const { message } = await emulator.act('message', { user_id: by, chat_id: group, text });
	const { message_id: id, date } = message as { message_id: number; date: number };
	since ??= date;
	const one = { id, by, date, life };
	written.push(one);
	return one;
}

/** What the moderators read about a person after a command. */
async function command(name: string, person: number): Promise<{ text: string; date: number }> {
	const { messages } = await emulator.state();
	const told = messages.filter(({ chat_id: chat }) => chat === moderators);
	const last = Math.max(0, ...told.map(({ message_id: id }) => id));
	const { date } = await write(olga, `${name} ${person}`);
	const isAbout = ({ text = '' }: { text?: string }) => text.startsWith(`${person}:`);
	return { text: (await people.sees(moderators, last, isAbout)).text!, date };
}

const isAllConfirmed = async () =>
	(await emulator.state()).bots.find(({ id }) => id === DEFAULTS.botId)?.updates.length === 0;

const STEPS = [
	...Array<string>(50).fill('ban'),
	...Array<string>(30).fill('undo'),
	...Array<string>(200).fill('write'),
	...Array<string>(3).fill('time passes'),
	...Array<string>(2).fill('kill'),
];

test('500 people, 50 bans and 30 undos, n8n killed twice: all that it saw of the banned lately is gone, nothing else, and it says since when it knows', async () => {
	await emulator.control('post', 'seed', {
		users: PEOPLE.map((id) => ({ id, is_bot: false, first_name: `P ${id}` })),
		members: PEOPLE.map((user_id) => ({ chat_id: group, user_id, status: 'member' })),
	});
	await publish(
		'/ban',
		{
			operation: 'banChatMember',
			until: 'permanent',
			additionalFields: { deleteMinutes: String(MINUTES) },
		},
		'={{ $json.userId }}: {{ $json.messagesKnown }} known since {{ $json.messagesKnownSince }}, {{ $json.messagesDeleted }} deleted',
	);
	await publish(
		'/unban',
		{ operation: 'unbanChatMember', onlyIfBanned: true },
		'={{ $json.userId }}: free',
	);
	for (const by of PEOPLE) await write(by);
	const [steps] = fc.sample(fc.shuffledSubarray(STEPS, { minLength: STEPS.length }), {
		...{ seed: 56, numRuns: 1 },
	});
	const banned: number[] = [];
	const gone = new Set<number>();
	const counts: Record<string, number> = {};
	const random = fc.sample(fc.noBias(fc.nat(10_000)), { seed: 57, numRuns: 2 * STEPS.length });
	for (const what of steps) {
		counts[what] = (counts[what] ?? 0) + 1;
		// A few of them are in the middle of it again and again.
		const by = PEOPLE[random.pop()! % 80];
		if (what === 'write' && !banned.includes(by)) await write(by);
		if (what === 'time passes') {
			await emulator.control('post', 'clock', { advance_seconds: PASSING_SECONDS });
		}
		if (what === 'kill') {
			await until('the bot has all updates', isAllConfirmed, LONG_PATIENCE_MS);
			await n8n.kill();
			life++;
			since = undefined;
			for (const one of PEOPLE.slice(0, 100)) if (!banned.includes(one)) await write(one);
			await n8n.start();
		}
		if (what === 'undo' && banned.length > 0) {
			const [free] = banned.splice(random.pop()! % banned.length, 1);
			await command('/unban', free);
			await emulator.act('join', { chat_id: group, user_id: free });
		}
		const person = banned.includes(by) ? PEOPLE[100 + counts.ban] : by;
		if (what !== 'ban') continue;
		banned.push(person);
		const { text, date } = await command('/ban', person);
		const own = written.filter(
			(one) =>
				one.by === person &&
				one.life === life &&
				one.date > date - MINUTES * 60 &&
				!gone.has(one.id),
		);
		const { length } = own;
		expect(text).toBe(`${person}: ${length} known since ${since}, ${length} deleted`);
		for (const { id } of own) gone.add(id);
	}
	expect(counts).toMatchObject({ ban: 50, undo: 30, kill: 2 });
	expect(gone.size).toBeGreaterThan(40);
	const { messages } = await emulator.state();
	const deleted = messages.filter((one) => one.chat_id === group && one.deleted);
	expect(new Set(deleted.map(({ message_id: id }) => id))).toEqual(gone);
}, 900_000);
