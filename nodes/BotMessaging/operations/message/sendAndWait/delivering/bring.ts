import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { UserError } from '../../../../api/errors';
import type { Owner } from '../../../../api/owner';
import { deliver, type Delivery } from './deliver';
import type { Desk } from './desk';
import type { Found } from './find';
import type { Envelope } from '../protocol';
import { hidden, proofOf } from '../proof';
import type { Voice } from './tell';

/** What a trigger lends for this. */
export interface Messenger extends Voice {
	bot: Owner;
	/** The decrypted credential. */
	credential: IDataObject | undefined;
	request: (options: IHttpRequestOptions) => Promise<unknown>;
	/** Where n8n may be reached, the likeliest first. */
	bases: string[];
	warn: (words: string) => void;
	/** Whether the trigger has been stopped: what is not done then comes again. */
	isOver: () => boolean;
}

/** Brings an answer to n8n. Rejects if the trigger is stopped meanwhile. */
export async function bring(
	messenger: Messenger,
	desk: Desk,
	{ carried, answering }: Found,
	isPatient: boolean,
): Promise<Delivery> {
	if (!carried) return { botMessagingOutcome: 'closed' };
	const { credential, bases, isOver } = messenger;
	const { step, kind } = carried;
	const signature = kind === 'form' ? hidden(credential, carried) : carried.signature;
	const payload = JSON.stringify({ ...answering, ...(step !== undefined && { step }) });
	const body: Envelope = { payload, proof: proofOf(credential, signature, payload) };
	const request = async (options: IHttpRequestOptions) =>
		await desk.requests.run(async () => await messenger.request(options));
	const delivery = await deliver(
		{ request, bases, reach: desk.reach, isOver, isPatient },
		{ ...carried, signature },
		body,
	);
	const isOpen = ['running', 'unreachable'].includes(delivery.botMessagingOutcome);
	if (isOpen && isOver()) throw new UserError('The trigger was stopped');
	return delivery;
}
