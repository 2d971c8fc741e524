import type { IDataObject } from 'n8n-workflow';

import { Bounded } from '../api/basics';
import { BOUNDS } from '../api/bounds';
import type { Context } from './context';

export interface Person {
	id: number | string;
	username?: string;
	firstName?: string;
}

/** What a workflow needs of a User. */
export const personOf = ({ id, username, first_name: firstName }: IDataObject): Person =>
	JSON.parse(JSON.stringify({ id, username, firstName })) as Person;

/** A name without differences that nobody means. */
const spelled = (name: string) =>
	name.normalize('NFKC').toLowerCase().trim().split(/\s+/).join(' ');

/**
 * The people that a bot has met, because the API cannot find them by name. If people change or drop their
 * username, the old one no longer finds them: it may belong to others now.
 */
export class People {
	private readonly byId = new Bounded<string, Person>(BOUNDS.people);
	private readonly idByName = new Bounded<string, string>(BOUNDS.people);

	learn(update: Context): void {
		const met = [update.user, update.doer, Object(update.repliedTo?.from)];
		for (const user of met as IDataObject[]) if (user.id !== undefined) this.meet(personOf(user));
	}

	/** @param username without its @, in any case */
	named(username: string): Person | undefined {
		const name = username.toLowerCase();
		const person = this.byId.get(this.idByName.get(name) ?? '');
		return person?.username?.toLowerCase() === name ? person : undefined;
	}

	/** Those whose first name a text begins with, the latest first. */
	called(text: string): Person[] {
		const words = `${spelled(text.replace(/[,.:;!]+(?=\s|$)/g, ' '))} `;
		const isCalled = ({ firstName }: Person) =>
			typeof firstName === 'string' &&
			/\S/.test(firstName) &&
			words.startsWith(`${spelled(firstName)} `);
		return [...this.byId.values()].filter(isCalled).reverse();
	}

	/** Remembers a person by their current names. */
	meet(person: Person): void {
		const id = String(person.id);
		this.byId.set(id, person);
		if (person.username) this.idByName.set(person.username.toLowerCase(), id);
	}
}
