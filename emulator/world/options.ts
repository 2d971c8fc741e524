import { DELIVERY, VIEWING } from '../../reference';
import type { Params } from '../wire/params';
import { badRequest } from './refusal';

/**
 * What a message can be sent with beside its content, by the API's names. All of it stays with the
 * message as it was given; only the topic and the formatting show in what the API answers.
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

/** Throws 400 for entities that say nothing about a part of a text. */
function checkEntities(given: unknown): void {
	const entities = (given ?? []) as Array<Record<string, unknown>>;
	if (!entities.every(isEntity)) throw badRequest('entities must be objects of type and range');
}

/** What a message keeps of its request; a parse mode wins over entities. Throws 400 for wrong ones. */
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
