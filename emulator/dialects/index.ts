import { FORMS, TEXTS } from './documented';
import { ANSWERS, BOT, CHATS, DELETIONS, MESSAGES, type Assumption } from './table';

export type { Assumption } from './table';

/** All that is assumed of a server, by name. It imports nothing that only Node has: the chat page needs it. */
export const ASSUMPTIONS = {
	...FORMS,
	...ANSWERS,
	...MESSAGES,
	...BOT,
	...CHATS,
	...DELETIONS,
	...TEXTS,
} as const satisfies Record<string, Assumption>;

export type AssumptionName = keyof typeof ASSUMPTIONS;

/** How a server behaves in each respect. */
export type Dialect = {
	[N in AssumptionName]: (typeof ASSUMPTIONS)[N]['choices'][number];
};

export const ASSUMPTION_NAMES = Object.keys(ASSUMPTIONS) as AssumptionName[];

/** What an assumption says and may be; its own type is too narrow to compare with. */
export const assumption = (name: AssumptionName): Assumption => ASSUMPTIONS[name];

/** What is assumed of this service, and how the emulator behaves unless it is told otherwise. */
const SAFEW = Object.fromEntries(
	ASSUMPTION_NAMES.map((name) => [name, assumption(name).choices[0]]),
) as Dialect;

/** As Telegram's documentation has it. */
const TELEGRAM: Dialect = {
	...SAFEW,
	tokenPath: 'only with bot',
	chatNotFound: '400',
	messageNotFound: '400',
	userNotFound: '400',
	limit: '429',
	mediaByUrl: 'fetched',
	albumOfOne: 'refused',
	albumOfDocuments: 'accepted',
	copyResult: 'object',
	replyWithoutTarget: 'works',
	documentOf100MB: '50',
	longestTitle: '128',
	inlineCarrier: 'known',
	newPermissions: 'accepted',
	returnFailed: 'ignored',
	diceUsername: 'accepted',
	effect: 'refused',
	business: 'refused',
	traceId: 'left out',
	openMarks: 'refused',
	dotEscape: 'left out',
	unknownTags: 'refused',
	diceEmoji: 'other words',
};

/**
 * What was found of Bale's documentation, read in the notes of programs that use it; the rest is as assumed. Methods
 * that it does not have are a setting of their own.
 */
const BALE: Dialect = {
	...SAFEW,
	tokenPath: 'only with bot',
	mediaByUrl: 'fetched',
	albumOfDocuments: 'accepted',
	copyResult: 'object',
	documentOf100MB: '50',
	traceId: 'left out',
};

/** Each assumption turned around: the dialect of a server about which every one of them is wrong. */
const TURNED = Object.fromEntries(
	ASSUMPTION_NAMES.map((name) => [name, assumption(name).choices[1]]),
) as Dialect;

export const DIALECTS = { safew: SAFEW, telegram: TELEGRAM, bale: BALE, turned: TURNED } as const;

export type DialectName = keyof typeof DIALECTS;

/**
 * The dialect that a file holds: choices by the names of the table; what it leaves out is as assumed. Throws an
 * error that names what the table does not know.
 */
export function dialectIn(text: string): Dialect {
	const given = JSON.parse(text) as unknown;
	if (typeof given !== 'object' || given === null || Array.isArray(given)) {
		throw new Error('a dialect is an object of names and choices');
	}
	for (const [name, choice] of Object.entries(given)) {
		const known = Object.hasOwn(ASSUMPTIONS, name) ? assumption(name as AssumptionName) : undefined;
		if (!known) throw new Error(`a dialect has no "${name}"`);
		if (!known.choices.includes(choice as string)) {
			throw new Error(`"${name}" is ${known.choices.join(' or ')}, not ${JSON.stringify(choice)}`);
		}
	}
	return { ...SAFEW, ...given };
}
