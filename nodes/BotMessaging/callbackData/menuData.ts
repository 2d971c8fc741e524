import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { numberOf, signsOf } from './buttonData';
import { isProof, proofOf } from './proof';

/** Where a menu is: all that a button needs to know besides its place. */
export interface MenuPlace {
	/** The pages that were gone through, by their numbers; the last one is shown. Never empty. */
	path: number[];
	/** Of the page that is shown. */
	fingerprint: number;
	/** Who alone may press, as `personOf` has it; 0: everybody. */
	person: number;
}

/** What a button of a menu says. */
export interface MenuPress extends MenuPlace {
	/** Whether the menu is one of this workflow. */
	isOurs: boolean;
	/** Which button of the page it is, from 0. */
	button: number;
}

/** What the data of a menu's buttons begins with. */
const MARK = '|';

/** Bytes, in the order in which they are written. */
const SIZES = { workflow: 3, fingerprint: 3, button: 1, person: 6 };
const PAGE_SIZE = 2;

/** Of the hexadecimal digits of a proof, as many as there is room for. */
const PROOF_LENGTH = 24;

/** How many pages a button remembers: the data of a button has 64 bytes (reference 2.4). */
export const MOST_PAGES = 12;

/** So many bytes of the hash of a text, as a number. */
export const hashOf = (text: string, bytes: number): number =>
	createHash('sha256').update(text).digest().readUIntBE(0, bytes);

const hexOf = (number: number, bytes: number) => number.toString(16).padStart(2 * bytes, '0');

/** Whose menu it is. Any number of a person is good, and none is in the button. */
export const personOf = (userId: string) => hashOf(userId, SIZES.person) || 1;

export const looksLikeMenu = (data: unknown): data is string =>
	typeof data === 'string' && /^\|[!-~]{1,63}$/.test(data);

/** Writes and reads the data of the buttons of a workflow's menus. Nobody without the bot token can write it. */
export class MenuData {
	private readonly workflow: number;

	constructor(
		private readonly credential: IDataObject | undefined,
		workflowId: string,
	) {
		this.workflow = hashOf(workflowId, SIZES.workflow);
	}

	/** The data of a button, of at most 64 bytes. */
	pack({ path, ...place }: MenuPlace, button: number): string {
		const head = { workflow: this.workflow, button, ...place };
		const names = Object.keys(SIZES) as Array<keyof typeof SIZES>;
		// A number does not keep zeros at its front.
		const hex = ['01', ...names.map((name) => hexOf(head[name], SIZES[name]))]
			.concat(path.map((page) => hexOf(page, PAGE_SIZE)))
			.join('');
		const proof = proofOf(this.credential, MARK, hex).slice(0, PROOF_LENGTH);
		return MARK + signsOf(BigInt(`0x${hex}${proof}`));
	}

	/** What the data says; nothing if it was not written by `pack` with the token of this bot. */
	unpack(data: string): MenuPress | undefined {
		const all = `0${numberOf(data.slice(MARK.length)).toString(16)}`;
		const [hex, proof] = [all.slice(0, -PROOF_LENGTH), all.slice(-PROOF_LENGTH)];
		const parts = /^01(.{6})(.{6})(..)(.{12})((?:.{4})+)$/.exec(hex)?.slice(1);
		if (!parts || !isProof(proof, this.credential, MARK, hex, PROOF_LENGTH)) return undefined;
		const [workflow, fingerprint, button, person] = parts.map((part) => parseInt(part, 16));
		const path = parts[4]!.match(/.{4}/g)!.map((page) => parseInt(page, 16));
		return { isOurs: workflow === this.workflow, fingerprint, button, person, path } as MenuPress;
	}
}
