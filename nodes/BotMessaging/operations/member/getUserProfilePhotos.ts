import type { ProfilePhotos } from '../../../../reference';
import { userId } from '../../fields/user';
import { integer } from '../../fields/encode';
import { limit, number, sent } from '../../fields/formField';
import { operation } from '../../engine/define';

/** The newest photo in its largest size, which is the last one. */
function newestOf(photos: ProfilePhotos['photos'] | undefined): string | null {
	const newest = Array.isArray(photos) ? photos[0] : undefined;
	return Array.isArray(newest) ? (newest.at(-1)?.file_id ?? null) : null;
}

/** Reference 5.1. */
export const getUserProfilePhotos = operation('member', 'getUserProfilePhotos', {
	effect: 'read',
	ordered: false,
	name: 'Get Profile Photos',
	action: 'Get the profile photos of a user',
	description: 'Get the file IDs of the profile photos of a user',
	fields: [userId],
	additionalFields: [
		limit,
		sent('offset', 'How many of the newest photos to skip', integer, number(0, { minValue: 0 })),
	],
	output: (found, body) => [{ userId: body.user_id, fileId: newestOf(found?.photos), ...found }],
});
