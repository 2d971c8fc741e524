import { isExpression, mapParts } from './expression';
import { DEFAULT_FORMAT } from './formatting';
import { NO_ATTRIBUTION } from './extras';
import { chat, type Counterpart, type TelegramNode } from './telegram';
import { recordOf, textOf, type Parameters } from './workflow';

/** Words with line breaks in the places where the Telegram node has them. */
export const withLineBreaks = (value: unknown) =>
	mapParts(textOf(value), { words: (words) => words.replace(/\\n|<br>/g, '\n') });

/** The buttons, in the order of the Telegram node. */
function buttons({ parameters }: TelegramNode): Parameters {
	const { values } = recordOf(parameters.approvalOptions);
	const { approvalType = 'single', approveLabel, disapproveLabel } = recordOf(values);
	const buttonOf = (text: string, value: 'approve' | 'decline') => ({
		text,
		value,
		approves: value === 'approve',
		newRow: false,
	});
	// Default labels of the Telegram node are not saved in the workflow.
	const approve = buttonOf(textOf(approveLabel) || (values ? '✅ Approve' : 'Approve'), 'approve');
	const decline = buttonOf(textOf(disapproveLabel) || '❌ Decline', 'decline');
	const button = approvalType === 'single' ? [approve] : [decline, approve];
	return { approvalOptions: { button } };
}

const AFTERWARDS: Record<string, string> = {
	showOutcome: 'show',
	removeButtons: 'remove',
	keepMessage: 'leave',
};

/** Who may press, and what the chat shows afterwards: only buttons that answer in the chat have these. */
function inChat({ parameters, note }: TelegramNode): Parameters {
	const userIds = textOf(parameters.approverIds);
	if (userIds !== '' && !isExpression(userIds)) {
		note(`User IDs has fixed numbers of people: ${userIds}. They have others on your server.`);
	}
	return {
		...(userIds !== '' && { whoMayAnswer: 'users', userIds }),
		afterAnswer: AFTERWARDS[textOf(parameters.postDecisionBehavior)] ?? 'show',
	};
}

/** How long the workflow waits. Defaults of the Telegram node are not saved in the workflow. */
export function limit({ limitWaitTime }: Parameters): Parameters {
	if (limitWaitTime === undefined) return {};
	const { values = { resumeAmount: 45, resumeUnit: 'minutes' } } = recordOf(limitWaitTime);
	const { limitType = 'afterTimeInterval', ...end } = recordOf(values);
	const { resumeAmount = 1, resumeUnit = 'hours', maxDateAndTime = '' } = end;
	return {
		limitWaitTime: true,
		limitType,
		...(limitType !== 'atSpecifiedTime' && { resumeAmount: textOf(resumeAmount), resumeUnit }),
		...(limitType !== 'afterTimeInterval' && { maxDateAndTime }),
	};
}

const IN_TIME =
	'If nobody answers in time, approved is false and text is empty here. The Telegram node passed on what it got. If what follows needs that, drag it there from the node before this one.';

/** How answers arrive, and the step that this needs. */
export const byTrigger = ({ hasTrigger }: TelegramNode): string =>
	hasTrigger
		? ''
		: ' Answers come in by a Bot Messaging trigger: publish a workflow with one for the same bot.';

function asking(node: TelegramNode): Parameters {
	const { parameters, note } = node;
	const options = recordOf(parameters.options);
	const isReply = parameters.responseType === 'freeText';
	const isInChat = !isReply && parameters.chatApproval === true;
	const where = isReply
		? 'The answer is written in the chat, as a reply to the question or, in a private chat, as the next message, which starts nothing then. It is no longer written into a page.'
		: `The buttons are pressed in the chat${isInChat ? '' : ', and no longer open a page'}.`;
	if (!isInChat || !node.hasTrigger) note(`${where}${byTrigger(node)}`);
	if (options.limitWaitTime !== undefined) note(IN_TIME);
	if (options.appendAttribution !== false) note(NO_ATTRIBUTION);
	// A review step for an agent has n8n's default words if it has none.
	const { message } = parameters;
	const notice = isInChat ? textOf(parameters.unauthorizedReplyText) : '';
	return {
		...chat(node),
		...(message !== undefined && { message: withLineBreaks(message) }),
		responseType: isReply ? 'freeText' : 'approval',
		...(!isReply && buttons(node)),
		...(isInChat && inChat(node)),
		...limit(options),
		additionalFields: {
			...(message !== undefined && { parseMode: DEFAULT_FORMAT }),
			linkPreviewOptions: 'hide',
			...(notice !== '' && { noticeForOthers: notice }),
		},
	};
}

/** Send and Wait for Response, also as the review step of an agent. */
export const SEND_AND_WAIT: Counterpart = {
	resource: 'message',
	operation: 'sendAndWait',
	shape: 'answer',
	once: true,
	parameters: asking,
	unless: ({ responseType = 'approval' }) =>
		responseType === 'approval' || responseType === 'freeText'
			? undefined
			: {
					missing: `${isExpression(responseType) ? 'Its Response Type is an expression.' : 'Its Response Type is not known.'} That is not possible here, so nobody is asked, and the workflow stops here: the connection behind it is left out. Put Send and Wait for Answer or Ask a Form and Wait of Bot Messaging in its place, and connect what follows.`,
					stops: true,
				},
};
