import type { FastifyRequest } from 'fastify';

import type { MethodName } from '../../reference';
import type { Params, RawParams } from '../wire/params';
import type { Bot } from '../world/entities';
import type { Refusal } from '../world/refusal';
import type { Store } from '../world/store';
import type { AssumptionName, Dialect } from '.';

/** A call on its way to its method. */
export interface Asked {
	store: Store;
	bot: Bot;
	params: Params;
}

/** A call as it came, before its parameters were checked. */
export interface Arrived {
	request: FastifyRequest;
	pathForm: 'bot' | 'plain';
	/** The method's name as it was written, and as the reference writes it. */
	written: string;
	name: MethodName;
	raw: RawParams;
}

/** What a choice changes of the calls of some methods, or of all. */
export interface Rule {
	methods?: readonly MethodName[];
	/** Before the parameters are checked; may refuse. */
	arrives?(call: Arrived): void;
	/** Before the call is carried out; may refuse, and may change the parameters. */
	begins?(call: Asked): void;
	/** Gives back what is answered instead of the result. */
	succeeds?(result: unknown): unknown;
	/** Gives back what is answered instead of the refusal. */
	fails?(refusal: Refusal, call: Asked): Refusal | { result: unknown };
}

/** By assumption and choice. The first choice of each is how the emulator behaves without a rule. */
export type Rules = { [N in AssumptionName]?: { [C in Dialect[N]]?: Rule } };
