import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import timers from 'node:timers/promises';

import { useClock, type Clock } from './clock';

/** An answered request of the API. */
export interface Answered {
	method: string;
	/** Clock time in ms. */
	at: number;
	status: number;
}

export interface RequestClock extends Clock {
	/** Requests of the API since the last reset, in the order of their answers. */
	readonly answered: Answered[];
	reset(): void;
}

/**
 * A clock on which requests of this process take only the emulator's latency. It stops during a request,
 * and the emulator, which runs in this process too, waits on it.
 */
export function useRequestClock(): RequestClock {
	const answered: Answered[] = [];
	let underWay = 0;
	const clock = useClock(() => underWay > 0);

	const begin = (message: unknown) => {
		const { request } = message as { request: ClientRequest };
		underWay++;
		request.once('close', () => underWay--);
		request.once('response', ({ statusCode = 0 }: IncomingMessage) => {
			const method = request.path.split('/').at(-1)!;
			answered.push({ method, at: Date.now(), status: statusCode });
		});
	};
	const pause = async (ms = 0) => {
		underWay--;
		await clock.sleep(ms).finally(() => underWay++);
	};

	let spy: jest.SpyInstance;
	beforeAll(() => {
		subscribe('http.client.request.start', begin);
		spy = jest.spyOn(timers, 'setTimeout').mockImplementation(pause);
	});
	afterAll(() => {
		unsubscribe('http.client.request.start', begin);
		spy.mockRestore();
	});
	return Object.defineProperties({} as RequestClock, {
		...Object.getOwnPropertyDescriptors(clock),
		answered: { get: () => answered },
		reset: { value: () => answered.splice(0) },
	});
}
