import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { BotMessagingPollingTrigger } from '../../nodes/BotMessaging/BotMessagingPollingTrigger.node';
import { BotMessagingTrigger } from '../../nodes/BotMessaging/BotMessagingTrigger.node';
import { faultsOf, medianNodes, nodesOf } from '../../scripts/lib/parity';
import { WISHES, type Wish } from '../../scripts/lib/wishes';
import { ROOT } from './sources';

const [wish] = WISHES;

describe('the features of docs/moderation.md', () => {
	test.each(WISHES)('$number: $feature', (row) => {
		expect(faultsOf(row)).toEqual([]);
		expect(nodesOf(row)).toBeGreaterThan(0);
	});

	test('are those of the list, in order, each once', () => {
		const numbers = WISHES.map(({ number }) => number);
		expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
		expect(numbers.filter((number) => number < 1 || number > 40)).toEqual([]);
	});

	test('take few nodes', () => {
		expect(medianNodes()).toBeLessThanOrEqual(4);
	});

	test('name fields as they are in the forms', () => {
		const descriptions = [BotMessaging, BotMessagingTrigger, BotMessagingPollingTrigger].map(
			(Node) => JSON.stringify(new Node().description),
		);
		const forms = descriptions.join();
		const named = WISHES.flatMap(({ how }) => [...how.matchAll(/\*\*(.*?)\*\*/g)])
			.flatMap(([, path]) => path.split(' > '))
			.filter((name) => !forms.includes(JSON.stringify(name)));
		expect(named).toEqual([]);
	});

	test('are all on the page', () => {
		const page = readFileSync(join(ROOT, 'docs/moderation.md'), 'utf8');
		expect(page).toContain(`${WISHES.length} of 40 features`);
		for (const { feature } of WISHES) expect(page).toContain(`| ${feature} `);
	});
});

test.each<[string, Partial<Wish>, string]>([
	['an example that is not there', { by: { example: 'none' } }, 'there is no example none'],
	['a file that is not there', { test: ['engine/none', 'a test'] }, 'there is no test/engine/none'],
	['a test that is not there', { test: [wish.test[0], 'none'] }, "has no 'none'"],
])('the guard finds %s', (_what, change, fault) => {
	expect(faultsOf({ ...wish, ...change })).toEqual([expect.stringContaining(fault)]);
});
