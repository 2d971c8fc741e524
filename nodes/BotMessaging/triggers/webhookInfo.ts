import type { Call } from '../api/client';

/** What a server says about a bot's webhook (service facts, "Updates"). */
export interface WebhookInfo {
	/** Empty if the bot has none. */
	url: string;
	allowed_updates?: string[];
}

export async function getWebhookInfo(call: Call): Promise<WebhookInfo> {
	return (await call('getWebhookInfo', {})) as WebhookInfo;
}

/** Host and path of a webhook, for messages: its query may hold secrets of somebody else. */
export function shownAddress(url: string): string {
	if (!URL.canParse(url)) return 'an address that cannot be read';
	const { host, pathname } = new URL(url);
	return host + pathname;
}
