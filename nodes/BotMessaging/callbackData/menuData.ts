import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { numberOf, signsOf } from './buttonData';
import { isProof, proofOf } from './proof';

export interface MenuPlace {
	/** The visited pages by number; the last one is shown. Never empty. */
	path: number[];
	/** The only person who may press, from `personOf`; 0: everybody. */
	person: number;
}

/** The content of a menu button. */
interface MenuButton extends MenuPlace {
	/** Of the shown page. */
	fingerprint: number;
	/** Index of the button on its page. */
	button: number;
}

export interface MenuPress extends MenuButton {
	/** From `menuOwnerOf`. */
	workflow: number;
}

/** The first character in the data of a menu's buttons. */
const MARK = '|';

/** In bytes, in the order of writing. */
const SIZES = { workflow: 3, fingerprint: 3, button: 1, person: 6 };
const PAGE_SIZE = 2;

/** How many hexadecimal digits of a proof fit. */
const PROOF_LENGTH = 24;

/** The most pages in a path: the data of a button has 64 bytes (reference 2.4). */
export const MOST_PAGES = 12;

/** The first bytes of a text's hash, as a number. */
export const hashOf = (text: string, bytes: number): number =>
	createHash('sha256').update(text).digest().readUIntBE(0, bytes);

const hexOf = (number: number, bytes: number) => number.toString(16).padStart(2 * bytes, '0');

/** The person a menu belongs to. Works for IDs of any length, and keeps them out of the button. */
export const personOf = (userId: string) => hashOf(userId, SIZES.person) || 1;

/** The workflow a menu belongs to. */
export const menuOwnerOf = (workflowId: string) => hashOf(workflowId, SIZES.workflow);

export const looksLikeMenu = (data: unknown): data is string =>
	typeof data === 'string' && /^\|[!-~]{1,63}$/.test(data);

/** Writes and reads the data of a workflow's menu buttons. Only the bot token makes valid data. */
export class MenuData {
	readonly workflow: number;

	constructor(
		private readonly credential: IDataObject | undefined,
		workflowId: string,
	) {
		this.workflow = menuOwnerOf(workflowId);
	}

	/** The data of a button, of at most 64 bytes. */
	pack({ path, ...place }: MenuButton): string {
		const head = { workflow: this.workflow, ...place };
		const names = Object.keys(SIZES) as Array<keyof typeof SIZES>;
		// The leading 01 keeps zeros at the front of the number.
		const hex = ['01', ...names.map((name) => hexOf(head[name], SIZES[name]))]
			.concat(path.map((page) => hexOf(page, PAGE_SIZE)))
			.join('');
		const proof = proofOf(this.credential, MARK, hex).slice(0, PROOF_LENGTH);
		return MARK + signsOf(BigInt(`0x${hex}${proof}`));
	}

	/**
	 * Parses the data; undefined if `pack` did not write it. `unproved`: not with the token that the bot has now.
	 */
	unpack(data: string): MenuPress | 'unproved' | undefined {
		const all = `0${numberOf(data.slice(MARK.length)).toString(16)}`;
		const [hex, proof] = [all.slice(0, -PROOF_LENGTH), all.slice(-PROOF_LENGTH)];
		const parts = /^01(.{6})(.{6})(..)(.{12})((?:.{4})+)$/.exec(hex)?.slice(1);
		if (!parts) return undefined;
		if (!isProof(proof, this.credential, MARK, hex, PROOF_LENGTH)) return 'unproved';
		const [workflow, fingerprint, button, person] = parts.map((part) => parseInt(part, 16));
		const path = parts[4]!.match(/.{4}/g)!.map((page) => parseInt(page, 16));
		return { workflow, fingerprint, button, person, path } as MenuPress;
	}
}
