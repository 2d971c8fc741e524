import { items, useBot } from '../support/bot';
import { startOddServer } from '../support/odd';

const { emulator, run } = useBot();
const GROUP = -1001;

test('a cancelled execution says of each send whether it may have arrived', async () => {
	let cancel = () => {};
	// The first has arrived, and is never answered; the second waits for the only place.
	const server = await startOddServer((request) => request.resume().on('end', () => cancel()));
	try {
		const { json } = await run(
			'sendMessage',
			{ chatId: '={{ $json.chat }}', text: 'Hello', traffic: { parallelRequests: 1 } },
			{
				credential: { baseUrl: server.url },
				items: items({ chat: 1 }, { chat: 2 }),
				node: { onError: 'continueRegularOutput' },
				onStart: (stop) => (cancel = stop),
			},
		);
		expect(server.asked).toHaveLength(1);
		expect(json).toMatchObject([
			{ errorCode: 'cancelled', mayHaveArrived: true },
			{ errorCode: 'cancelled', mayHaveArrived: false },
		]);
	} finally {
		await server.close();
	}
});

test('a ban whose first attempt got no answer does not say that nothing was sent', async () => {
	const server = await startOddServer((request) => {
		request.resume().on('end', () => {
			// Nobody waits for the end of this: it breaks the connection.
			void server.close();
		});
	});
	const { error } = await run(
		'banChatMember',
		{ chatId: String(GROUP), userId: '1004' },
		{ credential: { baseUrl: server.url } },
	);
	expect(server.asked).toHaveLength(1);
	expect(error?.message).toBe('The server cannot be reached');
	expect(error?.description).not.toContain('Nothing was sent');
	expect(error?.description).toContain('It may have been carried out all the same');
});

describe('what an attempt without an answer has done is not refused by the next', () => {
	/** The bot's own message in the group of the demo. */
	async function sent(): Promise<number> {
		const { body } = await emulator.api('sendMessage', { chat_id: GROUP, text: 'before' });
		return body.result.message_id;
	}

	const messageNow = async (id: number) =>
		(await emulator.state()).messages.find(
			({ chat_id, message_id }) => chat_id === GROUP && message_id === id,
		);

	test('a delete', async () => {
		const messageId = await sent();
		await emulator.fault({ kind: 'cut_after', method: 'deleteMessage' });
		const { json, error } = await run('deleteMessage', { chatId: String(GROUP), messageId });
		expect(error).toBeUndefined();
		expect(json).toEqual([{ deleted: true, chatId: GROUP, messageId }]);
		expect(await emulator.calls('deleteMessage')).toHaveLength(2);
		expect(await messageNow(messageId)).toMatchObject({ deleted: true });
	});

	test('an edit', async () => {
		const messageId = await sent();
		await emulator.fault({ kind: 'cut_after', method: 'editMessageText' });
		const edit = { chatId: String(GROUP), messageId, text: 'after' };
		const { json, error } = await run('editMessageText', edit);
		expect(error).toBeUndefined();
		expect(json).toEqual([{ success: true, chatId: GROUP, messageId }]);
		expect(await emulator.calls('editMessageText')).toHaveLength(2);
		expect(await messageNow(messageId)).toMatchObject({ text: 'after' });
	});

	test('but where every attempt was answered, it is refused', async () => {
		const messageId = await sent();
		const rateLimit = { kind: 'error', status: 429, parameters: { retry_after: 0 } };
		await emulator.fault([rateLimit, { ...rateLimit, method: 'deleteMessage' }]);
		const edit = { chatId: String(GROUP), messageId, text: 'before' };
		expect((await run('editMessageText', edit)).error?.message).toContain('not modified');
		const gone = { chatId: String(GROUP), messageId: messageId + 1 };
		expect((await run('deleteMessage', gone)).error?.message).toContain('not found');
	});

	test('and any other refusal stays one', async () => {
		const messageId = await sent();
		await emulator.fault([
			{ kind: 'cut', method: 'deleteMessage' },
			{ kind: 'error', status: 403, description: 'Forbidden: no', method: 'deleteMessage' },
		]);
		const { error } = await run('deleteMessage', { chatId: String(GROUP), messageId });
		expect(error?.message).toBe('Forbidden: no');
	});
});
