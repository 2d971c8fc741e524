import type { ICredentialsDecrypted, IWebhookFunctions } from 'n8n-workflow';

import { CREDENTIAL, loadCredential } from '../../api/client';
import { nodeKeyOf, registry } from '../../bots/registry';

/** What n8n reads at the moment, by trigger and credential. */
class Readings {
	readonly underWay = new Map<string, Promise<ICredentialsDecrypted>>();
}

/**
 * The credential of a trigger. Pushes that come while n8n reads it share the reading: one takes n8n some
 * 10 ms of processor time, and a raid brings hundreds of pushes at once. It is not kept, so that a token
 * that was replaced counts from the next reading on. Rejects if n8n has no such credential.
 */
export async function readCredential(context: IWebhookFunctions): Promise<ICredentialsDecrypted> {
	const { underWay } = registry.part(Readings);
	const id = context.getNode().credentials?.[CREDENTIAL]?.id;
	const key = `${nodeKeyOf(context)}:${id}`;
	const reading = underWay.get(key) ?? loadCredential(context).finally(() => underWay.delete(key));
	underWay.set(key, reading);
	return await reading;
}
