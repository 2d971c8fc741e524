import type { Settings } from '../world/entities';
import type { Method, Methods } from './method';
import { administratorMethods } from './administrators';
import { botMethods } from './bot';
import { copyMethods } from './copies';
import { draftMethods } from './drafts';
import { editMethods } from './edits';
import { chatMethods } from './chats';
import { commandMethods } from './commands';
import { gameMethods } from './games';
import { inlineMethods } from './inline';
import { linkMethods } from './links';
import { mediaMethods } from './media';
import { memberMethods } from './members';
import { messageMethods } from './messages';
import { pinMethods } from './pins';
import { isOffered } from './presets';

export const methods: Methods = {
	...messageMethods,
	...editMethods,
	...copyMethods,
	...pinMethods,
	...draftMethods,
	...mediaMethods,
	...memberMethods,
	...administratorMethods,
	...chatMethods,
	...linkMethods,
	...gameMethods,
	...botMethods,
	...inlineMethods,
	...commandMethods,
};

const byLowerCase = new Map(
	Object.entries(methods).map(([name, method]) => [name.toLowerCase(), { name, method }]),
);

/** A method by its name in any case (service facts, "Calling form"). */
export function findMethod(name: string): { name: string; method: Method } | undefined {
	return byLowerCase.get(name.toLowerCase());
}

/** The names of the methods that a server with these settings has. */
export const offeredMethods = (settings: Settings): string[] =>
	Object.keys(methods).filter((name) => isOffered(name, settings));
