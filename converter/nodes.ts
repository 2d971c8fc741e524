import { asWritten, isExpression, isRefused } from './expression';
import { labelOf, mapTexts } from './labels';
import type { Plan } from './plan';
import { REQUEST } from './request';
import type { Missing, TelegramNode } from './telegram';
import { triggerParameters } from './trigger';
import { isRecord, type Parameters, type WorkflowNode } from './workflow';

/** A node that cannot be converted: out of service, without its credential, with the reason on the canvas. */
export function notConvertedNode(node: WorkflowNode, { missing }: Missing): WorkflowNode {
	const { credentials: { telegramApi: _telegramApi, ...others } = {}, ...rest } = node;
	const credentials = Object.keys(others).length > 0 && { credentials: others };
	const notes = [node.notes, `Not converted: ${missing}`].filter(Boolean).join('\n');
	return { ...rest, ...credentials, disabled: true, notes, notesInFlow: true };
}

/** Values that our node accepts: fixed texts with `{{ … }}` become expressions that give the same text. */
const accepted = (parameters: Parameters, note: TelegramNode['note']) =>
	mapTexts(parameters, (text, _key, label) => {
		if (!isRefused(text)) return text;
		note(
			`“${label}” has {{ … }} and was not set to Expression. It is still sent as it is written, with the braces. To fill in the value, write the text again there, as an expression.`,
		);
		return asWritten(text);
	}) as Parameters;

/** Fields with fields in them, or a choice on which others depend: nobody knows what an expression gives there. */
const STRUCTURES =
	/^(?:additionalFields|approvalOptions|approvalType|binaryData|inlineKeyboard|media|replyKeyboard|updates)$/;

function noteStructures(parameters: Parameters, note: TelegramNode['note']): void {
	for (const [name, one] of Object.entries(parameters)) {
		if (isRecord(one)) noteStructures(one, note);
		if (!isExpression(one) || !STRUCTURES.test(name)) continue;
		note(`${labelOf(name)} is an expression, which was not converted. Set it yourself.`);
	}
}

/** The node converted to ours. */
export function counterpartNode(
	node: WorkflowNode,
	{ type, counterpart }: Exclude<Plan, Missing>,
	around: Pick<TelegramNode, 'note' | 'hasTrigger'>,
): WorkflowNode {
	const telegram = { parameters: node.parameters, version: node.typeVersion ?? 1, ...around };
	if (node.type !== REQUEST) noteStructures(node.parameters, around.note);
	// What an agent reads of its tool.
	const { descriptionType, toolDescription } = node.parameters;
	const parameters = counterpart
		? {
				resource: counterpart.resource,
				operation: counterpart.operation,
				...accepted(counterpart.parameters(telegram), around.note),
				...(descriptionType !== undefined && { descriptionType }),
				...(toolDescription !== undefined && { toolDescription }),
			}
		: triggerParameters(telegram);
	// Settings of an HTTP Request do not apply to our node.
	const { webhookId, credentials: _credentials, ...rest } = node;
	const isWebhook = type.endsWith('botMessagingTrigger');
	return {
		...rest,
		...(counterpart?.once && !/Tool$/.test(type) && { executeOnce: true }),
		...(counterpart?.continues && { onError: 'continueRegularOutput' }),
		type,
		typeVersion: isWebhook ? 1.1 : 1,
		parameters,
		...(isWebhook && webhookId !== undefined && { webhookId }),
	};
}
