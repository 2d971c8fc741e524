import type { AssumptionName } from '../emulator/dialects';
import type { Message, MethodName } from '../reference';
import type { Answer } from './answers';
import type { Found } from './findings';
import type { Session } from './session';

/** Finds out how a server behaves in one respect. */
export type Probe = (session: Session) => Promise<Found>;

/** A group of related requests. */
export interface Step {
	/** What it does, in the words of a question: "Send texts ...". */
	does: string;
	/** Whether other people can notice it; if so, the user is asked first. */
	isSeen: boolean;
	/** Approximate number of requests, for the estimate of how long the check takes. */
	requests: number;
	/** Why it cannot be done here; nothing if it can. */
	hindrance?(session: Session): string | undefined;
	/** Runs first: calls methods, and prepares what the probes need. */
	begin?(session: Session): Promise<void>;
	probes: Partial<Record<AssumptionName, Probe>>;
	/** Runs last. */
	end?(session: Session): Promise<void>;
	/** Methods that are only called in this step. */
	methods?: MethodName[];
}

export const is = (choice: string, note?: string): Found => ({ is: choice, note });

export const untested = (why: string): Found => ({ untested: why });

/** A refusal in the words of a report. */
export const wordsOf = ({ mask }: Session, answer: Answer): string =>
	answer.ok ? '' : `${answer.code} ${mask.quote(answer.description)}`;

/** Whether the server carried it out. Throws Unexpected if it succeeded with an undocumented answer. */
export function isDone(session: Session, answer: Answer): boolean {
	if (answer.ok) session.must(answer.method, answer);
	return answer.ok;
}

/** `yes` if the server carried it out, else `no`, with its words. */
export const whether = (session: Session, answer: Answer, yes: string, no: string): Found =>
	isDone(session, answer) ? is(yes) : is(no, wordsOf(session, answer));

/** The message in the answer to a send or an edit, if there is one; the first of an album. */
export const messageIn = (answer: Answer): Partial<Message> =>
	Object(answer.ok && [answer.result].flat()[0]) as Partial<Message>;

/** Without the server's words, which only repeat what is assumed. */
export const codeOnly = (answer: Answer): Found =>
	is(answer.ok ? 'not refused' : String(answer.code));
