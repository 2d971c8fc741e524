import { createHash, createHmac, randomBytes } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { tokenOf } from '../../../../credentials/BotMessagingApi.credentials';

/** What a push carries its secret or its proof in. */
export const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

const hmac = (key: string | Buffer, text: string) =>
	createHmac('sha256', key).update(text).digest('hex');

/**
 * The secret in the pushes of a bot's webhook, which its workflows share; impossible to guess, even
 * without a token. 64 hexadecimal digits.
 */
export const secretOf = (credential?: IDataObject): string =>
	hmac(tokenOf(credential) || randomBytes(32), 'webhook');

/** The key in the address if the server sends no secret; it does not give that away. 64 digits. */
export const keyOf = (secret: string): string => hmac(secret, 'address');

/** What a trigger passes an update on with: good for this one, and no secret. 64 digits. */
export const proofOf = (secret: string, body: string): string => hmac(secret, body);

/** Recognizes a secret or a key later without keeping it. 16 hexadecimal digits. */
export const markOf = (secret: string) =>
	createHash('sha256').update(secret).digest('hex').slice(0, 16);
