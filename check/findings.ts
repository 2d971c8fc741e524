import {
	assumption,
	ASSUMPTION_NAMES,
	type AssumptionName,
	type Dialect,
} from '../emulator/dialects';
import { METHODS, type MethodName, type MethodShape } from '../reference';
import { isUnknownMethod, type Answer } from './answers';
import type { Mask } from './mask';
import { mismatchOf } from './mismatches';
import { faultOf } from './shapes';

/** How a server behaves in one respect: a choice of the table, other words, or why it was not tested. */
export type Found = { is: string; note?: string } | { untested: string };

export type Verdict = 'holds' | 'differs' | 'not tested';

export interface Row {
	/** The number of an assumption; the name of a method. */
	number: string;
	says: string;
	verdict: Verdict;
	/** How it differs, or why it is not tested. */
	how: string;
}

/** The results of a method's calls. */
interface Calls {
	works: boolean;
	/** The first deviation from the documentation. */
	wrong?: string;
	refused?: string;
	/** Why the outcome on the server is unknown. */
	unclear?: string;
	/** Further remarks. */
	note?: string;
}

/** Other methods have no row: they are only in the older documentation or in another service. */
const isDocumented = (name: MethodName) => {
	const { documented }: MethodShape = METHODS[name];
	return documented === 'reference' || documented === 'service';
};

export const DOCUMENTED = (Object.keys(METHODS) as MethodName[]).filter(isDocumented);

export { ASSUMPTION_NAMES, assumption } from '../emulator/dialects';
export type { AssumptionName } from '../emulator/dialects';

export class Findings {
	private readonly found = new Map<AssumptionName, Found>();

	private readonly calls = new Map<MethodName, Calls>();

	private readonly passedOver = new Map<MethodName, string>();

	/** As the server told it. */
	private botId: number | undefined;

	constructor(private readonly mask: Mask) {}

	add(name: AssumptionName, found: Found): void {
		this.found.set(name, found);
	}

	knows(name: AssumptionName): boolean {
		return this.found.has(name);
	}

	isCalled(method: MethodName): boolean {
		return this.calls.has(method);
	}

	/** Records why a method is not called. */
	passOver(method: MethodName, why: string): void {
		this.passedOver.set(method, why);
	}

	/** Compares an answer with the documentation of its method, and with what was asked for. */
	hear(answer: Answer, params: Record<string, unknown>): void {
		const { method } = answer;
		const calls = this.callsOf(method);
		if (answer.ok) {
			const { result } = answer;
			if (method === 'getMe') this.botId ??= (Object(result) as { id?: number }).id;
			const fault =
				faultOf(method, result, params) ?? mismatchOf(method, result, params, this.botId);
			if (fault === undefined) calls.works = true;
			else calls.wrong ??= fault;
		} else if (isUnknownMethod(answer)) {
			calls.refused ??= 'the server does not know it';
		} else {
			calls.refused ??= `refused with ${answer.code} ${this.mask.quote(answer.description)}`;
		}
	}

	/** Records an effect that the server confirms but does not show. */
	lie(method: MethodName, what: string): void {
		this.callsOf(method).wrong ??= what;
	}

	unheard(method: MethodName, why: string): void {
		this.callsOf(method).unclear ??= `no clear answer: ${why}`;
	}

	note(method: MethodName, what: string): void {
		this.callsOf(method).note = what;
	}

	methodRows(): Row[] {
		return DOCUMENTED.map((number) => ({ number, ...this.methodVerdict(number) }));
	}

	/** A row for each assumption, by number. */
	rows(unknown: string): Row[] {
		const rows = ASSUMPTION_NAMES.map((name) => this.row(name, unknown));
		return [...rows, ...UNTESTABLE].sort((a, b) => order(a) - order(b));
	}

	/** The contents of a dialect file for this server. */
	dialect(): Partial<Dialect> {
		const known = [...this.found].flatMap(([name, found]) =>
			'is' in found && assumption(name).choices.includes(found.is) ? [[name, found.is]] : [],
		);
		return Object.fromEntries(known) as Partial<Dialect>;
	}

	private callsOf(method: MethodName): Calls {
		const calls = this.calls.get(method) ?? { works: false };
		this.calls.set(method, calls);
		return calls;
	}

	private methodVerdict(name: MethodName): Omit<Row, 'number'> {
		const calls = this.calls.get(name);
		const why = this.passedOver.get(name);
		const row = (verdict: Verdict, says: string, how = '') => ({ verdict, says, how });
		if (!calls) return row('not tested', 'not called', why ?? 'the check ended before');
		if (calls.wrong) return row('differs', 'answers in another way', calls.wrong);
		if (calls.works) return row('holds', 'works as documented', calls.note);
		if (calls.refused?.includes('does not know')) return row('differs', 'missing', calls.refused);
		if (!calls.refused) return row('not tested', 'it is not known', calls.unclear ?? why);
		return row('not tested', 'it is there', why ? `${calls.refused}; ${why}` : calls.refused);
	}

	private row(name: AssumptionName, unknown: string): Row {
		const { number, says, choices, untested } = assumption(name);
		const found = this.found.get(name) ?? { untested: untested ?? unknown };
		if ('untested' in found) return { number, says, verdict: 'not tested', how: found.untested };
		const note = found.note ? ` (${found.note})` : '';
		return found.is === choices[0]
			? { number, says, verdict: 'holds', how: found.note ?? '' }
			: { number, says, verdict: 'differs', how: `${found.is}${note}` };
	}
}

const order = ({ number }: Row) =>
	Number.parseInt(number, 10) * 100 + (number.match(/[a-z]/)?.[0].charCodeAt(0) ?? 0);

const untestable = (number: string, says: string, how: string): Row => ({
	number,
	says,
	verdict: 'not tested',
	how,
});

/** Assumptions that cannot be tested on any server. */
const UNTESTABLE: Row[] = [
	untestable('1', 'Both addresses of the service lead to the same', 'it asks one address only'),
	untestable(
		'19',
		'Updates on business, payments and boosts have no methods',
		'nothing that the check does brings such an update about',
	),
];
