import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../api/errors';
import type { CommandRow } from '../routing';

/** A command as the bot's menu shows it. */
export interface MenuCommand extends IDataObject {
	command: string;
	description: string;
}

export interface MenuEntry extends MenuCommand {
	where: NonNullable<CommandRow['where']>;
}

const LONGEST_DESCRIPTION = 256;

/** Reads the rows of Commands for the menu. Throws UserError for one that does not fit in it. */
export function menuOf(rows: CommandRow[]): MenuEntry[] {
	return rows.map(({ command = '', description = '', where = 'everywhere' }, index) => {
		const label = `Commands ${index + 1}`;
		const name = command.trim().replace(/^\//, '').replace(/@.*$/, '').toLowerCase();
		if (!/^[a-z0-9_]{1,32}$/.test(name)) {
			throw new UserError(
				`${label}: Command cannot be "${command}" in the bot’s menu`,
				'A command in the menu has up to 32 letters from a to z, digits and _. Change it, or turn off Show in Bot Menu.',
			);
		}
		const words = description.trim();
		if (!words || words.length > LONGEST_DESCRIPTION) {
			throw new UserError(
				`${label}: Description ${words ? 'is too long' : 'is empty'}`,
				'The bot’s menu shows each command with a description of up to 256 characters. Change it, or turn off Show in Bot Menu.',
			);
		}
		return { command: name, description: words, where };
	});
}
