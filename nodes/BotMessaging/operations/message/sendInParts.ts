import type { IDataObject } from 'n8n-workflow';

import type { Part, Reading, Turn, Values } from '../../engine/define';
import { sendPart, textPartsOf, WITHOUT_FORMATTING } from './textParts';

const IN_PARTS =
	'The text was too long for one message and was sent in several. Their IDs are in messageIds.';

interface SentTextPart extends Part {
	message: IDataObject;
	isPlain: boolean;
}

/**
 * Sends a text or a caption that may be too long for one message, or formatted in a way that the
 * server refuses. The output is the first message, with the ids of all in `messageIds` if Long Text
 * is set, and with `sentAsPlainText` if If Formatting Is Refused is.
 */
export const sendInParts =
	({ body, values, texts }: Reading) =>
	async (turn: Turn): Promise<unknown> => {
		const additional = values.additionalFields as Values;
		const [key, label] =
			'text' in body ? (['text', 'Text'] as const) : (['caption', 'Caption'] as const);
		const planned = textPartsOf(body, key, label, additional, texts);
		const sent = await turn.parts(planned, async (part): Promise<SentTextPart> => {
			const { result, isPlain } = await sendPart(part, turn, additional);
			return { message: result as IDataObject, isPlain };
		});
		const isPlain = sent.some((one) => one.isPlain);
		if (sent.length > 1) turn.notice(IN_PARTS);
		if (isPlain) turn.notice(WITHOUT_FORMATTING);
		return {
			...sent[0]?.message,
			...(additional.longText !== undefined && {
				messageIds: sent.map(({ message }) => message.message_id),
			}),
			...(additional.ifFormatRefused !== undefined && { sentAsPlainText: isPlain }),
		};
	};
