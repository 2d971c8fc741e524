import type { IDataObject } from 'n8n-workflow';

import { fromLanguageModel, split, toHtml } from '../../../nodes/BotMessaging/format';
import { items, useBot } from '../../support/bot';
import { byId } from '../../support/locators';
import { useRequestClock } from '../../support/requestClock';
import { TapModel } from '../../support/tap';
import { dice, RandomMarkdown } from '../../nodes/format/randomMarkdown';

const { emulator, run } = useBot();
const clock = useRequestClock();

const FIRST_CHAT = 1_000_000;
const MOST = 4096;

beforeEach(() => clock.reset());

/** People with a private chat. */
async function seed(count: number): Promise<number[]> {
	const ids = Array.from({ length: count }, (_none, index) => FIRST_CHAT + index);
	const { botId } = emulator.defaults;
	await emulator.control('post', 'seed', {
		users: ids.map((id) => ({ id, is_bot: false, first_name: `Reader ${id}` })),
		chats: ids.map((id) => ({ id, type: 'private', first_name: `Reader ${id}` })),
		members: ids.flatMap((chat_id) => [
			{ chat_id, user_id: chat_id, status: 'member' },
			{ chat_id, user_id: botId, status: 'member' },
		]),
	});
	return ids;
}

/** A model that writes the text with the number of the prompt, in pieces over some seconds. */
function modelOf(texts: string[], seed: number, secondsOf: (length: number) => number): TapModel {
	const roll = dice(seed);
	const model = new TapModel();
	model.onAsked = (flow) => {
		const [{ content }] = flow.asked as Array<{ content: string }>;
		const text = texts[Number(content)];
		const write = async () => {
			const pauseMs = (secondsOf(text.length) * 1000) / text.length;
			for (let at = 0; at < text.length;) {
				const length = 1 + roll(40);
				await clock.sleep(Math.ceil(pauseMs * length));
				flow.write(text.slice(at, (at += length)));
			}
			flow.end();
		};
		void write();
	};
	return model;
}

interface Sent {
	method: string;
	status: number;
	started_at: number;
	params: IDataObject;
	response?: { result?: { message_id?: number } };
}

const changes = async () =>
	(await emulator.calls()).filter(({ method }) => /message/i.test(method)) as unknown as Sent[];

/** The text of each message in a chat, as it was last sent or changed. */
function shownIn(calls: Sent[], chat: number): string[] {
	const shown = new Map<unknown, string>();
	for (const { method, params, response } of calls) {
		if (params.chat_id !== chat) continue;
		const id = params.message_id ?? response?.result?.message_id;
		if (method === 'deleteMessage') shown.delete(id);
		else shown.set(id, params.text as string);
	}
	return [...shown.values()];
}

const streaming = (more: IDataObject = {}): IDataObject => ({
	chatId: byId('={{ $json.chat }}'),
	prompt: '={{ $json.number }}',
	traffic: { parallelRequests: 100, ...more },
});

const textsOf = (rich: ReturnType<typeof fromLanguageModel>) =>
	split(rich, MOST, MOST).map((part) => toHtml(part, 'safew'));

test('500 answers of all kinds are whole at the end, and no change is refused', async () => {
	const roll = dice(1);
	for (let round = 0; round < 10; round++) {
		const texts = Array.from({ length: 50 }, (_none, index) => {
			const most = [20, 300, 3000, 12_000][index % 4];
			let text = '';
			for (let part = 0; text.length < most; part++) {
				text += new RandomMarkdown(round * 10_000 + index * 100 + part).text();
			}
			return `a${text.slice(0, 1 + roll(most))}`;
		});
		const chats = await seed(texts.length);
		clock.reset();
		const { error, json } = await run('streamAnswer', streaming(), {
			model: modelOf(texts, round, (length) => 1 + length / 1000),
			items: items(...chats.map((chat, number) => ({ chat, number }))),
		});
		expect(error).toBeUndefined();
		expect(json.map(({ answer }) => answer)).toEqual(texts);
		const calls = await changes();
		expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
		for (const [index, chat] of chats.entries()) {
			expect(shownIn(calls, chat)).toEqual(textsOf(fromLanguageModel(texts[index])));
		}
		await emulator.control('post', 'reset', {});
	}
}, 300_000);

describe('40 answers at the same time, at 30 requests a second', () => {
	const RATE = 30;
	const SECONDS = 10;

	test('first words come within two seconds, and another message, too', async () => {
		const chats = await seed(40);
		await emulator.settings({ sendRatePerSecond: RATE, latencyMs: 20, rateLimitStyle: '429' });
		clock.reset();
		const texts = chats.map((chat) => `Chat ${chat}: ${'word '.repeat(200)}end`);
		const model = modelOf(texts, 1, () => SECONDS);
		const answers = chats.map(async (chat, number) => {
			const traffic = { requestsPerSecond: RATE };
			return await run('streamAnswer', streaming(traffic), {
				model,
				items: items({ chat, number }),
			});
		});
		const beside = async () => {
			await clock.sleep((SECONDS * 1000) / 2);
			const begun = Date.now();
			const { demoGroup } = emulator.defaults.chats;
			await run('sendMessage', { chatId: byId(String(demoGroup)), text: 'Approve?' });
			return Date.now() - begun;
		};
		const begun = Date.now();
		const [besideMs, ...results] = await Promise.all([beside(), ...answers]);
		for (const { error, json } of results) {
			expect(error).toBeUndefined();
			expect(json).toHaveLength(1);
		}
		const calls = await changes();
		for (const [index, chat] of chats.entries()) {
			expect(shownIn(calls, chat)).toEqual(textsOf(fromLanguageModel(texts[index])));
		}
		const firsts = calls
			.filter(({ method, params }) => method === 'sendMessage' && Number(params.chat_id) > 0)
			.map(({ started_at: at }) => at - begun)
			.sort((one, other) => one - other);
		expect(firsts).toHaveLength(40);
		expect(firsts[37]).toBeLessThanOrEqual(2000);
		expect(besideMs).toBeLessThanOrEqual(2000);
	}, 120_000);

	test('one chat has at most one change a second, however many answers grow in it', async () => {
		const chat = emulator.defaults.chats.demoGroup;
		const texts = Array.from({ length: 5 }, (_none, index) => `${index} ${'word '.repeat(100)}end`);
		const model = modelOf(texts, 2, () => SECONDS);
		const answers = texts.map(async (_text, number) => {
			return await run('streamAnswer', streaming(), { model, items: items({ chat, number }) });
		});
		for (const { error } of await Promise.all(answers)) expect(error).toBeUndefined();
		const edits = (await changes()).filter(({ method }) => method === 'editMessageText');
		const gaps = edits.slice(1).map(({ started_at: at }, index) => at - edits[index].started_at);
		expect(edits.length).toBeGreaterThan(10);
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
	}, 120_000);
});
