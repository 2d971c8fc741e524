import order from './mutants/order.json';
import retries from './mutants/retries.json';
import secrets from './mutants/secrets.json';
import who from './mutants/who.json';

/** A small change to a file below nodes/BotMessaging, and the test below test/ that must find it. */
export interface Mutant {
	/** What is wrong with the change. */
	what: string;
	file: string;
	/** Occurs once in the file. */
	find: string;
	replace: string;
	test: string;
}

/** Changes to checks of who may do what, of an order, of a secret, and of retries. */
export const MUTANTS: Record<'who' | 'order' | 'secrets' | 'retries', Mutant[]> = {
	who,
	order,
	secrets,
	retries,
};
