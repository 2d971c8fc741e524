import type { IDataObject } from 'n8n-workflow';

import { items, useBot } from '../support/bot';
import { core, type RunOptions } from '../support/engine';
import { startOddServer } from '../support/odd';
import { byId } from '../support/locators';

const { run } = useBot();

/** n8n's notices above the output. */
async function shown(
	operation: string,
	parameters: IDataObject,
	options: Partial<RunOptions> = {},
): Promise<string[]> {
	const { run: saved, error } = await run(operation, parameters, options);
	expect(error).toBeUndefined();
	const [{ hints = [] }] = saved.data.resultData.runData['Bot Messaging'];
	expect(hints.map(({ location }) => location)).toEqual(hints.map(() => 'outputPane'));
	return hints.map(({ message }) => message);
}

/** Otherwise, a chat in which nothing could be deleted is a failed item. */
const EACH = { returnFailed: true };

const LONG = 'word '.repeat(1000);

const sending = (additionalFields: IDataObject): IDataObject => ({
	chatId: byId('-1001'),
	text: '={{ $json.text }}',
	additionalFields,
});

describe('a notice about messages that were not deleted', () => {
	test('counts them, with the reason and what to do', async () => {
		const parameters = { chatId: byId('-1002'), messageIds: '1', additionalFields: EACH };
		expect(await shown('deleteMessages', parameters)).toEqual([
			'The message was not deleted: not enough rights to delete message. The bot may delete messages of other people only as an administrator. Make it an administrator with the right to delete messages.',
		]);
	});

	test('counts them over all items, with each reason', async () => {
		const parameters = {
			chatId: byId('={{ $json.chatId }}'),
			messageIds: '={{ $json.ids }}',
			additionalFields: EACH,
		};
		const input = items(
			{ chatId: -1001, ids: '1-3, 901' },
			{ chatId: -1002, ids: '1, 901, 902' },
			{ chatId: -1001, ids: '1, 903' },
		);
		const [notice] = await shown('deleteMessages', parameters, { items: input });
		expect(notice).toMatch(
			/^5 of 8 messages were not deleted: message to delete not found \(4\), not enough rights to delete message \(1\)\. The message does not exist/,
		);
	});

	test('counts separately those that the server says nothing about', async () => {
		const server = await startOddServer((_request, response) =>
			response.end('{"ok":true,"result":{"deleted_message_ids":[2]}}'),
		);
		const parameters = { chatId: byId('-1001'), messageIds: '1-3' };
		const credential = { baseUrl: server.url };
		expect(await shown('deleteMessages', parameters, { credential })).toEqual([
			'2 of 3 messages were perhaps not deleted: the server did not say.',
		]);
		await server.close();
	});

	test('does not appear if all were deleted', async () => {
		expect(await shown('deleteMessages', { chatId: byId('-1001'), messageIds: '1-3' })).toEqual([]);
	});
});

describe('a notice about texts that were changed for sending', () => {
	test('reports a text that was sent in several messages', async () => {
		const parameters = sending({ longText: 'split' });
		expect(await shown('sendMessage', parameters, { items: items({ text: LONG }) })).toEqual([
			'The text was too long for one message and was sent in several. Their IDs are in messageIds.',
		]);
	});

	test('appears once for several items with the same change', async () => {
		const parameters = sending({ longText: 'split' });
		const input = items({ text: LONG }, { text: 'Hi' }, { text: LONG });
		const [notice, ...others] = await shown('sendMessage', parameters, { items: input });
		expect(notice).toMatch(/^2 of 3 items: The text was too long/);
		expect(others).toEqual([]);
	});

	test('reports a text that was sent without its formatting', async () => {
		const parameters = sending({ parseMode: 'HTML', ifFormatRefused: 'plain' });
		const input = items({ text: '<b>1 < 2' }, { text: '<b>Hi</b>' });
		expect(await shown('sendMessage', parameters, { items: input })).toEqual([
			'1 of 2 items: The server did not accept the formatting, so the text was sent without it. These items have sentAsPlainText.',
		]);
	});

	test('does not appear if no text was changed', async () => {
		const parameters = sending({ longText: 'split', ifFormatRefused: 'plain', parseMode: 'HTML' });
		expect(await shown('sendMessage', parameters, { items: items({ text: 'Hi' }) })).toEqual([]);
	});
});

test('an n8n without hints gets none, and the node still works', async () => {
	const { prototype } = core.ExecuteContext;
	const method = Object.getOwnPropertyDescriptor(prototype, 'addExecutionHints')!;
	Reflect.deleteProperty(prototype, 'addExecutionHints');
	try {
		const parameters = { chatId: byId('-1002'), messageIds: '1', additionalFields: EACH };
		const { json, error } = await run('deleteMessages', parameters);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ outcome: 'failed' }]);
	} finally {
		Object.defineProperty(prototype, 'addExecutionHints', method);
	}
});
