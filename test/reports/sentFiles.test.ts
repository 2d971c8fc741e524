import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import { byId } from '../support/locators';
import { startOddServer, type OddServer } from '../support/odd';
import { OpenQuestion } from '../support/openQuestion';

const { emulator, run } = useBot();
const CHAT = { chatId: byId(emulator.defaults.chats.demoGroup) };

/** The names and types of uploaded files, in all calls. */
const uploads = async () =>
	(await emulator.calls()).flatMap(({ files }) =>
		Object.values(files ?? {}).map((file) => {
			const { filename, mime_type: type } = file as { filename: string; mime_type: string };
			return [filename, type];
		}),
	);

const withFiles = (binary: Record<string, IBinaryData>) => [{ json: {}, binary }];

describe('C2 telegram-bot-sdk #872: a file whose address has non-ASCII letters', () => {
	let server: OddServer;
	beforeEach(async () => {
		server = await startOddServer((_request, response) => {
			response.setHeader('content-type', 'application/pdf');
			response.end('%PDF-');
		});
	});
	afterEach(async () => await server.close());

	test.each([
		['as it is', '/招聘启事.pdf', '招聘启事.pdf'],
		['percent-encoded', `/${encodeURIComponent('招聘启事')}.pdf`, '招聘启事.pdf'],
		['in the query', '/get?file=%D0%9F.pdf', 'get.pdf'],
	])('is fetched, and its name is readable: %s', async (_how, path, name) => {
		const { error } = await run('sendDocument', {
			...{ ...CHAT, source: 'url', fileUrl: server.url + path },
			additionalFields: { allowPrivateAddresses: true },
		});
		expect(error).toBeUndefined();
		expect(server.asked).toEqual([new URL(server.url + path).href.slice(server.url.length)]);
		expect(await uploads()).toEqual([[name, 'application/pdf']]);
	});
});

describe('C3 n8n #15292: files without names', () => {
	const files = withFiles({
		a: inMemory('hello', undefined, 'text/plain'),
		b: inMemory('<x/>', undefined, 'application/xml'),
		c: inMemory('%PDF-1.7', undefined, ''),
	});
	const NAMED = [
		['a.txt', 'text/plain'],
		['b.xml', 'application/xml'],
		['c.pdf', 'application/pdf'],
	];

	test('each get their own name, with the ending of their type, one by one', async () => {
		for (const binaryPropertyName of ['a', 'b', 'c']) {
			const parameters = { ...CHAT, source: 'binary', binaryPropertyName };
			const { error } = await run('sendDocument', parameters, { items: files });
			expect(error).toBeUndefined();
		}
		expect(await uploads()).toEqual(NAMED);
	});

	test('get them in an album too, which accepts photos and videos', async () => {
		const album = withFiles({
			a: inMemory('x', undefined, 'image/jpeg'),
			b: inMemory('x', undefined, 'video/mp4'),
			c: inMemory('\x89PNG', undefined, 'image/png'),
		});
		const parameters = { ...CHAT, mediaSource: 'allBinary' };
		const { error } = await run('sendMediaGroup', parameters, { items: album });
		expect(error).toBeUndefined();
		const names = (await uploads()).map(([name]) => name);
		expect(names).toEqual(['a.jpg', 'b.mp4', 'c.png']);
	});
});

describe('C14 hermes-agent #35739: a topic applies to files and questions too', () => {
	const additionalFields = { messageThreadId: '7' };
	const data = inMemory('\xff\xd8\xff', 'a.jpg', 'image/jpeg');
	const items = withFiles({ data, more: data });
	const binary = { source: 'binary', binaryPropertyName: 'data' };
	const OPERATIONS: Array<[operation: string, given: IDataObject]> = [
		['sendMessage', { text: 'x' }],
		['sendPhoto', binary],
		['sendVoice', binary],
		['sendMediaGroup', { mediaSource: 'allBinary' }],
	];

	test.each(OPERATIONS)('%s sends it', async (operation, given) => {
		await run(operation, { ...CHAT, ...given, additionalFields }, { items });
		const calls = await emulator.calls();
		expect(calls.map(({ params }) => Number(params.message_thread_id))).toEqual([7]);
	});

	test('a question sends it', async () => {
		const question = await OpenQuestion.ask(emulator, { additionalFields });
		question.close();
		expect((await emulator.calls())[0].params.message_thread_id).toBe(7);
	});

	test('each part of a long caption sends it', async () => {
		const fields = { ...additionalFields, caption: 'word '.repeat(400), longText: 'split' };
		await run('sendPhoto', { ...CHAT, ...binary, additionalFields: fields }, { items });
		const calls = await emulator.calls();
		expect(calls.map(({ params }) => Number(params.message_thread_id))).toEqual([7, 7]);
	});
});

describe('C15 node-red chatbot #606: a video without a type and a name', () => {
	const sent = async (bytes: string) => {
		const data = { data: Buffer.from(bytes, 'latin1').toString('base64') } as IBinaryData;
		const parameters = { ...CHAT, source: 'binary', binaryPropertyName: 'data' };
		const { error } = await run('sendVideo', parameters, { items: withFiles({ data }) });
		expect(error).toBeUndefined();
		return await uploads();
	};

	test.each([
		['video/mp4', 'data.mp4', '\0\0\0\x18ftypmp42'],
		['video/webm', 'data.webm', '\x1aE\xdf\xa3'],
		['video/quicktime', 'data.mov', '\0\0\0\x14ftypqt  '],
	])('is recognized as %s by its bytes', async (type, name, bytes) => {
		expect(await sent(bytes)).toEqual([[name, type]]);
	});

	test('is sent even if its bytes say nothing', async () => {
		expect(await sent('who knows')).toHaveLength(1);
	});
});
