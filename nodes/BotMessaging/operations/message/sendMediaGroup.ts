import { chatId } from '../../fields/chat';
import { captionFields } from './mediaGroup/captions';
import { ifFormatRefused, longText } from '../../fields/format';
import { allowPrivateAddresses } from '../../fields/media';
import { mediaFields } from './mediaGroup/mediaGroup';
import { caption, parseMode, replyToMessageId } from '../../fields/message';
import { delivery } from '../../fields/sending';
import type { Operation } from '../../engine/define';
import { WRONG_FILE } from './hints';
import { sendAlbumInParts } from './mediaGroup/sendAlbumInParts';

/** API reference, "sendMediaGroup"; caption and parse mode stand on the group's first entry. */
export const sendMediaGroup: Operation<'sendMediaGroup'> = {
	resource: 'message',
	value: 'sendMediaGroup',
	method: 'sendMediaGroup',
	effect: 'once',
	ordered: true,
	name: 'Send Media Group',
	action: 'Send an album',
	description: 'Send up to ten photos and videos as one album',
	hints: WRONG_FILE,
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
		...delivery,
	],
	inParts: sendAlbumInParts,
};
