import {
	compileExclusions,
	compileFilters,
	isPress,
	type Exclusions,
	type Filters,
} from './filter';
import { hasJustJoined, isByAdministrator, type Surroundings } from './filters/people';
import { compileRules, type Rules } from './filters/rules';
import { bringsMessage, type Update } from './update';

/** All filters of a trigger's form: those that an update answers, and those that need more. */
export interface PeopleFilters extends Filters {
	writtenBy?: 'administrators' | 'others';
	joinedWithinDays?: number;
}

/** Whether an update starts the workflow. */
export type Judge = (update: Update, surroundings: Surroundings) => Promise<boolean>;

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

	async function isByThem(update: Update, surroundings: Surroundings): Promise<boolean> {
		if (!writtenBy || !(bringsMessage(update) || isPress(update))) return true;
		const isAdministrator = await isByAdministrator(update, surroundings);
		// While that is not known, nothing starts: what follows may punish.
		return isAdministrator === (writtenBy === 'administrators');
	}

	return async (update, surroundings) => {
		const { bot, trigger } = surroundings;
		if (!passes(update) || isExcluded(update)) return false;
		if (joinedWithinDays && !hasJustJoined(bot, update, joinedWithinDays)) return false;
		return (await isByThem(update, surroundings)) && breaksRules(update, `${bot}:${trigger}`);
	};
}
