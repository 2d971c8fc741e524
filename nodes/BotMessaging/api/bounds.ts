import { type Bound, ticks } from './basics';

/** How much is remembered of one kind: each `Bounded` of `nodes/` has a row. */
export const BOUNDS = {
	/** 400 bytes for each chat with ten administrators. */
	administrators: { most: 100_000 },
	answers: { most: 10_000 },
	brokenAlbums: { most: 1000 },
	chatNames: { most: 1000 },
	chats: { most: 10_000 },
	commandHints: { most: 1000 },
	compiledLists: { most: 6 },
	confirmed: { most: 10_000 },
	daily: {
		most: 10_000_000,
		givesUp:
			'Of the rule Maximum a Day for Each Person, {most} messages count at the moment, and no more can be counted: further messages do not break it until the oldest ones are a day old.',
	},
	dailyStarts: {
		most: 10_000_000,
		givesUp:
			'Of the filter Maximum a Day for Each Person, {most} messages count at the moment, and no more can be counted: further messages start no workflow until the oldest ones are a day old.',
	},
	flood: {
		most: 10_000,
		givesUp:
			'More than {most} people wrote within the time of the rule Flood. It counts those who wrote last: others can write more than it allows.',
	},
	/** 4 MB. */
	joins: {
		most: 20_000,
		givesUp:
			'More than {most} people joined chats of the bot. Those who joined first count as members of long ago, for Joined Within (Days) and for Newcomers: Messages Without Links.',
	},
	/** 1 MB each. */
	learned: { most: 10 },
	migrations: { most: 10_000 },
	newcomers: {
		most: 10_000,
		givesUp:
			'More than {most} newcomers have written messages. The rule Newcomers: Messages Without Links spares those who wrote longest ago.',
	},
	notices: { most: 1000 },
	/** What is forgotten does nothing: its writer writes it again. */
	openCommands: { most: 1000 },
	paces: { most: 1000 },
	patternSigns: { most: 2000 },
	patternSignsFurther: { most: 100 },
	patternSteps: { most: 5000 },
	people: { most: 20_000 },
	pushes: { most: 10_000 },
	raidChats: {
		most: 10_000,
		givesUp:
			'People joined more than {most} chats within the time of the rule Raid. It counts in those that somebody joined last: it may miss a raid elsewhere.',
	},
	raidJoins: { most: 20_000 },
	sameText: {
		most: 100_000,
		givesUp:
			'More than {most} texts were written within an hour. The rule Same Text in Several Chats knows the latest ones: it may miss copies of others.',
	},
	slowMode: {
		most: 1_000_000,
		givesUp:
			'More than {most} people wrote within the time of Slow Mode, and no more can be counted: others can write sooner than it allows.',
	},
	startedJoins: { most: 10_000 },
	startsOfAll: { most: 10_000 },
	/** Also bots. */
	subscriptions: { most: 1000 },
	toldMembers: { most: 20_000 },
	/** n8n saves about 5 MB of them. */
	waiting: {
		most: 5000,
		givesUp:
			'More than {most} updates waited for a workflow. The newest ones of who had most of them were dropped; a failed execution of that workflow names them.',
	},
	written: {
		most: 100_000,
		givesUp:
			'More than {most} people wrote in groups within 48 hours. A ban that also deletes messages knows only those who wrote last.',
	},
	/** What is forgotten is written again. */
	wrongCommands: { most: 1000 },
} satisfies Record<string, Bound>;

export type BoundName = keyof typeof BOUNDS;

/** What was given up that guards people or money, of the triggers of one bot. */
export class GivenUp {
	/** When each was last given up, in ticks. */
	private readonly times = new Map<Bound, number>();
	private readonly unsaid = new Set<Bound>();

	note(bound: Bound): void {
		if (!this.times.has(bound)) this.unsaid.add(bound);
		this.times.set(bound, ticks());
	}

	/** Says what was given up for the first time. */
	say(warn: (words: string) => void): void {
		for (const bound of this.unsaid) warn(wordsOf(bound));
		this.unsaid.clear();
	}

	/** What was given up in the last 24 hours. */
	lately(): string[] {
		const since = ticks() - DAY_MS;
		return [...this.times].filter(([, at]) => at >= since).map(([bound]) => wordsOf(bound));
	}
}

const DAY_MS = 24 * 3600_000;

const wordsOf = ({ most, givesUp = '' }: Bound) =>
	givesUp.replace('{most}', most.toLocaleString('en'));
