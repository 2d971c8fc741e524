import type { Body } from '../../api/multipart';
import { operation, type Reading, type Turn, type Values } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { ifFormatRefused, longText } from '../../fields/format';
import { allowPrivateAddresses } from '../../fields/media';
import {
	caption,
	parseMode,
	replyToMessageId,
	sendAnyway,
	withoutReply,
	delivery,
} from '../../fields/message';
import type { Texts } from '../../format';
import { captionFields } from './mediaGroup/captions';
import { MOST_MEDIA, mediaFields } from './mediaGroup/mediaFields';
import { sendParts, sharedOf, textPartsOf, WITHOUT_FORMATTING, type TextPart } from './sendInParts';

const IN_PARTS =
	'A caption was too long, so the rest was sent as a message after the album. The output has an item for it.';

const SEVERAL_ALBUMS = `An album takes up to ${MOST_MEDIA} photos and videos, so there are several.`;

/** The album, or several of ten, and after it a message for each piece of a caption that did not fit. */
function partsOf(body: Body, additional: Values, texts: Texts): TextPart[] {
	const entries = (body.media as Body[]).map((entry, index): TextPart[] =>
		entry.caption === undefined
			? [{ body: entry, plain: entry }]
			: textPartsOf(entry, 'caption', `Caption of Media ${index + 1}`, additional, texts),
	);
	const shared = sharedOf(body);
	const firsts = entries.flatMap(([first]) => first ?? []);
	const albums = Array.from({ length: Math.ceil(firsts.length / MOST_MEDIA) }, (_none, index) => {
		const some = firsts.slice(index * MOST_MEDIA, (index + 1) * MOST_MEDIA);
		const about = index === 0 ? body : shared;
		return {
			body: { ...about, media: some.map((entry) => entry.body) },
			plain: { ...about, media: some.map((entry) => entry.plain) },
		};
	});
	const rests = entries.flatMap(([, ...rest]) => rest);
	return [
		...albums,
		...rests.map((rest) => ({
			...rest,
			body: { ...shared, ...rest.body },
			plain: { ...shared, ...rest.plain },
		})),
	];
}

/**
 * Sends an album whose captions may be too long, or whose formatting the server may refuse. Outputs every
 * message, including those that continue a caption, each with `sentAsPlainText` if If Formatting Is
 * Refused is set.
 */
const sendAlbumInParts =
	({ body, values, texts }: Reading) =>
	async (turn: Turn): Promise<unknown> => {
		const additional = values.additionalFields as Values;
		const planned = partsOf(body, additional, texts);
		const sent = await sendParts(planned, turn, additional);
		const albums = planned.filter(({ method }) => method === undefined);
		if (albums.length > 1) turn.notice(SEVERAL_ALBUMS);
		if (sent.length > albums.length) turn.notice(IN_PARTS);
		if (sent.some(({ isPlain }) => isPlain)) turn.notice(WITHOUT_FORMATTING);
		if (additional.ifFormatRefused === undefined) return sent.flatMap(({ messages }) => messages);
		return sent.flatMap(({ messages, isPlain }) =>
			messages.map((message) => ({ ...message, sentAsPlainText: isPlain })),
		);
	};

/** Reference 5.3; the caption and its parse mode go into the first entry of the group. */
export const sendMediaGroup = operation('message', 'sendMediaGroup', {
	effect: 'once',
	ordered: true,
	name: 'Send Album',
	action: 'Send an album',
	description: 'Send photos and videos as an album. More than ten become several albums.',
	fields: [chatId, ...mediaFields],
	additionalFields: [
		{
			...caption,
			description: 'Text shown with the album, unless its first photo or video has its own caption',
			wire: 'formOnly',
		},
		...captionFields,
		allowPrivateAddresses,
		ifFormatRefused,
		longText,
		{ ...parseMode, wire: 'formOnly' },
		replyToMessageId,
		sendAnyway,
		...delivery,
	],
	ifRefused: withoutReply,
	inParts: sendAlbumInParts,
});
