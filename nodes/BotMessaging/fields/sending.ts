import type { Encode, Field } from '../engine/define';
import { UserError } from '../api/errors';
import { choice, json, optionalText } from './encode';
import { messageThreadId, optionalInteger } from './message';

/** What can be added to a message beside its content (reference 5.2). */

export const disableNotification: Field = {
	displayName: 'Silent',
	name: 'disableNotification',
	type: 'boolean',
	default: true,
	description: 'Whether to send the message silently. People receive it without a sound.',
	wire: 'asRead',
};

export const protectContent: Field = {
	displayName: 'Protect Content',
	name: 'protectContent',
	type: 'boolean',
	default: true,
	description: 'Whether to protect the message from forwarding and saving',
	wire: 'asRead',
};

/** How a message is sent, whatever is in it. */
export const delivery: Field[] = [disableNotification, protectContent, messageThreadId];

const PREVIEWS = {
	above: { show_above_text: true },
	hide: { is_disabled: true },
	large: { prefer_large_media: true },
	small: { prefer_small_media: true },
};

export const linkPreviewOptions: Field = {
	displayName: 'Link Preview',
	name: 'linkPreviewOptions',
	type: 'options',
	options: [
		{ name: 'Above Text', value: 'above' },
		{ name: 'Hide', value: 'hide' },
		{ name: 'Large Picture', value: 'large' },
		{ name: 'Small Picture', value: 'small' },
	],
	default: 'hide',
	description: 'How to preview a link in the text',
	wire: {
		encode: choice(
			Object.fromEntries(Object.entries(PREVIEWS).map(([name, preview]) => [name, () => preview])),
		),
	},
};

/** A list of MessageEntity. An empty one counts as not added, because it is the default. */
const entityList: Encode = (value, label) => {
	const data = json(value, label);
	const list: unknown[] = Array.isArray(data) ? data.filter((entry) => entry != null) : [data];
	if (!list.every((entry) => typeof entry === 'object' && !Array.isArray(entry))) {
		throw new UserError(
			`${label} must be a list of objects`,
			'For example [{"type": "bold", "offset": 0, "length": 5}]: the position of the formatted part, and its format.',
		);
	}
	return list.length > 0 ? list : undefined;
};

export const entities: Field = {
	displayName: 'Entities (JSON)',
	name: 'entities',
	type: 'json',
	default: '[]',
	description:
		'Formatting as a list of positions in the text, instead of Format. The server ignores the list if Format is set. An empty list has no effect.',
	hint: 'For example [{"type": "bold", "offset": 0, "length": 5}]',
	wire: { encode: entityList },
};

export const captionEntities: Field = {
	...entities,
	displayName: 'Caption Entities (JSON)',
	name: 'captionEntities',
	description:
		'Formatting as a list of positions in the caption, instead of Format. The server ignores the list if Format is set. An empty list has no effect.',
};

export const showCaptionAboveMedia: Field = {
	displayName: 'Caption Above Media',
	name: 'showCaptionAboveMedia',
	type: 'boolean',
	default: true,
	description: 'Whether to show the caption above the photo or video instead of below',
	wire: 'asRead',
};

export const hasSpoiler: Field = {
	displayName: 'Spoiler',
	name: 'hasSpoiler',
	type: 'boolean',
	default: true,
	description: 'Whether to blur the photo or video until someone taps it',
	wire: 'asRead',
};

export const supportsStreaming: Field = {
	displayName: 'Streaming',
	name: 'supportsStreaming',
	type: 'boolean',
	default: true,
	description: 'Whether people can watch the video while it loads',
	wire: 'asRead',
};

export const performer: Field = {
	displayName: 'Performer',
	name: 'performer',
	type: 'string',
	default: '',
	placeholder: 'e.g. The Beatles',
	description: 'The performer shown in the audio player',
	wire: { encode: optionalText },
};

export const title: Field = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Yesterday',
	description: 'The title of the track shown in the audio player',
	wire: { encode: optionalText },
};

export const disableContentTypeDetection: Field = {
	displayName: 'Skip Type Detection',
	name: 'disableContentTypeDetection',
	type: 'boolean',
	default: true,
	description: 'Whether to send the file as it is, without detecting its type',
	wire: 'asRead',
};

export const videoStartTimestamp: Field = {
	...optionalInteger,
	displayName: 'Video Start (Seconds)',
	name: 'videoStartTimestamp',
	placeholder: 'e.g. 30',
	description: 'The position at which the copied video starts to play',
};
