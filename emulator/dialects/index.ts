import { FORMS, TEXTS } from './documented';
import { ANSWERS, BOT, CHATS, DELETIONS, MESSAGES, UPDATES, type Assumption } from './table';

export type { Assumption } from './table';

/** All assumptions about a server, by name. It imports nothing that needs Node, because the chat page uses it. */
export const ASSUMPTIONS = {
	...FORMS,
	...ANSWERS,
	...MESSAGES,
	...BOT,
	...CHATS,
	...DELETIONS,
	...TEXTS,
	...UPDATES,
} as const satisfies Record<string, Assumption>;

export type AssumptionName = keyof typeof ASSUMPTIONS;

/** How a server behaves in each respect. */
export type Dialect = {
	[N in AssumptionName]: (typeof ASSUMPTIONS)[N]['choices'][number];
};

export const ASSUMPTION_NAMES = Object.keys(ASSUMPTIONS) as AssumptionName[];

/** An assumption under a wider type, because its own is too narrow for comparisons. */
export const assumption = (name: AssumptionName): Assumption => ASSUMPTIONS[name];

/** What is assumed about this service: the emulator's default. */
const SAFEW = Object.fromEntries(
	ASSUMPTION_NAMES.map((name) => [name, assumption(name).choices[0]]),
) as Dialect;

/** As Telegram documents it. */
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
 * What is known of Bale's documentation from the notes of programs that use it; the rest is as assumed.
 * Methods that it lacks are a separate setting.
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

/** A dialect that contradicts every assumption. */
const TURNED = Object.fromEntries(
	ASSUMPTION_NAMES.map((name) => [name, assumption(name).choices[1]]),
) as Dialect;

/** As assumed, but optional fields of updates are sent although they are empty. */
const NULLS: Dialect = { ...SAFEW, emptyFields: 'null' };
const TEXTS_OF_NOTHING: Dialect = { ...SAFEW, emptyFields: 'empty text' };
const ZEROS: Dialect = { ...SAFEW, emptyFields: '0' };

export const DIALECTS = {
	...{ safew: SAFEW, telegram: TELEGRAM, bale: BALE, turned: TURNED },
	...{ nulls: NULLS, empties: TEXTS_OF_NOTHING, zeros: ZEROS },
} as const;

export type DialectName = keyof typeof DIALECTS;

/**
 * Reads a dialect from a file: choices by the names of the table, or a recording of a server, which has them as
 * `dialect`. Anything left out is as assumed. Throws an error that names each unknown assumption or choice.
 */
export function dialectIn(text: string): Dialect {
	const read = JSON.parse(text) as { dialect?: unknown } | null;
	const given = read?.dialect ?? read;
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
