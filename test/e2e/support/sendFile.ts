import { DEFAULTS, type TestEmulator } from '../../support/emulator';
import type { Name, Seen } from './people';

const TYPES = { voice: 'audio/ogg', document: 'application/pdf' };
const NAMES = { voice: 'a.ogg', document: 'Hóa đơn.pdf' };

/** A person sends a file to a chat. Gives back the message's number. */
export async function sendFile(
	emulator: TestEmulator,
	name: Name,
	kind: keyof typeof TYPES,
	chat: number,
	more: Record<string, string> = {},
): Promise<number> {
	const form = new FormData();
	const fields = { user_id: String(DEFAULTS.users[name]), chat_id: String(chat), ...more };
	for (const [key, value] of Object.entries(fields)) form.append(key, value);
	form.append(kind, new Blob(['%PDF-1.4'], { type: TYPES[kind] }), NAMES[kind]);
	const response = await fetch(`${emulator.url}/_emulator/act/${kind}`, {
		method: 'POST',
		body: form,
	});
	const { ok, message } = (await response.json()) as { ok: boolean; message: Seen };
	expect(ok).toBe(true);
	return message.message_id;
}
