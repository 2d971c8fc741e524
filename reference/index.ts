import { BOT, GAMES } from './bot';
import { MEDIA } from './media';
import { MEMBERS } from './members';
import { MESSAGES } from './messages';
import type { Results } from './objects';
import type { ParamTypes } from './shape';

/**
 * The API as one table: every method with its parameters, its result and where it is documented. It
 * has no behaviour. The nodes take their types from it, and the emulator its parameter checks.
 * `test/reference/` compares it with the service's documentation.
 */
export const METHODS = { ...MESSAGES, ...MEDIA, ...MEMBERS, ...BOT, ...GAMES };

export type Methods = typeof METHODS;

export type MethodName = keyof Methods;

type Table<M extends MethodName> = Methods[M]['params'];

type RequiredNames<T> = {
	[K in keyof T]: T[K] extends { required: unknown } ? K : never;
}[keyof T];

type Sent<P> = P extends { type: keyof ParamTypes } ? ParamTypes[P['type']] : never;

/** The parameters of a method by their names on the wire; one that is undefined is not sent. */
export type ParamsOf<M extends MethodName> = M extends MethodName ? ParamsIn<Table<M>> : never;

type ParamsIn<T> = {
	[K in RequiredNames<T>]: Sent<T[K]>;
} & {
	[K in Exclude<keyof T, RequiredNames<T>>]?: Sent<T[K]>;
};

/** The documented maximum of a parameter as a type, so that a constant cannot have another value. */
export type MostOf<M extends MethodName, P extends keyof Table<M>> = Table<M>[P] extends {
	most: infer N;
}
	? N
	: never;

/** A name that is not a method of the reference: for examples of methods that are not offered. */
export type NotOffered<N extends string> = N extends MethodName ? never : N;

/** The result of a method. */
export type ResultOf<M extends MethodName> = Results[Methods[M]['result']];

export { CHAT, DELIVERY, SENDING, VIEWING } from './shared';
export type * from './objects';
export { OPTIONAL_FIELDS, VALUES_IF_EMPTY } from './updates';
export type { Family, Int, MethodShape, Param, ParamTable, ParamType, ParamTypes } from './shape';
