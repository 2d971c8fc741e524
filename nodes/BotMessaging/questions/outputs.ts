import {
	NodeConnectionTypes,
	type ExpressionString,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { choices, property } from '../fields/formField';

export const RESOURCE = 'message' as const;
/** n8n itself looks for this name. */
export const OPERATION = 'sendAndWait';
/** n8n treats only `sendAndWait` specially. We recognize a form by this name. */
export const FORM_OPERATION = 'askForm';

/** The output of the node; useless if n8n makes a tool of it. */
export const outputsField = property('outputs', 'How answers are split across outputs', {
	noDataExpression: true,
	displayOptions: {
		show: { resource: [RESOURCE], operation: [OPERATION, FORM_OPERATION] },
		hide: { '@tool': [true] },
	},
	...choices('one', {
		one: [
			'One',
			'Cancelled forms come out here too: outcome says which ones were answered. All answers go to the same output. If nobody answered in time, the item has no answer.',
		],
		perAnswer: [
			'One per Answer',
			'Send each answer to its own output: first No Answer, then one for each button, or one for a typed reply. A form has No Answer, Answered and Cancelled. Requires n8n 2.39 or newer: in an older one, nothing runs after it.',
		],
	}),
});

/**
 * The outputs for the node's parameters, as n8n evaluates them. For a question, the output for no answer
 * comes first, because n8n continues there by itself when the time is up.
 */
export const OUTPUTS: ExpressionString = `={{((parameters, main) => {
	if (parameters.operation === 'check' && parameters.rules && parameters.rules.logOnly === true) return [{ type: main }, { type: main, displayName: 'Would Have' }];
	const isForm = parameters.operation === 'askForm';
	const waits = parameters.resource === 'message' && (isForm || parameters.operation === 'sendAndWait');
	if (!waits || parameters.outputs !== 'perAnswer') return [{ type: main }];
	const buttons = (parameters.approvalOptions && parameters.approvalOptions.button) || [];
	const nameOf = (text, index) => text && !String(text).startsWith('=') ? String(text) : 'Answer ' + (index + 1);
	const answers = isForm ? ['Answered', 'Cancelled'] : parameters.responseType === 'freeText' ? ['Answer'] : buttons.map(({ text }, index) => nameOf(text, index));
	return ['No Answer'].concat(answers).map((displayName) => ({ type: main, displayName }));
})($parameter, '${NodeConnectionTypes.Main}')}}`;

/** The inputs: an answer that is streamed from a chat model has one for it. */
export const INPUTS: ExpressionString = `={{((parameters) => {
	const isStreamed = parameters.resource === 'message' && parameters.operation === 'streamAnswer';
	const main = { type: '${NodeConnectionTypes.Main}' };
	if (!isStreamed || parameters.answerSource === 'address') return [main];
	return [main, { type: '${NodeConnectionTypes.AiLanguageModel}', displayName: 'Chat Model', maxConnections: 1, required: true }];
})($parameter)}}`;

/** An answer in its output: the only one, or its own behind the one for no answer. */
export function outputsOf(
	{ parameters }: INode,
	place: number,
	item: INodeExecutionData,
): INodeExecutionData[][] {
	const { outputs } = parameters as IDataObject;
	if (outputs !== 'perAnswer') return [[item]];
	const empty = Array.from({ length: place + 1 }, (): INodeExecutionData[] => []);
	return [...empty, [item]];
}

/**
 * What the editor shows on a waiting node: for whom and until when. n8n evaluates this text on its own. It
 * reads the saved parameters, because there is no item to evaluate expressions with. It shows the result as
 * HTML, so the chat name loses its angle brackets. An amount such as 2h has its own unit.
 */
export const waitingTooltip = `={{ ((form) => {
	const waits = ["${OPERATION}", "${FORM_OPERATION}"];
	if (!waits.includes(form.operation)) return "";
	const written = (value) => value && !String(value).startsWith("=") ? String(value) : undefined;
	const { value, cachedResultName } = form.chatId ?? {};
	const chat = written(cachedResultName) ?? written(value) ?? "the chat";
	const amount = written(form.resumeAmount);
	const unit = amount === "1" ? form.resumeUnit?.slice(0, -1) : form.resumeUnit;
	const time = /^[\\d.\\s]+$/.test(amount) ? amount + " " + unit : amount;
	const date = written(form.maxDateAndTime);
	const ends = form.limitType === "atSpecifiedTime"
		? date && "until " + date.replace(/T(\\d\\d:\\d\\d).*/, " $1")
		: amount && "for up to " + time;
	const isEndless = form.limitType !== "atSpecifiedTime" && /^\\D+$/.test(amount ?? "");
	const words = "Waits for an answer in " + chat;
	return (form.limitWaitTime && !isEndless ? words + ", " + (ends ?? "for a limited time") : words).replace(/[<>]/g, "");
})($parameter.toJSON?.() ?? $parameter) }}`;
