import { codeOf, constantOf, isExpression } from './expression';
import { isRecord, recordOf, textOf, type Parameters } from './workflow';

/** One of n8n's Telegram nodes, as the tables read it. */
export interface TelegramNode {
	parameters: Parameters;
	version: number;
	/** Adds to the list of what a person has to look at. */
	note: (text: string) => void;
	/** Whether the workflow has one of our triggers, which receives people's answers. */
	hasTrigger: boolean;
}

/** Where our node's output has Telegram's `result`. */
export type Shape =
	/** Moved from `result` to the top level. */
	| 'atTheTop'
	/** `result: true` became `success: true`. */
	| 'success'
	/** `result: true` became `deleted: true`. */
	| 'deleted'
	/** A single value stays in `result`; `ok` is gone. */
	| 'value'
	/** Moved from `data` to the top level. */
	| 'answer'
	/** Moved from `data` to `answers`. */
	| 'form'
	/** One item with a list became one item per entry. */
	| 'items'
	/** The node outputs its input items. */
	| 'passes'
	/** The items are the same. */
	| 'same';

/** The conversion of an operation of the Telegram node. */
export interface Counterpart {
	resource: string;
	operation: string;
	shape: Shape;
	parameters: (node: TelegramNode) => Parameters;
	/** Whether the Telegram node does it for the first item only. */
	once?: true;
	/** Whether an error becomes an item instead of ending the execution. */
	continues?: true;
	/** Why these parameters cannot be converted even so. */
	unless?: (parameters: Parameters) => Missing | undefined;
}

/** Why our node cannot do it, in words for the user. */
export interface Missing {
	missing: string;
	/** Whether the workflow waited there, so that what follows must not run without it. */
	stops?: true;
}

/** The effect until a person has done what the note says. */
export const OR_STOPS = 'Until then, the workflow stops here.';

const CHAT = 'Chats have other numbers on your server than on Telegram';

/** A number long enough to be the id of a chat or person, and not part of a word, a longer number or a token. */
export const NUMBER = /(?<![\w.$-])-?\d{6,14}(?![\w-]|\.\d|:[\w-]{20})/;

/** Code that is tied to one server: a number, a name in quotes, or a variable. */
const KEPT: Array<[pattern: RegExp, told: string, step: string]> = [
	[NUMBER, 'has a fixed number', 'put that in'],
	[/(?<=["'`])@\w{4,}(?=["'`])/, 'has a fixed name', 'put that in'],
	[/\$(?:vars|env)\b[\w$.?]*/, 'is read from a variable', 'put the number of yours into it'],
];

/** References to Telegram's chats in an expression, in words for the user. */
const fixedInCode = (code: string): string[] =>
	KEPT.flatMap(([pattern, told, step]) => {
		const found = [...new Set(code.match(new RegExp(pattern, 'g')))].join(', ');
		return found === '' ? [] : [`Chat ID ${told}: ${found}. ${CHAT}: ${step}. ${OR_STOPS}`];
	});

/** The field Chat ID, which is a resource locator in our node. */
export function chat({ parameters, note }: TelegramNode): Parameters {
	const value = textOf(constantOf(parameters.chatId));
	if (isExpression(value)) fixedInCode(value).forEach(note);
	const mode = value.startsWith('@') ? 'username' : 'id';
	// An empty one stopped the workflow before, too, and the editor marks it.
	if (!isExpression(value) && (value !== '' || isRecord(parameters.chatId))) {
		const isChat = /^(?:-?\d+|@\w+)$/.test(value.trim());
		const told = isChat
			? `Chat ID is fixed: ${value}. ${CHAT}: choose the chat again.`
			: 'Chat ID has words in place of a chat. Choose the chat.';
		note(`${told} ${OR_STOPS}`);
	}
	return { chatId: { __rl: true, mode, value } };
}

/** Notes a fixed id that exists on Telegram only. */
export function noteFixed({ note }: TelegramNode, label: string, value: unknown): void {
	const given = constantOf(value);
	const text = isExpression(given) ? (codeOf(given) ?? '') : textOf(given);
	const [, fixed] = /^["']?(\d+)["']?$/.exec(text.trim()) ?? [];
	if (fixed === undefined || fixed === '0') return;
	note(`${label} is fixed: ${fixed}. It is another one on your server: put that in. ${OR_STOPS}`);
}

/** Fields that are the same in our node, or have another name there. */
export const same = ({ parameters }: TelegramNode, ...names: Array<string | [string, string]>) =>
	Object.fromEntries(
		names.map((name) => {
			const [ours, theirs] = typeof name === 'string' ? [name, name] : name;
			return [ours, textOf(parameters[theirs])];
		}),
	);

/** The conversion to an operation without more to say about it. */
export const to = (
	resource: string,
	operation: string,
	shape: Shape,
	parameters: Counterpart['parameters'],
): Counterpart => ({ resource, operation, shape, parameters });

/** The message to act on. */
export function messageId(node: TelegramNode): Parameters {
	const { messageId: given } = node.parameters;
	noteFixed(node, 'Message ID', given);
	return { messageId: textOf(given) };
}

/** The field User, which is a resource locator in our node. */
export function person(node: TelegramNode): Parameters {
	const { userId } = node.parameters;
	noteFixed(node, 'User', userId);
	return { userId: { __rl: true, mode: 'id', value: textOf(userId) } };
}

/** The optional fields that were added. */
export const addedTo = ({ parameters }: TelegramNode): Parameters =>
	recordOf(parameters.additionalFields);
