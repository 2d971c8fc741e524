import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from '../../scripts/lib/paths';
import { Processes, type Process } from '../../scripts/lib/processes';
import { until } from '../../scripts/lib/until';
import { useEmulator } from '../support/emulator';
import type { PurgeLine, PurgeTask } from '../support/purgeChild';

const CHATS = Array.from({ length: 100 }, (_none, index) => -5001 - index);
/** Ids per chat; only the first of them have a message. */
const NUMBERS = 1000;
const MESSAGES = 200;
const KILLED_AFTER = 300;
const MOST_GROWTH = 30 * 1024 ** 2;
const WITHIN_MS = 300_000;

const SCRIPT = join(__dirname, '../support/purgeChild.ts');
const LIFELINE = join(__dirname, '../../sandbox/lib/lifeline.cjs');

const emulator = useEmulator();
const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-purge-'));
const processes = new Processes();

afterAll(async () => {
	await processes.stopAll();
	rmSync(folder, { recursive: true, force: true });
});

async function seed(): Promise<void> {
	const { botId, users } = emulator.defaults;
	const rights = { can_delete_messages: true };
	await emulator.control('post', 'seed', {
		chats: CHATS.map((id) => ({ id, type: 'group', title: `Group ${id}` })),
		members: CHATS.map((chat_id) => ({
			chat_id,
			user_id: botId,
			status: 'administrator',
			rights,
		})),
		messages: CHATS.flatMap((chat_id) =>
			Array.from({ length: MESSAGES }, (_none, index) => ({
				message_id: index + 1,
				chat_id,
				from_id: users.mia,
				text: 'x',
			})),
		),
	});
}

/** The node in a separate process, so that the emulator and jest do not count in its memory. */
function startPurge(): Process {
	const task: PurgeTask = {
		baseUrl: emulator.url,
		botToken: emulator.token,
		chats: CHATS,
		last: NUMBERS,
		lookEveryMs: 200,
	};
	const flags = ['--require', LIFELINE, '--expose-gc', '--import', 'tsx'];
	return processes.start('The purge', process.execPath, [...flags, SCRIPT, JSON.stringify(task)], {
		cwd: ROOT,
		env: process.env,
		logFile: join(folder, 'purge.log'),
	});
}

const requests = async () => (await emulator.calls('deleteMessages')).length;

/** Requests in transit when the sender was killed still arrive. */
async function untilQuiet(): Promise<void> {
	let known = -1;
	await until(
		'no more requests come in',
		async () => {
			const last = known;
			known = await requests();
			return known === last;
		},
		WITHIN_MS,
		{ pauseMs: 500 },
	);
}

async function left(): Promise<number> {
	const { messages } = await emulator.state();
	return messages.filter(({ chat_id, deleted }) => chat_id <= CHATS[0] && !deleted).length;
}

test(
	'100,000 numbers in 100 chats: a second run after a kill deletes and counts everything',
	async () => {
		await seed();
		const killed = startPurge();
		await killed.whenReady(async () => (await requests()) >= KILLED_AFTER, WITHIN_MS);
		process.kill(killed.pid!, 'SIGKILL');
		await killed.ended;
		await untilQuiet();
		const before = await left();
		expect(before).toBeLessThan(CHATS.length * MESSAGES);

		// From time to time, the server limits the rate.
		const description = 'Bad Request: MESSAGE_TOO_MUCH';
		await emulator.fault(
			[100, 300, 500].map((skip) => ({
				kind: 'error',
				status: 400,
				description,
				skip,
				times: 5,
			})),
		);
		const again = startPurge();
		await again.succeeded();
		const { json, heap } = JSON.parse(again.output().trim().split('\n').at(-1)!) as PurgeLine;
		const sum = (name: string) => json.reduce((all, item) => all + (item[name] as number), 0);
		console.log({ before, deleted: sum('deleted'), notFound: sum('notFound'), looks: heap.length });

		expect(await left()).toBe(0);
		expect(json).toHaveLength(CHATS.length);
		expect(sum('deleted')).toBe(before);
		expect(sum('notFound')).toBe(CHATS.length * NUMBERS - before);
		expect(sum('failed') + sum('unknown')).toBe(0);
		// By the second quarter all code is compiled.
		const warm = heap.slice(Math.floor(heap.length / 4));
		expect(Math.max(...warm) - warm[0]).toBeLessThan(MOST_GROWTH);
	},
	2 * WITHIN_MS,
);
