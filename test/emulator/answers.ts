import { until as waitUntil } from '../../scripts/lib/until';
import type { Json } from '../support/emulator';

/** Ends a test that hangs, but none that a busy machine merely slows down. */
const PATIENCE_MS = 240_000;

/** An answer of the API: the HTTP status and the body. */
export interface Answer {
	status: number;
	body: Json;
}

/** Waits until a condition holds. Throws if it never does. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
	await waitUntil('it comes about', condition, PATIENCE_MS, { pauseMs: 5 });
}

/** Expects a successful answer; returns its result. */
export function accepted({ status, body }: Answer): Json {
	expect({ status, body }).toEqual({
		status: 200,
		body: { ok: true, result: expect.anything() },
	});
	return body.result;
}

/** Expects a refusal in its documented shape (reference 2.2), with exactly these words. */
export function expectRefusal({ status, body }: Answer, code: number, description: string): void {
	expect({ status, body }).toEqual({
		status: code,
		body: { ok: false, error_code: code, description, trace_id: expect.any(String) },
	});
}
