import { randomBytes } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { Bounded } from '../api/basics';
import { BOUNDS } from '../api/bounds';
import { beginningOf, visible } from '../format/characters';
import type { Subscription } from '../memory/registry';
import { Context } from '../update/context';
import type { Person } from '../update/people';
import { objectOf } from '../update/update';

/** The first character in the data of these buttons. */
const MARK = '?';

const NAME_LENGTH = 40;

/** A command that could be about these people, and waits for its writer to say who is meant. */
export interface OpenCommand {
	command: Context;
	people: Person[];
}

interface AskedCommand extends OpenCommand {
	/** The trigger that has read it. */
	subscription: Subscription;
}

/** What tells people of the same name apart comes last, and is never cut off. */
const labelOf = ({ id, firstName = '', username }: Person) =>
	`${beginningOf(visible(firstName), NAME_LENGTH)} ${username ? `@${username}` : String(id)}`.trim();

/** The commands of a bot that wait for a press. A restart of n8n forgets them: they are written again. */
export class OpenCommands {
	private readonly open = new Bounded<string, AskedCommand>(BOUNDS.openCommands);

	/** A button for each person. */
	buttonsFor(asked: AskedCommand): { inline_keyboard: IDataObject[][] } {
		const key = randomBytes(12).toString('hex');
		this.open.set(key, asked);
		const buttons = asked.people.map((person, place) => [
			{ text: labelOf(person), callback_data: `${MARK}${key}${place}` },
		]);
		return { inline_keyboard: buttons };
	}

	/** What a press of such a button is about; undefined for other updates. */
	pressedIn({ isPress, payload }: Context) {
		const [, key, place] = /^\?([0-9a-f]{24})(\d)$/.exec(String(payload.data)) ?? [];
		if (!isPress || key === undefined) return undefined;
		return { person: Number(place), asked: this.open.get(key) };
	}
}

/** The command as its writer completed it. */
export function completedBy(
	press: Context,
	{ command, people }: OpenCommand,
	place: number,
): Context {
	const completed = new Context({ ...command.raw, update_id: press.raw.update_id });
	completed.meant = people[place];
	return completed;
}

/** Whether the press comes from the person who wrote the command. */
export const isByWriter = ({ payload }: Context, { command }: OpenCommand): boolean =>
	command.doer.id !== undefined && String(objectOf(payload.from).id) === String(command.doer.id);
