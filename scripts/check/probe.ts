import type { AssumptionName } from '../../emulator/dialects';
import type { Message, MethodName } from '../../reference';
import type { Answer } from './answers';
import type { Found } from './findings';
import type { Session } from './session';

/** Finds out how a server behaves in one respect. */
export type Probe = (session: Session) => Promise<Found>;

/** Some requests that belong together. */
export interface Step {
	/** What it does, in the words of a question: "Send texts ...". */
	does: string;
	/** Whether other people can notice it: then the user is asked first. */
	isSeen: boolean;
	/** About how many requests it makes, to tell how long the check takes. */
	requests: number;
	/** Why it cannot be done here; nothing if it can. */
	hindrance?(session: Session): string | undefined;
	/** Comes first: calls of methods, and what the probes need. */
	begin?(session: Session): Promise<void>;
	probes: Partial<Record<AssumptionName, Probe>>;
	/** Comes last. */
	end?(session: Session): Promise<void>;
	/** What is not called without this step. */
	methods?: MethodName[];
}

export const is = (choice: string, note?: string): Found => ({ is: choice, note });

export const untested = (why: string): Found => ({ untested: why });

/** A refusal in the words of a report. */
export const wordsOf = ({ mask }: Session, answer: Answer): string =>
	answer.ok ? '' : `${answer.code} ${mask.quote(answer.description)}`;

/** Whether the server has done it. Throws Unexpected if it says so with another answer than what is documented. */
export function isDone(session: Session, answer: Answer): boolean {
	if (answer.ok) session.must(answer.method, answer);
	return answer.ok;
}

/** `yes` if the server has done it, else `no`, with its words. */
export const whether = (session: Session, answer: Answer, yes: string, no: string): Found =>
	isDone(session, answer) ? is(yes) : is(no, wordsOf(session, answer));

/** A message that was sent or edited, as far as the answer has one. */
export const messageIn = (answer: Answer): Partial<Message> =>
	Object(answer.ok && answer.result) as Partial<Message>;

/** Without the words, which are no more than what is assumed. */
export const codeOnly = (answer: Answer): Found =>
	is(answer.ok ? 'not refused' : String(answer.code));
