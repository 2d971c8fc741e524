import type { IDataObject } from 'n8n-workflow';

import type { Int } from '../../../reference';
import { settle } from '../api/basics';
import { GivenUp } from '../api/bounds';
import { UserError } from '../api/errors';
import type { CommandRow } from '../commandList/botMenu';
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
import { rightInWords } from '../refusals';
import type { Context, UpdateParts } from '../update/context';
import { People, type Person } from '../update/people';
import { namesIn } from '../update/texts';
import { patternOf, readCommand, usageOf } from './commandArguments';
import type { CommandFields } from './commandText';
import type { Misfit } from './misfits';
import { Doubt, Wrong } from './namedPerson';
import { isGroup, nearMissIn } from './nearMiss';
import type { Sources } from './sources';
import { compileWriter, type WrittenBy } from './writer';

export interface PeopleFilters extends Filters {
	writtenBy?: WrittenBy;
	joinedWithinDays?: number;
	messagesPerDay?: number;
	allMessagesPerDay?: number;
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
	const { joinedWithinDays, messagesPerDay, allMessagesPerDay } = filters;
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
		const mayStart = typeof findings !== 'string';
		const { repeats } = memory;
		const isAbove = (most: number | undefined, counts: (most: number) => boolean) =>
			mayStart && most !== undefined && !counts(most);
		const limit = isAbove(messagesPerDay, (most) => repeats.mayStart(update, most))
			? 'for Each Person'
			: isAbove(allMessagesPerDay, (most) => repeats.mayStartForAll(update, most)) && 'for All';
		bot.part(GivenUp).say(server.warn);
		return limit ? `Filters > Maximum a Day ${limit}` : findings;
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
	/** What to answer to a command that does not fit. */
	misfit?: Misfit;
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

/** People of one name that a question shows: the server is asked about each. */
const MOST_NAMESAKES = 5;

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

/** Why a command names nobody; undefined if it names a person (`user`), or something else is wrong. */
async function nobodyIn(
	{ command, repliedTo }: Context,
	user: Person | undefined,
	{ subscription: { bot }, server, ownId }: Sources,
): Promise<Wrong | undefined> {
	if (user) return String(user.id) === ownId ? new Wrong('self') : undefined;
	const [name] = namesIn(command?.arguments ?? '');
	if (name === undefined) return repliedTo?.sender_chat ? new Wrong('chat') : undefined;
	if (bot.part(People).named(name.slice(1))) return undefined;
	const isSelf = name.slice(1).toLowerCase() === (await bot.ownUsername(server));
	return isSelf ? new Wrong('self') : new Wrong('unknown', name);
}

/**
 * The members of the chat whose name is written behind a command, without an @. Their writer chooses: others
 * may have the same name.
 */
async function calledIn(
	{ command, chat, repliedTo }: Context,
	{ subscription: { bot }, server, ownId }: Sources,
): Promise<Person[]> {
	if (repliedTo || !command?.arguments) return [];
	const called = bot.part(People).called(command.arguments);
	const others = called.filter(({ id }) => String(id) !== ownId).slice(0, MOST_NAMESAKES);
	const asked = others.map(async (person) => {
		const about = { chat_id: chat.id as Int, user_id: person.id };
		const { value } = await settle(server.call('getChatMember', about));
		const { status, is_member: isMember } = Object(value) as IDataObject;
		const isOutside = ['left', 'kicked', undefined].includes(status as string);
		return isOutside || isMember === false ? [] : [person];
	});
	return (await Promise.all(asked)).flat();
}

/** What to answer to an administrator of the group who may not use a command; undefined for members. */
async function refusalOf(
	update: Context,
	{ where, right = '' }: CommandRow,
	{ subscription: { bot }, server }: Sources,
): Promise<Wrong | undefined> {
	const {
		sender_chat: inName,
		is_automatic_forward: isFromChannel,
		via_bot: viaBot,
	} = update.message;
	if (where !== 'administrators' || !isGroup(update) || update.isForwarded) return undefined;
	if (isFromChannel === true || viaBot !== undefined) return undefined;
	if ((await bot.members.isByAdministrator(update, server)) !== true) return undefined;
	return inName ? new Wrong('anonymous') : new Wrong('right', rightInWords(right));
}

function forCommand(row: CommandRow, index: number): Route {
	const { where = 'everywhere', right } = row;
	const name = requireText(row.command, `Commands ${index + 1}: Command`);
	const command = `/${name.replace(/^\/|@.*$/g, '')}`;
	const isCalled = commands(name)!;
	const expected = row.arguments?.trim() ?? '';
	const pattern = patternOf(expected, `Commands ${index + 1}: Arguments`);
	return async (update, sources) => {
		if (!isCalled(update)) return false;
		const usage = usageOf(name, pattern);
		if (!(await PLACES[where](update, sources, right))) {
			const wrong = await refusalOf(update, row, sources);
			return wrong ? { misfit: { usage, wrong, startsOther: true } } : false;
		}
		if (expected === '') return { command };
		const people = sources.subscription.bot.part(People);
		const { server, ownId } = sources;
		const given = await readCommand(pattern, update, people, server, ownId);
		// A press does not show who writes as a channel or anonymously.
		const askWhom = (whom: Person[]) =>
			update.doer.id === undefined
				? { misfit: { usage, wrong: new Wrong('anonymous') } }
				: { misfit: { usage, open: { command: update, people: whom } } };
		if (given instanceof Doubt) return askWhom(given.people);
		const isWrong = given instanceof Wrong;
		const user = isWrong ? undefined : (given.user as Person | undefined);
		const isAboutPerson = isWrong ? pattern.some((argument) => argument.name === 'user') : user;
		const nobody = isAboutPerson ? await nobodyIn(update, user, sources) : undefined;
		if (!isWrong && !nobody) return { command, given };
		const mayAsk = isWrong && isAboutPerson && !nobody && where === 'administrators';
		const called = mayAsk ? await calledIn(update, sources) : [];
		if (called.length > 0) return askWhom(called);
		return { misfit: { usage, wrong: nobody ?? (isWrong ? given : undefined) } };
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
		let other: Destination = { output: routes.length };
		for (const [output, route] of routes.entries()) {
			for (const part of parts) {
				const found = await route(part, sources);
				if (found === false) continue;
				if (found === true || !found.misfit) return { output, ...(found !== true && found) };
				const { wrong, startsOther } = found.misfit;
				// A later row of the same command may be for everybody, or for channels.
				const isLast = !startsOther && wrong?.why !== 'chat';
				if (isLast && !other.misfit) return { output, ...found };
				other = { ...other, misfit: other.misfit ?? found.misfit };
			}
		}
		if (other.misfit || routing.outputs !== 'commands') return other;
		const wrong = await nearMissIn(parts[0], routing.commands, sources);
		return wrong ? { ...other, misfit: { usage: '', wrong, startsOther: true } } : other;
	}

	return { outputs: routes.length + (logOnly ? 2 : 1), find };
}
