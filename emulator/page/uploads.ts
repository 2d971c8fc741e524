import { rmSync } from 'node:fs';

import type { FastifyInstance } from 'fastify';

import type { ParamTable } from '../../reference';
import { Acts, type Act } from '../world/act';
import type { Services } from '../wire/api';
import type { Attachment } from '../world/attachments';
import type { Extent } from '../world/entities';
import { kindOf, MEDIA_KINDS, type MediaKind } from '../world/mediaKinds';
import { checkParams, type RawParams } from '../wire/params';
import { badRequest } from '../world/refusal';
import { readParams } from '../wire/request';

/** The parameters of a person's upload. The person's app always knows the dimensions of a file. */
const paramsOf = (kind: MediaKind): ParamTable => ({
	user_id: { type: 'integer', required: true },
	chat_id: { type: 'chat', required: true },
	[kind]: { type: 'file', required: true },
	...Object.fromEntries(
		kindOf(kind).extent.map((name) => [name, { type: 'integer', required: true }]),
	),
	caption: { type: 'string' },
	media_group_id: { type: 'string' },
	reply_to_message_id: { type: 'integer' },
});

/** The file of a request, checked. Throws 400. */
function attachmentOf(kind: MediaKind, raw: RawParams, extent: Extent): Attachment {
	const part = raw.files[kind];
	if (part && kindOf(kind).allowed.test(part.mime_type)) return { kind, ...part, ...extent };
	throw badRequest(`unsupported file format for ${kind}: ${part?.mime_type}`);
}

/** `POST /_emulator/act/photo` and so on: a person sends a file, its bytes in the part of that name. */
export function addUploadRoutes(app: FastifyInstance, { store, updates }: Services): void {
	const acts = new Acts(store, updates);
	for (const kind of Object.keys(MEDIA_KINDS) as MediaKind[]) {
		const table = paramsOf(kind);
		app.post(`/_emulator/act/${kind}`, async (request) => {
			const raw: RawParams = { values: {}, files: {}, textual: true };
			let isSent = false;
			try {
				await readParams(request, raw, store);
				const { [kind]: _file, width, height, duration, ...act } = checkParams(raw, table, []);
				const given = { width, height, duration } as Extent;
				const extent = Object.fromEntries(kindOf(kind).extent.map((name) => [name, given[name]]));
				const result = acts.message(act as unknown as Act, attachmentOf(kind, raw, extent));
				isSent = result.ok;
				return result;
			} finally {
				if (!isSent) {
					for (const { disk_path } of Object.values(raw.files)) rmSync(disk_path, { force: true });
				}
			}
		});
	}
}
