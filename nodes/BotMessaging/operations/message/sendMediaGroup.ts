import { chatId } from '../../fields/chat';
import { captionFields } from './mediaGroup/captions';
import { ifFormatRefused, longText } from '../../fields/format';
import { allowPrivateAddresses } from '../../fields/media';
import { mediaFields } from './mediaGroup/mediaGroup';
import {
	caption,
	parseMode,
	replyToMessageId,
	sendAnyway,
	withoutReply,
	delivery,
} from '../../fields/message';
import type { Operation } from '../../engine/define';
import { sendAlbumInParts } from './mediaGroup/sendAlbumInParts';

/** Reference 5.3; the caption and its parse mode go into the first entry of the group. */
export const sendMediaGroup: Operation<'sendMediaGroup'> = {
	resource: 'message',
	value: 'sendMediaGroup',
	method: 'sendMediaGroup',
	effect: 'once',
	ordered: true,
	name: 'Send Media Group',
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
};
