import { rmSync } from 'node:fs';

import type { FastifyInstance } from 'fastify';

import { Acts, type Act } from '../act';
import type { Services } from '../api';
import { checkParams, type ParamTable, type RawParams } from '../params';
import { badRequest } from '../refusal';
import { readParams } from '../request';

const PARAMS: ParamTable = {
	user_id: { type: 'integer', required: true },
	chat_id: { type: 'chat', required: true },
	photo: { type: 'file', required: true },
	width: { type: 'integer', required: true },
	height: { type: 'integer', required: true },
	caption: { type: 'string' },
	media_group_id: { type: 'string' },
	reply_to_message_id: { type: 'integer' },
};

/** `POST /_emulator/act/photo`: a user sends a picture, its bytes in the multipart part `photo`. */
export function addPhotoRoute(app: FastifyInstance, { store, updates }: Services): void {
	const acts = new Acts(store, updates);
	app.post('/_emulator/act/photo', async (request) => {
		const raw: RawParams = { values: {}, files: {}, textual: true };
		let isSent = false;
		try {
			await readParams(request, raw, store);
			const { photo: _photo, width, height, ...act } = checkParams(raw, PARAMS, []);
			const part = raw.files.photo;
			if (!part?.mime_type.startsWith('image/')) throw badRequest('the photo must be a picture');
			const picture = { ...part, width: width as number, height: height as number };
			const result = acts.message({ ...(act as unknown as Act), photo: true }, picture);
			isSent = result.ok;
			return result;
		} finally {
			if (!isSent) {
				for (const { disk_path } of Object.values(raw.files)) rmSync(disk_path, { force: true });
			}
		}
	});
}
