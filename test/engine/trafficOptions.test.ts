import { useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const SEND = { chatId: byId('-1001'), text: 'Hello' };

test.each<[name: string, value: unknown, message: string]>([
	['parallelRequests', 2.5, 'Parallel Requests is 2.5, which is not possible'],
	['parallelRequests', 0, 'Parallel Requests is 0, which is not possible'],
	['parallelRequests', 101, 'Parallel Requests is 101, which is not possible'],
	['parallelRequests', NaN, 'Parallel Requests must be a number, but is NaN'],
	['parallelRequests', 'many', 'Parallel Requests must be a number, but is "many"'],
	['parallelRequests', [1, 2], 'Parallel Requests must be a number, but is a list'],
	['parallelRequests', '', 'Parallel Requests is empty'],
	['retries', 1.5, 'Retries is 1.5, which is not possible'],
	['retries', -1, 'Retries is -1, which is not possible'],
	['requestsPerSecond', -1, 'Requests per Second is -1, which is not possible'],
	['requestsPerSecond', true, 'Requests per Second must be a number, but is true'],
	['requestsPerSecondPerChat', -0.5, 'Requests per Second per Chat is -0.5, which is not possible'],
	['longestWait', -1, 'Max Wait (Seconds) is -1, which is not possible'],
	['longestWait', Infinity, 'Max Wait (Seconds) must be a number, but is Infinity'],
	['priority', 'high', 'Priority has no choice "high"'],
	['priority', 1, 'Priority has no choice 1'],
	['timeout', 0, 'Timeout (Seconds) is 0, which is not possible'],
	['timeout', 1e9, 'Timeout (Seconds) is 1000000000, which is not possible'],
])('%s of %p is refused, and nothing is sent', async (name, value, message) => {
	const { error } = await run('sendMessage', { ...SEND, traffic: { [name]: value as number } });
	expect(error).toMatchObject({ name: 'NodeOperationError', message });
	expect(error?.description).toMatch(/Speed and Retries|Enter|Fill in|Choose/);
	expect(await emulator.calls()).toEqual([]);
});

test('the error says which values are possible', async () => {
	const { error } = await run('sendMessage', { ...SEND, traffic: { parallelRequests: 2.5 } });
	expect(error?.description).toBe(
		'Under Speed and Retries, set Parallel Requests to a whole number from 1 to 100, or remove it.',
	);
});

test.each<[what: string, traffic: object]>([
	['null', { parallelRequests: null, retries: null, requestsPerSecond: null, longestWait: null }],
	['text', { parallelRequests: '3', retries: '0', requestsPerSecond: '500', timeout: ' 2.5 ' }],
	['a list of one', { parallelRequests: [3], timeout: ['5'], priority: ['low'] }],
])('%s is accepted', async (_what, traffic) => {
	const { error } = await run('sendMessage', { ...SEND, traffic: traffic });
	expect(error).toBeUndefined();
	expect(await emulator.calls('sendMessage')).toHaveLength(1);
});
