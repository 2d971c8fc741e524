import { nameInAddress } from '../api/chatNames';
import { UserError } from '../api/errors';
import type { Encode, Field } from '../engine/define';
import { inWords, isBlank, missing, single } from '../engine/reading';
import { integer, text } from './encode';

/** The locator mode in which a name needs no @. */
export const USERNAME = 'username';

const USE_ID = 'Use the ID of the chat: the triggers output it as chatId.';

/** The content of a locator. Workflows written by hand or by a model often have a bare value. */
export function locatorOf(given: unknown): { mode?: unknown; value: unknown } {
	const locator = single(given);
	const isLocator = typeof locator === 'object' && locator !== null && 'mode' in locator;
	if (!isLocator || !('value' in locator)) return { value: locator };
	return { mode: locator.mode, value: single(locator.value) };
}

/** The name, with its @, if the text is an address. Throws UserError for one without a name. */
function usernameIn(given: string, label: string): string | undefined {
	const name = nameInAddress(given);
	if (name !== '') return name && `@${name}`;
	throw new UserError(
		`${label} is an address without the name of a chat`,
		`Only public chats have a name. ${USE_ID}`,
	);
}

/** A username, with the @ that the API wants before it. */
export function username(given: unknown, label: string): string {
	const name = text(given, label).trim();
	if (/^[+-]?\d+$/.test(name)) {
		throw new UserError(
			`${label} must be a username, but is the number ${name}`,
			`Choose By ID in ${label}: it takes a number.`,
		);
	}
	const found = usernameIn(name, label);
	if (found === undefined && /[/:]/.test(name)) {
		throw new UserError(
			`${label} must be a username, but is ${inWords(name)}`,
			'Write the username alone, for example @demo_group.',
		);
	}
	return found ?? `@${text(name.replace(/^@+/, ''), label)}`;
}

/** Some servers use these as chat IDs. They are text, even if they begin with digits. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A list in a text: IDs and names, separated by commas or line breaks. */
const SEVERAL = /^\s*[@\w+-]+(?:\s*[,;\n]\s*[@\w+-]+)+\s*$/;

function refuseSeveral(value: unknown, label: string): void {
	if (!Array.isArray(value) && !(typeof value === 'string' && SEVERAL.test(value))) return;
	throw new UserError(
		`${label} has several chats, but takes one per item`,
		'Put a Split Out node before this node: it makes an item of each chat. This node then does its work for all items.',
	);
}

/** A chat from its locator, as the editor saves it, or from a bare value (reference, "Conventions"). */
export const locatedChat = (given: unknown, label: string): unknown => {
	const { mode, value } = locatorOf(given);
	if (mode === USERNAME) return username(value, label);
	if (isBlank(value)) throw missing(label);
	if (typeof value === 'number') return integer(value, label);
	refuseSeveral(value, label);
	if (typeof value !== 'string') {
		throw new UserError(
			`${label} must be one chat ID or username`,
			'Use an expression that returns a single value, for example {{ $json.chatId }}.',
		);
	}
	const words = value.trim();
	if (/^[+-]?[\d.]+$/.test(words)) return integer(words, label);
	if (UUID.test(words)) return words;
	const name = /^@./.test(words) ? words : usernameIn(words, label);
	if (name) return name;
	throw new UserError(
		`${label} must be a number or a name with @, but is ${inWords(words)}`,
		/^[a-z]\w*$/i.test(words) ? `Write @${words}, or choose By Name in ${label}.` : USE_ID,
	);
};

/** The same for parameters of the API that take no name (reference 5.7). */
const locatedNumericChat: Encode = (given, label) => {
	const { value } = locatorOf(given);
	refuseSeveral(value, label);
	const words = typeof value === 'string' ? value.trim() : '';
	if (UUID.test(words)) return words;
	if (!words.startsWith('@') && nameInAddress(words) === undefined) return integer(value, label);
	throw new UserError(
		`${label} must be a number here, but is "${words}"`,
		'This operation does not work with a username. Use the numeric ID of the chat: every message of the chat contains it.',
	);
};

/** For another chat parameter, spread this and give it its own names. */
export const chatId: Field = {
	displayName: 'Chat',
	name: 'chatId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a chat',
			typeOptions: { searchListMethod: 'searchChats', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. -1001234567890',
			hint: 'To find the ID, write in the chat while a trigger listens: it outputs the ID as chatId',
		},
		{ displayName: 'By Name', name: USERNAME, type: 'string', placeholder: 'e.g. @my_group' },
	],
	description:
		'The chat to use. Chat missing? Write something there, then type its name in the list. The triggers output its ID as chatId.',
	wire: { encode: locatedChat },
};

/** The same for parameters of the API that take no username. */
export const numericChatId: Field = {
	...chatId,
	modes: chatId.modes?.filter(({ name }) => name !== USERNAME),
	description:
		'The ID of the chat. A username does not work here. Chat missing? Write something there, then type its name in the list. The triggers output the ID as chatId.',
	wire: { encode: locatedNumericChat },
};
