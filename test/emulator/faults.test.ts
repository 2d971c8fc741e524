import { setTimeout as pause } from 'node:timers/promises';

import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal, type Answer } from './answers';

const emulator = useEmulator();
const { chats } = emulator.defaults;

const send = async (): Promise<Answer> =>
	await emulator.api('sendMessage', { chat_id: chats.demoGroup, text: 'Hi' });

/** The same as text, as far as it arrives. */
const sendRaw = async (signal?: AbortSignal) =>
	await fetch(
		`${emulator.url}/bot${emulator.token}/sendMessage?chat_id=${chats.demoGroup}&text=Hi`,
		{ signal },
	);

/** How many messages the bot has sent, not counting the seed. */
const arrived = async () => {
	const { messages } = await emulator.state();
	return messages.filter(({ text }) => text === 'Hi').length;
};

describe('a fault of kind', () => {
	test('error refuses a call without carrying it out', async () => {
		await emulator.fault({ kind: 'error', status: 502, description: 'Bad Gateway' });
		expectRefusal(await send(), 502, 'Bad Gateway');
		expect(await arrived()).toBe(0);
		accepted(await send());
	});

	test('error means 500 by default', async () => {
		await emulator.fault({ kind: 'error' });
		expectRefusal(await send(), 500, 'Internal Server Error');
	});

	test('error carries parameters', async () => {
		const parameters = { retry_after: 3 };
		await emulator.fault({ kind: 'error', status: 429, parameters });
		expect((await send()).body).toMatchObject({ error_code: 429, parameters });
	});

	test('error applies even to a call that would be refused anyway', async () => {
		await emulator.fault({ kind: 'error', status: 503 });
		expect((await emulator.api('noSuchMethod')).status).toBe(503);
	});

	test('delay postpones a call, and then executes it', async () => {
		await emulator.fault({ kind: 'delay', delayMs: 200 });
		const begun = Date.now();
		accepted(await send());
		expect(Date.now() - begun).toBeGreaterThanOrEqual(195);
		expect(await arrived()).toBe(1);
	});

	test('cut ends the connection before the call is carried out', async () => {
		await emulator.fault({ kind: 'cut' });
		await expect(sendRaw()).rejects.toThrow();
		expect(await arrived()).toBe(0);
		expect((await sendRaw()).status).toBe(200);
	});

	test('cut_after ends the connection after the call was carried out', async () => {
		await emulator.fault({ kind: 'cut_after' });
		await expect(sendRaw()).rejects.toThrow();
		expect(await arrived()).toBe(1);
	});

	test('malformed executes the call and answers with invalid JSON', async () => {
		await emulator.fault({ kind: 'malformed' });
		const response = await sendRaw();
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toContain('application/json');
		await expect(response.json()).rejects.toThrow('JSON');
		expect(await arrived()).toBe(1);
	});

	test('hang carries the call out and never answers', async () => {
		await emulator.fault({ kind: 'hang' });
		await expect(sendRaw(AbortSignal.timeout(300))).rejects.toThrow(/time/);
		expect(await arrived()).toBe(1);
	});
});

describe('a fault', () => {
	const outcomes = async (count: number) => {
		const answers: number[] = [];
		for (let call = 0; call < count; call++) answers.push((await send()).status);
		return answers;
	};

	test('applies to one call by default', async () => {
		await emulator.fault({ kind: 'error' });
		expect(await outcomes(3)).toEqual([500, 200, 200]);
	});

	test('applies to a number of calls, after those that it skips', async () => {
		await emulator.fault({ kind: 'error', times: 2, skip: 1 });
		expect(await outcomes(4)).toEqual([200, 500, 500, 200]);
	});

	test('waits for its turn if there are several', async () => {
		await emulator.fault([
			{ kind: 'error', status: 501 },
			{ kind: 'error', status: 502 },
		]);
		expect(await outcomes(3)).toEqual([501, 502, 200]);
	});

	test('for one method leaves the others alone', async () => {
		await emulator.fault({ kind: 'error', method: 'SENDMESSAGE' });
		accepted(await emulator.api('getMe'));
		expect(await outcomes(2)).toEqual([500, 200]);
	});

	test('with a probability applies many times, but not always', async () => {
		await emulator.fault({ kind: 'error', probability: 0.5 });
		const failed = (await outcomes(100)).filter((status) => status === 500).length;
		expect(failed).toBeGreaterThan(15);
		expect(failed).toBeLessThan(85);
		expect(await emulator.control('get', 'faults')).toHaveLength(1);
	});

	test('with a probability and a number of times ends after these', async () => {
		await emulator.fault({ kind: 'error', probability: 1, times: 2 });
		expect(await outcomes(3)).toEqual([500, 500, 200]);
	});

	test('can be listed and removed', async () => {
		await emulator.fault({ kind: 'error', times: 5 });
		expect(await outcomes(1)).toEqual([500]);
		expect(await emulator.control('get', 'faults')).toEqual([{ kind: 'error', times: 4 }]);
		await emulator.control('delete', 'faults');
		expect(await outcomes(1)).toEqual([200]);
	});

	test('is removed by a reset', async () => {
		await emulator.fault({ kind: 'error' });
		await emulator.control('post', 'reset', {});
		expect(await outcomes(1)).toEqual([200]);
	});

	test('is in the log of its call, which has no status if there was no answer', async () => {
		await emulator.fault([{ kind: 'error' }, { kind: 'cut_after' }]);
		await send();
		await expect(sendRaw()).rejects.toThrow();
		const [failed, cut] = await emulator.calls();
		expect(failed).toMatchObject({ fault: 'error', status: 500 });
		expect(cut).toMatchObject({ fault: 'cut_after' });
		expect(cut).not.toHaveProperty('status');
	});

	test.each([
		['without a kind', { method: 'sendMessage' }],
		['of an unknown kind', { kind: 'explode' }],
		['with an unknown field', { kind: 'error', code: 500 }],
		['with a status that is no failure', { kind: 'error', status: 200 }],
		['with an impossible probability', { kind: 'error', probability: 2 }],
	])('%s is refused', async (_kind, fault) => {
		await expect(emulator.fault(fault)).rejects.toThrow('400');
		expect(await emulator.control('get', 'faults')).toEqual([]);
	});
});

describe('latency', () => {
	test('is added before every answer', async () => {
		await emulator.settings({ latencyMs: 150 });
		const begun = Date.now();
		accepted(await emulator.api('getMe'));
		expect(Date.now() - begun).toBeGreaterThanOrEqual(145);
	});

	test('does not prevent parallel calls', async () => {
		await emulator.settings({ latencyMs: 200 });
		await Promise.all(Array.from({ length: 20 }, send));
		const calls = await emulator.calls();
		const lasted = calls.reduce((sum, { duration_ms: ms }) => sum + ms, 0);
		const ends = calls.map(({ started_at: at, duration_ms: ms }) => at + ms);
		const together = Math.max(...ends) - Math.min(...calls.map(({ started_at: at }) => at));
		expect(together).toBeLessThan(lasted / 2);
	});

	test('still lets the caller disconnect', async () => {
		await emulator.settings({ latencyMs: 100 });
		const url = `${emulator.url}/bot${emulator.token}/getUpdates?timeout=20`;
		await expect(fetch(url, { signal: AbortSignal.timeout(30) })).rejects.toThrow(/time/);
		await pause(150);
		accepted(await emulator.api('getUpdates'));
	});
});
