import { METHODS, type MethodName } from '../../reference';
import type { Params } from '../wire/params';
import { keepAttachment, madeUpPicture } from '../world/attachments';
import { kindOf, type MediaKind } from '../world/mediaKinds';
import { badRequest, Refusal } from '../world/refusal';
import type { Asked, Rule, Rules } from './rules';

const FILES: Partial<Record<MethodName, MediaKind>> = {
	sendPhoto: 'photo',
	sendVideo: 'video',
	sendAudio: 'audio',
	sendVoice: 'voice',
	sendDocument: 'document',
};

const SENDING_FILES = Object.keys(FILES) as MethodName[];
const REPLYING_FILES: MethodName[] = [...SENDING_FILES, 'sendMediaGroup'];
const WITH_TEXT: MethodName[] = ['sendMessage', 'editMessageText', 'sendMessageDraft'];

const SHORT_POLL_SECONDS = 20;

const ignores = (methods: MethodName[], name: string): Rule => ({
	methods,
	begins: ({ params }) => void delete params[name],
});

const refuses = (methods: MethodName[], name: string, reason: string): Rule => ({
	methods,
	begins: ({ params }) => {
		if (params[name] !== undefined) throw badRequest(reason);
	},
});

/** The same, of a parameter that the reference does not know. */
const refusesAsItCame = (methods: MethodName[], name: string, refusal: Refusal): Rule => ({
	methods,
	arrives: ({ raw }) => {
		if (raw.values[name] !== undefined) throw refusal;
	},
});

const refusesUsername = (method: MethodName): Rule => ({
	methods: [method],
	begins: ({ params }) => {
		if (String(params.chat_id).startsWith('@')) throw badRequest('chat_id must be numeric');
	},
});

const repliesBy = (methods: MethodName[], name: string) => ({
	ignored: ignores(methods, name),
	refused: refuses(methods, name, `unknown parameter "${name}"`),
});

/** Puts a one-dot picture in place of the file at an address: the emulator fetches nothing. */
function fetchFile({ store, params }: Asked): void {
	for (const kind of Object.values(FILES)) {
		if (!/^https?:\/\//.test(String(params[kind]))) continue;
		const mime_type = kind === 'photo' ? 'image/png' : kindOf(kind).assumed;
		params[kind] = keepAttachment(store, { ...madeUpPicture(store), kind, mime_type })!.file_id;
	}
}

function dropMissingTarget({ store, params }: Asked): void {
	const reply = params.reply_parameters as Params | undefined;
	if (reply?.allow_sending_without_reply !== true) return;
	const { id } = store.chat(params.chat_id);
	if (!store.message(id, Number(reply.message_id))) delete params.reply_parameters;
}

const cut = (name: string, most: number): Rule => ({
	begins: ({ params }) => {
		const text = params[name];
		if (typeof text === 'string') params[name] = text.slice(0, most);
	},
});

const written = ({ params }: Asked) => String(params.text ?? '');

/** How other dialects treat requests. */
export const REQUEST_RULES: Rules = {
	mediaByUrl: { fetched: { methods: SENDING_FILES, begins: fetchFile } },
	albumOfOne: {
		refused: {
			methods: ['sendMediaGroup'],
			begins: ({ params }) => {
				if ((params.media as unknown[]).length < 2) throw badRequest('there must be 2 to 10 media');
			},
		},
	},
	diceReplyParameters: repliesBy(['sendDice'], 'reply_parameters'),
	mediaReplyId: repliesBy(REPLYING_FILES, 'reply_to_message_id'),
	textReplyId: repliesBy(['sendMessage'], 'reply_to_message_id'),
	textReplyParameters: repliesBy(['sendMessage'], 'reply_parameters'),
	replyWithoutTarget: { works: { begins: dropMissingTarget } },
	longestTitle: {
		'128': {
			methods: ['setChatTitle'],
			begins: ({ params }) => {
				if (String(params.title).length > 128) throw badRequest('chat title is too long');
			},
		},
	},
	emptyUrl: {
		refused: {
			methods: ['setWebhook'],
			begins: ({ params }) => {
				if (params.url === '') throw badRequest('bad webhook: invalid URL');
			},
		},
	},
	webhookDrop: {
		refused: refusesAsItCame(
			['setWebhook'],
			'drop_pending_updates',
			badRequest('unknown parameter "drop_pending_updates"'),
		),
	},
	inlineCarrier: {
		known: refusesAsItCame(
			['editMessageText', 'editMessageReplyMarkup'],
			'inline_message_id',
			badRequest('MESSAGE_ID_INVALID'),
		),
	},
	returnFailed: repliesBy(['deleteMessages'], 'return_failed'),
	unknownInDeletion: {
		refused: {
			methods: ['deleteMessages'],
			begins: ({ store, params }) => {
				const { id } = store.chat(params.chat_id);
				const ids = params.message_ids as number[];
				if (!ids.every((one) => store.message(id, one))) {
					throw badRequest('message to delete not found');
				}
			},
		},
	},
	longText: { cut: { ...cut('text', METHODS.sendMessage.params.text.most), methods: WITH_TEXT } },
	longCaption: {
		cut: { ...cut('caption', METHODS.sendPhoto.params.caption.most), methods: SENDING_FILES },
	},
	countedCharacters: {
		'with marks': {
			methods: WITH_TEXT,
			begins: (call) => {
				const { most } = METHODS.sendMessage.params.text;
				if (written(call).length > most) throw badRequest('message is too long');
			},
		},
	},
	longestPoll: {
		less: {
			methods: ['getUpdates'],
			begins: ({ params }) => {
				params.timeout = Math.min(Number(params.timeout ?? 0), SHORT_POLL_SECONDS);
			},
		},
	},
	copyUsername: { refused: refusesUsername('copyMessage') },
	pinUsername: { refused: refusesUsername('pinChatMessage') },
	deleteUsername: { refused: refusesUsername('deleteMessage') },
	diceUsername: {
		accepted: {
			methods: ['sendDice'],
			begins: ({ store, params }) => void (params.chat_id = store.chat(params.chat_id).id),
		},
	},
	effect: { refused: refuses(['sendMessage'], 'message_effect_id', 'EFFECT_ID_INVALID') },
	business: {
		refused: refuses(['sendMessage'], 'business_connection_id', 'BUSINESS_CONNECTION_INVALID'),
	},
	paidBroadcast: {
		refused: refuses(['sendMessage'], 'allow_paid_broadcast', 'PAID_BROADCAST_INVALID'),
	},
	keyboardOnEdit: {
		kept: {
			methods: ['editMessageText'],
			begins: ({ store, params }) => {
				const { id } = store.chat(params.chat_id);
				params.reply_markup ??= store.message(id, Number(params.message_id))?.reply_markup;
			},
		},
	},
	emptyCommands: {
		refused: {
			methods: ['setMyCommands'],
			begins: ({ params }) => {
				if ((params.commands as unknown[]).length === 0) throw badRequest('commands are empty');
			},
		},
	},
};
