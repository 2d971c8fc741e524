import { useEmulator } from '../support/emulator';
import { useTime } from '../support/time';
import { accepted, expectRefusal, type Answer } from './answers';

const time = useTime();
const emulator = useEmulator();
const { chats } = emulator.defaults;

describe('the send rate', () => {
	const send = async (chat_id: number = chats.demoGroup) =>
		await emulator.api('sendMessage', { chat_id, text: 'Hi' });
	const inRow = async (count: number, chatId?: number) => {
		const answers: Answer[] = [];
		for (let sent = 0; sent < count; sent++) answers.push(await send(chatId));
		return answers;
	};

	test('refuses more requests with MESSAGE_TOO_MUCH, and does not execute them', async () => {
		await emulator.settings({ sendRatePerSecond: 3 });
		const before = (await emulator.state()).messages.length;
		const answers = await inRow(4);
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
		expectRefusal(answers[3], 400, 'MESSAGE_TOO_MUCH');
		expect((await emulator.state()).messages).toHaveLength(before + 3);
	});

	test('lets more through when a second has passed', async () => {
		await emulator.settings({ sendRatePerSecond: 2 });
		expect((await inRow(3)).map(({ status }) => status)).toEqual([200, 200, 400]);
		time.advance(999);
		expectRefusal(await send(), 400, 'MESSAGE_TOO_MUCH');
		time.advance(1);
		expect((await inRow(3)).map(({ status }) => status)).toEqual([200, 200, 400]);
	});

	test('applies to all chats of the bot together, and not to reads', async () => {
		await emulator.settings({ sendRatePerSecond: 2 });
		accepted(await send(chats.demoGroup));
		accepted(await emulator.api('getMe'));
		accepted(await send(chats.quietGroup));
		expectRefusal(await send(chats.privateMia), 400, 'MESSAGE_TOO_MUCH');
		accepted(await emulator.api('getMe'));
	});

	test('can apply to each chat, whatever name is used for it', async () => {
		await emulator.settings({ perChatSendRatePerSecond: 1 });
		accepted(await send(chats.demoGroup));
		accepted(await send(chats.quietGroup));
		expectRefusal(
			await emulator.api('sendMessage', { chat_id: '@demo_group', text: 'Hi' }),
			400,
			'MESSAGE_TOO_MUCH',
		);
	});

	test.each([
		['with', 7, 'Too Many Requests: retry after 7', { parameters: { retry_after: 7 } }],
		['without', 0, 'Too Many Requests', {}],
	])(
		'can be refused with 429, %s the seconds to wait',
		async (_kind, retryAfterSeconds, description, more) => {
			await emulator.settings({ sendRatePerSecond: 1, rateLimitStyle: '429', retryAfterSeconds });
			const [, refused] = await inRow(2);
			expect(refused).toEqual({
				status: 429,
				body: {
					ok: false,
					error_code: 429,
					description,
					trace_id: expect.any(String),
					...more,
				},
			});
		},
	);

	test.each([
		['sendDice', {}],
		['sendMediaGroup', { media: [] }],
		['sendVideo', { video: 'x' }],
		['sendAudio', { audio: 'x' }],
		['sendVoice', { voice: 'x' }],
	])('counts %s too', async (method, params) => {
		await emulator.settings({ sendRatePerSecond: 1 });
		accepted(await send());
		const answer = await emulator.api(method, { chat_id: chats.demoGroup, ...params });
		expectRefusal(answer, 400, 'MESSAGE_TOO_MUCH');
	});
});
