import { DELIVERY, VIEWING } from '../../reference';
import type { Params } from '../wire/params';
import { badRequest } from './refusal';

/**
 * Options of a message, by the API's names. The message keeps them as given; only the topic and the
 * formatting show in answers of the API.
 */

const KEPT = [
	...Object.keys(DELIVERY),
	...Object.keys(VIEWING),
	'link_preview_options',
	'entities',
	'caption_entities',
	'performer',
	'title',
	'supports_streaming',
	'disable_content_type_detection',
	'video_start_timestamp',
];

const isEntity = ({ type, offset, length }: Record<string, unknown>) =>
	typeof type === 'string' &&
	Number.isSafeInteger(offset) &&
	Number.isSafeInteger(length) &&
	(offset as number) >= 0 &&
	(length as number) > 0;

/** Throws 400 for invalid entities. */
function checkEntities(given: unknown): void {
	const entities = (given ?? []) as Array<Record<string, unknown>>;
	if (!entities.every(isEntity)) throw badRequest('entities must be objects of type and range');
}

/** The options to keep from a request; a parse mode overrides entities. Throws 400 for invalid ones. */
export function optionsOf(params: Params): Record<string, unknown> | undefined {
	checkEntities(params.entities);
	checkEntities(params.caption_entities);
	const isParsed = params.parse_mode !== undefined;
	const kept = KEPT.filter(
		(name) => params[name] !== undefined && !(isParsed && name.endsWith('entities')),
	);
	if (kept.length === 0) return undefined;
	return Object.fromEntries(kept.map((name) => [name, params[name]]));
}
