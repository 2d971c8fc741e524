import type { TestEmulator } from '../support/emulator';
import type { ValidCase } from './case';

/** Expects the single request of a case to have reached the server correctly, with its effect. */
export async function expectDone(
	emulator: TestEmulator,
	method: string,
	{ wire, files = {}, effect, ...expected }: ValidCase,
): Promise<void> {
	const contentType = 'contentType' in expected ? expected.contentType : 'application/json';
	const calls = await emulator.calls(method);
	expect(calls).toHaveLength(1);
	expect(calls[0].http_method).toBe('POST');
	expect(calls[0].content_type).toBe(contentType);
	expect(calls[0].params).toEqual(wire);
	expect(calls[0].files).toEqual(files);
	effect?.(await emulator.state());
}
