import type { WebhookInfo } from '../../../reference';
import type { Call } from '../api/client';

export const getWebhookInfo = async (call: Call): Promise<WebhookInfo> =>
	await call('getWebhookInfo', {});

/** Host and path of a webhook, for messages: its query may hold secrets of somebody else. */
export function shownAddress(url: string): string {
	if (!URL.canParse(url)) return 'an address that cannot be read';
	const { host, pathname } = new URL(url);
	return host + pathname;
}
