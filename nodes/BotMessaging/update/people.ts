import type { IDataObject } from 'n8n-workflow';

import { Bounded } from '../api/basics';
import type { Context } from './context';

/** About 5 MB at most. */
const MOST_PEOPLE = 20_000;

export interface Person {
	id: number | string;
	username?: string;
	firstName?: string;
}

/** What a workflow needs of the User of an update. */
export const personOf = ({ id, username, first_name: firstName }: IDataObject): Person =>
	JSON.parse(JSON.stringify({ id, username, firstName })) as Person;

/**
 * The people that a bot has met, by their username: the API finds nobody by it. Who changes or drops a
 * username is no longer found by the earlier one, for somebody else may have it now.
 */
export class People {
	private readonly byName = new Bounded<string, Person>(MOST_PEOPLE);
	private readonly names = new Bounded<string, string>(MOST_PEOPLE);

	learn(update: Context): void {
		const met = [update.user, update.doer, Object(update.repliedTo?.from)];
		for (const user of met as IDataObject[]) if (user.id !== undefined) this.meet(personOf(user));
	}

	/** @param username without its @, in any case */
	named(username: string): Person | undefined {
		return this.byName.get(username.toLowerCase());
	}

	/** Remembers a person by the name of today. */
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
