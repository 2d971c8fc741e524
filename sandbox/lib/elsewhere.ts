import type { Account } from './owner';
import { N8nRest } from './rest';

/** An n8n that this repository did not start, and the account of its owner. */
export interface Elsewhere {
	url: string;
	owner: Account;
	rest: N8nRest;
}

/** The address of a remote n8n to use instead of our own. */
export const elsewhereUrl = (): string | undefined => process.env.BOT_MESSAGING_N8N_URL;

/** Logs in to a remote n8n. If it has no owner, creates the given one. */
export async function reachElsewhere(url: string): Promise<Elsewhere> {
	const { BOT_MESSAGING_N8N_EMAIL: email = '', BOT_MESSAGING_N8N_PASSWORD: password = '' } =
		process.env;
	const owner = { email, password };
	await N8nRest.setUpOwner(url, owner);
	return { url, owner, rest: await N8nRest.logIn(url, owner) };
}
