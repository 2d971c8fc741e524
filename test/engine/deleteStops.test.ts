import { items, useBot } from '../support/bot';
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
