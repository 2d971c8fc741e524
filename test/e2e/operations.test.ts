import type { INodePropertyOptions } from 'n8n-workflow';

import { credentialFor } from '../../scripts/lib/demo';
import type { CredentialReference } from '../../scripts/lib/rest';
import { useEmulator } from '../support/emulator';
import { botMessaging, execute } from './support/execute';
import { useN8n } from './support/n8n';
import { cases } from './support/operationCases';

const emulator = useEmulator();
const n8n = useN8n();
let credential: CredentialReference;

beforeAll(async () => {
	credential = await n8n.rest.createCredential(credentialFor(emulator.url));
});

describe('every operation, in a workflow run by n8n', () => {
	test.each(cases)('$operation', async ({ operation, parameters, before = [], ...world }) => {
		await world.prepare?.(emulator);
		const tried = botMessaging({ ...parameters, operation });
		const execution = await execute(n8n.rest, credential, [...before, tried]);
		expect(execution.error).toBeUndefined();
		expect(execution.status).toBe('success');
		await world.check(execution.items, emulator);
	});

	test('no operation that n8n offers is missing above', async () => {
		const types = await n8n.rest.nodeTypes();
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
