import type { IDataObject } from 'n8n-workflow';

import { numberOf, signsOf } from '../operations/message/sendAndWait/buttonData';
import { isProof, proofOf } from '../operations/message/sendAndWait/proof';
import { hashOf } from './pages';

/** Where a menu is: all that a button needs to know besides its place. */
export interface Place {
	/** The pages that were gone through, by their numbers; the last one is shown. Never empty. */
	path: number[];
	/** Of the page that is shown. */
	fingerprint: number;
	/** Who alone may press, as `personOf` has it; 0: everybody. */
	person: number;
}

/** What a button of a menu says. */
export interface Opened extends Place {
	/** Whether the menu is one of this workflow. */
	isOurs: boolean;
	/** Which button of the page it is, from 0. */
	button: number;
}

/** What the data of a menu's buttons begins with. */
const MARK = '|';

/** Bytes. */
const SIZES = { workflow: 3, fingerprint: 3, button: 1, person: 6, page: 2 };
const BEFORE_PATH = 1 + SIZES.workflow + SIZES.fingerprint + SIZES.button + SIZES.person;

/** Of the hexadecimal digits of a proof, as many as there is room for. */
const PROOF_LENGTH = 24;

/** How many pages a button remembers: the data of a button has 64 bytes (service methods, "Limits"). */
export const MOST_PAGES = 12;

/** Whose menu it is. Any number of a person is good, and none is in the button. */
export const personOf = (userId: string) => hashOf(userId, SIZES.person) || 1;

export const looksSealed = (data: unknown): data is string =>
	typeof data === 'string' && /^\|[!-~]{1,63}$/.test(data);

/** Writes and reads the data of the buttons of a workflow's menus. Nobody without the bot token can write it. */
export class Seal {
	private readonly workflow: number;

	constructor(
		private readonly credential: IDataObject | undefined,
		workflowId: string,
	) {
		this.workflow = hashOf(workflowId, SIZES.workflow);
	}

	/** The data of a button, of at most 64 bytes. */
	close({ path, fingerprint, person }: Place, button: number): string {
		const body = Buffer.alloc(BEFORE_PATH + SIZES.page * path.length);
		// A number does not keep zeros at its front.
		let at = body.writeUInt8(1, 0);
		at = body.writeUIntBE(this.workflow, at, SIZES.workflow);
		at = body.writeUIntBE(fingerprint, at, SIZES.fingerprint);
		at = body.writeUIntBE(button, at, SIZES.button);
		at = body.writeUIntBE(person, at, SIZES.person);
		for (const page of path) at = body.writeUIntBE(page, at, SIZES.page);
		const hex = body.toString('hex');
		const proof = proofOf(this.credential, MARK, hex).slice(0, PROOF_LENGTH);
		return MARK + signsOf(BigInt(`0x${hex}${proof}`));
	}

	/** What the data says; nothing if it was not written by `close` with the token of this bot. */
	open(data: unknown): Opened | undefined {
		if (!looksSealed(data)) return undefined;
		const hex = numberOf(data.slice(MARK.length)).toString(16);
		const [whole, proof] = [`0${hex}`.slice(0, -PROOF_LENGTH), hex.slice(-PROOF_LENGTH)];
		const body = Buffer.from(whole, 'hex');
		const pages = (body.length - BEFORE_PATH) / SIZES.page;
		if (!Number.isInteger(pages) || pages < 1) return undefined;
		if (!isProof(proof, this.credential, MARK, whole, PROOF_LENGTH)) return undefined;
		const take = (at: number, size: number) => body.readUIntBE(at, size);
		const fingerprintAt = 1 + SIZES.workflow;
		const buttonAt = fingerprintAt + SIZES.fingerprint;
		return {
			isOurs: take(1, SIZES.workflow) === this.workflow,
			fingerprint: take(fingerprintAt, SIZES.fingerprint),
			button: take(buttonAt, SIZES.button),
			person: take(buttonAt + SIZES.button, SIZES.person),
			path: Array.from({ length: pages }, (_none, index) =>
				take(BEFORE_PATH + index * SIZES.page, SIZES.page),
			),
		};
	}
}
