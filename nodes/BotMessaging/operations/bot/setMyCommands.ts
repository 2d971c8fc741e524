import type { MostOf } from '../../../../reference';
import { UserError } from '../../api/errors';
import { operation, type Encode, type Values } from '../../engine/define';
import { inWords } from '../../engine/reading';
import { languageCode, scopeFields } from '../../fields/bot';
import { checkMost, text, withinLength } from '../../fields/encode';
import { rowTitle, sent, property, listOfRows } from '../../fields/formField';

const MOST_COMMANDS: MostOf<'setMyCommands', 'commands'> = 100;
const LONGEST_DESCRIPTION = 256;

function commandOf(given: unknown, label: string): string {
	const command = text(given, label).trim().replace(/^\//, '');
	if (/^[a-z0-9_]{1,32}$/.test(command)) return command;
	throw new UserError(
		`${label} cannot be ${inWords(command)}`,
		'A command has up to 32 lowercase letters from a to z, digits and _, without spaces.',
	);
}

const commandList: Encode = (value) => {
	const { command: rows = [] } = (value ?? {}) as { command?: Values[] };
	const advice = 'Remove the least used commands. People can still type them.';
	checkMost('Commands', rows.length, MOST_COMMANDS, advice, 'entries');
	return rows.map(({ command, description: words }, index) => {
		const label = `Command ${index + 1}: Description`;
		return {
			command: commandOf(command, `Command ${index + 1}`),
			description: withinLength(text(words, label), LONGEST_DESCRIPTION, label),
		};
	});
};

/** Reference 5.8. */
export const setMyCommands = operation('bot', 'setMyCommands', {
	effect: 'repeatable',
	ordered: false,
	name: 'Set Commands',
	action: 'Set the commands of the bot',
	description:
		'Set the commands in the menu of the bot. They replace those of the same Scope and Language.',
	fields: [
		sent(
			'commands',
			'The commands in order, up to 100. An empty list removes those of this Scope and Language.',
			commandList,
			listOfRows('command', rowTitle('command', 'description'), [
				property(
					'command',
					'The command in lowercase letters, digits and _, with or without a leading slash',
					{ required: true, placeholder: 'e.g. help' },
				),
				property('description', 'What the command does, up to 256 characters', {
					required: true,
					placeholder: 'e.g. Show what this bot can do',
				}),
			]),
		),
		...scopeFields,
	],
	additionalFields: [languageCode],
	output: (result, { commands }) => [
		{ success: result === true, commands: (commands as unknown[]).length },
	],
});
