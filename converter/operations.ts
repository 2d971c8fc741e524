import { METHODS, type Family } from '../reference';
import { SEND_AND_WAIT } from './asking';
import { extras, noteNoLine } from './extras';
import { album, file, fileId } from './files';
import { ASK_FORM } from './forms';
import { DEFAULT_FORMAT, formatOf } from './formatting';
import { keyboard } from './keyboards';
import {
	addedTo,
	chat,
	messageId,
	person,
	same,
	to,
	type Counterpart,
	type Missing,
	type TelegramNode,
} from './telegram';
import { textOf, type Parameters } from './workflow';

export const DELIVERY = ['disable_notification', 'reply_to_message_id', 'message_thread_id'];
const ABOUT_FILE = [...DELIVERY, 'caption', 'parse_mode', 'fileName', 'mimeType'];

/** The attribution and the preview that the Telegram node adds by default. */
function unasked(node: TelegramNode): Parameters {
	const { appendAttribution, disable_web_page_preview: isHidden } = addedTo(node);
	if (node.version >= 1.1 && appendAttribution === undefined) noteNoLine(node);
	const mayHoldLink = /=|\w\.\w/.test(textOf(node.parameters.text));
	const hides = node.version >= 1.2 && isHidden === undefined && mayHoldLink;
	return hides ? { linkPreviewOptions: 'hide' } : {};
}

/** The Telegram node sends a message without a format as Markdown. */
function message(node: TelegramNode): Parameters {
	const taken = [...DELIVERY, 'parse_mode', 'disable_web_page_preview', 'appendAttribution'];
	return {
		...chat(node),
		...same(node, 'text'),
		...keyboard(node),
		additionalFields: {
			...unasked(node),
			...extras(node, taken),
			parseMode: formatOf(addedTo(node).parse_mode, DEFAULT_FORMAT),
		},
	};
}

function edit(node: TelegramNode): Parameters {
	return {
		...chat(node),
		...messageId(node),
		...same(node, 'text'),
		...keyboard(node),
		additionalFields: extras(node, ['parse_mode', 'disable_web_page_preview']),
	};
}

function fileMessage(key: string, more: string[]) {
	return (node: TelegramNode): Parameters => ({
		...chat(node),
		...file(node, key),
		...keyboard(node),
		additionalFields: extras(node, [...ABOUT_FILE, ...more]),
	});
}

const sends = (kind: string, key: string, more: string[] = []): Counterpart =>
	to('message', `send${kind}`, 'atTheTop', fileMessage(key, more));

/** Telegram's rich messages use the Markdown of language models. */
function rich(node: TelegramNode, taken: string[] = []): Parameters {
	const { richFormat, richMessageText } = node.parameters;
	const isMarkdown = richFormat === 'markdown';
	if (!isMarkdown) {
		node.note(
			'Rich messages are sent as HTML. Check that the text has only what HTML can say here.',
		);
	}
	const parseMode = isMarkdown ? 'languageModel' : 'telegramHtml';
	return {
		text: textOf(richMessageText),
		additionalFields: { parseMode, ...extras(node, taken) },
	};
}

const draft = (words: (node: TelegramNode) => Parameters): Counterpart =>
	to('message', 'sendMessageDraft', 'success', (node) => ({
		...chat(node),
		draftId: textOf(node.parameters.draftId) || '1',
		...words(node),
	}));

/** Operations on a whole chat. */
const toChat = (operation: string, shape: Counterpart['shape'], ...fields: string[]): Counterpart =>
	to('chat', operation, shape, (node) => ({ ...chat(node), ...same(node, ...fields) }));

/** Operations on an existing message. */
const toMessage = (
	operation: string,
	shape: Counterpart['shape'],
	more?: (node: TelegramNode) => Parameters,
): Counterpart =>
	to('message', operation, shape, (node) => ({
		...chat(node),
		...messageId(node),
		...more?.(node),
	}));

const NOT_OFFERED = 'The service has no such method.';

/** The form's name for a field, from its name on the wire. */
export const camelCase = (name: string) =>
	name.replace(/_[a-z]/g, (letters) => letters.charAt(1).toUpperCase());

/**
 * Converts a Telegram method parameter by parameter, if the reference has the method.
 *
 * @param does what the method does, for the note if it is missing
 */
function ifOffered(method: string, does: string): Counterpart | Missing {
	const { [method]: shape }: Family = METHODS;
	if (!shape) return { missing: `${does} ${NOT_OFFERED}` };
	const { chat_id: _chat, ...params } = shape.params;
	const names = Object.keys(params);
	const required = names.filter((name) => params[name]?.required).map(camelCase);
	return to('message', method, 'atTheTop', (node) => ({
		...chat(node),
		...same(node, ...required),
		...keyboard(node),
		additionalFields: extras(node, names),
	}));
}

/** Every operation of n8n's Telegram node, as `resource:operation`, and its conversion. */
export const OPERATIONS: Record<string, Counterpart | Missing> = {
	'message:sendMessage': to('message', 'sendMessage', 'atTheTop', message),
	'message:sendRichMessage': to('message', 'sendMessage', 'atTheTop', (node) => ({
		...chat(node),
		...keyboard(node),
		...rich(node, ['disable_notification', 'message_thread_id', 'protect_content']),
	})),
	'message:sendMessageDraft': draft((node) => ({
		...same(node, 'text'),
		additionalFields: extras(node, ['parse_mode']),
	})),
	'message:sendRichMessageDraft': draft(rich),
	'message:editMessageText': {
		...to('message', 'editMessageText', 'atTheTop', edit),
		unless: ({ messageType = 'message' }) =>
			messageType === 'message'
				? undefined
				: { missing: 'Only messages in a chat can be edited here, not inline messages.' },
	},
	'message:sendPhoto': sends('Photo', 'photo'),
	'message:sendDocument': sends('Document', 'document'),
	'message:sendVideo': sends('Video', 'video', ['duration', 'height', 'width']),
	'message:sendAudio': sends('Audio', 'audio', ['duration', 'performer', 'title']),
	'message:sendAnimation': to('message', 'sendDocument', 'atTheTop', (node) => {
		node.note('The service has no animations: it is sent as a document.');
		return fileMessage('document', [])(node);
	}),
	'message:sendMediaGroup': to('message', 'sendMediaGroup', 'items', (node) => ({
		...chat(node),
		...album(node),
		additionalFields: extras(node, DELIVERY),
	})),
	'message:deleteMessage': toMessage('deleteMessage', 'deleted'),
	'message:pinChatMessage': toMessage('pinChatMessage', 'success', (node) => ({
		additionalFields: extras(node, ['disable_notification']),
	})),
	'message:unpinChatMessage': toMessage('unpinChatMessage', 'success', () => ({ pinned: 'one' })),
	'message:sendAndWait': SEND_AND_WAIT,
	'message:sendChatAction': ifOffered('sendChatAction', 'It shows “typing” and the like.'),
	'message:sendLocation': ifOffered('sendLocation', 'It sends a location.'),
	'message:sendSticker': ifOffered('sendSticker', 'It sends a sticker.'),
	'chat:get': toChat('getChat', 'atTheTop'),
	'chat:administrators': toChat('getChatAdministrators', 'same'),
	'chat:leave': toChat('leaveChat', 'success'),
	'chat:member': to('member', 'getChatMember', 'atTheTop', (node) => ({
		...chat(node),
		...person(node),
	})),
	'chat:setTitle': toChat('setChatTitle', 'success', 'title'),
	'chat:setDescription': { missing: `It sets the description of a chat. ${NOT_OFFERED}` },
	'callback:answerQuery': to('callback', 'answerCallbackQuery', 'success', (node) => ({
		...same(node, ['callbackQueryId', 'queryId']),
		additionalFields: extras(node, ['cache_time', 'show_alert', 'text', 'url']),
	})),
	'callback:answerInlineQuery': to('inline', 'answerInlineQuery', 'success', (node) => ({
		...same(node, ['inlineQueryId', 'queryId']),
		specifyResults: 'json',
		...same(node, 'results'),
		additionalFields: extras(node, ['cache_time']),
	})),
	'file:get': to('file', 'getFile', 'atTheTop', (node) => ({
		...fileId(node),
		download: node.parameters.download ?? true,
		additionalFields: extras(node, []),
	})),
};

/** n8n's defaults for parameters that are not saved. */
const FIRST: Record<string, string> = { message: 'sendMessage', callback: 'answerQuery' };

/** The conversion for these parameters of the Telegram node. */
export function counterpartOf(parameters: Parameters): Counterpart | Missing {
	const resource = textOf(parameters.resource) || 'message';
	const operation = textOf(parameters.operation) || (FIRST[resource] ?? 'get');
	const entry = OPERATIONS[`${resource}:${operation}`];
	if (!entry) return { missing: 'What it does is not known to this converter.' };
	if (entry === SEND_AND_WAIT && parameters.responseType === 'customForm') return ASK_FORM;
	return ('unless' in entry ? entry.unless?.(parameters) : undefined) ?? entry;
}
