import { botCases } from './bot';
import { callbackCases } from './callback';
import type { OperationCase } from './case';
import { chatCases } from './chat';
import { commandCases } from './commands';
import { fileCases } from './file';
import { gameCases } from './game';
import { linkCases } from './links';
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
	...linkCases,
	...fileCases,
	...botCases,
	...callbackCases,
	...commandCases,
];

/** All valid cases with their names, for a runner. */
export const validCases = cases.flatMap(({ resource, operation, method = operation, valid }) =>
	valid.map((input, index) => ({
		name: valid.length > 1 ? `${operation}, case ${index + 1}` : operation,
		resource,
		operation,
		method,
		input,
	})),
);
