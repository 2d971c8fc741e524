import type { MethodName } from '../../reference';
import { presentMessage } from '../world/present';
import { badRequest, Refusal } from '../world/refusal';
import type { Rule, Rules } from './rules';

/** Changes the code of refusals with these words. */
const withCode = (code: number, says: RegExp, methods?: readonly MethodName[]): Rule => ({
	methods,
	fails: (refusal) => {
		if (!says.test(refusal.description)) return refusal;
		const reason = refusal.description.replace(/^[\w ]+: /, '');
		return code === 400 ? badRequest(reason) : new Refusal(code, 'Request Entity Too Large');
	},
});

const withWords = (says: RegExp, description: string): Rule => ({
	fails: (refusal) =>
		says.test(refusal.description)
			? new Refusal(refusal.code, description, refusal.parameters)
			: refusal,
});

/** How the answers of other dialects differ. */
export const ANSWER_RULES: Rules = {
	chatNotFound: { '400': withCode(400, /^Not Found: chat not found/) },
	chatNotFoundWords: { 'other words': withWords(/chat not found/, 'PEER_ID_INVALID') },
	messageNotFound: { '400': withCode(400, /^Not Found: message( to \w+)? not found/) },
	userNotFound: { '400': withCode(400, /^Not Found: user not found/) },
	limit: {
		'429': {
			fails: (refusal, { store }) => {
				if (refusal.description !== 'MESSAGE_TOO_MUCH') return refusal;
				const retry_after = store.settings.retryAfterSeconds;
				return new Refusal(429, `Too Many Requests: retry after ${retry_after}`, { retry_after });
			},
		},
	},
	photoTooLarge: { '413': withCode(413, /photo is too big/) },
	documentTooLarge: {
		'400': {
			methods: ['sendDocument'],
			fails: (refusal) => (refusal.code === 413 ? badRequest('file is too big') : refusal),
		},
	},
	copyResult: {
		object: { methods: ['copyMessage'], succeeds: (result) => (result as unknown[])[0] },
	},
	botsAmongAdministrators: {
		'left out': {
			methods: ['getChatAdministrators'],
			succeeds: (result) =>
				(result as Array<{ user: { is_bot: boolean } }>).filter(({ user }) => !user.is_bot),
		},
	},
	unchangedEdit: {
		accepted: {
			methods: ['editMessageText', 'editMessageReplyMarkup'],
			fails: (refusal, { store, params }) => {
				if (!refusal.description.endsWith('message is not modified')) return refusal;
				const { id } = store.chat(params.chat_id);
				return { result: presentMessage(store, store.message(id, Number(params.message_id))!) };
			},
		},
	},
	diceEmoji: {
		'other words': withWords(/^EMOTICON_STICKERPACK_MISSING$/, 'Bad Request: wrong dice emoji'),
	},
};
