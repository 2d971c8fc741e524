import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../../api/errors';

/** Where n8n takes the answer to one question: what an address of n8n says behind its host. */
export interface Destination {
	executionId: string;
	nodeId: string;
	/** n8n's own, 64 hexadecimal digits: it lets nobody through without it. */
	signature: string;
}

/** How a question is answered: by a press of one of its buttons, or by a reply to it. */
export type AnswerKind = 'press' | 'reply';

export interface Carried extends Destination {
	/** `form`: by presses and by messages. */
	kind: AnswerKind | 'form';
	/** Of a form: the mark of the step that its buttons belong to. */
	step?: string;
}

/** What the data of a question's buttons begins with. */
const MARKS: Record<Carried['kind'], string> = { press: '~', reply: '^', form: '=' };

/** How many signs the mark of a form's step has. */
export const STEP_LENGTH = 4;

/** A button's data has at most 64 bytes (service methods, "Limits"); two say which part it is. */
const PART_LENGTH = 62;

/** Printable signs of one byte each, without the blank: servers may trim it. */
const FIRST_SIGN = 0x21;
const SIGNS = 94n;

/** The most buttons of a question: each has one sign for its place. */
export const MOST_BUTTONS = Number(SIGNS);

const SIGNATURE_BITS = 256n;
const UUID_BITS = 122n;

const UUID = /^([0-9a-f]{8})-([0-9a-f]{4})-4([0-9a-f]{3})-([89ab])([0-9a-f]{3})-([0-9a-f]{12})$/;

/** The bits of a random UUID that are not the same in all of them. */
function bitsOfUuid(uuid: string): bigint | undefined {
	const match = UUID.exec(uuid);
	if (!match) return undefined;
	const [, a, b, c, variant = '', d, e] = match;
	const top = BigInt(`0x${a}${b}${c}`);
	const variantBits = BigInt('89ab'.indexOf(variant));
	return (((top << 2n) | variantBits) << 60n) | BigInt(`0x${d}${e}`);
}

function uuidOf(bits: bigint): string {
	const tail = (bits & ((1n << 60n) - 1n)).toString(16).padStart(15, '0');
	const variant = '89ab'[Number((bits >> 60n) & 3n)];
	const top = (bits >> 62n).toString(16).padStart(15, '0');
	return `${top.slice(0, 8)}-${top.slice(8, 12)}-4${top.slice(12)}-${variant}${tail.slice(0, 3)}-${tail.slice(3)}`;
}

const numberOfText = (text: string) => BigInt(`0x01${Buffer.from(text).toString('hex')}`);

function textOfNumber(number: bigint): string {
	const hex = number.toString(16);
	return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0').slice(2), 'hex').toString();
}

/** All of it as one number; the usual ids of n8n in as few bits as they need. */
function pack({ executionId, nodeId, signature }: Destination): bigint {
	const uuid = bitsOfUuid(nodeId);
	const isUsual = uuid !== undefined && /^[1-9]\d*$/.test(executionId);
	const ids = isUsual
		? (BigInt(executionId) << UUID_BITS) | uuid
		: numberOfText(`${executionId}/${nodeId}`);
	return (((ids << SIGNATURE_BITS) | BigInt(`0x${signature}`)) << 1n) | (isUsual ? 0n : 1n);
}

function unpack(packed: bigint): Destination | undefined {
	const signed = packed >> 1n;
	const ids = signed >> SIGNATURE_BITS;
	const bits = signed & ((1n << SIGNATURE_BITS) - 1n);
	const signature = bits.toString(16).padStart(64, '0');
	if ((packed & 1n) === 0n) {
		const executionId = ids >> UUID_BITS;
		const nodeId = uuidOf(ids & ((1n << UUID_BITS) - 1n));
		return executionId > 0n ? { executionId: `${executionId}`, nodeId, signature } : undefined;
	}
	const [, executionId, nodeId] = /^([^/]+)\/(.+)$/s.exec(textOfNumber(ids)) ?? [];
	return executionId && nodeId ? { executionId, nodeId, signature } : undefined;
}

const signOf = (digit: number) => String.fromCharCode(FIRST_SIGN + digit);
const digitOf = (sign: string) => sign.charCodeAt(0) - FIRST_SIGN;

/** A number in as few signs as possible, each of which is one byte in the data of a button. */
export function signsOf(number: bigint): string {
	let signs = '';
	for (let rest = number; rest > 0n; rest /= SIGNS) signs = signOf(Number(rest % SIGNS)) + signs;
	return signs;
}

export const numberOf = (signs: string) =>
	[...signs].reduce((number, sign) => number * SIGNS + BigInt(digitOf(sign)), 0n);

/** Takes an address that n8n has signed apart. Throws UserError for one that it made otherwise. */
export function destinationOf(address: string): Destination {
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

/** How many buttons it takes at least to carry this. */
export const buttonsFor = (destination: Destination, step = '') =>
	Math.ceil(signsOf(pack(destination)).length / (PART_LENGTH - step.length));

/**
 * The data of a question's buttons, in their order: together they say where the
 * answer goes. No two are the same, and no address of n8n is in them.
 *
 * @param buttons at least as many as `buttonsFor` says, at most MOST_BUTTONS
 * @param step of a form, STEP_LENGTH signs
 */
export function dataOf(
	destination: Destination,
	kind: Carried['kind'],
	buttons: number,
	step = '',
): string[] {
	const signs = signsOf(pack(destination));
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

/** Where the answer to this message goes, if it is a question. */
export function carriedBy(message: IDataObject): Carried | undefined {
	const data = buttonData(message);
	const [first] = data;
	const kind = (Object.keys(MARKS) as Array<Carried['kind']>).find((one) =>
		first?.startsWith(MARKS[one]),
	);
	if (!first || !kind || data.length > MOST_BUTTONS) return undefined;
	const isWhole = data.every(
		(text, place) => text.startsWith(MARKS[kind] + signOf(place)) && /^[!-~]{2,64}$/.test(text),
	);
	const begin = kind === 'form' ? 2 + STEP_LENGTH : 2;
	const step = kind === 'form' ? { step: first.slice(2, begin) } : {};
	const signs = data.map((text) => text.slice(begin)).join('');
	const destination = isWhole && signs.length > 0 ? unpack(numberOf(signs)) : undefined;
	return destination && { ...destination, kind, ...step };
}

/** Whether a button may be one of a question, going by its data alone. */
export const looksCarried = (data: unknown) =>
	typeof data === 'string' && /^[~^=][!-~]{1,63}$/.test(data);
