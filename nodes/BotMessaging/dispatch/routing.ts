import type { Int } from '../../../reference';
import { Bounded, settle, ticks } from '../api/basics';
import { BOUNDS, GivenUp } from '../api/bounds';
import { UserError } from '../api/errors';
import type { CommandRow } from '../commandList/botMenu';
import type { Subscription } from '../memory/registry';
import type { Server } from '../memory/server';
import {
	commands,
	compileExclusions,
	compileFilters,
	entriesOf,
	type Exclusions,
	type Filters,
	pressBegins,
} from '../moderation/filters';
import type { Findings } from '../moderation/findings';
import type { Rules } from '../moderation/rules';
import type { Context, UpdateParts } from '../update/context';
import { People, type Person } from '../update/people';
import { namesIn } from '../update/texts';
import { type CommandFields, Doubt, patternOf, readCommand, usageOf } from './commandArguments';
import { OpenCommands, type OpenCommand } from './whom';
import { compileWriter, type WrittenBy } from './writer';

export interface PeopleFilters extends Filters {
	writtenBy?: WrittenBy;
	joinedWithinDays?: number;
	messagesPerDay?: number;
}

/** Data about an update that is not in the update itself. */
export interface Sources {
	subscription: Subscription;
	server: Server;
	/** The number of the bot, if its token has one. */
	ownId?: string;
}

/** What was found about an update, or an album; or the field of the form that leaves it out. */
export type Judge = (parts: UpdateParts, sources: Sources) => Promise<Findings | string>;

/**
 * Combines filters, exclusions and rules into one judge. The server is asked only about updates that pass
 * everything else, the rules too, and rules count only those that pass all filters. Throws UserError.
 */
export function compileJudge(filters: PeopleFilters, exclude: Exclusions, rules: Rules): Judge {
	const stopIn = compileFilters(filters);
	const isExcluded = compileExclusions(exclude);
	const judgeByRules = compileWriter(filters.writtenBy, rules);
	const { joinedWithinDays, messagesPerDay } = filters;
	const listedChats = [filters.chatIds, exclude.chatIds].flatMap(entriesOf);

	return async (parts, sources) => {
		const { server } = sources;
		const { bot, rules: memory } = sources.subscription;
		// Chat, writer and time are those of all parts.
		const [update] = parts;
		await bot.migrations.ask(listedChats, update, server);
		for (const part of parts) {
			part.formerChatId = bot.migrations.formerIdOf(part);
			part.ownId = sources.ownId;
			if (filters.addressed) part.ownName ??= await bot.ownUsername(server);
			if (rules.newcomerMessages !== undefined) part.joinedAt = bot.members.joinedAt(part);
		}
		const filter = stopIn(parts);
		if (filter) return `Filters > ${filter}`;
		if (isExcluded(parts)) return 'Exclude';
		if (joinedWithinDays && !bot.members.hasJustJoined(update, joinedWithinDays))
			return 'Filters > Joined Within (Days)';
		const findings = await judgeByRules(parts, sources);
		// Counts only what would start the workflow.
		const isTooMuch =
			typeof findings !== 'string' &&
			messagesPerDay !== undefined &&
			!memory.repeats.mayStart(update, messagesPerDay);
		bot.part(GivenUp).say(server.warn);
		return isTooMuch ? 'Filters > Maximum a Day for Each Person' : findings;
	};
}

export interface Routing {
	outputs: 'one' | 'kinds' | 'commands' | 'buttons';
	kinds: string[];
	commands: CommandRow[];
	buttons: Array<{ data?: string; name?: string }>;
	/** Whether rule violations have an output of their own. */
	logOnly: boolean;
}

export interface Destination {
	/** From 0; the last one takes what fits no other. */
	output: number;
	/** Its command as written in the form. */
	command?: string;
	given?: CommandFields;
	/** What to answer to a command that does not fit: nothing starts. */
	misfit?: Misfit;
}

export interface Misfit {
	usage: string;
	nobody?: Nobody;
	/** A command that is right, but names two people. */
	open?: OpenCommand;
}

/** Whether an update goes to an output, or, if there is more to say, what is known about it. */
type Route = (
	update: Context,
	sources: Sources,
) => boolean | Omit<Destination, 'output'> | Promise<boolean | Omit<Destination, 'output'>>;

const requireText = (value: string | undefined, label: string): string => {
	if (value?.trim()) return value.trim();
	throw new UserError(`${label} is empty`, `Fill in ${label}, or remove this row.`);
};

const isGroup = ({ chat }: Context) => ['group', 'supergroup'].includes(String(chat.type));

const PLACES: Record<
	NonNullable<CommandRow['where']>,
	(update: Context, sources: Sources, right?: string) => boolean | Promise<boolean>
> = {
	everywhere: () => true,
	groups: isGroup,
	private: ({ chat }) => chat.type === 'private',
	// If we cannot tell who is an administrator, nobody may use the command. A forward or an inline bot's
	// message was not written by the administrator who sent it.
	administrators: async (update, { subscription, server }, right) =>
		isGroup(update) &&
		!update.isForwarded &&
		update.message.via_bot === undefined &&
		(await subscription.bot.members.isByAdministrator(update, server, right)) === true,
};

/** Why a command names nobody: an unknown name, a chat as the author, or the bot itself. */
export interface Nobody {
	why: 'unknown' | 'chat' | 'self';
	name?: string;
}

/** Why a command names nobody; undefined if it names a person (`user`), or is just written wrong. */
async function nobodyIn(
	{ command, repliedTo }: Context,
	user: Person | undefined,
	{ subscription: { bot }, server, ownId }: Sources,
): Promise<Nobody | undefined> {
	if (user) return String(user.id) === ownId ? { why: 'self' } : undefined;
	const [name] = namesIn(command?.arguments ?? '');
	if (name === undefined) return repliedTo?.sender_chat ? { why: 'chat' } : undefined;
	if (bot.part(People).named(name.slice(1))) return undefined;
	const isSelf = name.slice(1).toLowerCase() === (await bot.ownUsername(server));
	return isSelf ? { why: 'self' } : { why: 'unknown', name };
}

function forCommand(row: CommandRow, index: number): Route {
	const { where = 'everywhere', right } = row;
	const name = requireText(row.command, `Commands ${index + 1}: Command`);
	const command = `/${name.replace(/^\/|@.*$/g, '')}`;
	const isCalled = commands(name)!;
	const expected = row.arguments?.trim() ?? '';
	const pattern = patternOf(expected, `Commands ${index + 1}: Arguments`);
	return async (update, sources) => {
		if (!isCalled(update) || !(await PLACES[where](update, sources, right))) return false;
		if (expected === '') return { command };
		const people = sources.subscription.bot.part(People);
		const { server, ownId } = sources;
		const given = await readCommand(pattern, update, people, server, ownId);
		const usage = usageOf(name, pattern);
		if (given instanceof Doubt) {
			// A press does not show who writes as a channel or anonymously.
			const isPerson = update.doer.id !== undefined;
			const open = isPerson ? { command: update, people: given.people } : undefined;
			return { misfit: { usage, open } };
		}
		const { user } = (given ?? {}) as { user?: Person };
		const isAboutPerson = given ? user : pattern.some((argument) => argument.name === 'user');
		const nobody = isAboutPerson ? await nobodyIn(update, user, sources) : undefined;
		if (given && !nobody) return { command, given };
		return { misfit: { usage, nobody } };
	};
}

function routesOf({ outputs, kinds, commands: rows, buttons }: Routing): Route[] {
	if (outputs === 'one') return [];
	if (outputs === 'kinds') return kinds.map((kind) => (update) => update.contentType === kind);
	if (outputs === 'commands') return rows.map(forCommand);
	return buttons.map(({ data }, index) => {
		const beginning = requireText(data, `Buttons ${index + 1}: Data Begins With`);
		return (update) => pressBegins(update, beginning);
	});
}

/**
 * Makes the routes to the outputs; the last one takes what fits no other. If rules are only tried, what
 * breaks them has one more output behind that. Throws UserError.
 */
export function compileRouting(routing: Routing) {
	const routes = routesOf(routing);
	const { logOnly } = routing;

	/** Of an album the first part that fits counts: one has the caption. */
	async function find(
		parts: UpdateParts,
		sources: Sources,
		{ brokenRules }: Findings,
	): Promise<Destination> {
		if (logOnly && brokenRules) return { output: routes.length + 1 };
		for (const [output, route] of routes.entries()) {
			for (const part of parts) {
				const found = await route(part, sources);
				if (found) return { output, ...(found !== true && found) };
			}
		}
		return { output: routes.length };
	}

	return { outputs: routes.length + (logOnly ? 2 : 1), find };
}

/** Limit for one person in one chat, so that usage hints cannot flood a group. */
const MOST_ANSWERS = 3;
const WITHIN_MS = 10_000;

export interface UsageAnswer {
	where: 'chat' | 'private' | 'none';
	/** Text in front of the usage. */
	words: string;
	/** Used instead if the command names nobody; `{name}` is the name that the person wrote. */
	about: Record<Nobody['why'] | 'whom', string>;
}

export class UsageAnswers {
	/** Recent answers by chat and person, in ticks. */
	private readonly answered = new Bounded<string, number[]>(BOUNDS.commandHints);

	async answer(
		update: Context,
		{ usage, nobody, open }: Misfit,
		{ where, words, about }: UsageAnswer,
		{ server: { call, warn }, subscription }: Pick<Sources, 'server' | 'subscription'>,
	): Promise<void> {
		const [chat, user] = [update.chat.id as Int, update.user.id as Int];
		const key = `${String(chat)}:${String(user)}`;
		const lately = (this.answered.get(key) ?? []).filter((at) => ticks() - at < WITHIN_MS);
		if (where === 'none' || lately.length >= MOST_ANSWERS) return;
		this.answered.set(key, [...lately, ticks()]);
		const name = nobody?.name ?? '';
		const text = open
			? about.whom
			: nobody
				? about[nobody.why].replaceAll('{name}', () => name)
				: `${words} ${usage}`.trim();
		const reply = { chat_id: chat, reply_to_message_id: update.message.message_id as Int };
		const to = where === 'chat' ? reply : { chat_id: user };
		const buttons =
			open && subscription.bot.part(OpenCommands).buttonsFor({ ...open, subscription });
		const body = { ...to, text, ...(buttons && { reply_markup: buttons }) };
		const { error } = await settle(call('sendMessage', body));
		if (error) warn(`The usage of a command could not be sent: ${(error as Error).message}`);
	}
}
