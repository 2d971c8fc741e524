import type { Account } from './owner';
import { N8nRest } from './rest';

/** An n8n that this repository did not start, and the account of its owner. */
export interface Elsewhere {
	url: string;
	owner: Account;
	rest: N8nRest;
}

/** Where the n8n is that was named instead of one of our own. */
export const elsewhereUrl = (): string | undefined => process.env.BOT_MESSAGING_N8N_URL;

/** Logs in at an n8n that runs elsewhere. One without an owner gets the named one. */
export async function reachElsewhere(url: string): Promise<Elsewhere> {
	const { BOT_MESSAGING_N8N_EMAIL: email = '', BOT_MESSAGING_N8N_PASSWORD: password = '' } =
		process.env;
	const owner = { email, password };
	await N8nRest.setUpOwner(url, owner);
	return { url, owner, rest: await N8nRest.logIn(url, owner) };
}
