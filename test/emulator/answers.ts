import { setTimeout as pause } from 'node:timers/promises';

import type { Json } from '../support/emulator';

/** An answer of the API: the HTTP status and the body. */
export interface Answer {
	status: number;
	body: Json;
}

/** Waits for what comes about by itself. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
	while (!(await condition())) await pause(5);
}

/** The answer carries a result; gives it back. */
export function accepted({ status, body }: Answer): Json {
	expect({ status, body }).toEqual({
		status: 200,
		body: { ok: true, result: expect.anything() },
	});
	return body.result;
}

/** The answer says no in the shape that the service facts describe, with these very words. */
export function expectRefusal({ status, body }: Answer, code: number, description: string): void {
	expect({ status, body }).toEqual({
		status: code,
		body: { ok: false, error_code: code, description, trace_id: expect.any(String) },
	});
}
