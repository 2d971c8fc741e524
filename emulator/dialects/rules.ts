import type { FastifyRequest } from 'fastify';

import type { MethodName } from '../../reference';
import type { Params, RawParams } from '../wire/params';
import type { Bot } from '../world/entities';
import type { Refusal } from '../world/refusal';
import type { Store } from '../world/store';
import type { AssumptionName, Dialect } from '.';

/** A call with checked parameters. */
export interface Asked {
	store: Store;
	bot: Bot;
	params: Params;
}

/** A call as received, with unchecked parameters. */
export interface Arrived {
	request: FastifyRequest;
	pathForm: 'bot' | 'plain';
	/** The method's name as written in the request, and as in the reference. */
	written: string;
	name: MethodName;
	raw: RawParams;
}

/** How a choice changes the calls of some methods, or of all. */
export interface Rule {
	methods?: readonly MethodName[];
	/** Before the parameters are checked; may refuse. */
	arrives?(call: Arrived): void;
	/** Before the call is carried out; may refuse, and may change the parameters. */
	begins?(call: Asked): void;
	/** Returns the answer to give instead of the result. */
	succeeds?(result: unknown): unknown;
	/** Returns the answer to give instead of the refusal. */
	fails?(refusal: Refusal, call: Asked): Refusal | { result: unknown };
}

/** Rules by assumption and choice. The first choice is the default, so it has no rule. */
export type Rules = { [N in AssumptionName]?: { [C in Dialect[N]]?: Rule } };
