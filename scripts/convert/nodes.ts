import type { Plan } from './plan';
import { NUMBER, type Missing } from './telegram';
import { triggerParameters } from './trigger';
import { isRecord, type Parameters, type WorkflowNode } from './workflow';

function withoutCredential({ credentials, ...rest }: WorkflowNode): WorkflowNode {
	const { telegramApi: _telegramApi, ...others } = credentials ?? {};
	return { ...rest, ...(Object.keys(others).length > 0 && { credentials: others }) };
}

/** A node that cannot be converted: out of service, with the reason on the canvas. */
export function notConvertedNode(node: WorkflowNode, { missing }: Missing): WorkflowNode {
	const notes = [node.notes, `Not converted: ${missing}`].filter(Boolean).join('\n');
	return { ...withoutCredential(node), disabled: true, notes, notesInFlow: true };
}

/** The description by which an agent knows its tool. */
function toolTexts({ descriptionType, toolDescription }: Parameters): Parameters {
	return {
		...(descriptionType !== undefined && { descriptionType }),
		...(toolDescription !== undefined && { toolDescription }),
	};
}

/** The node as one of ours. */
export function counterpartNode(
	node: WorkflowNode,
	{ type, counterpart }: Exclude<Plan, Missing>,
	note: (text: string) => void,
): WorkflowNode {
	const telegram = { parameters: node.parameters, version: node.typeVersion ?? 1, note };
	const parameters = counterpart
		? {
				resource: counterpart.resource,
				operation: counterpart.operation,
				...counterpart.parameters(telegram),
				...toolTexts(node.parameters),
			}
		: triggerParameters(telegram);
	// What an HTTP Request had is of no use to our node.
	const { webhookId, credentials: _credentials, ...rest } = node;
	const isWebhook = type.endsWith('botMessagingTrigger');
	const keepsAddress = isWebhook && webhookId !== undefined;
	const typeVersion = isWebhook ? 1.1 : 1;
	const once = counterpart?.once && !/Tool$/.test(type) && { executeOnce: true };
	const continues = counterpart?.continues && { onError: 'continueRegularOutput' };
	const settings = { ...once, ...continues };
	return {
		...rest,
		...settings,
		type,
		typeVersion,
		parameters,
		...(keepsAddress && { webhookId }),
	};
}

/** Nodes in which people write down whom something is about. */
const DECIDES = /\.(?:if|filter|switch|set|code|function|functionItem)$/;

/** The numbers that a node compares chats or people with, in words for the user. */
export function fixedNumbers({ type, parameters }: WorkflowNode): string | undefined {
	if (!DECIDES.test(type)) return undefined;
	const text = JSON.stringify(parameters);
	// A round number is a length of time or a sum of money.
	const found = (text.match(new RegExp(NUMBER, 'g')) ?? []).filter((one) => !one.endsWith('00000'));
	if (found.length === 0 || !/chat|from|user|admin|owner|sender/i.test(text)) return undefined;
	return `It has fixed numbers: ${[...new Set(found)].join(', ')}. If they are those of chats or people: they have others on your server.`;
}

/** Notes on the canvas, and what belongs to a model but its tools: they call nothing, whatever their texts say. */
const ONLY_WORDS = /\.stickyNote$|^@n8n\/n8n-nodes-langchain\.(?!tool|code)/;

/** An address that opens Telegram, in words for the user. */
export function linkToTelegram({ type, parameters }: WorkflowNode): string | undefined {
	if (ONLY_WORDS.test(type)) return undefined;
	const [link] = /\b(?:t|telegram)\.me\/[\w+${}]+/.exec(JSON.stringify(parameters)) ?? [];
	return link && `It has a link that opens Telegram: ${link}. Put another one in.`;
}

/** What a node does with Telegram without being a Telegram node, in words for the user. */
export function foreignUse({ type, parameters, credentials }: WorkflowNode): string | undefined {
	if (ONLY_WORDS.test(type)) return undefined;
	const text = JSON.stringify(parameters);
	if (text.includes('api.telegram.org')) {
		return 'It calls Telegram by its address. Use a Bot Messaging node in its place: File > Get for a file, Bot > Any Method for anything else.';
	}
	const usesCredential = text.includes('"telegramApi"') || isRecord(credentials?.telegramApi);
	return usesCredential
		? 'It uses the credential of Telegram. Use a Bot Messaging node in its place.'
		: undefined;
}

/** The token of a bot: its number, and the secret that Telegram gave it. */
const TOKEN = /(?<![\w:])\d{8,10}:[\w-]{35}(?![\w-])/;

/** A token that a node holds, in words for the user that do not show it. */
export function tokenIn({ parameters }: WorkflowNode): string | undefined {
	if (!TOKEN.test(JSON.stringify(parameters))) return undefined;
	return 'It holds the token of a Telegram bot. Remove it: the token of your bot is in the credential.';
}
