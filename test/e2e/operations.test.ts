import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { credentialFor } from '../../sandbox/lib/demo';
import type { CredentialReference } from '../../sandbox/lib/rest';
import { cases, validCases } from '../cases';
import { expectDone } from '../cases/done';
import type { Input } from '../cases/case';
import { useEmulator } from '../support/emulator';
import { botMessaging, execute, fileSteps, itemStep, type Step } from './support/execute';
import { useN8n } from './support/n8n';
import { byId } from '../support/locators';

const emulator = useEmulator();
const n8n = useN8n();
let credential: CredentialReference;

beforeAll(async () => {
	credential = await n8n.rest.createCredential(credentialFor(emulator.url));
});

/** Steps that output the input item of a case. */
async function stepsBefore({ prepare, file }: Input): Promise<Step[]> {
	const json = await prepare?.(emulator);
	if (json && file) throw new Error('An item with data and a file needs a step that joins them');
	return file ? fileSteps(file) : [itemStep(json ?? {})];
}

/** Operations that wait for people or their presses are tested in waiting/. */
const ending = validCases.filter(({ input }) => !input.waits && !input.trigger);

describe('every operation, in a workflow run by n8n', () => {
	test.each(ending)('$name', async ({ resource, operation, method, input }) => {
		const before = await stepsBefore(input);
		const tried = botMessaging({ resource, operation, ...input.parameters });
		const execution = await execute(n8n.rest, credential, [...before, tried]);
		expect(execution.error).toBeUndefined();
		expect(execution.status).toBe('success');
		// The bot of this n8n also knows the chats of the cases before.
		const isList = operation === 'getManyChats';
		expect(execution.items).toEqual(isList ? expect.arrayContaining(input.output) : input.output);
		await expectDone(emulator, method, input);
	});

	test('the output of one step fits into the next', async () => {
		const chat = { resource: 'message', operation: 'sendAudio', chatId: byId('-1001') };
		const { items } = await execute(n8n.rest, credential, [
			...fileSteps({ name: 'song.mp3', type: 'audio/mpeg', content: 'la la la' }),
			botMessaging({ ...chat, source: 'binary' }, 'First Sending'),
			botMessaging({ ...chat, source: 'fileId', audio: '={{ $json.audio.file_id }}' }),
		]);
		const { messages } = await emulator.state();
		const [first, second] = messages.slice(-2);
		expect(second.media).toMatchObject({ kind: 'audio', file_id: first.media?.file_id });
		expect(items).toMatchObject([{ message_id: second.message_id }]);
		const calls = await emulator.calls('sendAudio');
		expect(calls.map(({ files }) => Object.values(files).length)).toEqual([1, 0]);
	});

	test('the list above has every operation that n8n offers', async () => {
		const types = await n8n.rest.nodeTypes<INodeTypeDescription>();
		const node = types.find(({ name }) => name === 'n8n-nodes-bot-messaging.botMessaging');
		const selectors = node?.properties.filter(({ name }) => name === 'operation') ?? [];
		// n8n itself adds an option that points to its HTTP Request node.
		const offered = selectors
			.flatMap(({ options }) => options as INodePropertyOptions[])
			.map(({ value }) => value)
			.filter((value) => value !== '__CUSTOM_API_CALL__');
		expect(offered.sort()).toEqual(cases.map(({ operation }) => operation).sort());
	});
});
