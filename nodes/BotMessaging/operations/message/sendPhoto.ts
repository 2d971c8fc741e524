import type { IDataObject } from 'n8n-workflow';

import { AnswerError } from '../../api/errors';
import type { Body } from '../../api/multipart';
import { settle, without } from '../../api/basics';
import { operation, type Reading, type Turn, type Values } from '../../engine/define';
import { choices, formOnly } from '../../fields/formField';
import { hasSpoiler, showCaptionAboveMedia } from '../../fields/message';
import { fileMessage, sendInParts } from './sendInParts';

const ifPhotoRefused = formOnly(
	'ifPhotoRefused',
	'What to do if the server does not take the picture as a photo, because of its width and height, its size or its format. The output says in sentAsDocument whether it was sent as a document.',
	{
		displayName: 'If the Photo Is Refused',
		...choices('fail', {
			fail: ['Fail', 'Fail the item with an error'],
			document: ['Send as Document', 'Send the picture as a file, as it is'],
		}),
	},
);

const AS_FILE =
	'The server did not take the picture as a photo, so it was sent as a document. These items have sentAsDocument.';

/** What servers say if the dimensions, the size or the format do not suit a photo. */
const NO_PHOTO =
	/\b(?:PHOTO_INVALID_DIMENSIONS|IMAGE_PROCESS_FAILED|PHOTO_(?:EXT_|SAVE_FILE_)?INVALID|too big)\b/i;

/** The file ID of a photo cannot be sent as a document. */
const isRefused = (error: unknown, { photo }: Body) =>
	error instanceof AnswerError &&
	!error.mayHaveArrived &&
	NO_PHOTO.test(error.description) &&
	typeof photo === 'object';

/** Sends a photo like any file, or as a document if the server refuses it and the user wants that. */
const sendInstead = (reading: Reading) => async (turn: Turn) => {
	const { ifPhotoRefused: wanted } = reading.values.additionalFields as Values;
	if (wanted === undefined) return await sendInParts(reading)(turn);
	let sentAsDocument = false;
	const send: Turn['send'] = async (body, method) => {
		const { value, error } = await settle(turn.send(body, method));
		if (error === undefined) return value;
		if (wanted !== 'document' || !isRefused(error, body)) throw error as Error;
		const file = without(body, 'photo', 'has_spoiler', 'show_caption_above_media');
		const sent = await turn.send({ ...file, document: body.photo }, 'sendDocument');
		sentAsDocument = true;
		turn.notice(AS_FILE);
		return sent;
	};
	const message = (await sendInParts(reading)({ ...turn, send })) as IDataObject;
	return { ...message, sentAsDocument };
};

/** Reference 5.3. */
export const sendPhoto = operation('message', 'sendPhoto', {
	effect: 'once',
	ordered: true,
	name: 'Send Photo',
	action: 'Send a photo',
	description: 'Send a photo or another picture from a file, a URL or a file ID',
	...fileMessage('photo', 'photo', hasSpoiler, ifPhotoRefused, showCaptionAboveMedia),
	inParts: sendInstead,
});
