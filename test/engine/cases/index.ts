import { botCases } from './bot';
import { callbackCases } from './callback';
import type { OperationCase } from './case';
import { mediaCases } from './media';
import { memberCases } from './member';
import { messageCases } from './message';

/** Every operation of the node once. */
export const cases: OperationCase[] = [
	...messageCases,
	...mediaCases,
	...memberCases,
	...botCases,
	...callbackCases,
];
