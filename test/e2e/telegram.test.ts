import type { IDataObject, INode } from 'n8n-workflow';

import type { CredentialReference } from '../../sandbox/lib/rest';
import { useEmulator } from '../support/emulator';
import { execute, fileSteps, type Step } from './support/execute';
import { useN8n } from './support/n8n';
import { chatId, messagesOf, newestMedia } from './support/demoGroup';

const emulator = useEmulator({ unknownParameters: 'ignore' });
const { messages, users } = emulator.defaults;
const n8n = useN8n();
let telegramApi: CredentialReference;

beforeAll(async () => {
	telegramApi = await n8n.rest.createCredential({
		name: 'Telegram',
		type: 'telegramApi',
		data: { accessToken: emulator.token, baseUrl: emulator.url },
	});
});

const telegram = (name: string, parameters: IDataObject): Step => ({
	name,
	type: 'n8n-nodes-base.telegram',
	typeVersion: 1.2,
	parameters: parameters as INode['parameters'],
	credentials: { telegramApi },
});

const run = async (steps: Step[]) => {
	const execution = await execute(n8n.rest, telegramApi, steps);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	return execution.items;
};

describe("n8n's own Telegram node", () => {
	test('sends, edits and deletes, with IDs that are typed in', async () => {
		const additionalFields = { reply_to_message_id: messages.byMia };
		const [{ result }] = await run([
			telegram('Send', { chatId, text: 'Hello', additionalFields }),
			telegram('Edit', {
				operation: 'editMessageText',
				chatId,
				messageId: String(messages.byBot),
				text: 'Good evening',
			}),
			telegram('Delete', {
				operation: 'deleteMessage',
				chatId,
				messageId: String(messages.byMia),
			}),
			telegram('Member', {
				resource: 'chat',
				operation: 'member',
				chatId,
				userId: String(users.mia),
			}),
		]);
		expect(result).toMatchObject({ user: { id: users.mia }, status: 'member' });
		const all = await messagesOf(emulator);
		expect(all.at(-1)).toMatchObject({ reply_to_message_id: messages.byMia });
		expect(all.at(-1)!.text).toMatch(/^Hello/);
		expect(all.find(({ message_id: id }) => id === messages.byBot)?.text).toBe('Good evening');
		expect(all.find(({ message_id: id }) => id === messages.byMia)?.deleted).toBe(true);
		const [edit] = await emulator.calls('editMessageText');
		expect(edit.params.message_id).toBe(String(messages.byBot));
	});

	test.each([
		['sendVideo', 'video/mp4', 'video'],
		['sendAudio', 'audio/mpeg', 'audio'],
	])('%s uploads a file, and the file comes back', async (operation, mimeType, kind) => {
		const [item] = await run([
			...fileSteps({ name: 'other.bin', type: mimeType, content: 'A file.' }),
			telegram('Upload', {
				operation,
				chatId,
				binaryData: true,
				additionalFields: { fileName: 'named.bin', caption: 'Look', duration: 7 },
			}),
			telegram('Download', {
				resource: 'file',
				fileId: `={{ $json.result.${kind}.file_id }}`,
			}),
			{
				name: 'Text',
				type: 'n8n-nodes-base.extractFromFile',
				typeVersion: 1,
				parameters: { operation: 'text' },
			},
		]);
		expect(item).toMatchObject({ data: 'A file.' });
		const { message, file } = await newestMedia(emulator);
		expect(message).toMatchObject({ caption: 'Look', media: { kind, duration: 7 } });
		expect(file).toMatchObject({ file_name: 'named.bin', mime_type: mimeType });
		const [{ ignored }] = await emulator.calls(operation);
		expect(ignored).toEqual(['fileName']);
	});
});
