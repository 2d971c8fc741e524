import type { Field } from '../../../../engine/define';
import { parseMode } from '../../../../fields/format';
import { replyToMessageId } from '../../../../fields/message';
import { delivery, linkPreviewOptions } from '../../../../fields/sending';

/** The first number of `03/04/2026`. */
export const dateFormat: Field = {
	displayName: 'Date Format',
	name: 'dateFormat',
	type: 'options',
	options: [
		{
			name: 'Ask if in Doubt',
			value: 'ask',
			description: 'Asks again after 03/04/2026, but not after 2026-04-03 or 31/12/2026',
		},
		{ name: 'Day First', value: 'dayFirst', description: '03/04/2026 is 3 April' },
		{ name: 'Month First', value: 'monthFirst', description: '03/04/2026 is 4 March' },
	],
	default: 'ask',
	description: 'How people write dates. Applies only to typed answers of the type Date.',
	wire: 'formOnly',
};

/** What `1.000` is. */
export const decimalSign: Field = {
	displayName: 'Decimal Sign',
	name: 'decimalSign',
	type: 'options',
	options: [
		{
			name: 'Ask if in Doubt',
			value: 'ask',
			description: 'Asks again after 1.000 or 10,000, but not after 1.5 or 1.000,5',
		},
		{ name: 'Comma', value: 'comma', description: '1.000 is one thousand, and 1,000 is one' },
		{ name: 'Dot', value: 'dot', description: '1.000 is one, and 1,000 is one thousand' },
	],
	default: 'ask',
	description: 'The sign before the decimals. Applies only to typed answers of the type Number.',
	wire: 'formOnly',
};

/** What can be added to a question. */
export const additionalFields: Field[] = [
	parseMode,
	linkPreviewOptions,
	...delivery,
	replyToMessageId,
	dateFormat,
	decimalSign,
	{
		displayName: 'Help Button',
		name: 'helpButton',
		type: 'string',
		default: 'How to Answer',
		description:
			'The label of the button that explains how to answer. Applies only to a Typed Reply.',
		wire: 'formOnly',
	},
	{
		displayName: 'Help Text',
		name: 'helpText',
		type: 'string',
		default: '',
		placeholder: 'e.g. Reply to this message with a number.',
		description:
			'The text to show after a press of the help button. Applies only to a Typed Reply.',
		wire: 'formOnly',
	},
	{
		displayName: 'Notice',
		name: 'notice',
		type: 'string',
		default: '',
		placeholder: 'e.g. Thank you!',
		description:
			'The text to show to the person who answered. Without it, the label of the button is shown.',
		wire: 'formOnly',
	},
	{
		displayName: 'Notice for Others',
		name: 'noticeForOthers',
		type: 'string',
		default: '',
		placeholder: 'e.g. Only moderators can decide this.',
		description: 'The text to show to people who may not answer',
		wire: 'formOnly',
	},
	{
		displayName: 'Notice for Wrong Replies',
		name: 'noticeForWrongReplies',
		type: 'string',
		default: '',
		placeholder: 'e.g. This is not a number. Please reply to the question again.',
		description: 'The bot’s answer to a reply that does not fit. Applies only to a Typed Reply.',
		wire: 'formOnly',
	},
	{
		displayName: 'Outcome',
		name: 'outcome',
		type: 'string',
		default: '{name}: {answer}, {time}',
		description:
			'The line that shows the outcome. Use {answer}, {name} and {time} as placeholders. Leave {answer} out to hide the answer from others. Approve becomes Approved, and Decline becomes Declined.',
		wire: 'formOnly',
	},
];
