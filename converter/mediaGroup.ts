import { fileByText } from './files';
import { formatOf } from './formatting';
import { type TelegramNode } from './telegram';
import { isRecord, textOf, type Parameters } from './workflow';

function entry(given: Parameters, node: TelegramNode): Parameters {
	const { type = 'photo', media, additionalFields } = given;
	const { caption, parse_mode: mode } = isRecord(additionalFields) ? additionalFields : {};
	const parseMode = formatOf(mode);
	return {
		type,
		...fileByText(media, 'media', node.note),
		...(textOf(caption) !== '' && { caption }),
		...(parseMode !== '' && { parseMode }),
	};
}

/** The photos and videos of an album. */
export function album(node: TelegramNode): Parameters {
	const { media } = node.parameters;
	const list = isRecord(media) && Array.isArray(media.media) ? media.media : [];
	return {
		mediaSource: 'list',
		media: { entry: list.filter(isRecord).map((given) => entry(given, node)) },
	};
}
