import type { ActResult } from '../../world/act';
import { MEDIA_KINDS, type MediaKind } from '../../world/mediaKinds';

/** Who acts, and in which chat. */
export interface Who {
	user_id: number;
	chat_id: number;
}

/** Rejects with the emulator's message if it does not understand an act. */
async function post(kind: string, body: string | FormData): Promise<ActResult> {
	const headers: HeadersInit =
		typeof body === 'string' ? { 'content-type': 'application/json' } : {};
	const response = await fetch(`/_emulator/act/${kind}`, { method: 'POST', headers, body });
	const answer = (await response.json()) as ActResult & { description?: string };
	if (!response.ok) throw new Error(answer.description);
	return answer;
}

export const act = async (
	kind: 'message' | 'press' | 'join' | 'leave' | 'join_request' | 'mute' | 'ban' | 'free',
	who: Who,
	more: object = {},
): Promise<ActResult> => await post(kind, JSON.stringify({ ...who, ...more }));

/** Creates a person who is in no chat yet. */
export const addPerson = async (first_name: string): Promise<{ user_id?: number }> =>
	(await post('person', JSON.stringify({ first_name }))) as { user_id?: number };

/** The kind that an app sends a file as: pictures are shown, recordings played, other files attached. */
function kindOf({ type }: File): MediaKind {
	if (/^image\/(png|jpeg|webp|gif|avif|bmp)$/.test(type)) return 'photo';
	const [family] = type.split('/');
	return family === 'video' || family === 'audio' ? family : 'document';
}

/** Width and height in pixels, and duration in seconds, if the file's kind has them. */
async function extentOf(kind: MediaKind, file: File): Promise<object> {
	if (kind === 'photo') {
		const bitmap = await createImageBitmap(file).catch(() => {
			throw new Error(`${file.name} is not a picture that this browser can show`);
		});
		const { width, height } = bitmap;
		bitmap.close();
		return { width, height };
	}
	return Object.fromEntries(MEDIA_KINDS[kind].extent.map((name) => [name, 0]));
}

async function sendFile(who: Who, file: File, more: object): Promise<ActResult> {
	const kind = kindOf(file);
	const form = new FormData();
	const extent = await extentOf(kind, file);
	for (const [name, value] of Object.entries({ ...who, ...extent, ...more })) {
		form.set(name, String(value));
	}
	form.set(kind, file);
	return await post(kind, form);
}

/** Sends one file, or several, pictures and videos as an album. The caption goes with the first, a reply with each. */
export async function sendFiles(
	who: Who,
	files: File[],
	{ caption, ...reply }: { caption: string; reply_to_message_id?: number },
): Promise<ActResult> {
	const isAlbum = files.length > 1 && files.every((file) => kindOf(file) !== 'document');
	const group = isAlbum ? { media_group_id: `album-${Date.now()}` } : undefined;
	let result: ActResult = { ok: true };
	for (const [index, file] of files.entries()) {
		const words = index === 0 && caption !== '' && { caption };
		result = await sendFile(who, file, { ...group, ...reply, ...words });
		if (!result.ok) return result;
	}
	return result;
}

const FLOOD = 10;

/** Sends ten messages in a row, with the given words or numbers; stops if one is refused. */
export async function flood(who: Who, words: string): Promise<ActResult> {
	let result: ActResult = { ok: true };
	for (let number = 1; number <= FLOOD && result.ok; number++) {
		result = await act('message', who, { text: words || `Flood ${number}` });
	}
	return result;
}
