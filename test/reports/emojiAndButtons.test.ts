import type { IDataObject } from 'n8n-workflow';

import { useBot } from '../support/bot';
import type { Json } from '../support/emulator';
import { byId } from '../support/locators';
import { OpenQuestion } from '../support/openQuestion';

const { emulator, run } = useBot();
const CHAT = { chatId: byId(emulator.defaults.chats.demoGroup) };

/** A family is eleven units of UTF-16. */
const FAMILY = '👩‍👩‍👧‍👧';
const ADDRESS = 'http://google.com';

describe('B3 python-telegram-bot #400: a link behind a family of emoji covers the address and nothing else', () => {
	const text = FAMILY + ADDRESS;
	const link = { type: 'text_link', offset: 11, length: ADDRESS.length, url: ADDRESS };

	const expectLink = async (field = 'text') => {
		const { params } = (await emulator.calls()).at(-1)!;
		const [entity] = params[field === 'text' ? 'entities' : 'caption_entities'];
		const words = String(params[field]).slice(entity.offset, entity.offset + entity.length);
		expect(words).toBe(ADDRESS);
	};

	test('by Entities of Send Message', async () => {
		const additionalFields = { entities: JSON.stringify([link]) };
		const { error } = await run('sendMessage', { ...CHAT, text, additionalFields });
		expect(error).toBeUndefined();
		await expectLink();
	});

	test('by Any Method', async () => {
		const parameters = { chat_id: CHAT.chatId.value, text, entities: [link] };
		const { error } = await run('anyMethod', {
			method: 'sendMessage',
			specifyParameters: 'json',
			parametersJson: JSON.stringify(parameters),
		});
		expect(error).toBeUndefined();
		await expectLink();
	});

	test.each([
		['languageModel', `${FAMILY}[${ADDRESS}](${ADDRESS})`],
		['telegramMarkdown', `${FAMILY}[${ADDRESS}](${ADDRESS})`],
		['HTML', `${FAMILY}<a href="${ADDRESS}">${ADDRESS}</a>`],
	])('by the format %s, also in a copy', async (parseMode, given) => {
		const additionalFields = { parseMode };
		const { json } = await run('sendMessage', { ...CHAT, text: given, additionalFields });
		const expectEntities = (message: Json) => {
			const [{ offset, length }] = message.entities;
			expect(String(message.text).slice(offset, offset + length)).toBe(ADDRESS);
		};
		expectEntities(json[0]);
		const forwarded = await run('forwardMessage', {
			...{ ...CHAT, fromChatId: CHAT.chatId },
			messageId: '6',
		});
		expectEntities(forwarded.json[0]);
	});
});

describe('B4 Telegram-shop #9: the data of a button is counted in bytes', () => {
	const CYRILLIC = 'ж'.repeat(33);
	const CHINESE = '招'.repeat(22);
	const form = (callbackData: string) => ({
		replyMarkup: 'inlineKeyboard',
		inlineKeyboard: {
			rows: [
				{ buttons: { button: [{ text: 'A', callbackData: 'a' }] } },
				{ buttons: { button: [{ text: 'B', callbackData }] } },
			],
		},
	});
	const asJson = (callback_data: string) => ({
		replyMarkup: 'json',
		replyMarkupJson: JSON.stringify([
			[{ text: 'A', callback_data: 'a' }],
			[{ text: 'B', callback_data }],
		]),
	});

	test.each<[string, IDataObject]>([
		['33 Cyrillic letters in the form', form(CYRILLIC)],
		['22 Chinese characters in the form', form(CHINESE)],
		['33 Cyrillic letters in JSON', asJson(CYRILLIC)],
		['22 Chinese characters in JSON', asJson(CHINESE)],
	])('%s are refused by row and button before anything is sent', async (_what, keyboard) => {
		const { error } = await run('sendMessage', { ...CHAT, text: 'Choose', ...keyboard });
		expect(error?.message).toMatch(/row 2, button 1.* has 66 bytes/);
		expect(await emulator.calls()).toEqual([]);
	});

	const NAME = '菜'.repeat(60);

	test('pages and buttons of a menu have names of any length', async () => {
		const page = (name: string, label: string, target: string) => ({
			name,
			text: name,
			buttons: { button: [{ label, onPress: 'page', page: target }] },
		});
		const pages = [page('Start', NAME, NAME), page(NAME, 'Back to the start', 'Start')];
		const { error } = await run('showMenu', CHAT, {
			trigger: { updates: ['message'], menu: 'form', menuPages: { page: pages } },
		});
		expect(error).toBeUndefined();
		expect((await emulator.calls()).map(({ status }) => status)).toEqual([200]);
	});

	test('so have answers of a question', async () => {
		const button = [{ text: NAME, value: NAME, approves: true }, { text: `${NAME}2` }];
		const question = await OpenQuestion.ask(emulator, { approvalOptions: { button } });
		await question.bring(question.press());
		question.close();
		expect(question.resumed[0].flat()[0].json).toMatchObject({ answer: NAME });
	});
});
