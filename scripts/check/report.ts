import { table } from '../lib/table';
import type { Row, Verdict } from './findings';

/** What a check has found, to be attached to an issue: without the token, names and numbers. */
export interface Report {
	assumptions: Row[];
	methods: Row[];
	/** Why it ended early. */
	stopped?: string;
	/** What is still there and was not before. */
	left: string[];
}

const cell = ({ verdict, how }: Row) => (how === '' ? verdict : `${verdict}: ${how}`);

const count = (rows: Row[], wanted: Verdict) =>
	rows.filter(({ verdict }) => verdict === wanted).length;

const summary = (rows: Row[]) =>
	`Holds: ${count(rows, 'holds')}. Differs: ${count(rows, 'differs')}. Not tested: ${count(rows, 'not tested')}.`;

export function reportText({ assumptions, methods, stopped, left }: Report): string {
	return [
		'# What the server does',
		...(stopped === undefined ? [] : [`It stopped early: ${stopped}.`]),
		left.length === 0
			? 'Nothing of the check is left in the group.'
			: `Still there: ${left.join('; ')}.`,
		'## Assumptions',
		summary(assumptions),
		table(
			['No.', 'Assumption', 'Found'],
			assumptions.map((row) => [row.number, row.says, cell(row)]),
		),
		'## Methods',
		summary(methods),
		table(
			['Method', 'Found', ''],
			methods.map((row) => [row.number, `${row.verdict}: ${row.says}`, row.how]),
		),
		'',
	].join('\n\n');
}
