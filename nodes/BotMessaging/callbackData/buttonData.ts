import { randomInt } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../api/errors';

/** Where n8n takes the answer to one question: what an address of n8n says behind its host. */
export interface ResumeAddress {
	executionId: string;
	nodeId: string;
	/** n8n's own, 64 hexadecimal digits: it lets nobody through without it. */
	signature: string;
}

/** How a question is answered: by a press of one of its buttons, or by a reply to it. */
export type AnswerKind = 'press' | 'reply';

export interface CallbackData extends ResumeAddress {
	/** `form`: by presses and by messages. */
	kind: AnswerKind | 'form';
	/** Of a form: the mark of the step that its buttons belong to. */
	step?: string;
}

/** What the data of a question's buttons begins with. */
const MARKS: Record<CallbackData['kind'], string> = { press: '~', reply: '^', form: '=' };

/** How many signs the mark of a form's step has. */
const STEP_LENGTH = 4;

/** A button's data has at most 64 bytes (reference 2.4); two say which part it is. */
const PART_LENGTH = 62;

/** Printable signs of one byte each, without the blank: servers may trim it. */
const FIRST_SIGN = 0x21;
const SIGNS = 94;

/** The most buttons of a question: each has one sign for its place. */
export const MOST_BUTTONS = SIGNS;

const SIGNATURE_BITS = 256n;
const UUID_BITS = 122n;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const lowest = (bits: bigint, count: bigint) => bits & ((1n << count) - 1n);

/** The bits of a random UUID that are not the same in all of them. */
function bitsOfUuid(uuid: string): bigint {
	const digits = uuid.replaceAll('-', '');
	const random = digits.slice(0, 12) + digits.slice(13, 16) + digits.slice(17);
	return (BigInt(`0x${random}`) << 2n) | BigInt('89ab'.indexOf(digits.charAt(16)));
}

function uuidOf(bits: bigint): string {
	const random = (bits >> 2n).toString(16).padStart(30, '0');
	const variant = '89ab'.charAt(Number(bits & 3n));
	const digits = `${random.slice(0, 12)}4${random.slice(12, 15)}${variant}${random.slice(15)}`;
	return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** All of it as one number; the usual ids of n8n in as few bits as they need. */
function pack({ executionId, nodeId, signature }: ResumeAddress): bigint {
	const isUsual = UUID.test(nodeId) && /^[1-9]\d*$/.test(executionId);
	const ids = isUsual
		? (BigInt(executionId) << UUID_BITS) | bitsOfUuid(nodeId)
		: BigInt(`0x01${Buffer.from(`${executionId}/${nodeId}`).toString('hex')}`);
	return (((ids << SIGNATURE_BITS) | BigInt(`0x${signature}`)) << 1n) | (isUsual ? 0n : 1n);
}

function unpack(packed: bigint): ResumeAddress | undefined {
	const ids = packed >> (SIGNATURE_BITS + 1n);
	const signature = lowest(packed >> 1n, SIGNATURE_BITS)
		.toString(16)
		.padStart(64, '0');
	const text = Buffer.from(`0${ids.toString(16)}`.slice(2), 'hex').toString();
	const [executionId, nodeId] =
		(packed & 1n) === 0n
			? [String(ids >> UUID_BITS), uuidOf(lowest(ids, UUID_BITS))]
			: (/^([^/]+)\/(.+)$/s.exec(text)?.slice(1) ?? []);
	return executionId && executionId !== '0' && nodeId
		? { executionId, nodeId, signature }
		: undefined;
}

const signOf = (digit: number) => String.fromCharCode(FIRST_SIGN + digit);
const digitOf = (sign: string) => sign.charCodeAt(0) - FIRST_SIGN;

/** A number in as few signs as possible, each of which is one byte in the data of a button. */
export function signsOf(number: bigint): string {
	let signs = '';
	const base = BigInt(SIGNS);
	for (let rest = number; rest > 0n; rest /= base) signs = signOf(Number(rest % base)) + signs;
	return signs;
}

export const numberOf = (signs: string) =>
	[...signs].reduce((number, sign) => number * BigInt(SIGNS) + BigInt(digitOf(sign)), 0n);

/** A new mark of a form's step. */
export const newStep = () =>
	Array.from({ length: STEP_LENGTH }, () => signOf(randomInt(SIGNS))).join('');

/** Takes an address that n8n has signed apart. Throws UserError for one that it made otherwise. */
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

/** How many buttons it takes at least to carry this. */
export const buttonsFor = (resumeAddress: ResumeAddress, step = '') =>
	Math.ceil(signsOf(pack(resumeAddress)).length / (PART_LENGTH - step.length));

/**
 * The data of a question's buttons, in their order: together they say where the
 * answer goes. No two are the same, and no address of n8n is in them.
 *
 * @param buttons at least as many as `buttonsFor` says, at most MOST_BUTTONS
 * @param step of a form, STEP_LENGTH signs
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

/** What the data of one button says, if it looks like one of a question: others may look so too. */
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
	const isWhole = parts.every((one, place) => {
		return one?.of.kind === first?.of.kind && one?.button === place;
	});
	const signs = parts.map((one) => one?.signs).join('');
	const isQuestion = first && isWhole && signs && parts.length <= MOST_BUTTONS;
	const resumeAddress = isQuestion ? unpack(numberOf(signs)) : undefined;
	return resumeAddress && { ...resumeAddress, ...first!.of };
}

/** Which button was pressed, by its data alone; nothing if it is none of a question that is known. */
export function pressedIn(
	data: string,
	known: CallbackData,
): { callbackData: CallbackData; button: number } | undefined {
	const part = partIn(data);
	if (part?.of.kind !== known.kind || !signsOf(pack(known)).includes(part.signs)) return undefined;
	return { callbackData: { ...known, ...part.of }, button: part.button };
}
