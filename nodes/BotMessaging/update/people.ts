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

/**
 * The people that a bot has met, by username, because the API cannot find them. If people change or drop
 * their username, the old one no longer finds them: it may belong to others now.
 */
export class People {
	private readonly byName = new Bounded<string, Person>(BOUNDS.people);
	private readonly names = new Bounded<string, string>(BOUNDS.people);

	learn(update: Context): void {
		const met = [update.user, update.doer, Object(update.repliedTo?.from)];
		for (const user of met as IDataObject[]) if (user.id !== undefined) this.meet(personOf(user));
	}

	/** @param username without its @, in any case */
	named(username: string): Person | undefined {
		return this.byName.get(username.toLowerCase());
	}

	/** Remembers a person by their current username. */
	meet(person: Person): void {
		const id = String(person.id);
		const former = this.names.get(id);
		if (former !== undefined && String(this.byName.get(former)?.id) === id)
			this.byName.delete(former);
		if (typeof person.username !== 'string') return void this.names.delete(id);
		const name = person.username.toLowerCase();
		this.names.set(id, name);
		this.byName.set(name, person);
	}
}
