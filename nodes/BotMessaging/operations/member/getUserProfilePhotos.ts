import type { IDataObject } from 'n8n-workflow';

import { userId } from '../../fields/chat';
import { integer } from '../../fields/encode';
import { limit } from '../../fields/limit';
import type { Operation } from '../../engine/define';

/** The newest photo in its largest size, which is the last one. */
function newestOf(photos: unknown): unknown {
	const [newest] = Array.isArray(photos) ? (photos as unknown[]) : [];
	const largest = Array.isArray(newest) ? (newest.at(-1) as IDataObject | undefined) : undefined;
	return largest?.file_id ?? null;
}

/** Service methods, 2.1. */
export const getUserProfilePhotos: Operation = {
	resource: 'member',
	value: 'getUserProfilePhotos',
	method: 'getUserProfilePhotos',
	effect: 'read',
	ordered: false,
	name: 'Get Profile Photos',
	action: 'Get the profile photos of a user',
	description: 'Get the file IDs of the profile photos of a user',
	hints: [
		{ code: 404, hint: 'Check User ID. The bot must have met the person before.' },
		{ code: 400, hint: 'Check User ID, Limit and Offset.' },
	],
	fields: [userId],
	additionalFields: [
		limit,
		{
			displayName: 'Offset',
			name: 'offset',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'How many of the newest photos to skip',
			wire: { encode: integer },
		},
	],
	output: (result, body) => {
		const found = (result ?? {}) as IDataObject;
		const fileId = newestOf(found.photos) as string | null;
		return [{ userId: body.user_id as number | string, fileId, ...found }];
	},
};
