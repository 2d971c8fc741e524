import type { ActResult } from '../../act';

/** Who does something, and where. */
export interface Who {
	user_id: number;
	chat_id: number;
}

/** Rejects with what the emulator says where it cannot make sense of an act. */
async function post(kind: string, body: string | FormData): Promise<ActResult> {
	const headers: HeadersInit =
		typeof body === 'string' ? { 'content-type': 'application/json' } : {};
	const response = await fetch(`/_emulator/act/${kind}`, { method: 'POST', headers, body });
	const answer = (await response.json()) as ActResult & { description?: string };
	if (!response.ok) throw new Error(answer.description);
	return answer;
}

export const act = async (
	kind: 'message' | 'press' | 'join' | 'leave',
	who: Who,
	more: object = {},
): Promise<ActResult> => await post(kind, JSON.stringify({ ...who, ...more }));

async function sendPhoto(who: Who, photo: File, more: object): Promise<ActResult> {
	const bitmap = await createImageBitmap(photo).catch(() => {
		throw new Error(`${photo.name} is not a picture that this browser can show`);
	});
	const form = new FormData();
	const { width, height } = bitmap;
	bitmap.close();
	for (const [name, value] of Object.entries({ ...who, width, height, ...more })) {
		form.set(name, String(value));
	}
	form.set('photo', photo);
	return await post('photo', form);
}

/** Sends one picture, or several as an album; caption and reply go with the first. */
export async function sendPhotos(
	who: Who,
	photos: File[],
	{ caption, ...more }: { caption: string; reply_to_message_id?: number },
): Promise<ActResult> {
	const group = photos.length > 1 ? { media_group_id: `album-${Date.now()}` } : undefined;
	const words = { ...(caption !== '' && { caption }), ...more };
	let result: ActResult = { ok: true };
	for (const [index, photo] of photos.entries()) {
		result = await sendPhoto(who, photo, { ...group, ...(index === 0 && words) });
		if (!result.ok) return result;
	}
	return result;
}
