import type { INodeExecutionData } from 'n8n-workflow';

import { useBot } from '../support/bot';
import { gone } from '../support/deletions';
import { byId } from '../support/locators';
import { startOddServer } from '../support/odd';

const { emulator, run } = useBot();
const { demoGroup } = emulator.defaults.chats;

test('a range of 100,000 goes out in 1,000 full requests', async () => {
	const { json } = await run('deleteMessages', {
		chatId: byId(demoGroup),
		messageSelection: 'range',
		firstMessageId: '1',
		lastMessageId: '100000',
	});
	expect(json).toEqual([
		{
			chatId: demoGroup,
			requested: 100_000,
			deleted: 5,
			failed: 99_995,
			unknown: 0,
			tooOld: 0,
			...gone(99_995),
		},
	]);
	const calls = await emulator.calls('deleteMessages');
	expect(calls).toHaveLength(1000);
	expect(calls.every(({ params }) => params.message_ids.length === 100)).toBe(true);
});

/** Items that record when they are read; each is a message sent at this time, in a chat of its own. */
function watched(count: number, date: number) {
	const seen = { read: 0, turns: new Set<number>() };
	let turn = 0;
	const inputs: INodeExecutionData[] = Array.from({ length: count }, (_none, index) => ({
		json: {
			chatId: -1001 - index,
			messageId: index + 1,
			get date() {
				seen.read++;
				seen.turns.add(turn);
				return date;
			},
		},
	}));
	/** Calls back at each turn of the event loop while the work is done. */
	const during = async <T>(work: () => Promise<T>, each = () => {}): Promise<T> => {
		let isDone = false;
		const next = () => {
			turn++;
			each();
			if (!isDone) setImmediate(next);
		};
		setImmediate(next);
		return await work().finally(() => (isDone = true));
	};
	return { inputs, seen, during };
}

describe('while the ids of 20,000 items are read', () => {
	const MANY = 20_000;
	const FAR_FUTURE = 4_000_000_000;
	const THREE_HOURS_AGO = Math.floor(Date.now() / 1000) - 3 * 3600;
	const OLDER_THAN = {
		chatId: byId('={{ $json.chatId }}'),
		messageSelection: 'olderThan',
		age: 1,
		ageUnit: 'hours',
	};

	test('n8n gets its turn many times', async () => {
		const { inputs, seen, during } = watched(MANY, FAR_FUTURE);
		const { json } = await during(
			async () => await run('deleteMessages', OLDER_THAN, { items: inputs }),
		);
		expect(json).toHaveLength(MANY);
		expect(seen.read).toBe(MANY);
		expect(seen.turns.size).toBeGreaterThan(5);
	});

	test('a cancel takes effect at once: nothing more is read, and nothing is sent', async () => {
		const { inputs, seen, during } = watched(MANY, FAR_FUTURE);
		let cancel = () => {};
		let readBefore = 0;
		await during(
			async () =>
				await run('deleteMessages', OLDER_THAN, {
					items: inputs,
					onStart: (stop) => (cancel = stop),
				}),
			() => {
				if (seen.read === 0 || readBefore > 0) return;
				readBefore = seen.read;
				cancel();
			},
		);
		expect(readBefore).toBeLessThan(MANY);
		expect(seen.read).toBe(readBefore);
		expect(await emulator.calls()).toEqual([]);
	});

	test('a cancel keeps the ids that were read from being sent', async () => {
		const { inputs, seen, during } = watched(MANY, THREE_HOURS_AGO);
		let cancel = () => {};
		const { error } = await during(
			async () =>
				await run('deleteMessages', OLDER_THAN, {
					items: inputs,
					onStart: (stop) => (cancel = stop),
				}),
			() => {
				if (seen.read > 0) cancel();
			},
		);
		expect(seen.read).toBeLessThan(MANY);
		expect(error?.message).toBe('The execution was stopped');
		expect(await emulator.calls()).toEqual([]);
	});

	test('the first requests already go out', async () => {
		const FEWER = 5000;
		const { inputs, seen } = watched(FEWER, THREE_HOURS_AGO);
		let readAtFirst = 0;
		const server = await startOddServer((_request, response) => {
			readAtFirst ||= seen.read;
			response.end('{"ok":true,"result":true}');
		});
		try {
			const inOneChat = { ...OLDER_THAN, chatId: byId('={{ -1001 }}') };
			await run('deleteMessages', inOneChat, {
				items: inputs,
				credential: { baseUrl: server.url },
			});
			expect(server.asked).toHaveLength(FEWER / 100);
			expect(readAtFirst).toBeLessThan(FEWER);
		} finally {
			await server.close();
		}
	});
});
