import type { IDataObject } from 'n8n-workflow';

import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

type Give = (text: string) => IDataObject;

const FIELDS: Array<[operation: string, label: string, given: Give]> = [
	['sendMessage', 'Text', (text) => ({ chatId: byId('-1001'), text })],
	['editMessageText', 'Text', (text) => ({ chatId: byId('-1001'), messageId: '4', text })],
	['sendMessageDraft', 'Text', (text) => ({ chatId: byId('42'), draftId: '1', text })],
	[
		'sendAndWait',
		'Question',
		(message) => ({ chatId: byId('-1001'), message, responseType: 'freeText' }),
	],
];

const NOTHING: Array<[format: string, text: string]> = [
	['languageModel', '#'],
	['languageModel', '>\n>\n'],
	['languageModel', '```\n```'],
	['languageModel', '<br> &nbsp;'],
	['Markdown', '**'],
	['Markdown', '** **'],
	['HTML', '<b></b>'],
	['HTML', '<b> </b>\n<i></i>'],
];

const every = FIELDS.flatMap(([operation, label, given]) =>
	NOTHING.map(([format, text]) => [operation, format, text, label, given] as const),
);

test.each(every)(
	'%s says that formatting (%s) leaves nothing of %j',
	async (operation, parseMode, text, label, given) => {
		const parameters = { ...given(text), additionalFields: { parseMode } };
		const { error } = await run(operation, parameters);
		expect(error?.message).toBe(`${label} is empty: no text is left after formatting`);
		expect(error?.description).toContain(label);
		expect(await emulator.calls()).toEqual([]);
	},
);

test.each(['<!-- x -->', '**', '[a]: https://x.example', '```js'])(
	'what a language model writes is shown if its marks format nothing: %j',
	async (text) => {
		const additionalFields = { parseMode: 'languageModel' };
		const { error } = await run('sendMessage', {
			chatId: byId('-1001'),
			text,
			additionalFields,
		});
		expect(error).toBeUndefined();
		expect(await emulator.calls('sendMessage')).toHaveLength(1);
	},
);

test('white space alone is an empty field, whatever its format', async () => {
	const additionalFields = { parseMode: 'languageModel' };
	const { error } = await run('sendMessage', {
		chatId: byId('-1001'),
		text: ' \n ',
		additionalFields,
	});
	expect(error?.message).toBe('Text is empty');
});

test('a file goes out without its caption if formatting leaves nothing of it', async () => {
	const { error } = await run(
		'sendVideo',
		{ chatId: byId('-1001'), additionalFields: { caption: '#', parseMode: 'languageModel' } },
		{ items: [{ json: {}, binary: { data: inMemory('bytes', 'a.mp4', 'video/mp4') } }] },
	);
	expect(error).toBeUndefined();
	expect(await emulator.calls('sendVideo')).toHaveLength(1);
});
