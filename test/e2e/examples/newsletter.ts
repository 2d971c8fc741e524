import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { newcomersOf } from './newcomers';
import type { Scene } from './scene';

const { botId, chats, users } = DEFAULTS;
const { moderators, demoGroup } = chats;

const RECEIVERS = Array.from({ length: 100 }, (_none, index) => 5001 + index);
const BLOCKED = [5004, 5050, 5097];
const BATCH = 10;

/** A name that pretends to be something else. */
const HOSTILE = '<b>Eve</b>\u202E\n(1)';

interface Power {
	kill(): Promise<void>;
	start(): Promise<void>;
}

export function newsletter({ emulator, people, answerTo, n8n }: Scene, power: Power): void {
	const { publish } = newcomersOf({ emulator, n8n, people } as Scene);

	beforeAll(async () => {
		for (const name of ['send', 'subscribers', 'write']) await publish(`newsletter-${name}`);
	}, LONG_PATIENCE_MS);

	const says = async (chat: number, start: string, after = 0) =>
		await people.sees(chat, after, ({ text }) => text?.startsWith(start) === true);

	const write = async (user_id: number, text: string) => {
		const { ok, refused } = await emulator.act('message', { user_id, chat_id: user_id, text });
		if (!ok) throw new Error(refused);
	};

	/** How often each chat got the newsletter. */
	const received = async (): Promise<Map<number, number>> => {
		const counts = new Map<number, number>();
		for (const { chat_id: chat, from_id, text } of (await emulator.state()).messages) {
			if (from_id !== botId || !text?.startsWith('News of')) continue;
			counts.set(chat, (counts.get(chat) ?? 0) + 1);
		}
		counts.delete(moderators);
		return counts;
	};

	async function subscribeAll(): Promise<void> {
		await emulator.control('post', 'seed', {
			users: RECEIVERS.map((id) => ({
				id,
				is_bot: false,
				first_name: id === 5001 ? HOSTILE : `Reader ${id}`,
			})),
			chats: RECEIVERS.map((id) => ({ id, type: 'private' })),
			members: RECEIVERS.flatMap((id) =>
				[id, botId].map((user_id) => ({ chat_id: id, user_id, status: 'member' })),
			),
		});
		for (const id of RECEIVERS) await write(id, '/start');
		for (const id of RECEIVERS) await says(id, 'You will get the newsletter');
	}

	const block = async (ids: number[]) =>
		await emulator.control('post', 'seed', {
			members: ids.map((id) => ({ chat_id: id, user_id: botId, status: 'kicked' })),
		});

	test('people subscribe, choose topics and leave, and only the moderator in the right chat sends', async () => {
		await people.write('mia', '/topics', chats.privateMia);
		const menu = await says(chats.privateMia, 'Press a topic');
		await people.press('mia', menu, 'News');
		await says(chats.privateMia, 'Write /start first.', menu.message_id);
		await people.write('mia', '/start', chats.privateMia);
		const welcome = await says(chats.privateMia, 'You will get the newsletter');
		await people.press('mia', menu, 'Offers');
		const first = await says(chats.privateMia, 'You get: news, events', welcome.message_id);

		// Another /start keeps their choice.
		await people.write('mia', '/start', chats.privateMia);
		const again = await says(chats.privateMia, 'You will get the newsletter', first.message_id);

		// The owner of another group may not send, and neither may anybody who is not a moderator.
		await people.write('olga', '/send News of Olga', demoGroup);
		const empty = await people.write('milan', '/send', moderators);
		await says(moderators, 'Reply to a message with /send', empty);
		const offers = await people.write('milan', '/send #offers News of offers', moderators);
		await says(moderators, 'Send the message above to 0 people who chose offers?', offers);
		const all = await people.write('milan', '/send News of today', moderators);
		const question = await says(moderators, 'Send the message above to 1 person?', all);
		expect(await answerTo(await people.press('olga', question, 'Send'))).toBe(
			'Only the moderator who wrote /send can decide.',
		);
		expect((await received()).size).toBe(0);
		await emulator.fault({ kind: 'error', method: 'copyMessage', status: 401 });
		await people.press('milan', question, 'Send');
		const stop = await says(moderators, 'The newsletter is not sent to all', question.message_id);
		expect((await received()).size).toBe(0);
		await people.write('olga', '/resume', demoGroup);
		await people.write('olga', '/resume', moderators);
		await says(moderators, 'The newsletter is sent.\nReceived: 1\n', stop.message_id);
		expect(await received()).toEqual(new Map([[users.mia, 1]]));

		// The server is slow: the message is on its way when they leave.
		const last = await people.write('milan', '/send News of the evening', moderators);
		const evening = await says(moderators, 'Send the message above to 1 person?', last);
		await emulator.fault({ kind: 'delay', method: 'copyMessage', delayMs: 10_000 });
		await people.press('milan', evening, 'Send');
		const isUnderWay = async () => (await emulator.control('get', 'faults')).length === 0;
		await until('the newsletter is under way', isUnderWay, LONG_PATIENCE_MS);
		await people.write('mia', '/stop', chats.privateMia);
		await says(chats.privateMia, 'You will not get the newsletter', again.message_id);
		await says(moderators, 'The newsletter is sent.', evening.message_id);
		const none = await people.write('milan', '/send News of tomorrow', moderators);
		await says(moderators, 'Send the message above to 0 people?', none);
	});

	test('n8n is killed twice during the send: nobody gets it twice, and those who may lack it are listed', async () => {
		await subscribeAll();
		await block(BLOCKED);
		const original = await people.write('olga', 'News of the week', moderators);
		const command = await people.write('olga', '/send', moderators, original);
		const question = await says(moderators, 'Send the message above to 100 people?', command);
		await people.press('olga', question, 'Send');
		for (const amount of [25, 60]) {
			const isAmid = async () => (await received()).size >= amount;
			await until(`${amount} have it`, isAmid, LONG_PATIENCE_MS);
			await power.kill();
			expect((await received()).size).toBeLessThan(RECEIVERS.length - BLOCKED.length);
			await power.start();
		}
		const { text = '' } = await says(moderators, 'The newsletter is sent.', command);
		const counts = await received();
		expect([...counts.values()].filter((count) => count !== 1)).toEqual([]);
		const unsure = /May have it or not: (\d+) (.*)/s.exec(text)!;
		const named = [...unsure[2].matchAll(/\((5\d{3})\)/g)].map(([, id]) => Number(id));
		expect(named).toHaveLength(Number(unsure[1]));
		expect(named.length).toBeLessThanOrEqual(2 * BATCH);
		const lacking = RECEIVERS.filter((id) => !counts.has(id) && !BLOCKED.includes(id));
		expect(named).toEqual(expect.arrayContaining(lacking));
		expect(text).not.toContain('\u202E');

		// People who blocked the bot are skipped.
		const next = await people.write('olga', '/send News of the next week', moderators);
		const left = BLOCKED.filter((id) => !named.includes(id)).length;
		await says(moderators, `Send the message above to ${RECEIVERS.length - left} people?`, next);
	});
}
