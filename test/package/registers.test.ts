import { sources, ROOT } from './sources';

const MANY = '(?:Map|Set|Bounded|KeyedQueue|Semaphore)\\b';

/** A field that keeps several things, or a class of them. */
const FIELD = new RegExp(
	`^\\t(?:private readonly |private |readonly )?(\\w+)[^=\\n(]* = new ${MANY}|^export class (\\w+)(?:<.*>)? extends ${MANY}`,
	'gm',
);

const fieldsOf = (folder: string) =>
	sources(ROOT, [folder])
		.flatMap(({ file, text }) =>
			[...text.matchAll(FIELD)].map(
				([, field, type]) => `${file.slice(folder.length + 1)}: ${field ?? type}`,
			),
		)
		.sort();

test('the guard finds what keeps several things', () => {
	const text =
		'class A {\n\tprivate readonly seen = new Map<string, true>();\n}\nexport class Many extends Set<A> {}';
	expect([...text.matchAll(FIELD)].map(([, field, type]) => field ?? type)).toEqual([
		'seen',
		'Many',
	]);
});

// The tracker is the one place that knows how far an update is; the poller keeps triggers and words.
test('the polling trigger keeps its updates only in the tracker', () => {
	expect(fieldsOf('nodes/BotMessaging/sources/polling')).toEqual([
		'poller.ts: leftOut',
		'poller.ts: members',
		'poller.ts: rejoinUntil',
		'poller.ts: said',
		'room.ts: Room',
		'room.ts: begun',
		'room.ts: people',
		'subscriptionUpdates.ts: RunningExecutions',
		'subscriptionUpdates.ts: ended',
		'subscriptionUpdates.ts: together',
		'subscriptionUpdates.ts: updates',
		'tracker.ts: confirmed',
		'tracker.ts: subscriptions',
	]);
	const holders = sources(ROOT, ['nodes/BotMessaging']).filter(({ text }) =>
		text.includes('new SubscriptionUpdates('),
	);
	expect(holders.map(({ file }) => file.split('/').at(-1))).toEqual(['tracker.ts']);
});

/** What is kept in bounds, and what it is made with. */
const MADE =
	/new (?:Bounded|CachedAnswers|Newcomers|PersonCounts|Room|SeenLately)(?:<.*>)?\(([^()]*)\)/g;

test('each `Bounded` has a row in BOUNDS', () => {
	const files = sources(ROOT, ['nodes/BotMessaging']);
	const all = (text: string, what: RegExp) => [...text.matchAll(what)].map(([, found]) => found);
	const kinds = files.flatMap(({ text }) => all(text, /class (\w+)(?:<.*>)? extends Bounded</g));
	// AllCount, JoinsSeen, JoinsOfChats and LatelyOfAll name their row themselves.
	expect(kinds.sort()).toEqual([
		...['AllCount', 'JoinsOfChats', 'JoinsSeen', 'LatelyOfAll', 'Newcomers', 'SeenLately'],
	]);
	const others = files.flatMap(({ text }) => {
		const names = ['BOUNDS\\.\\w+', ...all(text, /const (MOST\w*) = BOUNDS\.\w+;/g)];
		const isKnown = new RegExp(`\\b(?:${names.join('|')})\\b`);
		return all(text, MADE).filter((given) => !isKnown.test(given));
	});
	// The cached answers are given a bound, and a bot has one name.
	expect(others.sort()).toEqual(['KEPT_MS, { most: 1 }', 'bound']);
});
