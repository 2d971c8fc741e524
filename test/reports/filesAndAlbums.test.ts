import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import { brought, messageOf, OLGA } from '../support/brought';
import { useEitherTrigger } from '../support/eitherTrigger';
import { byId } from '../support/locators';
import { startOddServer } from '../support/odd';
import { startListServer } from '../support/updateServer';

const { emulator, run } = useBot();
const CHAT = { chatId: byId(emulator.defaults.chats.demoGroup) };
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]);

/** The names of the files in a request. */
const namesIn = ({ files = {} }: { files?: unknown }): string[] =>
	Object.values(files as Record<string, { filename: string }>).map(({ filename }) => filename);

describe('N8 librefang #4959: a file gets the ending of its type:', () => {
	test.each([
		['sendVoice', 'audio/ogg', 'ogg'],
		['sendDocument', 'application/pdf', 'pdf'],
		['sendPhoto', 'image/jpeg', 'jpg'],
	])('%s of %s without a name', async (operation, type, ending) => {
		const binary = { data: inMemory('x', undefined, type) };
		await run(operation, CHAT, { items: [{ json: {}, binary }] });
		const [call] = await emulator.calls(operation);
		expect(namesIn(call)).toEqual([expect.stringMatching(new RegExp(`.\\.${ending}$`))]);
	});

	test('with the name report', async () => {
		const binary = { data: inMemory('x', 'report', 'application/pdf') };
		await run('sendDocument', CHAT, { items: [{ json: {}, binary }] });
		const [call] = await emulator.calls('sendDocument');
		expect(namesIn(call)).toEqual(['report.pdf']);
	});

	test('at an address without an ending', async () => {
		const server = await startOddServer((_request, response) =>
			response.writeHead(200, { 'content-type': 'application/pdf' }).end('x'),
		);
		try {
			await run('sendDocument', {
				...{ ...CHAT, source: 'url', fileUrl: `${server.url}/reports/123` },
				additionalFields: { allowPrivateAddresses: true },
			});
		} finally {
			await server.close();
		}
		const [call] = await emulator.calls('sendDocument');
		expect(namesIn(call)).toEqual(['123.pdf']);
	});

	test('n8n #15292: in an album, each under its own name', async () => {
		const binary = {
			a: inMemory('a', undefined, 'image/png'),
			b: inMemory('b', undefined, 'image/jpeg'),
		};
		const items = [{ json: {}, binary }];
		await run('sendMediaGroup', { ...CHAT, mediaSource: 'allBinary' }, { items });
		const names = namesIn((await emulator.calls('sendMediaGroup'))[0]);
		expect(names.map((name) => name.split('.').pop())).toEqual(['png', 'jpg']);
		expect(new Set(names).size).toBe(2);
	});
});

describe('N9 n8n PR #17725: a downloaded photo is recognized as a photo', () => {
	test.each([
		['photo', JPEG, 'image/jpeg'],
		['video note', Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), 'video/mp4'],
	])('File > Get of a %s', async (_what, content, mimeType) => {
		const server = await startListServer([], content);
		try {
			const credential = { baseUrl: server.url };
			const { outputs, error } = await run('getFile', { fileId: 'x' }, { credential });
			expect(error).toBeUndefined();
			expect(outputs[0][0].binary!.data.mimeType).toBe(mimeType);
		} finally {
			await server.close();
		}
	});

	test('by a trigger that downloads files', async () => {
		const photo = [{ file_id: 'x', file_size: 6 }];
		const started = await brought(
			[{ message: messageOf({ photo }) }],
			{ downloadFiles: true },
			JPEG,
		);
		expect(started[0].item.binary?.data).toMatchObject({ mimeType: 'image/jpeg' });
	});
});

test('N24 hermes-agent #37970: "what is this?" in reply to a photo brings the photo', async () => {
	const photo = [{ file_id: 'small' }, { file_id: 'large' }];
	const answered = messageOf({ from: OLGA, photo, caption: 'Look' });
	const message = messageOf({ text: 'What is this?', reply_to_message: answered });
	const [{ json }] = await brought([{ message }]);
	expect(json.replyTo).toMatchObject({ mediaType: 'photo', fileId: 'large', text: 'Look' });
});

test('N23 openclaw #110690: in an album each picture has its own caption', async () => {
	const picture = (file: string, caption?: string) => ({
		message: messageOf({ media_group_id: 'trip', photo: [{ file_id: file }], caption }),
	});
	const updates = [picture('a', 'The sea'), picture('b'), picture('c', 'The beach')];
	const [{ json }] = await brought(updates, { options: { gatherAlbums: true } });
	expect(json.media).toMatchObject([
		{ fileId: 'a', caption: 'The sea' },
		{ fileId: 'b' },
		{ fileId: 'c', caption: 'The beach' },
	]);
	expect((json.media as IDataObject[])[1]).not.toHaveProperty('caption');
});

test('N37 n8n #19236: an expression gives the name of the file for each item', async () => {
	const items = [0, 1, 2].map((index) => ({
		json: {},
		binary: { [`data_${index}`]: inMemory(`${index}`, `${index}.txt`, 'text/plain') },
	}));
	const parameters = { ...CHAT, binaryPropertyName: '=data_{{ $itemIndex }}' };
	const { error } = await run('sendDocument', parameters, { items });
	expect(error).toBeUndefined();
	const calls = await emulator.calls('sendDocument');
	expect(calls.flatMap(namesIn)).toEqual(['0.txt', '1.txt', '2.txt']);
});

test.each([
	['招聘启事.pdf', '招聘启事.pdf'],
	['Отчёт за май.pdf', 'Отчёт за май.pdf'],
	['naïve 😀.pdf', 'naïve 😀.pdf'],
	['say "hi".pdf', 'say %22hi%22.pdf'],
	['two\nlines.pdf', 'two%0Alines.pdf'],
	['a;b=c.pdf', 'a;b=c.pdf'],
])('N39 n8n #28354: the name %j is sent as it is, or escaped as in forms', async (name, sent) => {
	let body = '';
	const server = await startOddServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			body = Buffer.concat(chunks).toString();
			response.end('{"ok":true,"result":{"message_id":1}}');
		});
	});
	try {
		const items = [{ json: {}, binary: { data: inMemory('x', name, 'application/pdf') } }];
		await run('sendDocument', CHAT, { items, credential: { baseUrl: server.url } });
	} finally {
		await server.close();
	}
	expect(body).toContain(`filename="${sent}"`);
});

test('N51 grammY #862: an album that is sent again has its files each time', async () => {
	const parameters = { retry_after: 0 };
	await emulator.fault({
		...{ kind: 'error', status: 429, method: 'sendMediaGroup', parameters, times: 2 },
	});
	const binary: IBinaryKeyData = {
		a: inMemory('aa', 'a.png', 'image/png'),
		b: inMemory('bbb', 'b.png', 'image/png'),
	};
	const items = [{ json: {}, binary }];
	const { error } = await run('sendMediaGroup', { ...CHAT, mediaSource: 'allBinary' }, { items });
	expect(error).toBeUndefined();
	const calls = await emulator.calls('sendMediaGroup');
	expect(calls.map(({ status }) => status)).toEqual([429, 429, 200]);
	for (const { files = {} } of calls) {
		const sizes = Object.values(files as Record<string, { size: number }>).map(({ size }) => size);
		expect(sizes).toEqual([2, 3]);
	}
});

describe('N53 openclaw #1811: a picture of an album that arrives too late', () => {
	const { emulator: world, publish, settled } = useEitherTrigger();
	const { chats, users } = world.defaults;

	test.each(['polling', 'webhook'] as const)('starts its own execution (%s)', async (kind) => {
		const trigger = await publish(kind, { options: { gatherAlbums: true } });
		const send = async () => {
			const act = { user_id: users.mia, chat_id: chats.demoGroup, photo: true };
			await world.act('message', { ...act, media_group_id: 'trip' });
		};
		await send();
		await send();
		await settled();
		await send();
		await settled();
		const parts = trigger.started.map(({ item }) => (item.json.media as object[])?.length);
		expect(parts).toEqual([2, undefined]);
	});
});
