import {
	compileExclusions,
	compileFilters,
	entriesOf,
	isPress,
	type Exclusions,
	type Filters,
} from '../moderation/filters';
import { hasJustJoined, isByAdministrator } from '../bots/people';
import { compileRules, type Rules } from '../moderation/rules';
import { formerChatId, lastingChatId, learnMigrations } from '../bots/migrations';
import { ownNameFor } from '../bots/ownName';
import type { Surroundings } from '../bots/surroundings';
import { bringsMessage, type Update } from '../update/update';

/** All filters of a trigger's form: those that an update answers, and those that need more. */
export interface PeopleFilters extends Filters {
	writtenBy?: 'administrators' | 'others';
	joinedWithinDays?: number;
}

/** Whether an update, or the parts of an album together, starts the workflow. */
export type Judge = (parts: Update[], surroundings: Surroundings) => Promise<boolean>;

/**
 * Makes one judge of filters, exclusions and rules. The cheap ones come first, and the server is
 * asked only about what passes all others; what rules count is what got that far.
 * Throws UserError for one that cannot be right.
 */
export function compileJudge(filters: PeopleFilters, exclude: Exclusions, rules: Rules): Judge {
	const passes = compileFilters(filters);
	const isExcluded = compileExclusions(exclude);
	const breaksRules = compileRules(rules);
	const { writtenBy, joinedWithinDays } = filters;
	const listedChats = [filters.chatIds, exclude.chatIds].flatMap(entriesOf);

	async function isByThem(update: Update, surroundings: Surroundings): Promise<boolean> {
		if (!writtenBy || !(bringsMessage(update) || isPress(update))) return true;
		const isAdministrator = await isByAdministrator(update, surroundings);
		// While that is not known, nothing starts: what follows may punish.
		return isAdministrator === (writtenBy === 'administrators');
	}

	return async (parts, surroundings) => {
		const { bot, trigger } = surroundings;
		// Chat, writer and time are those of all parts.
		const [update] = parts;
		await learnMigrations(listedChats, update, surroundings);
		const about = {
			ownName: await ownNameFor(parts, surroundings),
			formerChatId: formerChatId(bot, update),
		};
		if (!passes(parts, about) || isExcluded(parts, about)) return false;
		if (joinedWithinDays && !hasJustJoined(bot, update, joinedWithinDays)) return false;
		const memory = { trigger: `${bot}:${trigger}`, chatId: lastingChatId(bot, update) };
		return (await isByThem(update, surroundings)) && breaksRules(parts, memory);
	};
}
