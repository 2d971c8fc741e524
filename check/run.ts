import project from '../package.json';
import type { AssumptionName } from '../emulator/dialects';
import type { MethodName } from '../reference';
import { isUnknownMethod } from './answers';
import { backOff, Client } from './client';
import { Findings, type Found } from './findings';
import { Mask } from './mask';
import { Stopped, Unclear, Unexpected } from './obstacles';
import { PlaceFinder, type PlaceOptions } from './place';
import type { Step } from './probe';
import { Progress } from './progress';
import { exchangeOf, type Exchange, type Recording } from './recording';
import type { Report } from './report';
import { Session } from './session';
import { STEPS } from './steps';

export interface CheckOptions extends PlaceOptions {
	token: string;
	/** Whether a step that others can see may be done. */
	agrees(does: string): Promise<boolean>;
	/** Milliseconds. */
	pause(ms: number): Promise<void>;
	/** Milliseconds. */
	now?(): number;
	/** Receives the progress of a long check. */
	tell?(line: string): void;
	/** The options of the run for the report, without names and ids. */
	given?: string[];
}

/** Approximate number of requests before the first step and after the last one. */
const READING_REQUESTS = 8;
const CLEARING_REQUESTS = 45;

const ATTEMPTS = 3;

/** These are about unknown addresses. */
const ABOUT_UNKNOWN = new Set<AssumptionName>(['tokenPath', 'methodCase', 'getRequests']);

/** A check of one server with one bot. */
export class Check {
	private readonly mask: Mask;

	private readonly findings: Findings;

	private readonly client: Client;

	private session: Session | undefined;

	private stopped: string | undefined;

	private readonly finder: PlaceFinder;

	/** The last method that the server turned out to lack. */
	private missing: MethodName | undefined;

	private readonly progress: Progress;

	private readonly beganAt: Date;

	private readonly exchanges: Exchange[] = [];

	/** How many requests hit a limit, and how many got no clear answer, by kind. */
	private readonly limits = new Map<string, number>();

	private readonly unclear = new Map<string, number>();

	constructor(private readonly options: CheckOptions) {
		const { service, token, pause, now = Date.now, tell = () => {} } = options;
		this.beganAt = new Date(now());
		this.mask = new Mask(token);
		this.findings = new Findings(this.mask);
		this.progress = new Progress({ now, tell });
		this.client = new Client({
			service,
			token,
			mask: this.mask,
			pause,
			heard: (answer, params) => {
				this.findings.hear(answer, params);
				if (isUnknownMethod(answer)) this.missing = answer.method;
			},
			unheard: (method, why) => this.findings.unheard(method, why),
			limited: (style) => {
				count(this.limits, style);
				this.findings.add('limit', { is: style });
			},
			unclear: (why) => count(this.unclear, why),
			asked: (method, params, answer) => {
				this.progress.asked();
				this.exchanges.push(exchangeOf(method, params, answer, this.mask));
			},
		});
		this.finder = new PlaceFinder(this.client, this.mask, options);
	}

	/** Throws if the server, the bot or the group is unsuitable. */
	async run(): Promise<void> {
		try {
			const after = STEPS.reduce((sum, { requests }) => sum + requests, CLEARING_REQUESTS);
			this.progress.begin('Reading what is there', READING_REQUESTS, after);
			this.session = new Session(this.client, this.findings, this.mask, await this.finder.find());
			for (const step of STEPS) await this.carryOut(this.session, step);
		} catch (obstacle) {
			this.stopped ??= (obstacle as Error).message;
			if (!(obstacle instanceof Stopped) || !this.session) throw obstacle;
		}
	}

	/** Records why it ends early. */
	stop(why: string): void {
		this.stopped = why;
	}

	/** Ends running calls, and removes everything that was created. */
	async clear(): Promise<void> {
		await this.client.end();
		await this.session?.clear((what, requests) =>
			this.progress.begin(`Clearing up: ${what}`, requests, 0),
		);
	}

	/** What would be left behind if it ended now. */
	pending(): string[] {
		return this.session?.pending() ?? [];
	}

	report(): Report {
		const unknown = this.stopped ?? 'the check ended before';
		const { service, given = [] } = this.options;
		const again = <T extends { how: string }>(row: T) => ({
			...row,
			how: this.mask.again(row.how),
		});
		return {
			about: {
				version: project.version,
				date: `${this.beganAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
				service,
				options: given,
			},
			isStarted: this.session !== undefined,
			assumptions: this.findings.rows(unknown).map(again),
			methods: this.findings.methodRows().map(again),
			paths: this.finder.paths.map(({ name, found }) => ({ name, found: this.mask.again(found) })),
			stopped: this.stopped && this.mask.again(this.stopped),
			troubles: this.troubles(),
			left: this.session?.left ?? [],
		};
	}

	private troubles(): string[] {
		const all = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0);
		const kinds = (counts: Map<string, number>) => [...counts.keys()].join('; ');
		const { limits, unclear } = this;
		return [
			...(limits.size > 0
				? [`The server refused ${all(limits)} requests for a limit (${kinds(limits)}).`]
				: []),
			...(unclear.size > 0
				? [
						`The server gave no clear answer to ${all(unclear)} requests (${kinds(unclear)}). They were tried again.`,
					]
				: []),
		];
	}

	/** All requests and answers, and what they mean. */
	recording(): Recording {
		const { about, assumptions } = this.report();
		const { service: server, date, options } = about;
		// Some names were learned only later.
		const again = (words?: string) => words && this.mask.again(words);
		const exchanges = this.exchanges.map((one) => ({
			...one,
			says: again(one.says),
			why: again(one.why),
		}));
		return { server, date, options, dialect: this.findings.dialect(), assumptions, exchanges };
	}

	private async carryOut(session: Session, step: Step): Promise<void> {
		const at = STEPS.indexOf(step);
		const after = STEPS.slice(at + 1).reduce((sum, { requests }) => sum + requests, 0);
		const what = `Step ${at + 1} of ${STEPS.length}: ${step.does}`;
		const why = step.hindrance?.(session) ?? (await this.refusal(step));
		this.progress.skip();
		this.progress.begin(what, step.requests, after + CLEARING_REQUESTS);
		if (why !== undefined) return this.passOver(step, why);
		try {
			await this.attempt(async () => await step.begin?.(session));
		} catch (obstacle) {
			if (!(obstacle instanceof Unexpected)) throw obstacle;
			await this.endStep(session, step);
			return this.passOver(step, obstacle.message);
		}
		for (const [name, probe] of Object.entries(step.probes)) {
			this.missing = undefined;
			const found = await this.attempt(async () => await probe(session)).catch(unexpected);
			this.findings.add(name as AssumptionName, this.orMissing(name as AssumptionName, found));
		}
		await this.endStep(session, step);
		this.passOver(step, 'what has to come before it did not work');
	}

	/** Runs it once more if an answer got lost and the next one was ambiguous. */
	private async attempt<T>(act: () => Promise<T>): Promise<T> {
		for (let tried = 1; ; tried++) {
			try {
				return await act();
			} catch (obstacle) {
				if (!(obstacle instanceof Unclear) || tried === ATTEMPTS) throw obstacle;
				await this.client.wait(backOff(tried));
			}
		}
	}

	/** If the server lacks the method, a refusal tells nothing else. */
	private orMissing(name: AssumptionName, found: Found): Found {
		const isSo = this.missing === undefined || ABOUT_UNKNOWN.has(name);
		return isSo ? found : { untested: `the server has no ${this.missing}` };
	}

	/** Ends a step. What cannot be restored now is tried once more at the end. */
	private async endStep(session: Session, step: Step): Promise<void> {
		await step.end?.(session).catch(unexpected);
	}

	private async refusal({ isSeen, does }: Step): Promise<string | undefined> {
		if (!isSeen || (await this.options.agrees(does))) return undefined;
		return 'you did not agree to this step';
	}

	private passOver({ probes, methods = [] }: Step, why: string): void {
		for (const name of Object.keys(probes) as AssumptionName[]) {
			if (!this.findings.knows(name)) this.findings.add(name, { untested: why });
		}
		for (const method of methods) {
			if (!this.findings.isCalled(method)) this.findings.passOver(method, why);
		}
	}
}

function count(counts: Map<string, number>, what: string): void {
	counts.set(what, (counts.get(what) ?? 0) + 1);
}

function unexpected(obstacle: unknown): { untested: string } {
	if (obstacle instanceof Unexpected) return { untested: obstacle.message };
	throw obstacle;
}
