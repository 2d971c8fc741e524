import { items, useBot } from '../support/bot';
import { startOddServer } from '../support/odd';
import { byId } from '../support/locators';

const { emulator, run } = useBot();
const GROUP = -1001;

test('a cancelled execution says of each send whether it may have arrived', async () => {
	let cancel = () => {};
	// The first has arrived, and is never answered; the second waits for the only place.
	const server = await startOddServer((request) => request.resume().on('end', () => cancel()));
	try {
		const { json } = await run(
			'sendMessage',
			{ chatId: byId('={{ $json.chat }}'), text: 'Hello', traffic: { parallelRequests: 1 } },
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
			// Not awaited: it breaks the connection.
			void server.close();
		});
	});
	const { error } = await run(
		'banChatMember',
		{ chatId: byId(GROUP), userId: byId('1004') },
		{ credential: { baseUrl: server.url } },
	);
	expect(server.asked).toHaveLength(1);
	expect(error?.message).toBe('The server cannot be reached');
	expect(error?.description).not.toContain('Nothing was sent');
	expect(error?.description).toContain('The request may have been carried out');
});

describe('a retry is not refused for what an attempt without an answer has done:', () => {
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
		const { json, error } = await run('deleteMessage', { chatId: byId(GROUP), messageId });
		expect(error).toBeUndefined();
		expect(json).toEqual([{ deleted: true, chatId: GROUP, messageId }]);
		expect(await emulator.calls('deleteMessage')).toHaveLength(2);
		expect(await messageNow(messageId)).toMatchObject({ deleted: true });
	});

	test('an edit', async () => {
		const messageId = await sent();
		await emulator.fault({ kind: 'cut_after', method: 'editMessageText' });
		const edit = { chatId: byId(GROUP), messageId, text: 'after' };
		const { json, error } = await run('editMessageText', edit);
		expect(error).toBeUndefined();
		expect(json).toEqual([{ success: true, chatId: GROUP, messageId, changed: null }]);
		expect(await emulator.calls('editMessageText')).toHaveLength(2);
		expect(await messageNow(messageId)).toMatchObject({ text: 'after' });
	});

	test('the answer to a press', async () => {
		const { message_id } = (
			await emulator.api('sendMessage', {
				chat_id: GROUP,
				text: 'Yes?',
				reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] },
			})
		).body.result;
		const press = { user_id: 1003, chat_id: GROUP, message_id, callback_data: 'yes' };
		const { query_id: callbackQueryId } = await emulator.act('press', press);
		await emulator.fault({ kind: 'cut_after', method: 'answerCallbackQuery' });
		const { json, error } = await run('answerCallbackQuery', { callbackQueryId });
		expect(error).toBeUndefined();
		expect(json).toEqual([{ success: true, callbackQueryId }]);
		expect(await emulator.calls('answerCallbackQuery')).toHaveLength(2);
	});

	test('a score', async () => {
		const game = { chat_id: GROUP, game_short_name: 'demo_game' };
		const { message_id: messageId } = (await emulator.api('sendGame', game)).body.result;
		await emulator.fault({ kind: 'cut_after', method: 'setGameScore' });
		const carrier = { carrier: 'chat', chatId: byId(GROUP), messageId };
		const score = { ...carrier, userId: byId('1003'), score: 900 };
		const { json, error } = await run('setGameScore', score);
		expect(error).toBeUndefined();
		expect(json).toEqual([{ success: true, chatId: GROUP, messageId }]);
		expect(await emulator.calls('setGameScore')).toHaveLength(2);
		expect((await run('setGameScore', score)).error?.message).toContain('not higher');
	});

	test('but it is refused if every attempt was answered', async () => {
		const messageId = await sent();
		const rateLimit = { kind: 'error', status: 429, parameters: { retry_after: 0 } };
		await emulator.fault({ ...rateLimit, method: 'deleteMessage' });
		const gone = { chatId: byId(GROUP), messageId: messageId + 1 };
		expect((await run('deleteMessage', gone)).error?.message).toContain('not found');
	});

	test('and any other refusal remains an error', async () => {
		const messageId = await sent();
		await emulator.fault([
			{ kind: 'cut', method: 'deleteMessage' },
			{ kind: 'error', status: 403, description: 'Forbidden: no', method: 'deleteMessage' },
		]);
		const { error } = await run('deleteMessage', { chatId: byId(GROUP), messageId });
		expect(error?.message).toBe('Forbidden: no');
	});
});

describe('a success that the server does not confirm is not claimed', () => {
	const MESSAGE = { chatId: byId(GROUP), messageId: 4 };

	test.each([
		['pinChatMessage', MESSAGE, 'success'],
		['unpinChatMessage', MESSAGE, 'success'],
		['sendMessageDraft', { chatId: byId(1003), draftId: '1', text: 'x' }, 'success'],
		['banChatMember', { chatId: byId(GROUP), userId: byId('1004') }, 'success'],
		['answerCallbackQuery', { callbackQueryId: '1' }, 'success'],
		['deleteMessage', MESSAGE, 'deleted'],
	])('%s', async (operation, parameters, name) => {
		for (const result of [false, null, {}]) {
			const server = await startOddServer((request, response) =>
				request.resume().on('end', () => response.end(JSON.stringify({ ok: true, result }))),
			);
			try {
				const credential = { baseUrl: server.url };
				const { json, error } = await run(operation, parameters, { credential });
				expect(error).toBeUndefined();
				expect(json).toMatchObject([{ [name]: false }]);
			} finally {
				await server.close();
			}
		}
	});

	test('an answer that is not a list of administrators comes out unchanged', async () => {
		const server = await startOddServer((request, response) =>
			request.resume().on('end', () => response.end('{"ok":true,"result":null}')),
		);
		try {
			const credential = { baseUrl: server.url };
			const given = { chatId: byId(GROUP) };
			const { json, error } = await run('getChatAdministrators', given, { credential });
			expect(error).toBeUndefined();
			expect(json).toEqual([{ result: null }]);
		} finally {
			await server.close();
		}
	});
});

describe('a value that is not a number, or too large, is not sent', () => {
	test.each([
		['sendMessage', { chatId: byId(GROUP), text: '={{ 0 / 0 }}' }, 'Text must be text, but is NaN'],
		[
			'sendMessage',
			{ chatId: byId(GROUP), text: '={{ 1 / 0 }}' },
			'Text must be text, but is Infinity',
		],
		[
			'setGameScore',
			{ carrier: 'chat', chatId: byId(1), messageId: 1, userId: byId('1'), score: '={{ 1 / 0 }}' },
			'Score must be a whole number',
		],
		[
			'createChatInviteLink',
			{ chatId: byId(GROUP), additionalFields: { expireDate: '={{ Infinity }}' } },
			'Expires At is not a date',
		],
		[
			'createChatInviteLink',
			{ chatId: byId(GROUP), additionalFields: { expireDate: '2020-01-01' } },
			'Expires At is in the past',
		],
	])('%s %j', async (operation, parameters, message) => {
		const { error } = await run(operation, parameters);
		expect(error?.message).toContain(message);
		expect(await emulator.calls(operation)).toEqual([]);
	});
});
