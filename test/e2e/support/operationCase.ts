import type { IDataObject } from 'n8n-workflow';

import {
	DEFAULTS,
	type Member,
	type Message,
	type StoredFile,
	type TestEmulator,
} from '../../support/emulator';
import type { Step } from './execute';

/** One operation as a user fills it in, and how to tell that it did what it says. */
export interface OperationCase {
	operation: string;
	parameters: IDataObject;
	/** Steps in front of the one that is tried out. */
	before?: Step[];
	/** What happens in the emulator's world before the workflow runs. */
	prepare?: (emulator: TestEmulator) => Promise<unknown>;
	/** `items` is what the node put out. */
	check: (items: IDataObject[], emulator: TestEmulator) => Promise<void>;
}

const { chats } = DEFAULTS;

/** The demo group, as a form holds it. */
export const chatId = String(chats.demoGroup);

const inDemoGroup = ({ chat_id: chat }: { chat_id: number }) => chat === chats.demoGroup;

/** The messages of the demo group, the newest last. */
export async function messagesOf(emulator: TestEmulator): Promise<Message[]> {
	return ((await emulator.state()).messages as Message[]).filter(inDemoGroup);
}

/** A member of the demo group. */
export async function memberOf(
	emulator: TestEmulator,
	userId: number,
): Promise<Member | undefined> {
	const members = ((await emulator.state()).members as Member[]).filter(inDemoGroup);
	return members.find(({ user_id: user }) => user === userId);
}

/** The newest message of the demo group, and the file in it. */
export async function newestMedia(emulator: TestEmulator) {
	const message = (await messagesOf(emulator)).at(-1);
	const files = (await emulator.state()).files as StoredFile[];
	return { message, file: files.find(({ file_id: id }) => id === message?.media?.file_id) };
}
