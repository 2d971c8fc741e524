import type { INodeExecutionData } from 'n8n-workflow';

import { UserError } from '../api/errors';
import { contentTypeOf } from '../update/content';
import { commands, pressBegins } from '../moderation/filters';
import { isByAdministrator } from '../bots/people';
import { ownNameFor } from '../bots/ownName';
import type { Surroundings } from '../bots/surroundings';
import { chatOf, type Update } from '../update/update';

/** A row of Commands. */
export interface CommandRow {
	command?: string;
	description?: string;
	where?: 'everywhere' | 'groups' | 'administrators' | 'private';
}

/** What the form says about the outputs. */
export interface Routing {
	outputs: 'one' | 'kinds' | 'commands' | 'buttons';
	kinds: string[];
	commands: CommandRow[];
	buttons: Array<{ data?: string; name?: string }>;
}

/** Whether an update goes to an output. */
type Way = (
	update: Update,
	surroundings: Surroundings,
	ownName: string | undefined,
) => boolean | Promise<boolean>;

const requireText = (value: string | undefined, label: string): string => {
	if (value?.trim()) return value.trim();
	throw new UserError(`${label} is empty`, `Fill in ${label}, or remove this row.`);
};

const isGroup = (update: Update) => ['group', 'supergroup'].includes(String(chatOf(update).type));

const PLACES: Record<
	NonNullable<CommandRow['where']>,
	(update: Update, surroundings: Surroundings) => boolean | Promise<boolean>
> = {
	everywhere: () => true,
	groups: isGroup,
	private: (update) => chatOf(update).type === 'private',
	// If it is not known who is an administrator, nobody may use the command.
	administrators: async (update, surroundings) =>
		isGroup(update) && (await isByAdministrator(update, surroundings)) === true,
};

function forCommand({ command, where = 'everywhere' }: CommandRow, index: number): Way {
	const name = requireText(command, `Commands ${index + 1}: Command`);
	const isCalled = commands(name)!;
	return async (update, surroundings, ownName) =>
		isCalled(update, { ownName }) && (await PLACES[where](update, surroundings));
}

function waysOf({ outputs, kinds, commands: rows, buttons }: Routing): Way[] {
	if (outputs === 'kinds') {
		return kinds.map((kind) => (update, _more, ownName) => contentTypeOf(update, ownName) === kind);
	}
	if (outputs === 'commands') return rows.map(forCommand);
	return buttons.map(({ data }, index) => {
		const beginning = requireText(data, `Buttons ${index + 1}: Data Begins With`);
		return (update) => pressBegins(update, beginning);
	});
}

/** Puts an item on the output that its update belongs to. */
export type Route = (
	parts: Update[],
	item: INodeExecutionData,
	surroundings: Surroundings,
) => Promise<INodeExecutionData[][]>;

/** Makes the way to the outputs; the last one takes what fits no other. Throws UserError. */
export function compileRouting(routing: Routing): Route {
	if (routing.outputs === 'one') return async (_parts, item) => [[item]];
	const ways = waysOf(routing);

	/** Of an album the first part that fits counts: one has the caption. */
	async function indexOf(parts: Update[], surroundings: Surroundings): Promise<number> {
		const ownName = await ownNameFor(parts, surroundings);
		for (const [index, way] of ways.entries()) {
			for (const part of parts) if (await way(part, surroundings, ownName)) return index;
		}
		return ways.length;
	}

	return async (parts, item, surroundings) => {
		const chosen = await indexOf(parts, surroundings);
		return Array.from({ length: ways.length + 1 }, (_none, index) =>
			index === chosen ? [item] : [],
		);
	};
}
