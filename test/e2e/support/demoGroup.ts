import { DEFAULTS, type Message, type TestEmulator } from '../../support/emulator';

const { chats } = DEFAULTS;

/** The demo group's id as text, as in a form. */
export const chatId = String(chats.demoGroup);

const inDemoGroup = ({ chat_id: chat }: { chat_id: number }) => chat === chats.demoGroup;

/** The messages of the demo group, the newest last. */
export async function messagesOf(emulator: TestEmulator): Promise<Message[]> {
	return (await emulator.state()).messages.filter(inDemoGroup);
}

/** The newest message of the demo group, and the file in it. */
export async function newestMedia(emulator: TestEmulator) {
	const message = (await messagesOf(emulator)).at(-1);
	const files = (await emulator.state()).files;
	return { message, file: files.find(({ file_id: id }) => id === message?.media?.file_id) };
}
