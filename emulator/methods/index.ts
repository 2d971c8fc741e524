import type { Method, Methods } from '../method';
import { administratorMethods } from './administrators';
import { botMethods } from './bot';
import { copyMethods } from './copies';
import { draftMethods } from './drafts';
import { editMethods } from './edits';
import { chatMethods } from './chats';
import { gameMethods } from './games';
import { mediaMethods } from './media';
import { memberMethods } from './members';
import { messageMethods } from './messages';
import { pinMethods } from './pins';

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
	...gameMethods,
	...botMethods,
};

const byLowerCase = new Map(
	Object.entries(methods).map(([name, method]) => [name.toLowerCase(), { name, method }]),
);

/** A method by its name in any case (service facts, "Calling form"). */
export function findMethod(name: string): { name: string; method: Method } | undefined {
	return byLowerCase.get(name.toLowerCase());
}
