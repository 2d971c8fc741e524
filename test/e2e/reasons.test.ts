import { credentialFor } from '../../sandbox/lib/demo';
import type { CredentialReference } from '../../sandbox/lib/rest';
import { useEmulator } from '../support/emulator';
import { byId } from '../support/locators';
import { botMessaging, execute, itemStep, type Step } from './support/execute';
import { useN8n } from './support/n8n';

const emulator = useEmulator();
const n8n = useN8n();
const { demoGroup, elsewhere } = emulator.defaults.chats;
let credential: CredentialReference;

beforeAll(async () => {
	credential = await n8n.rest.createCredential(credentialFor(emulator.url));
});

const split: Step = {
	name: 'Split',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'chat' },
};

const send = (given: object = {}) => ({
	...botMessaging({
		resource: 'message',
		operation: 'sendMessage',
		chatId: byId('={{ $json.chat }}'),
		text: 'Hello',
		...given,
	}),
	onError: 'continueRegularOutput',
});

/** Passes only items that failed for this reason. */
const onlyIf = (reason: string): Step => ({
	name: 'Filter',
	type: 'n8n-nodes-base.filter',
	typeVersion: 2.2,
	parameters: {
		conditions: {
			options: { version: 2, caseSensitive: true, leftValue: '', typeValidation: 'strict' },
			combinator: 'and',
			conditions: [
				{
					id: 'reason',
					leftValue: '={{ $json.errorReason }}',
					rightValue: reason,
					operator: { type: 'string', operation: 'equals' },
				},
			],
		},
	},
});

/** A step that says which chat an item is about. */
const chatOf: Step = {
	name: 'Chat',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: '={{ { "chat": $("Split").item.json.chat } }}' },
};

async function failedFor(reason: string, given?: object) {
	const chats = itemStep({ chat: [demoGroup, elsewhere, -9999] });
	const steps = [chats, split, send(given), onlyIf(reason), chatOf];
	return (await execute(n8n.rest, credential, steps)).items.map(({ chat }) => chat);
}

test.each([
	['notMember', [elsewhere]],
	['chatNotFound', [-9999]],
	['tooFast', []],
])('a later node selects the items that failed for the reason %s', async (reason, chats) => {
	expect(await failedFor(reason)).toEqual(chats);
	expect((await emulator.state()).messages.at(-1)).toMatchObject({ text: 'Hello' });
});

test('a run that cannot start fails every item, and none looks sent', async () => {
	const chats = await failedFor('badValue', { traffic: { retries: -1 } });
	expect(chats).toEqual([demoGroup, elsewhere, -9999]);
	expect(await emulator.calls('sendMessage')).toEqual([]);
});
