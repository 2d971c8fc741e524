import type { INodeExecutionData } from 'n8n-workflow';

import { UserError } from '../api/errors';
import { contentTypeOf } from '../update/content';
import { commands, pressBegins } from '../moderation/filters';
import type { Findings } from '../moderation/findings';
import type { JudgeContext } from './judge';
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
	/** Whether what breaks rules goes to an output of its own. */
	logOnly: boolean;
}

/** Whether an update goes to an output. */
type Way = (
	update: Update,
	context: JudgeContext,
	ownName: string | undefined,
) => boolean | Promise<boolean>;

const requireText = (value: string | undefined, label: string): string => {
	if (value?.trim()) return value.trim();
	throw new UserError(`${label} is empty`, `Fill in ${label}, or remove this row.`);
};

const isGroup = (update: Update) => ['group', 'supergroup'].includes(String(chatOf(update).type));

const PLACES: Record<
	NonNullable<CommandRow['where']>,
	(update: Update, context: JudgeContext) => boolean | Promise<boolean>
> = {
	everywhere: () => true,
	groups: isGroup,
	private: (update) => chatOf(update).type === 'private',
	// Where it is not known who is an administrator, nobody may use the command.
	administrators: async (update, { subscription, server }) =>
		isGroup(update) && (await subscription.bot.members.isByAdministrator(update, server)) === true,
};

function forCommand({ command, where = 'everywhere' }: CommandRow, index: number): Way {
	const name = requireText(command, `Commands ${index + 1}: Command`);
	const isCalled = commands(name)!;
	return async (update, context, ownName) =>
		isCalled(update, { ownName }) && (await PLACES[where](update, context));
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
	context: JudgeContext,
	findings: Findings,
) => Promise<INodeExecutionData[][]>;

/**
 * Makes the way to the outputs; the last one takes what fits no other. If rules are only tried, what
 * breaks them has one more output behind that. Throws UserError.
 */
export function compileRouting(routing: Routing): Route {
	const ways = routing.outputs === 'one' ? [] : waysOf(routing);
	const { logOnly } = routing;

	/** Of an album the first part that fits counts: one has the caption. */
	async function indexOf(parts: Update[], context: JudgeContext): Promise<number> {
		if (ways.length === 0) return 0;
		const { subscription, server } = context;
		const ownName = await subscription.bot.username.neededFor(parts, server);
		for (const [index, way] of ways.entries()) {
			for (const part of parts) if (await way(part, context, ownName)) return index;
		}
		return ways.length;
	}

	return async (parts, item, context, { brokenRules }) => {
		const wouldHave = logOnly && brokenRules !== undefined;
		const chosen = wouldHave ? ways.length + 1 : await indexOf(parts, context);
		return Array.from({ length: ways.length + (logOnly ? 2 : 1) }, (_none, index) =>
			index === chosen ? [item] : [],
		);
	};
}
