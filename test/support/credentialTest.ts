import type { ICredentialDataDecryptedObject, Workflow } from 'n8n-workflow';

import { botMessagingApiTest } from '../../nodes/BotMessaging/lists/credentialTest';
import { additionalDataFor, core } from './engine';

/** n8n's message about a credential after Save. */
export async function testCredential(data: ICredentialDataDecryptedObject) {
	const context = new core.CredentialTestContext(additionalDataFor({}, {} as Workflow));
	const credential = { id: '1', name: 'Bot', type: 'botMessagingApi', data };
	return await botMessagingApiTest.call(context, credential);
}
