import {
	compileExclusions,
	compileFilters,
	entriesOf,
	isPress,
	type Exclusions,
	type Filters,
} from '../moderation/filters';
import type { Rules } from '../moderation/ruleForm';
import { compileRules } from '../moderation/rules';
import type { Bot, Subscription } from '../bots/bot';
import type { Server } from '../bots/server';
import type { Findings } from '../moderation/findings';
import { bringsMessage, type Update, type UpdateParts } from '../update/update';

/** All filters of a trigger's form: those that an update answers, and those that need more. */
export interface PeopleFilters extends Filters {
	writtenBy?: 'administrators' | 'others';
	joinedWithinDays?: number;
}

/** What a trigger is judged with, besides its form. */
export interface JudgeContext {
	subscription: Subscription;
	server: Server;
}

/**
 * What was found about an update, or about the parts of an album together; nothing if it does not
 * start the workflow.
 */
export type Judge = (parts: UpdateParts, context: JudgeContext) => Promise<Findings | undefined>;

/**
 * Makes one judge of filters, exclusions and rules. The cheap ones come first, and the server is
 * asked only about what passes all others; what rules count is what got that far.
 * Throws UserError for one that cannot be right.
 */
export function compileJudge(filters: PeopleFilters, exclude: Exclusions, rules: Rules): Judge {
	const passes = compileFilters(filters);
	const isExcluded = compileExclusions(exclude);
	const judgeByRules = compileRules(rules);
	const { writtenBy, joinedWithinDays } = filters;
	const listedChats = [filters.chatIds, exclude.chatIds].flatMap(entriesOf);

	async function isByThem(update: Update, { members }: Bot, server: Server): Promise<boolean> {
		if (!writtenBy || !(bringsMessage(update) || isPress(update))) return true;
		const isAdministrator = await members.isByAdministrator(update, server);
		// While that is not known, nothing starts: what follows may punish.
		return isAdministrator === (writtenBy === 'administrators');
	}

	return async (parts, { subscription, server }) => {
		const { bot, rules: memory } = subscription;
		// Chat, writer and time are those of all parts.
		const [update] = parts;
		await bot.migrations.ask(listedChats, update, server);
		const about = {
			ownName: await bot.username.neededFor(parts, server),
			formerChatId: bot.migrations.formerIdOf(update),
		};
		if (!passes(parts, about) || isExcluded(parts, about)) return undefined;
		if (joinedWithinDays && !bot.members.hasJustJoined(update, joinedWithinDays)) return undefined;
		if (!(await isByThem(update, bot, server))) return undefined;
		const joined = bot.members.joinedAt(update);
		return judgeByRules(parts, { memory, chatId: bot.migrations.lastingIdOf(update), joined });
	};
}
