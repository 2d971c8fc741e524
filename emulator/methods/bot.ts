import { METHODS } from '../../reference';
import type { CallbackQuery, Settings } from '../world/entities';
import type { CallContext, Methods } from './method';
import { presentUser } from '../world/present';
import { badRequest } from '../world/refusal';
import { paramsIn } from './presets';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

function checkUrl(text: string, { httpWebhooks }: Settings): void {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url) throw badRequest('bad webhook: invalid URL');
	if (url.protocol === 'https:') return;
	// The real service wants HTTPS; on loopback nobody has a certificate.
	const isAllowed = httpWebhooks === 'anywhere' || LOOPBACK.has(url.hostname);
	if (url.protocol === 'http:' && isAllowed) return;
	throw badRequest('bad webhook: an HTTPS URL must be provided for webhook');
}

function setWebhook({ store, bot, params, files, updates, reading }: CallContext): true {
	// An empty URL removes the webhook. Ordinary clients leave it out to do the same.
	const url = (params.url ?? (reading.isLoose ? '' : undefined)) as string | undefined;
	if (url === undefined) throw badRequest('parameter "url" is required');
	const connections = (params.max_connections as number | undefined) ?? 40;
	const secret = params.secret_token as string | undefined;
	if (url !== '') checkUrl(url, store.settings);
	if (connections < 1 || connections > 100) throw badRequest('max_connections must be 1 to 100');
	if (secret !== undefined && !/^[A-Za-z0-9_-]{1,256}$/.test(secret)) {
		throw badRequest('secret token contains unallowed characters');
	}
	if (params.drop_pending_updates) updates.drop(bot);
	if (params.allowed_updates) bot.allowed_updates = params.allowed_updates as string[];
	updates.setWebhook(
		bot,
		url === ''
			? undefined
			: {
					url,
					has_custom_certificate: files.certificate !== undefined,
					ip_address: params.ip_address as string | undefined,
					max_connections: connections,
					secret_token: secret,
				},
	);
	return true;
}

function getWebhookInfo({ bot, updates }: CallContext): object {
	const {
		url,
		secret_token: _secret,
		...webhook
	} = bot.webhook ?? {
		url: '',
		has_custom_certificate: false,
	};
	return {
		url,
		pending_update_count: updates.pending(bot),
		...webhook,
		allowed_updates: bot.allowed_updates,
	};
}

function getMe({ store, bot }: CallContext): object {
	const { can_read_all_group_messages } = store.user(bot.id) ?? {};
	return { ...presentUser(store, bot.id), can_read_all_group_messages };
}

async function getUpdates({ store, bot, params, updates, signal }: CallContext): Promise<object[]> {
	const limit = params.limit as number | undefined;
	if (limit !== undefined && (limit < 1 || limit > 100)) throw badRequest('limit must be 1 to 100');
	const listed = await updates.poll(bot, params, signal);
	// A server that cannot be told what has arrived can only send each update once.
	const last = listed.at(-1)?.update_id;
	const isTold = 'offset' in paramsIn(store.settings, 'getUpdates');
	if (last !== undefined && !isTold) updates.confirm(bot, last + 1);
	return listed;
}

/** Most bytes of a file that a bot can download; larger files can still be resent. */
const MOST_FILE_BYTES = 20 * 1024 ** 2;

function getFile({ store, params }: CallContext): object {
	const file = store.state.files.find(({ file_id }) => file_id === params.file_id);
	if (!file) throw badRequest('invalid file_id');
	const { file_id, file_unique_id, file_size, file_path } = file;
	if (file_size > MOST_FILE_BYTES) throw badRequest('file is too big');
	return { file_id, file_unique_id, file_size, file_path };
}

const { most: MOST_ANSWER } = METHODS.answerCallbackQuery.params.text;

function answerCallbackQuery({ store, bot, params }: CallContext): true {
	const query = store.state.callback_queries.find(
		({ id, bot_id }) => id === params.callback_query_id && bot_id === bot.id,
	);
	if (!query || query.answer) {
		throw badRequest('query is too old and response timeout expired or query ID is invalid');
	}
	const { text, show_alert, url } = params as NonNullable<CallbackQuery['answer']>;
	if (text && text.length > MOST_ANSWER) throw badRequest('MESSAGE_TOO_LONG');
	query.answer = { text, show_alert, url };
	store.changed('callback_answer', { query });
	return true;
}

/** Reference 3, 4, 5.1 and 5.6. */
export const botMethods = {
	getMe: { run: getMe },
	getUpdates: {
		run: getUpdates,
	},
	setWebhook: {
		run: setWebhook,
	},
	deleteWebhook: {
		run: ({ bot, params, updates }) => {
			if (params.drop_pending_updates) updates.drop(bot);
			updates.setWebhook(bot, undefined);
			return true;
		},
	},
	getWebhookInfo: { run: getWebhookInfo },
	getFile: { run: getFile },
	answerCallbackQuery: {
		run: answerCallbackQuery,
	},
} satisfies Methods;
