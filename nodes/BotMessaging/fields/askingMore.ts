import type { Field } from '../engine/define';
import { parseMode } from './format';
import { replyToMessageId } from './message';
import { delivery, linkPreviewOptions } from './sending';

/** What stands first in `03/04/2026`. */
const dateFormat: Field = {
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
	description: 'How people write dates. Only with a Typed Reply that is a Date.',
	wire: 'formOnly',
};

/** What `1.000` is. */
const decimalSign: Field = {
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
	description: 'What is before the decimals. Only with a Typed Reply that is a Number.',
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
		description: 'What the button says that tells how to answer. Only with a Typed Reply.',
		wire: 'formOnly',
	},
	{
		displayName: 'Help Text',
		name: 'helpText',
		type: 'string',
		default: '',
		placeholder: 'e.g. Reply to this message with a number.',
		description: 'What somebody sees who presses the help button. Only with a Typed Reply.',
		wire: 'formOnly',
	},
	{
		displayName: 'Notice',
		name: 'notice',
		type: 'string',
		default: '',
		placeholder: 'e.g. Thank you!',
		description: 'What the person who has answered sees. Without it, the label of the button.',
		wire: 'formOnly',
	},
	{
		displayName: 'Notice for Others',
		name: 'noticeForOthers',
		type: 'string',
		default: '',
		placeholder: 'e.g. Only moderators can decide this.',
		description: 'What somebody sees who may not answer',
		wire: 'formOnly',
	},
	{
		displayName: 'Notice for Wrong Replies',
		name: 'noticeForWrongReplies',
		type: 'string',
		default: '',
		placeholder: 'e.g. This is no number. Please reply to the question again.',
		description: 'What the bot answers to a reply that does not fit. Only with a Typed Reply.',
		wire: 'formOnly',
	},
	{
		displayName: 'Outcome',
		name: 'outcome',
		type: 'string',
		default: '{answer} by {name}, {time}',
		description:
			'The line that shows the outcome. {answer}, {name} and {time} are filled in: Approve reads Approved there, and Decline reads Declined.',
		wire: 'formOnly',
	},
];
