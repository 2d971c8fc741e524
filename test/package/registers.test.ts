import { sources, ROOT } from './sources';

/** A field that keeps several things. */
const FIELD =
	/^\t(?:private readonly |private |readonly )?(\w+)[^=\n(]* = new (?:Map|Set|Bounded|KeyedQueue|Semaphore)\b/gm;

const fieldsOf = (folder: string) =>
	sources(ROOT, [folder])
		.flatMap(({ file, text }) =>
			[...text.matchAll(FIELD)].map(([, name]) => `${file.slice(folder.length + 1)}: ${name}`),
		)
		.sort();

test('the guard finds a field that keeps several things', () => {
	const text = 'class A {\n\tprivate readonly seen = new Map<string, true>();\n}';
	expect([...text.matchAll(FIELD)].map(([, name]) => name)).toEqual(['seen']);
});

// The tracker is the one place that knows how far an update is; the poller keeps triggers and words.
test('the polling trigger keeps its updates only in the tracker', () => {
	expect(fieldsOf('nodes/BotMessaging/triggers/polling')).toEqual([
		'poller.ts: members',
		'poller.ts: rejoinUntil',
		'poller.ts: said',
		'subscriptionUpdates.ts: ended',
		'subscriptionUpdates.ts: running',
		'subscriptionUpdates.ts: together',
		'subscriptionUpdates.ts: updates',
		'subscriptionUpdates.ts: waiting',
		'tracker.ts: confirmed',
		'tracker.ts: subscriptions',
	]);
	const holders = sources(ROOT, ['nodes/BotMessaging']).filter(({ text }) =>
		text.includes('new SubscriptionUpdates('),
	);
	expect(holders.map(({ file }) => file.split('/').at(-1))).toEqual(['tracker.ts']);
});
