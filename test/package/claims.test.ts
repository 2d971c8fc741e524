import { BotMessagingApi } from '../../credentials/BotMessagingApi.credentials';
import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { BotMessagingPollingTrigger } from '../../nodes/BotMessaging/BotMessagingPollingTrigger.node';
import { BotMessagingTrigger } from '../../nodes/BotMessaging/BotMessagingTrigger.node';
import { claimsOf, factsOf, writtenPages } from '../../scripts/lib/claims';

const NODES = [BotMessaging, BotMessagingTrigger, BotMessagingPollingTrigger].map(
	(Node) => new Node().description,
);

const facts = factsOf(NODES, new BotMessagingApi());

const faultsIn = (text: string) =>
	claimsOf([{ file: 'docs/page.md', text }], facts).flatMap(({ faults }) => faults);

describe('the guard finds what no form has:', () => {
	test.each([
		['a field', 'Set **Longest Nap** to 5.', 'no form has Longest Nap'],
		['a field in italics', 'Turn _Sleep Well_ on.', 'no form has Sleep Well'],
		[
			'a field of another list',
			'Set **Rules > Chat Type**.',
			'chat type is not in what is before it: Rules > Chat Type',
		],
		[
			'an operation of another resource',
			'Use **Bot > Send Photo**.',
			'send photo is not in what is before it: Bot > Send Photo',
		],
		['a name in code', `The item has \`${'slept'}Well\`.`, `nothing is called ${'slept'}Well`],
		[
			'a value at first',
			'It waits as long as **Timeout** says (61 seconds by default).',
			'timeout is not 61 at first',
		],
	])('%s', (_, text, fault) => {
		expect(faultsIn(text)).toEqual([fault]);
	});

	test.each([
		'Use **Message > Send Photo**, and set **Rules > Forbidden Words**.',
		'It waits as long as **Timeout** says (60 seconds by default).',
		'The item has `sentAsDocument`.',
		'**It is fine.** The rest comes _later_.',
	])('and accepts: %s', (text) => {
		expect(faultsIn(text)).toEqual([]);
	});
});

const claims = claimsOf(writtenPages(), facts);

test('each label, name in code and value at first in docs/ is in the code', () => {
	expect(claims.length).toBeGreaterThan(1000);
	expect(claims.flatMap(({ file, faults }) => faults.map((fault) => `${file}: ${fault}`))).toEqual(
		[],
	);
});

test('of the sentences with a number, it lists those that nothing compares', () => {
	const untold = claims.filter((claim) => claim.untold.length > 0);
	expect(untold.length).toBeGreaterThan(100);
	expect(untold.length).toBeLessThan(claims.length / 2);
});
