import { botCases } from './bot';
import { callbackCases } from './callback';
import type { OperationCase } from './case';
import { gameCases } from './game';
import { chatCases } from './chat';
import { mediaCases } from './media';
import { memberCases } from './member';
import { messageCases } from './message';
import { sendingCases } from './sending';

/** Every operation of the node once. */
export const cases: OperationCase[] = [
	...messageCases,
	...sendingCases,
	...gameCases,
	...mediaCases,
	...memberCases,
	...chatCases,
	...botCases,
	...callbackCases,
];

/** Operations that the form calls otherwise than the API does, which has one method for several. */
const METHODS: Record<string, string> = { demoteChatMember: 'promoteChatMember' };

/** The API's method behind an operation. */
export const methodOf = (operation: string): string => METHODS[operation] ?? operation;

/** The valid cases with a name for each, as a runner goes through them. */
export const validCases = cases.flatMap(({ resource, operation, valid }) =>
	valid.map((input, index) => ({
		name: valid.length > 1 ? `${operation}, case ${index + 1}` : operation,
		resource,
		operation,
		method: methodOf(operation),
		input,
	})),
);
