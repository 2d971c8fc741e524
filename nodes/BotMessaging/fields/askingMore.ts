import type { Field } from '../engine/define';
import { parseMode } from './format';
import { replyToMessageId } from './message';
import { delivery, linkPreviewOptions } from './sending';

/** What can be added to a question. */
export const additionalFields: Field[] = [
	parseMode,
	linkPreviewOptions,
	...delivery,
	replyToMessageId,
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
