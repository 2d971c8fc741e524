import { ABOUT_CHATS } from './chats';
import { ABOUT_FILES } from './files';
import { ABOUT_MESSAGES } from './messages';
import { ABOUT_PEOPLE } from './people';
import type { Refusal } from './refusal';
import { ABOUT_CODES, ABOUT_RATES, ABOUT_REQUESTS } from './requests';

export type { Refusal };
export { rightFor } from './rights';
export { fits } from './says';
export { TOO_LARGE } from './files';
export { NOT_KNOWN, SERVER_TROUBLE } from './requests';

/** Refusals of the servers of this family. The first row that fits wins. */
export const REFUSALS: Refusal[] = [
	...ABOUT_RATES,
	...ABOUT_PEOPLE,
	...ABOUT_MESSAGES,
	...ABOUT_FILES,
	...ABOUT_REQUESTS,
	...ABOUT_CHATS,
	...ABOUT_CODES,
];
