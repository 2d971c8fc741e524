import type { INodeExecutionData } from 'n8n-workflow';

import { items, useBot } from '../support/bot';
import { startOddServer } from '../support/odd';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const FROM_ITEM = { chatId: byId('={{ $json.chat ?? -1001 }}'), messageIds: '={{ $json.ids }}' };

const numbers = (count: number) => Array.from({ length: count }, (_none, index) => index + 1);

const sizes = async () =>
	(await emulator.calls('deleteMessages')).map(({ params }) => params.message_ids.length);

describe('an error that ends the execution', () => {
	test('in the first item: nothing of the second is deleted', async () => {
		const { error } = await run('deleteMessages', FROM_ITEM, {
			items: items({ ids: 'one' }, { ids: numbers(500) }),
		});
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
		expect(await sizes()).toEqual([]);
	});

	test('in a later item: a delete that has not begun by then is not sent', async () => {
		const { error } = await run('deleteMessages', FROM_ITEM, {
			items: items({ ids: [1, 2, 3] }, { ids: 'one' }, { ids: numbers(500) }),
		});
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(await sizes()).toEqual([]);
	});

	test('from the server: of 30 requests, only those under way are made', async () => {
		await emulator.fault({ kind: 'error', method: 'deleteMessages', status: 401, times: 99 });
		const { error } = await run('deleteMessages', {
			chatId: byId('-1001'),
			messageIds: `={{ ${JSON.stringify(numbers(3000))} }}`,
			traffic: { parallelRequests: 4 },
		});
		expect(error).toMatchObject({ httpCode: '401', context: { itemIndex: 0 } });
		expect((await sizes()).length).toBeLessThanOrEqual(4);
	});

	test('is the one that is reported, not the requests that it stopped', async () => {
		await emulator.settings({ latencyMs: 30 });
		const { error } = await run(
			'deleteMessages',
			{ ...FROM_ITEM, traffic: { parallelRequests: 1 } },
			{ items: items({ chat: -1003, ids: '1' }, { chat: -1004, ids: '1' }, { ids: numbers(200) }) },
		);
		expect(error).toMatchObject({ httpCode: '403' });
	});
});

test('if errors become items, a refused request does not stop the others', async () => {
	await emulator.fault({ kind: 'error', method: 'deleteMessages', status: 401 });
	const { json } = await run('deleteMessages', FROM_ITEM, {
		items: items({ ids: '1' }, { chat: -1003, ids: numbers(300) }, { ids: '2' }),
		node: { onError: 'continueRegularOutput' },
	});
	expect(await sizes()).toHaveLength(4);
	expect(json.filter(({ errorCode }) => errorCode === 401).length).toBeGreaterThan(0);
	expect(json).toHaveLength(3);
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
