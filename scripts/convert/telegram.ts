import { constantOf, isExpression } from './expression';
import { isRecord, type Parameters } from './workflow';

/** One of n8n's Telegram nodes, as the tables read it. */
export interface TelegramNode {
	parameters: Parameters;
	version: number;
	/** Puts something on the list of what a person has to look at. */
	note: (text: string) => void;
}

/** How Telegram's `result` reads in the output of our node. */
export type Shape =
	/** It was under `result`, and is at the top now. */
	| 'atTheTop'
	/** It was `result: true`, and is `success: true` now. */
	| 'success'
	/** It was `result: true`, and is `deleted: true` now. */
	| 'deleted'
	/** It was under `data`, and is at the top now. */
	| 'answer'
	/** It was under `data`, and is under `answers` now. */
	| 'form'
	/** It was one item with a list, and is one item for each of it now. */
	| 'items'
	/** The items are the same. */
	| 'same';

/** What is done about an operation of the Telegram node. */
export interface Counterpart {
	resource: string;
	operation: string;
	shape: Shape;
	parameters: (node: TelegramNode) => Parameters;
	/** Whether the Telegram node does it for the first item only. */
	once?: true;
	/** Why these parameters of the Telegram node have no counterpart all the same. */
	unless?: (parameters: Parameters) => Missing | undefined;
}

/** Why our node cannot do it, in words for the user. */
export interface Missing {
	missing: string;
	/** Whether the workflow waited there, so that what follows must not run without it. */
	stops?: true;
}

/** The text of a parameter; expressions too. */
export const textOf = (value: unknown): string =>
	typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

const CHAT = 'Chats have other numbers on your server than on Telegram';

/** A number long enough to be one of a chat or of a person, and no part of a word or of a longer number. */
export const NUMBER = /(?<![\w.$-])-?\d{6,14}(?![\w-]|\.\d)/;

/** The field Chat ID, which is a resource locator in our node. */
export function chat({ parameters, note }: TelegramNode): Parameters {
	const value = textOf(constantOf(parameters.chatId));
	const fixed = isExpression(value) ? NUMBER.exec(value)?.[0] : undefined;
	if (fixed !== undefined) note(`Chat ID has a fixed number: ${fixed}. ${CHAT}: put that in.`);
	const mode = value.startsWith('@') ? 'username' : 'id';
	if (!isExpression(value)) {
		note(
			value === ''
				? 'Chat ID is empty. Choose a chat.'
				: `Chat ID is fixed: ${value}. ${CHAT}: choose the chat again.`,
		);
	}
	return { chatId: { __rl: true, mode, value } };
}

/** Fields that have no other name and no other form in our node than in this pair. */
export function same(node: TelegramNode, ...names: Array<[ours: string, theirs: string]>) {
	return Object.fromEntries(names.map(([ours, theirs]) => [ours, textOf(node.parameters[theirs])]));
}

/** The fields that a person has added. */
export const addedTo = ({ parameters }: TelegramNode): Parameters =>
	isRecord(parameters.additionalFields) ? parameters.additionalFields : {};
