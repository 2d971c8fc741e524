import { Owner } from '../api/owner';

/** What a trigger has made of its updates since it is here. */
export interface JudgedUpdates {
	judged: number;
	/** What its filters and rules have let through. */
	passed: number;
	/** The kinds of updates that have come and are not in Trigger On. */
	leftOut: Set<string>;
}

export const newTally = (): JudgedUpdates => ({ judged: 0, passed: 0, leftOut: new Set() });

/** A trigger that runs in this process, as others here may know it. */
export interface ActiveTrigger {
	/** The name of its workflow. */
	workflow: string;
	/** A test run in the editor. */
	isTest: boolean;
	/** The kinds of updates that may start the workflow, and those that the server is asked for. */
	judged: string[];
	kinds: string[];
	/** Whether a webhook leads to it. A polling trigger has none. */
	isAt?: (url: string) => boolean;
	/** Why a polling trigger gets no updates at the moment, in words; nothing if it gets them. */
	trouble?: () => { state: string; words: string } | undefined;
	tally: JudgedUpdates;
}

/** The triggers of a bot that run in this process, by the id of their subscription. */
export class ActiveTriggers extends Map<string, ActiveTrigger> {}

export const publishedTriggers = (bot: Owner): ActiveTrigger[] =>
	[...bot.part(ActiveTriggers).values()].filter(({ isTest }) => !isTest);

/** The names of the published workflows of this n8n that poll for a bot's updates. */
export function workflowsPolling(bot: Owner): string[] {
	const polling = publishedTriggers(bot).filter(({ isAt }) => !isAt);
	return [...new Set(polling.map(({ workflow }) => workflow))];
}
