import { Context, type UpdateParts } from '../../../nodes/BotMessaging/update/context';
import {
	burstOf,
	burstTogether,
	Gatherer,
	type Together,
} from '../../../nodes/BotMessaging/update/gathering';
import type { Update } from '../../../nodes/BotMessaging/update/update';

const SECONDS = 3;
const SECOND = 1000;

let now = 0;
beforeEach(() => {
	now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const message = (more: object = {}): Update => ({
	update_id: 1,
	message: {
		message_id: 1,
		date: 100,
		chat: { id: -1 },
		from: { id: 7 },
		text: 'Hello',
		...more,
	},
});

const dated = (date?: number) => new Context(message({ date }));

describe('a message of a burst', () => {
	test.each<[string, object]>([
		['a text', {}],
		['a text that is forwarded', { forward_origin: {} }],
		['a picture', { text: undefined, photo: [{ file_id: 'a' }] }],
		['a contact', { text: undefined, contact: {} }],
		['a part of an album', { text: undefined, caption: '/a', media_group_id: 'b' }],
	])('is %s', (_what, more) =>
		expect(burstOf(new Context(message(more)))).toBe('burst:-1:7:undefined'),
	);

	test.each<[string, Update]>([
		['a command', message({ text: '/help' })],
		['a command for another bot', message({ text: '/help@other_bot' })],
		['who joins', message({ text: undefined, new_chat_members: [{ id: 7 }] })],
		['a pinned message', message({ text: undefined, pinned_message: {} })],
		['what is written in the name of a channel', message({ sender_chat: { id: -2 } })],
		['an edited message', { update_id: 1, edited_message: message().message }],
		['a press', { update_id: 1, callback_query: { from: { id: 7 }, message: message().message } }],
	])('is not %s', (_what, update) => expect(burstOf(new Context(update))).toBeUndefined());

	test.each<[string, object]>([
		['another person', { from: { id: 8 } }],
		['another chat', { chat: { id: -2 } }],
		['another topic', { is_topic_message: true, message_thread_id: 4 }],
	])('is nothing of %s', (_what, more) =>
		expect(burstOf(new Context(message(more)))).not.toBe(burstOf(new Context(message()))),
	);
});

describe('a burst includes', () => {
	const burst = burstTogether('a', SECONDS, () => true);
	const takes = (dates: number[], date?: number) =>
		burst.takes(dates.map(dated) as UpdateParts, dated(date));

	test.each<[string, number[], number | undefined, boolean]>([
		['what follows within the seconds', [100], 103, true],
		['nothing later', [100], 104, false],
		['what was written before it and comes late', [100], 97, true],
		['nothing earlier', [100], 96, false],
		['what makes it ten times the seconds long', [100, 127], 130, true],
		['nothing that makes it longer', [101, 129], 132, false],
		['what has no date', [100], undefined, true],
	])('%s', (_what, dates, date, isTaken) => expect(takes(dates, date)).toBe(isTaken));

	test('up to 50 messages', () => {
		expect(takes(Array<number>(49).fill(100), 100)).toBe(true);
		expect(takes(Array<number>(50).fill(100), 100)).toBe(false);
	});
});

describe('a burst is complete', () => {
	const left = (burst: Together, firstAt: number, lastAt: number, count = 2) =>
		burst.waitMs({ parts: Array(count).fill(dated(100)) as UpdateParts, firstAt, lastAt });

	test('when nothing has come for its seconds, or at the latest after ten times as long', () => {
		const burst = burstTogether('a', SECONDS, () => true);
		expect(left(burst, 0, 0)).toBe(3 * SECOND);
		now = 2 * SECOND;
		expect(left(burst, 0, SECOND)).toBe(2 * SECOND);
		now = 4 * SECOND;
		expect(left(burst, 0, SECOND)).toBe(0);
		now = 29 * SECOND;
		expect(left(burst, 0, now)).toBe(SECOND);
		now = 30 * SECOND;
		expect(left(burst, 0, now)).toBe(0);
	});

	test('at once if it has 50 messages', () => {
		expect(
			left(
				burstTogether('a', SECONDS, () => false),
				0,
				0,
				50,
			),
		).toBe(0);
	});

	test('not before everything has arrived that was written by then, but after two minutes at the latest', () => {
		let shown = 0;
		const burst = burstTogether('a', SECONDS, (time) => time <= shown);
		now = 10 * SECOND;
		expect(left(burst, 0, SECOND)).toBeGreaterThan(0);
		shown = 4 * SECOND - 1;
		expect(left(burst, 0, SECOND)).toBeGreaterThan(0);
		shown = 4 * SECOND;
		expect(left(burst, 0, SECOND)).toBe(0);
		shown = 0;
		now = 149 * SECOND;
		expect(left(burst, 0, SECOND)).toBeGreaterThan(0);
		now = 150 * SECOND;
		expect(left(burst, 0, SECOND)).toBe(0);
	});
});

test('messages that arrive in another order are joined as they were sent', async () => {
	const gatherer = new Gatherer<unknown[]>();
	const together: Together = {
		key: 'a',
		takes: () => true,
		waitMs: ({ parts }) => 3 - parts.length,
	};
	const join = async (message_id: number) => {
		const ids = async (whole: Promise<UpdateParts>) =>
			(await whole).map((one) => one.message.message_id);
		return await gatherer.join(new Context(message({ message_id })), together, ids);
	};
	expect(await Promise.all([2, 3, 1].map(join))).toEqual(Array(3).fill([1, 2, 3]));
});
