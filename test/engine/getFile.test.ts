import type { IDataObject } from 'n8n-workflow';

import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import { startOddServer } from '../support/odd';
import { byId } from '../support/locators';

const { run } = useBot();

const contentOf = (data: { data: string } | undefined) =>
	Buffer.from(data!.data, 'base64').toString();

describe('a file from the emulator', () => {
	async function sentVoice(): Promise<string> {
		const items = [{ json: {}, binary: { data: inMemory('hello', 'hello.ogg', 'audio/ogg') } }];
		const { json } = await run('sendVoice', { chatId: byId('-1001') }, { items });
		return (json[0].voice as IDataObject).file_id as string;
	}

	test('comes with its name and its type, in the field that was chosen', async () => {
		const fileId = await sentVoice();
		const { outputs } = await run('getFile', { fileId, binaryPropertyName: 'voice' });
		const [{ json, binary }] = outputs[0];
		expect(json).toMatchObject({ file_id: fileId, file_size: 5 });
		expect(Object.keys(binary ?? {})).toEqual(['voice']);
		expect(binary!.voice).toMatchObject({ fileExtension: 'ogg', mimeType: 'audio/ogg' });
		expect(contentOf(binary!.voice)).toBe('hello');
	});

	test('can get another name', async () => {
		const additionalFields = { fileName: 'Mia.ogg' };
		const { outputs } = await run('getFile', { fileId: await sentVoice(), additionalFields });
		expect(outputs[0][0].binary?.data.fileName).toBe('Mia.ogg');
	});

	test('leaves the other items alone if it fails', async () => {
		const fileId = await sentVoice();
		const items = [{ json: { fileId: 'none' } }, { json: { fileId } }];
		const { outputs } = await run(
			'getFile',
			{ fileId: '={{ $json.fileId }}' },
			{ items, node: { onError: 'continueRegularOutput' } },
		);
		expect(outputs[0]).toMatchObject([
			{ json: { errorCode: 400 }, pairedItem: { item: 0 } },
			{ binary: { data: {} }, pairedItem: { item: 1 } },
		]);
	});
});

test('no more files are fetched at once than there are places', async () => {
	let open = 0;
	let most = 0;
	const server = await startOddServer((request, response): void => {
		if (!request.url?.startsWith('/file/')) {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ ok: true, result: { file_path: 'a/b.txt' } }));
			return;
		}
		most = Math.max(most, ++open);
		setTimeout(() => {
			open--;
			response.end('x');
		}, 20);
	});
	try {
		const items = Array.from({ length: 12 }, () => ({ json: {} }));
		const { json, error } = await run(
			'getFile',
			{ fileId: 'f', traffic: { parallelRequests: 3 } },
			{ credential: { baseUrl: server.url }, items },
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(12);
		expect(most).toBeLessThanOrEqual(3);
	} finally {
		await server.close();
	}
});
