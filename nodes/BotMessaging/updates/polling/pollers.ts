import { Poller } from './poller';

const pollers = new Map<string, Poller>();

/** The poller of a bot at its address; the same one for all triggers of this n8n. */
export function pollerOf(bot: string): Poller {
	const poller = pollers.get(bot) ?? new Poller();
	pollers.set(bot, poller);
	return poller;
}

/** The names of the published workflows of this n8n that poll for a bot's updates. */
export function pollingWorkflows(bot: string): string[] {
	const published = (pollers.get(bot)?.subscribers ?? []).filter(({ isTest }) => !isTest);
	return [...new Set(published.map(({ workflowName }) => workflowName))];
}
