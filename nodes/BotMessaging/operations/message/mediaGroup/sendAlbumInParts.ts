import type { IDataObject } from 'n8n-workflow';

import type { Body } from '../../../api/multipart';
import type { Part, Reading, Turn, Values } from '../../../engine/define';
import type { Texts } from '../../../formatting';
import {
	sendPart,
	sharedOf,
	textPartsOf,
	WITHOUT_FORMATTING,
	type TextPart,
	type TextParts,
} from '../textParts';

const IN_PARTS =
	'A caption was too long, so the rest was sent as a message after the album. The output has an item for it.';

interface SentPart extends Part {
	message: IDataObject;
	/** All messages of the album, or the one that continues a caption. */
	messages: IDataObject[];
	isPlain: boolean;
}

/** The album, and after it a message for each piece of a caption that did not fit. */
function partsOf(body: Body, additional: Values, texts: Texts): TextPart[] {
	const entries = (body.media as Body[]).map((entry, index): TextParts =>
		entry.caption === undefined
			? [{ body: entry, plain: entry }]
			: textPartsOf(entry, 'caption', `Caption of Media ${index + 1}`, additional, texts),
	);
	const album = {
		body: { ...body, media: entries.map(([first]) => first.body) },
		plain: { ...body, media: entries.map(([first]) => first.plain) },
	};
	const shared = sharedOf(body);
	const rests = entries.flatMap(([, ...rest]) => rest);
	return [
		album,
		...rests.map((rest) => ({
			...rest,
			body: { ...shared, ...rest.body },
			plain: { ...shared, ...rest.plain },
		})),
	];
}

/**
 * Sends an album whose captions may be too long, or formatted in a way that the server refuses. Outputs
 * every message, those that continue a caption as well, each with `sentAsPlainText` if If
 * Formatting Is Refused is set.
 */
export const sendAlbumInParts =
	({ body, values, texts }: Reading) =>
	async (turn: Turn): Promise<unknown> => {
		const additional = values.additionalFields as Values;
		const planned = partsOf(body, additional, texts);
		const sent = await turn.parts(planned, async (part): Promise<SentPart> => {
			const { result, isPlain } = await sendPart(part, turn, additional);
			const messages = [result].flat() as IDataObject[];
			const [message = {}] = messages;
			return { message, messages, isPlain };
		});
		if (sent.length > 1) turn.notice(IN_PARTS);
		if (sent.some(({ isPlain }) => isPlain)) turn.notice(WITHOUT_FORMATTING);
		if (additional.ifFormatRefused === undefined) return sent.flatMap(({ messages }) => messages);
		return sent.flatMap(({ messages, isPlain }) =>
			messages.map((message) => ({ ...message, sentAsPlainText: isPlain })),
		);
	};
