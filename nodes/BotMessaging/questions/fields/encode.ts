import { UserError } from '../../api/errors';
import type { Values } from '../../engine/define';
import { inWords, isBlank, missing } from '../../engine/reading';
import type { Answer, SeveralAnswers } from '../question';
import type { TypedReply, ReplyType } from '../typed';
import { partedByCommas } from '../../moderation/spelling';
import { secondsIn } from '../../fields/duration';
import { integer, text } from '../../fields/encode';
import { date } from '../../fields/until';

/** n8n's date for "no limit". */
const WITHOUT_END = new Date('3000-01-01T00:00:00.000Z');

/** The buttons of the form, and how many of them are in each row. Throws UserError. */
export function choicesOf({ approvalOptions }: Values): { choices: Answer[]; rows: number[] } {
	const { button: given = [] } = (approvalOptions ?? {}) as { button?: Values[] };
	if (given.length === 0) {
		throw new UserError('Buttons has no button', 'Add at least one button to Buttons.');
	}
	const rows: number[] = [];
	const choices = given.map((button, index): Answer => {
		const label = text(button.text, `Buttons ${index + 1}: Label`).trim();
		if (button.newRow === true) rows.push(0);
		rows.push((rows.pop() ?? 0) + 1);
		const value = isBlank(button.value) ? label : text(button.value, `Buttons ${index + 1}: Value`);
		return { label, value, approved: button.approves === true };
	});
	return { choices, rows };
}

/** The entries of a comma-separated text, or of a list from an expression. */
export function entriesOf(given: unknown, label: string): unknown[] {
	const value = typeof given === 'number' ? String(given) : (given ?? '');
	const entries: unknown = typeof value === 'string' ? partedByCommas(value) : value;
	if (!Array.isArray(entries)) {
		throw new UserError(
			`${label} must be a list, but is ${inWords(value)}`,
			'Separate the entries by commas, or use an expression that returns a list.',
		);
	}
	const filled = entries.filter((entry) => !isBlank(entry));
	if (filled.length > 0) return filled;
	throw missing(label);
}

/** The expected typed answer. Throws UserError. */
export function replyOf({ replyType, replyList, additionalFields }: Values): TypedReply {
	const { dateFormat, decimalSign } = additionalFields as Partial<TypedReply>;
	const label = 'Allowed Replies';
	const list = replyType === 'choice' ? entriesOf(replyList, label) : [];
	const replies = list.map((entry) => text(entry, label).trim());
	return { type: replyType as ReplyType, list: replies, dateFormat, decimalSign };
}

/** The numbers of those who may answer, as texts. Throws UserError. */
export function userIdsOf({ whoMayAnswer, userIds }: Values): string[] {
	const label = 'User IDs';
	const ids = whoMayAnswer === 'users' ? entriesOf(userIds, label) : [];
	return ids.map((entry) => String(integer(entry, label)));
}

/** How many people have to answer, if it is more than one. Throws UserError. */
export function severalOf(values: Values): Pick<SeveralAnswers, 'needed' | 'endsAtNo'> | undefined {
	const { answersNeeded, oneNoEnds } = values.additionalFields as Values;
	const label = 'Answers Needed';
	const needed = isBlank(answersNeeded) ? 1 : Number(integer(answersNeeded, label));
	const may = userIdsOf(values).length;
	if (needed < 1) throw new UserError(`${label} is ${needed}`, 'Enter 1 or more.');
	if (values.whoMayAnswer === 'users' && needed > may) {
		throw new UserError(
			`${label} is ${needed}, but only ${may} may answer`,
			'Nothing was sent. Add people to User IDs, or ask for fewer answers.',
		);
	}
	return needed === 1 ? undefined : { needed, endsAtNo: oneNoEnds === true };
}

/** When the wait ends. Throws UserError if that is not in the future. */
export function untilOf(values: Values, timezone: string): Date {
	const { limitWaitTime, limitType, resumeAmount, resumeUnit, maxDateAndTime } = values;
	if (!limitWaitTime) return WITHOUT_END;
	const isInterval = limitType === 'afterTimeInterval';
	const ends = isInterval
		? Date.now() + secondsIn(resumeAmount, resumeUnit, 'Amount') * 1000
		: date(maxDateAndTime, 'Max Date and Time', timezone) * 1000;
	if (ends > Date.now()) return new Date(Math.min(ends, WITHOUT_END.getTime()));
	throw new UserError(
		isInterval ? 'Amount must be more than 0' : 'Max Date and Time has passed',
		'Nothing was sent. Enter a time in the future, or turn off Limit Wait Time.',
	);
}
