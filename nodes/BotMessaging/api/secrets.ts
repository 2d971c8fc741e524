import { createHash, timingSafeEqual } from 'crypto';

import { tokenOf, type WithToken } from '../../../credentials/BotMessagingApi.credentials';

/** The number of the bot, as its token begins; nothing if the token has no number. */
export const numberOfBot = (credential?: WithToken): string | undefined =>
	/^(\d+):/.exec(tokenOf(credential))?.[1];

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether something from outside is this secret. The comparison always takes the same time. */
export const isSame = (given: unknown, secret: string): boolean =>
	typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));
