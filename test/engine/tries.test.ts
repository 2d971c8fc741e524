import type { IDataObject, INode } from 'n8n-workflow';

import { items, useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const SEND: IDataObject = { chatId: byId('={{ $json.chat }}'), text: '={{ $json.text }}' };

/** n8n's own setting of the node: three tries, as fast as possible. */
const RETRY_ON_FAIL: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const CONTINUE: Partial<INode> = { ...RETRY_ON_FAIL, onError: 'continueRegularOutput' };

const GOOD = [
	{ chat: '-1001', text: 'one' },
	{ chat: '1001', text: 'two' },
];

const sentTexts = async () =>
	(await emulator.calls('sendMessage')).map(({ params }) => params.text as string).sort();

const arrivedTexts = async () =>
	(await emulator.state()).messages
		.map(({ text }) => text)
		.filter((text) => ['one', 'two', 'lost'].includes(text ?? ''))
		.sort();

describe('Retry On Fail of n8n runs the node again, but sends nothing twice:', () => {
	test('of three items with a mistake in the first, the two good ones are sent once', async () => {
		const { json } = await run('sendMessage', SEND, {
			items: items({ chat: '', text: 'wrong' }, ...GOOD),
			node: CONTINUE,
		});
		expect(await sentTexts()).toEqual(['one', 'two']);
		expect(json).toMatchObject([
			{ error: expect.stringContaining('Chat') },
			{ text: 'one' },
			{ text: 'two' },
		]);
	});

	test('a refused item is requested again at each try, and the others once', async () => {
		const { json } = await run('sendMessage', SEND, {
			items: items({ chat: '-999', text: 'nowhere' }, ...GOOD),
			node: CONTINUE,
		});
		expect(await sentTexts()).toEqual(['nowhere', 'nowhere', 'nowhere', 'one', 'two']);
		expect(json).toMatchObject([{ errorCode: 404 }, { text: 'one' }, { text: 'two' }]);
	});

	test('a dice that was thrown is not thrown again', async () => {
		const chat = { chatId: byId('={{ $json.chat }}') };
		const given = items({ chat: '-999' }, { chat: '-1001' });
		await run('sendDice', chat, { items: given, node: CONTINUE });
		const thrown = (await emulator.calls('sendDice')).map(({ params }) => String(params.chat_id));
		expect(thrown.sort()).toEqual(['-1001', '-999', '-999', '-999']);
	});

	test('an item that is refused only once is sent at the second try', async () => {
		await emulator.fault({ kind: 'error', status: 403, description: 'Forbidden' });
		const { json } = await run('sendMessage', SEND, {
			items: items(GOOD[0]),
			node: CONTINUE,
		});
		expect(await arrivedTexts()).toEqual(['one']);
		expect(json).toMatchObject([{ text: 'one' }]);
	});

	test('the items that were sent are not sent again if an error ends the node', async () => {
		const { error } = await run('sendMessage', SEND, {
			items: items(...GOOD, { chat: '-999', text: 'nowhere' }),
			node: RETRY_ON_FAIL,
		});
		expect(error).toMatchObject({ httpCode: '404' });
		expect(await sentTexts()).toEqual(['nowhere', 'nowhere', 'nowhere', 'one', 'two']);
	});

	test.each([
		['as an item', CONTINUE],
		['as the end of the node', RETRY_ON_FAIL],
	])('a message whose answer was lost is not sent again, %s', async (_how, node) => {
		await emulator.fault({ kind: 'cut_after', method: 'sendMessage' });
		const { json, error } = await run('sendMessage', SEND, {
			items: items({ chat: '-1001', text: 'lost' }),
			node,
		});
		expect(await sentTexts()).toEqual(['lost']);
		expect(await arrivedTexts()).toEqual(['lost']);
		if (node === CONTINUE) expect(json).toMatchObject([{ mayHaveArrived: true }]);
		else expect(error?.description).toContain('may have arrived');
	});

	test('text that differs at each try is sent once', async () => {
		await run(
			'sendMessage',
			{ chatId: byId('={{ $json.chat }}'), text: '={{ Math.random() }}' },
			{ items: items({ chat: '' }, { chat: '-1001' }), node: CONTINUE },
		);
		expect(await sentTexts()).toHaveLength(1);
	});

	test('without a failure nothing is remembered', async () => {
		const { run: saved } = await run('sendMessage', SEND, {
			items: items(...GOOD),
			node: CONTINUE,
		});
		const { contextData } = saved.data.executionData!;
		expect(JSON.stringify(contextData)).not.toContain('one');
	});
});
