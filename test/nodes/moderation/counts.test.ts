import { Context } from '../../../nodes/BotMessaging/update/context';
import { Repeats } from '../../../nodes/BotMessaging/moderation/counts';
import type { Update } from '../../../nodes/BotMessaging/update/update';
import { message } from '../update/samples';

let repeats: Repeats;
let ids = 0;
beforeEach(() => {
	repeats = new Repeats();
	ids = 0;
});

/** Mia's message at a given second, with a new id. */
const at = (date: number | undefined, more: object = {}) =>
	message({ message_id: ++ids, date, text: 'x', ...more });

const flood = (update: Update, most = 1, seconds = 10) =>
	repeats.findFlood(new Context(update), most, seconds)?.flood;

describe('a flood', () => {
	test('consists of what one person writes within the seconds of the rule', () => {
		expect([flood(at(100)), flood(at(110))]).toEqual([undefined, undefined]);
		expect(flood(at(119))).toEqual({ count: 2, messageIds: [2, 3], isFirst: true });
		expect(flood(at(120))).toEqual({ count: 2, messageIds: [4], isFirst: false });
		expect(flood(at(130))).toBeUndefined();
	});

	test.each<[what: string, other: () => Update]>([
		['another name of the same person', () => at(100, { sender_chat: { id: -5 } })],
		['an edit', () => message({ date: 100, text: 'x' }, 'edited_message')],
		['a part of the same album', () => at(100, { media_group_id: 'trip' })],
	])('is not caused by %s', (_what, other) => {
		flood(at(100, { media_group_id: 'trip' }));
		expect(flood(other())).toBeUndefined();
	});

	test('uses the current time if the server gives no time', () => {
		const passed = jest.spyOn(performance, 'now').mockReturnValue(100_000);
		flood(at(undefined));
		passed.mockReturnValue(109_000);
		expect(flood(at(undefined))).toMatchObject({ count: 2 });
		passed.mockReturnValue(119_000);
		expect(flood(at(undefined))).toBeUndefined();
		passed.mockRestore();
	});

	test('counts up to 200 messages', () => {
		for (let n = 0; n < 200; n++) flood(at(100));
		expect(flood(at(100))).toMatchObject({ count: 200 });
	});
});

describe('a text in several chats', () => {
	const TEXT = 'Twenty letters here!';
	const inChat = (id: number, more: object = {}) => at(100, { text: TEXT, chat: { id }, ...more });
	function copy(given: Update, fewest = 2) {
		const update = new Context(given);
		return repeats.findSameText(update, update.text ?? '', fewest)?.sameText;
	}

	test('is found however it is spelled, and each copy is listed once', () => {
		expect(copy(inChat(-1))).toBeUndefined();
		expect(copy(inChat(-1))).toBeUndefined();
		expect(copy(inChat(-2, { text: ` twénty   LETTERS\n\nhere! ` }))).toEqual({
			chats: 2,
			messages: [
				{ chatId: -1, messageId: 1 },
				{ chatId: -1, messageId: 2 },
				{ chatId: -2, messageId: 3 },
			],
		});
		expect(copy(inChat(-3))).toEqual({ chats: 3, messages: [{ chatId: -3, messageId: 4 }] });
	});

	test.each<[what: string, more: object]>([
		['another person', { from: { id: 7 } }],
		['another text', { text: 'Twenty letters here?' }],
	])('does not count for %s', (_what, more) => {
		copy(inChat(-1));
		expect(copy(inChat(-2, more))).toBeUndefined();
	});

	test('does not count if it is shorter than 20 letters, or an edit, or has no text', () => {
		const short = { text: `${TEXT.slice(1)} ` };
		copy(inChat(-1, short));
		expect(copy(inChat(-2, short))).toBeUndefined();
		copy(inChat(-1));
		const edit = message({ text: TEXT, chat: { id: -2 }, date: 100 }, 'edited_message');
		expect(copy(edit)).toBeUndefined();
		expect([copy(inChat(-1, { text: undefined })), copy(inChat(-2, { text: undefined }))]).toEqual([
			undefined,
			undefined,
		]);
	});
});
