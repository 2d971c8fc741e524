import { UserError } from '../api/errors';
import { contentTypeOf, isForwarded } from '../update/content';
import { commands, pressBegins } from '../moderation/filters';
import type { Findings } from '../moderation/findings';
import { patternOf, readArguments, usageOf, type Given } from './commandArguments';
import type { JudgeContext } from './judge';
import { People } from '../update/people';
import { chatOf, messageOf, type Update } from '../update/update';

/** A row of Commands. */
export interface CommandRow {
	command?: string;
	arguments?: string;
	description?: string;
	where?: 'everywhere' | 'groups' | 'administrators' | 'private';
	/** Of an administrator, as the API names it; any if empty. */
	right?: string;
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

/** Where an update goes. */
export interface Destination {
	/** From 0; the last one takes what fits no other. */
	output: number;
	/** The arguments of its command. */
	given?: Given;
	/** How to use the command, of which the arguments do not fit: nothing starts. */
	usage?: string;
}

/** Whether an update goes to an output; with more to say, what is known then. */
type Way = (
	update: Update,
	context: JudgeContext,
	ownName: string | undefined,
) => boolean | Omit<Destination, 'output'> | Promise<boolean | Omit<Destination, 'output'>>;

const requireText = (value: string | undefined, label: string): string => {
	if (value?.trim()) return value.trim();
	throw new UserError(`${label} is empty`, `Fill in ${label}, or remove this row.`);
};

const isGroup = (update: Update) => ['group', 'supergroup'].includes(String(chatOf(update).type));

const PLACES: Record<
	NonNullable<CommandRow['where']>,
	(update: Update, context: JudgeContext, right?: string) => boolean | Promise<boolean>
> = {
	everywhere: () => true,
	groups: isGroup,
	private: (update) => chatOf(update).type === 'private',
	// Where it is not known who is an administrator, nobody may use the command. What an administrator
	// forwards, or picks from an inline bot, was written by somebody else.
	administrators: async (update, { subscription, server }, right) =>
		isGroup(update) &&
		!isForwarded(update) &&
		messageOf(update).via_bot === undefined &&
		(await subscription.bot.members.isByAdministrator(update, server, right)) === true,
};

function forCommand(row: CommandRow, index: number): Way {
	const { where = 'everywhere', right } = row;
	const name = requireText(row.command, `Commands ${index + 1}: Command`);
	const isCalled = commands(name)!;
	const expected = row.arguments?.trim() ?? '';
	const pattern = patternOf(expected, `Commands ${index + 1}: Arguments`);
	return async (update, context, ownName) => {
		if (!isCalled(update, { ownName })) return false;
		if (!(await PLACES[where](update, context, right))) return false;
		if (expected === '') return true;
		const given = readArguments(pattern, update, context.subscription.bot.part(People));
		return given ? { given } : { usage: usageOf(name, pattern) };
	};
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

/** Finds the way of an update, or of the parts of an album. */
export interface Router {
	/** How many outputs there are. */
	outputs: number;
	find(parts: Update[], context: JudgeContext, findings: Findings): Promise<Destination>;
}

/**
 * Makes the ways to the outputs; the last one takes what fits no other. If rules are only tried, what
 * breaks them has one more output behind that. Throws UserError.
 */
export function compileRouting(routing: Routing): Router {
	const ways = routing.outputs === 'one' ? [] : waysOf(routing);
	const { logOnly } = routing;

	/** Of an album the first part that fits counts: one has the caption. */
	async function find(
		parts: Update[],
		context: JudgeContext,
		{ brokenRules }: Findings,
	): Promise<Destination> {
		if (logOnly && brokenRules) return { output: ways.length + 1 };
		if (ways.length === 0) return { output: 0 };
		const { subscription, server } = context;
		const ownName = await subscription.bot.username.neededFor(parts, server);
		for (const [output, way] of ways.entries()) {
			for (const part of parts) {
				const found = await way(part, context, ownName);
				if (found) return { output, ...(found !== true && found) };
			}
		}
		return { output: ways.length };
	}

	return { outputs: ways.length + (logOnly ? 2 : 1), find };
}
