import { UserError } from '../../../../api/errors';
import type { Values } from '../../../../engine/define';
import { inWords, isBlank, missing, single } from '../../../../engine/reading';
import type { Choice, Reply, ReplyType } from '../question';
import { partedByCommas } from '../../../../moderation/separators';
import { integer, text } from '../../../../fields/encode';

/** The buttons of the form, and how many of them are in each row. Throws UserError. */
export function choicesOf({ approvalOptions }: Values): { choices: Choice[]; rows: number[] } {
	const { button: given = [] } = (approvalOptions ?? {}) as { button?: Values[] };
	if (given.length === 0) {
		throw new UserError('Buttons has no button', 'Add at least one button to Buttons.');
	}
	const rows: number[] = [];
	const choices = given.map((button, index): Choice => {
		const label = text(button.text, `Buttons ${index + 1}: Label`).trim();
		if (button.newRow === true) rows.push(0);
		rows.push((rows.pop() ?? 0) + 1);
		const value = isBlank(button.value) ? label : text(button.value, `Buttons ${index + 1}: Value`);
		return { label, value, approves: button.approves === true };
	});
	return { choices, rows };
}

/** The entries of a text with commas in between, or of an expression's list. */
export function entriesOf(given: unknown, label: string): unknown[] {
	const value = typeof given === 'number' ? String(given) : given;
	const entries: unknown[] =
		typeof value === 'string' ? partedByCommas(value) : Array.isArray(value) ? value : [];
	const filled = entries.filter((entry) => !isBlank(entry));
	if (filled.length > 0) return filled;
	if (isBlank(single(value)) || Array.isArray(value) || typeof value === 'string') {
		throw missing(label);
	}
	throw new UserError(
		`${label} must be a list, but is ${inWords(value)}`,
		'Separate the entries by commas, or use an expression that returns a list.',
	);
}

/** The replies that are taken; none if any may be. Throws UserError. */
function listOf({ replyType, replyList }: Values): string[] {
	if (replyType !== 'choice') return [];
	const label = 'Allowed Replies';
	return entriesOf(replyList, label).map((entry) => text(entry, label).trim());
}

/** What a typed answer must be. Throws UserError. */
export function replyOf(values: Values): Reply {
	const added = (values.additionalFields ?? {}) as Pick<Reply, 'dateFormat' | 'decimalSign'>;
	return {
		type: values.replyType as ReplyType,
		list: listOf(values),
		dateFormat: added.dateFormat,
		decimalSign: added.decimalSign,
	};
}

/** The numbers of those who may answer, as texts. Throws UserError. */
export function userIdsOf({ whoMayAnswer, userIds }: Values): string[] {
	if (whoMayAnswer !== 'users') return [];
	const label = 'User IDs';
	return entriesOf(userIds, label).map((entry) => String(integer(entry, label)));
}
