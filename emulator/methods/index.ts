import { METHODS, type MethodName, type MethodShape } from '../../reference';
import type { Settings } from '../world/entities';
import type { Method } from './method';
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
import { plainMethods } from './send';

/**
 * The implementation of each method. A missing one does not compile: write it in the file of its family, or give its
 * row in the reference a `content` if it only sends its own parameters.
 */
export const methods: Record<MethodName, Method> = {
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
	...plainMethods,
};

const NAMES = Object.keys(methods) as MethodName[];

const byLowerCase = new Map(
	NAMES.map((name) => {
		const shape: MethodShape = METHODS[name];
		return [name.toLowerCase(), { name, shape, method: methods[name] }];
	}),
);

/** A method by its name in any case (reference 2.2), with its row of the reference. */
export function findMethod(
	name: string,
): { name: MethodName; shape: MethodShape; method: Method } | undefined {
	return byLowerCase.get(name.toLowerCase());
}

/** The methods of a server with these settings, by name. */
export const offeredMethods = (settings: Settings): MethodName[] =>
	NAMES.filter((name) => isOffered(name, settings));
