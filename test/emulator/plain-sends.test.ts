import { plainSend } from '../../emulator/methods/send';
import { STRICT, type Params } from '../../emulator/wire/params';
import { DEFAULTS, defaultState } from '../../emulator/world/defaults';
import { Store } from '../../emulator/world/store';
import { Updates } from '../../emulator/world/updates';
import { CHAT, SENDING } from '../../reference';

/** A row as other servers of the family have one, made up for this test. */
const { isSend, run } = plainSend('location', {
	documented: 'family',
	content: 'location',
	params: { ...CHAT, latitude: { type: 'float', required: true }, ...SENDING },
	result: 'Message',
});

const store = new Store();

beforeEach(() => store.load(defaultState()));
afterAll(() => store.close());

const send = (params: Params) =>
	run({
		store,
		updates: new Updates(store),
		bot: store.state.bots[0],
		params: { chat_id: DEFAULTS.chats.demoGroup, latitude: 48.8584, ...params },
		files: {},
		reading: STRICT,
		signal: new AbortController().signal,
	});

test('a plain send shows its own parameters in the message, and no other', () => {
	const reply_to_message_id = DEFAULTS.messages.byMia;
	expect(send({ reply_to_message_id, disable_notification: true })).toMatchObject({
		chat: { id: DEFAULTS.chats.demoGroup },
		reply_to_message: { message_id: reply_to_message_id },
		location: { latitude: 48.8584 },
	});
	expect(store.state.messages.at(-1)).toMatchObject({
		content: { location: { latitude: 48.8584 } },
		options: { disable_notification: true },
	});
});

test('a plain send counts against the pace of a bot', () => {
	expect(isSend).toBe(true);
});

test.each([
	['in an unknown chat', { chat_id: 77 }, 'chat not found'],
	['in a chat without the bot', { chat_id: DEFAULTS.chats.elsewhere }, 'not a member'],
	['as a reply to nothing', { reply_to_message_id: 99 }, 'message to be replied not found'],
	['with a wrong keyboard', { reply_markup: { inline_keyboard: 5 } }, 'Bad Request'],
])('a plain send is refused %s', (_where, params, words) => {
	expect(() => send(params)).toThrow(words);
	expect(store.state.messages).toHaveLength(defaultState().messages.length);
});
