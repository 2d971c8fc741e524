import { PACKAGE_NAME } from '../scripts/lib/paths';
import type { CredentialReference } from '../sandbox/lib/rest';
import type { Subject } from './lib';

/** Both nodes with their default options, pointed at the same server. */
export interface Pair {
	ours: Subject;
	builtIn: Subject;
}

export interface Credentials {
	ours: CredentialReference;
	builtIn: CredentialReference;
}

const ours = (credential: CredentialReference, parameters: Subject['parameters']): Subject => ({
	type: `${PACKAGE_NAME}.botMessaging`,
	typeVersion: 1,
	parameters: { resource: 'message', ...parameters },
	credentials: { botMessagingApi: credential },
});

const builtIn = (credential: CredentialReference, parameters: Subject['parameters']): Subject => ({
	type: 'n8n-nodes-base.telegram',
	typeVersion: 1.2,
	parameters: { resource: 'message', ...parameters },
	credentials: { telegramApi: credential },
});

/** A chat as the editor saves it. */
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Sends each item's text. */
export function sends(credentials: Credentials, chatId: string, text = '={{ $json.text }}'): Pair {
	return {
		ours: ours(credentials.ours, { operation: 'sendMessage', chatId: byId(chatId), text }),
		builtIn: builtIn(credentials.builtIn, { operation: 'sendMessage', chatId, text }),
	};
}

/** Deletes the message of each item. */
export function deletes(credentials: Credentials): Pair {
	const chatId = '-1001';
	return {
		ours: ours(credentials.ours, {
			operation: 'deleteMessages',
			chatId: byId(chatId),
			messageIds: '={{ $json.messageId }}',
		}),
		builtIn: builtIn(credentials.builtIn, {
			operation: 'deleteMessage',
			chatId,
			messageId: '={{ $json.messageId }}',
		}),
	};
}

/** Sends the file of each item as a video. */
export const sendsVideo = (credentials: Credentials): Subject =>
	ours(credentials.ours, { operation: 'sendVideo', chatId: byId('-1001') });

/** The same by n8n's node for any HTTP request, which streams files too. */
export const postsVideo = (serverUrl: string): Subject => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url: `${serverUrl}/bot1:bench/sendVideo`,
		sendBody: true,
		contentType: 'multipart-form-data',
		bodyParameters: {
			parameters: [
				{ parameterType: 'formData', name: 'chat_id', value: '-1001' },
				{ parameterType: 'formBinaryData', name: 'video', inputDataFieldName: 'data' },
			],
		},
	},
});
