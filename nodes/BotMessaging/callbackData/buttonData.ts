import { randomInt } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../api/errors';

/** Where n8n takes the answer to a question: the part of its address after the host. */
export interface ResumeAddress {
	executionId: string;
	nodeId: string;
	/** From n8n, 64 hexadecimal digits: n8n rejects answers without it. */
	signature: string;
}

/** How to answer a question: press one of its buttons, or reply to it. */
export type AnswerKind = 'press' | 'reply';

export interface CallbackData extends ResumeAddress {
	/** `form`: by presses and by messages. */
	kind: AnswerKind | 'form';
	/** Of a form: the mark of the step that its buttons belong to. */
	step?: string;
}

/** The first character in the data of a question's buttons. */
const MARKS: Record<CallbackData['kind'], string> = { press: '~', reply: '^', form: '=' };

/** The length of a step's mark in characters. */
const STEP_LENGTH = 4;

/** A button's data has at most 64 bytes (reference 2.4); two are for its kind and place. */
const PART_LENGTH = 62;

/** Printable one-byte characters, without the space: servers may trim it. */
const FIRST_SIGN = 0x21;
const SIGNS = 94;

/** The most buttons of a question: one character tells the place. */
export const MOST_BUTTONS = SIGNS;

/** Hexadecimal digits in a signature. */
const SIGNATURE_LENGTH = 64;

/** n8n's usual node ID: a random UUID. The groups are its digits without the version. */
const UUID = /^([0-9a-f]{8})-([0-9a-f]{4})-4([0-9a-f]{3})-([0-9a-f]{4})-([0-9a-f]{12})$/;

/** The address as one number, with n8n's usual IDs in few bits. The lowest bit says if they are others. */
function pack({ executionId, nodeId, signature }: ResumeAddress): bigint {
	const [, ...digits] = UUID.exec(nodeId) ?? [];
	const isUsual = digits.length > 0 && /^[1-9]\d*$/.test(executionId);
	const ids = isUsual
		? BigInt(executionId).toString(16) + digits.join('')
		: `01${Buffer.from(`${executionId}/${nodeId}`).toString('hex')}`;
	return (BigInt(`0x${ids}${signature}`) << 1n) | (isUsual ? 0n : 1n);
}

function unpack(packed: bigint): ResumeAddress | undefined {
	const hex = (packed >> 1n).toString(16);
	const ids = hex.slice(0, -SIGNATURE_LENGTH);
	const signature = hex.slice(-SIGNATURE_LENGTH);
	if ((packed & 1n) === 1n) {
		const text = Buffer.from(ids.slice(1), 'hex').toString();
		const [, executionId, nodeId] = /^([^/]+)\/(.+)$/s.exec(text) ?? [];
		return executionId && nodeId ? { executionId, nodeId, signature } : undefined;
	}
	const [, execution, one, two, three, four, five] =
		/^(.+)(.{8})(.{4})(.{3})(.{4})(.{12})$/.exec(ids) ?? [];
	if (!execution) return undefined;
	const nodeId = `${one}-${two}-4${three}-${four}-${five}`;
	return { executionId: String(BigInt(`0x${execution}`)), nodeId, signature };
}

const signOf = (digit: number) => String.fromCharCode(FIRST_SIGN + digit);
const digitOf = (sign: string) => sign.charCodeAt(0) - FIRST_SIGN;

/** A number in as few characters as possible. Each is one byte in a button's data. */
export function signsOf(number: bigint): string {
	let signs = '';
	const base = BigInt(SIGNS);
	for (let rest = number; rest > 0n; rest /= base) signs = signOf(Number(rest % base)) + signs;
	return signs;
}

export const numberOf = (signs: string) =>
	[...signs].reduce((number, sign) => number * BigInt(SIGNS) + BigInt(digitOf(sign)), 0n);

/** A random mark for a form's step. */
export const newStep = () =>
	Array.from({ length: STEP_LENGTH }, () => signOf(randomInt(SIGNS))).join('');

/** Parses an address signed by n8n. Throws UserError for one in another format. */
export function resumeAddressOf(address: string): ResumeAddress {
	const { pathname, searchParams } = new URL(address);
	const [nodeId, executionId] = pathname.split('/').map(decodeURIComponent).reverse();
	const signature = searchParams.get('signature') ?? '';
	if (executionId && nodeId && /^[0-9a-f]{64}$/.test(signature)) {
		return { executionId, nodeId, signature };
	}
	throw new UserError(
		'This n8n uses URLs for answers that this node does not know',
		'Nothing was sent. Install the newest version of this package.',
	);
}

/** The fewest buttons that can carry this address. */
export const buttonsFor = (resumeAddress: ResumeAddress, step = '') =>
	Math.ceil(signsOf(pack(resumeAddress)).length / (PART_LENGTH - step.length));

/**
 * The data of a question's buttons, in order: together they contain where the answer goes. Each is different,
 * and none contains an address of n8n.
 *
 * @param buttons from `buttonsFor` up to MOST_BUTTONS
 * @param step of a form, STEP_LENGTH characters
 */
export function dataOf(
	resumeAddress: ResumeAddress,
	kind: CallbackData['kind'],
	buttons: number,
	step = '',
): string[] {
	const signs = signsOf(pack(resumeAddress));
	const length = Math.ceil(signs.length / buttons);
	return Array.from({ length: buttons }, (_none, place) => {
		const part = signs.slice(place * length, (place + 1) * length);
		return MARKS[kind] + signOf(place) + step + part;
	});
}

/** The data of all buttons below a message, in order. */
export function buttonData(message: IDataObject): string[] {
	const markup = Object(message.reply_markup) as { inline_keyboard?: unknown };
	const rows = Array.isArray(markup.inline_keyboard) ? markup.inline_keyboard.flat() : [];
	return rows.map((button) => String((Object(button) as IDataObject).callback_data ?? ''));
}

/** Parses the data of one button that looks like a question's; other buttons may look the same. */
export function partIn(data: unknown) {
	if (typeof data !== 'string' || !/^.[!-~]{1,63}$/.test(data)) return undefined;
	const kinds = Object.keys(MARKS) as Array<CallbackData['kind']>;
	const kind = kinds.find((one) => data.startsWith(MARKS[one]));
	if (!kind) return undefined;
	const begin = kind === 'form' ? 2 + STEP_LENGTH : 2;
	const step = kind === 'form' ? { step: data.slice(2, begin) } : {};
	return { of: { kind, ...step }, button: digitOf(data.charAt(1)), signs: data.slice(begin) };
}

/** Where the answer to this message goes, if it is a question. */
export function callbackDataIn(message: IDataObject): CallbackData | undefined {
	const parts = buttonData(message).map(partIn);
	const [first] = parts;
	if (!first || parts.length > MOST_BUTTONS) return undefined;
	const { kind } = first.of;
	const isWhole = parts.every((one, place) => one?.of.kind === kind && one.button === place);
	const signs = parts.map((one) => one?.signs).join('');
	const resumeAddress = isWhole && signs ? unpack(numberOf(signs)) : undefined;
	return resumeAddress && { ...resumeAddress, ...first.of };
}

/** Which button was pressed, by its data alone; undefined if it does not fit the known question. */
export function pressedIn(
	data: string,
	known: CallbackData,
): { callbackData: CallbackData; button: number } | undefined {
	const part = partIn(data);
	if (part?.of.kind !== known.kind || !signsOf(pack(known)).includes(part.signs)) return undefined;
	return { callbackData: { ...known, ...part.of }, button: part.button };
}
