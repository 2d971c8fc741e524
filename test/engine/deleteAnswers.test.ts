import type { IDataObject } from 'n8n-workflow';

import type { ErrorReason } from '../../nodes/BotMessaging/api/errors';
import { items, useBot } from '../support/bot';
import { deletedIn, failedIn, gone } from '../support/deletions';
import { startOddServer, type OddServer } from '../support/odd';
import { byId } from '../support/locators';

const { run } = useBot();

let server: OddServer;
/** The server's answer for the ids to delete. */
let answer: (ids: number[]) => string;

beforeAll(async () => {
	server = await startOddServer((request, response) => {
		let body = '';
		request.on('data', (chunk) => (body += chunk));
		request.on('end', () => response.end(answer(JSON.parse(body).message_ids)));
	});
});

afterAll(async () => await server.close());

const result = (json: string) => () => `{"ok":true,"result":${json}}`;

const GROUP = -1001;
const CONTINUE = { onError: 'continueRegularOutput' } as const;

async function deleteOneAndTwo(additionalFields: IDataObject = {}, node = {}) {
	return await run(
		'deleteMessages',
		{ chatId: byId(GROUP), messageIds: '1, 2', additionalFields },
		{ credential: { baseUrl: server.url }, node },
	);
}

const unknown = (messageId: number) => ({
	chatId: GROUP,
	messageId,
	deleted: false,
	outcome: 'unknown',
	description: '',
	errorReason: 'other',
});

const counts = {
	chatId: GROUP,
	requested: 2,
	deleted: 0,
	failed: 0,
	unknown: 0,
	tooOld: 0,
	...gone(0),
};

const EACH = { returnFailed: true };

const deleted = deletedIn(GROUP);
const failed = failedIn(GROUP);

describe('a delete that the server does not confirm is not called deleted:', () => {
	test('a bare true, as from Telegram', async () => {
		answer = result('true');
		expect((await deleteOneAndTwo()).json).toEqual([{ ...counts, unknown: 2 }]);
		expect((await deleteOneAndTwo(EACH)).json).toEqual([unknown(1), unknown(2)]);
	});

	test('an id that is in neither list', async () => {
		answer = result('{"deleted_message_ids":[2],"failed_message_ids":[]}');
		expect((await deleteOneAndTwo()).json).toEqual([{ ...counts, deleted: 1, unknown: 1 }]);
		expect((await deleteOneAndTwo(EACH)).json).toEqual([unknown(1), deleted(2)]);
	});

	test('an id that is in both lists', async () => {
		answer = result(
			'{"deleted_message_ids":[1,2],"failed_message_ids":[{"message_id":1,"description":"no"}]}',
		);
		expect((await deleteOneAndTwo(EACH)).json).toEqual([failed(1, 'no', 'refused'), deleted(2)]);
	});
});

describe('an answer in other words is understood:', () => {
	test.each([
		['ids as text', '{"deleted_message_ids":["1","2"],"failed_message_ids":[]}'],
		['no list of failures', '{"deleted_message_ids":[1,2]}'],
		['null for an empty list', '{"deleted_message_ids":[1,2],"failed_message_ids":null}'],
		['ids that nobody asked for', '{"deleted_message_ids":[1,2,3],"failed_message_ids":[]}'],
	])('%s', async (_what, json) => {
		answer = result(json);
		expect((await deleteOneAndTwo(EACH)).json).toEqual([deleted(1), deleted(2)]);
	});

	test.each<[string, string, string, ErrorReason]>([
		['an id as text', '{"message_id":"1","description":"no"}', 'no', 'refused'],
		['no description', '{"message_id":1}', '', 'other'],
		['a description that is no text', '{"message_id":1,"description":{"en":"no"}}', '', 'other'],
	])('a failure with %s', async (_what, failure, description, reason) => {
		answer = result(`{"deleted_message_ids":[2],"failed_message_ids":[${failure}]}`);
		expect((await deleteOneAndTwo(EACH)).json).toEqual([
			failed(1, description, reason),
			deleted(2),
		]);
	});

	test('an id beyond 2^53', async () => {
		answer = result('{"deleted_message_ids":[9007199254740993],"failed_message_ids":[]}');
		const { json } = await run(
			'deleteMessages',
			{ chatId: byId('-1001'), messageIds: '9007199254740993', additionalFields: EACH },
			{ credential: { baseUrl: server.url } },
		);
		expect(json).toEqual([{ ...deleted(0), messageId: '9007199254740993' }]);
	});
});

describe('an answer of another shape fails its request', () => {
	const SHAPES = [
		'null',
		'false',
		'"done"',
		'5',
		'[]',
		'{}',
		'{"deleted_message_ids":null,"failed_message_ids":null}',
		'{"deleted_message_ids":{"1":true},"failed_message_ids":[]}',
		'{"deleted_message_ids":5,"failed_message_ids":[]}',
		'{"deleted_message_ids":[1],"failed_message_ids":"none"}',
		'{"deleted_message_ids":[{"id":1}],"failed_message_ids":[]}',
		'{"deleted_message_ids":[null],"failed_message_ids":[]}',
		'{"deleted_message_ids":[1],"failed_message_ids":[2]}',
		'{"deleted_message_ids":[1],"failed_message_ids":[null]}',
		'{"deleted_message_ids":[1],"failed_message_ids":[{"description":"no"}]}',
	];

	test.each(SHAPES)('%s', async (json) => {
		answer = result(json);
		const { error } = await deleteOneAndTwo();
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: expect.stringContaining('answered in an unknown form'),
			description: expect.stringContaining('Check the chat'),
			context: { itemIndex: 0 },
		});
	});

	test('the items of other requests continue', async () => {
		answer = (ids) =>
			result(ids.includes(1) ? 'null' : `{"deleted_message_ids":${JSON.stringify(ids)}}`)();
		const { outputs } = await run(
			'deleteMessages',
			{ chatId: byId('={{ $json.chat }}'), messageIds: '={{ $json.ids }}' },
			{
				credential: { baseUrl: server.url },
				items: items({ chat: -1001, ids: '1' }, { chat: -1002, ids: '2' }),
				node: CONTINUE,
			},
		);
		expect(outputs[0]).toEqual([
			{
				json: {
					error: expect.stringContaining('answered in an unknown form'),
					errorCode: 'unreadable',
					errorReason: 'unreachable',
					chatId: -1001,
				},
				pairedItem: { item: 0 },
			},
			{ json: { ...counts, chatId: -1002, requested: 1, deleted: 1 }, pairedItem: { item: 1 } },
		]);
	});

	test('Report Each Message keeps what the other requests of the item said', async () => {
		answer = (ids) =>
			ids.includes(1)
				? '{"ok":false,"error_code":400,"description":"no"}'
				: result(`{"deleted_message_ids":${JSON.stringify(ids)}}`)();
		const { json } = await run(
			'deleteMessages',
			{ chatId: byId('-1001'), messageIds: '1-102', additionalFields: EACH },
			{ credential: { baseUrl: server.url }, node: CONTINUE },
		);
		const failed = { error: 'no', errorCode: 400, errorReason: 'badValue', chatId: -1001 };
		expect(json).toEqual([failed, deleted(101), deleted(102)]);
	});
});
