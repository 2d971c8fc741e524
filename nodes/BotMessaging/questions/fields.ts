import { UserError } from '../api/errors';
import type { Field, Values } from '../engine/define';
import { inWords, isBlank, missing } from '../engine/reading';
import { durationAmount, durationUnit, secondsIn } from '../fields/duration';
import { integer, text as requiredText } from '../fields/encode';
import {
	choices,
	formOnly,
	number,
	property,
	texts,
	toggle,
	shownFor,
	rowTitle,
	listOfRows,
	rowListWithMore,
} from '../fields/formField';
import { formattedText, ifFormatRefused, parseMode } from '../fields/format';
import { chatId } from '../fields/chat';
import { replyToMessageId, text, delivery, linkPreviewOptions } from '../fields/message';
import { date } from '../fields/until';
import { partedByCommas } from '../moderation/spelling';
import type { Choice, SeveralAnswers } from './question';
import type { TypedReply, ReplyType } from './typed';

/** n8n replaces this field with its own for a review step of an AI agent. */
const message: Field = {
	...text,
	displayName: 'Question',
	name: 'message',
	placeholder: 'e.g. May this message stay?',
	description:
		'The question to ask. The node asks one question at a time: for several input items, put a Loop Over Items node with a Batch Size of 1 before this node.',
	wire: { key: 'text', encode: formattedText },
};

const answerBy = formOnly(
	'responseType',
	'How people answer. For Buttons and Typed Reply, a workflow with a Bot Messaging trigger for the same bot must be published in this n8n.',
	choices('approval', {
		approval: ['Buttons', 'People press a button below the question'],
		links: [
			'Link Buttons',
			'Each button opens a page of your n8n. Use this for chats whose updates do not reach this n8n. Anyone who can open the page can answer, and the chat shows the address of your n8n.',
		],
		freeText: ['Typed Reply', 'People reply to the question in the chat'],
	}),
);

const button = [
	property('text', 'What the button says', {
		displayName: 'Label',
		required: true,
		placeholder: 'e.g. Ban',
	}),
	property(
		'value',
		'The value that your workflow gets when this button is pressed. Leave empty to use the label.',
		{ placeholder: 'e.g. ban' },
	),
	property(
		'approves',
		'Whether this answer means yes. Your workflow gets it as approved, and an AI agent runs its tool only after a yes.',
		{ ...toggle, required: true },
	),
	property(
		'newRow',
		'Whether to show the button in a new row instead of beside the previous one',
		toggle,
	),
];

const buttons = formOnly(
	'approvalOptions',
	'The answers to choose from, in the order shown below the question',
	{
		displayName: 'Buttons',
		...listOfRows('button', rowTitle('text'), button),
		typeOptions: rowListWithMore('Add Button', rowTitle('text')),
		default: {
			button: [
				{ text: 'Approve', value: 'approve', approves: true, newRow: false },
				{ text: 'Decline', value: 'decline', approves: false, newRow: false },
			],
		},
	},
);

const replyType = formOnly(
	'replyType',
	'What the reply must be. If a reply does not fit, the bot says so, up to three times, and the person can reply again.',
	choices('text', {
		text: ['Any Text'],
		date: ['Date', 'For example 2026-12-31 or 31.12.2026'],
		email: ['Email Address'],
		number: ['Number', 'For example 1000,5 or 1 000.5'],
		choice: ['One of a List', 'In capitals or not'],
	}),
);

const replyList = formOnly(
	'replyList',
	'The accepted replies, separated by commas, or a list from an expression',
	{ displayName: 'Allowed Replies', required: true, placeholder: 'e.g. small, medium, large' },
);

const whoMayAnswer = formOnly(
	'whoMayAnswer',
	'Other people get a short notice, and the question stays open',
	choices('anyone', {
		anyone: ['Anyone in the Chat'],
		administrators: ['Chat Administrators', 'In a private chat, the person there'],
		users: ['Specific Users'],
	}),
);

const answersNeeded = formOnly(
	'answersNeeded',
	'How many people must answer. Until the last of them has answered, each person can change their answer.',
	number(1, { minValue: 1 }),
);

const userIds = formOnly(
	'userIds',
	'The IDs of the people who may answer, separated by commas, or a list from an expression. The triggers output a person’s ID as userId.',
	{ displayName: 'User IDs', required: true, placeholder: 'e.g. 123456789, 987654321' },
);

const afterAnswer = formOnly(
	'afterAnswer',
	'What to do with the question in the chat after the answer',
	{
		displayName: 'After the Answer',
		...choices('show', {
			leave: [
				'Keep Buttons',
				'After a later press, the bot says that the question is closed and removes the buttons',
			],
			remove: ['Remove Buttons'],
			show: [
				'Show Outcome',
				'For example “Milan: Approved, 14:02” below the question, without the buttons',
			],
		}),
	},
);

const limitType = formOnly(
	'limitType',
	'How to set the end of the wait',
	choices('afterTimeInterval', {
		afterTimeInterval: ['After Time Interval'],
		atSpecifiedTime: ['At Specified Time'],
	}),
);

const resumeAmount = durationAmount({
	displayName: 'Amount',
	name: 'resumeAmount',
	default: '45',
	description: 'The time to wait',
});

const interval: Field[] = [
	{ ...resumeAmount, wire: 'formOnly' },
	{ ...durationUnit, name: 'resumeUnit', default: 'minutes', wire: 'formOnly' },
];

const maxDateAndTime = formOnly('maxDateAndTime', 'The date and time to wait until', {
	type: 'dateTime',
	required: true,
});

const limit = [
	limitType,
	...shownFor('limitType', ['afterTimeInterval'], interval),
	...shownFor('limitType', ['atSpecifiedTime'], [maxDateAndTime]),
];

/** The time limit of a wait, as in n8n's own nodes. */
export const limitFields: Field[] = [
	formOnly(
		'limitWaitTime',
		'Whether the workflow continues without an answer after some time. The output is then the chatId and messageId, with approved false and an empty answer, or with the outcome noAnswer of a form.',
		toggle,
	),
	...shownFor('limitWaitTime', [true], limit),
];

/** The form of Send and Wait for Answer, behind the chat. */
export const fields: Field[] = [
	message,
	answerBy,
	...shownFor('responseType', ['approval', 'links'], [buttons]),
	...shownFor(
		'responseType',
		['freeText'],
		[replyType, ...shownFor('replyType', ['choice'], [replyList])],
	),
	...shownFor(
		'responseType',
		['approval', 'freeText'],
		[whoMayAnswer, ...shownFor('whoMayAnswer', ['users'], [userIds])],
	),
	...shownFor('responseType', ['approval'], [answersNeeded]),
	afterAnswer,
	...limitFields,
];

/** How to read `03/04/2026` and `1.000`. */
export const readingFields: Field[] = [
	formOnly(
		'dateFormat',
		'How people write dates. Applies only to typed dates.',
		choices('ask', {
			ask: [
				'Ask if in Doubt',
				'Asks again after 03/04/2026, but not after 2026-04-03 or 31/12/2026',
			],
			dayFirst: ['Day First', '03/04/2026 is 3 April'],
			monthFirst: ['Month First', '03/04/2026 is 4 March'],
		}),
	),
	formOnly(
		'decimalSign',
		'The sign before the decimals. Applies only to typed numbers.',
		choices('ask', {
			ask: ['Ask if in Doubt', 'Asks again after 1.000 or 10,000, but not after 1.5 or 1.000,5'],
			comma: ['Comma', '1.000 is one thousand, and 1,000 is one'],
			dot: ['Dot', '1.000 is one, and 1,000 is one thousand'],
		}),
	),
];

export const TIME_IS_UP = 'No answer in time, {time}';

/** The optional fields of a question. */
export const additionalFields: Field[] = [
	parseMode,
	// A question must arrive: otherwise nobody can answer it.
	{
		...ifFormatRefused,
		description:
			'What to do if the server does not accept the formatting of the question. Without this field, the question is sent as plain text.',
	},
	linkPreviewOptions,
	...delivery,
	replyToMessageId,
	...readingFields,
	{
		...answersNeeded,
		description:
			'The same as the field below Who May Answer, for workflows that were saved with it here. If it is here, it counts.',
		// Only where it was saved: the list of fields to add does not offer it.
		displayOptions: { show: { answersNeeded: [{ _cnd: { exists: true } }] } } as never,
	},
	formOnly(
		'oneNoEnds',
		'Whether one answer that does not mean yes is enough to continue. Applies only with Answers Needed.',
		{ displayName: 'One No Ends It', ...toggle },
	),
	formOnly(
		'remindAfter',
		'After which time to ask an open question again, once, with the answers so far. The earlier message loses its buttons, but not with a typed reply. Use a time such as 30 min, 2h or 1d12h.',
		{ placeholder: 'e.g. 2h' },
	),
	formOnly(
		'reminderText',
		'The line below the question in a reminder. With Specific Users, {names} is up to ten of those who have not answered. Else it is how many answers are missing.',
		{ default: 'Still waiting for {names}.' },
	),
	{
		...chatId,
		...formOnly(
			'escalateTo',
			'A second chat in which the question is asked, too, if it is still open when twice the time in Remind After is over. With Specific Users, the person in a private chat may answer there, too.',
			{ type: 'resourceLocator', default: chatId.default },
		),
		required: false,
	},
	formOnly(
		'helpButton',
		'The label of the button that explains how to answer. Applies only to a Typed Reply.',
		{ default: 'How to Answer' },
	),
	...texts({
		helpText: [
			'Reply to this message with a number.',
			'The text to show after a press of the help button. Applies only to a Typed Reply.',
		],
		notice: [
			'Thank you!',
			'The text to show to the person who answered. Without it, a press shows the label of its button.',
		],
		noticeForOthers: [
			'Only moderators can decide this.',
			'The text to show to people who may not answer',
		],
		noticeForWrongReplies: [
			'This is not a number. Please reply to the question again.',
			'The bot’s answer to a reply that does not fit. Applies only to a Typed Reply.',
		],
	}),
	formOnly(
		'outcome',
		'The line that shows the outcome. Placeholders: {answer}, {name} and {time}. Without {answer}, others do not see the answer. With Link Buttons, {name} is empty. Approve becomes Approved, and Decline becomes Declined.',
		{ default: '{name}: {answer}, {time}' },
	),
	formOnly(
		'textWhenTimeIsUp',
		'The line below the question when its time is up, if After the Answer is Show Outcome. {time} is the time of day. Empty this field to leave the question and its buttons as they are.',
		{ default: TIME_IS_UP },
	),
];

/** n8n's date for "no limit". */
export const WITHOUT_END = new Date('3000-01-01T00:00:00.000Z');

/** The buttons of the form, and how many of them are in each row. Throws UserError. */
export function choicesOf({ approvalOptions }: Values): { choices: Choice[]; rows: number[] } {
	const { button: given = [] } = (approvalOptions ?? {}) as { button?: Values[] };
	if (given.length === 0) {
		throw new UserError('Buttons has no button', 'Add at least one button to Buttons.');
	}
	const rows: number[] = [];
	const choices = given.map((button, index): Choice => {
		const label = requiredText(button.text, `Buttons ${index + 1}: Label`).trim();
		if (button.newRow === true) rows.push(0);
		rows.push((rows.pop() ?? 0) + 1);
		const value = isBlank(button.value)
			? label
			: requiredText(button.value, `Buttons ${index + 1}: Value`);
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
	const replies = list.map((entry) => requiredText(entry, label).trim());
	return { type: replyType as ReplyType, list: replies, dateFormat, decimalSign };
}

/** The numbers of those who may answer, as texts. Throws UserError. */
export function userIdsOf({ whoMayAnswer, userIds }: Values): string[] {
	const label = 'User IDs';
	const ids = whoMayAnswer === 'users' ? entriesOf(userIds, label) : [];
	return ids.map((entry) => String(integer(entry, label)));
}

/** How many people have to answer, if it is more than one. Throws UserError. */
export function severalOf(values: Values): SeveralAnswers | undefined {
	const { answersNeeded: savedHere, oneNoEnds } = values.additionalFields as Values;
	const given = isBlank(savedHere) ? values.answersNeeded : savedHere;
	const label = 'Answers Needed';
	const needed = isBlank(given) ? 1 : Number(integer(given, label));
	const may = userIdsOf(values).length;
	if (needed < 1) throw new UserError(`${label} is ${needed}`, 'Enter 1 or more.');
	if (values.whoMayAnswer === 'users' && needed > may) {
		throw new UserError(
			`${label} is ${needed}, but only ${may} may answer`,
			'Nothing was sent. Add people to User IDs, or ask for fewer answers.',
		);
	}
	return needed === 1 ? undefined : { needed, endsAtNo: oneNoEnds === true, answers: [] };
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
