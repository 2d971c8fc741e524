import { table } from '../scripts/lib/table';
import type { Row, Verdict } from './findings';

/** The result of a check, to attach to an issue: without the token, names and ids. */
export interface Report {
	/** The version of this package, the date, the service, and the options of the run. */
	about: { version: string; date: string; service: string; options: string[] };
	/** False if only the path of the token was tested. */
	isStarted: boolean;
	assumptions: Row[];
	methods: Row[];
	/** The choices of Token Path in the credential, each with its result: `works`, or a refusal. */
	paths: Array<{ name: string; found: string }>;
	/** Why it ended early. */
	stopped?: string;
	/** Harmless problems on the way. */
	troubles: string[];
	/** What the check left behind, and what to do about it. */
	left: string[];
}

const cell = ({ verdict, how }: Row) => (how === '' ? verdict : `${verdict}: ${how}`);

const count = (rows: Row[], wanted: Verdict) =>
	rows.filter(({ verdict }) => verdict === wanted).length;

const summary = (rows: Row[]) =>
	`Holds: ${count(rows, 'holds')}. Differs: ${count(rows, 'differs')}. Not tested: ${count(rows, 'not tested')}.`;

/** The first that works: most servers use it. */
const choiceOf = (paths: Report['paths']) => paths.find(({ found }) => found === 'works')?.name;

/** What to do about what was left behind; empty if nothing was. */
export const leftText = (left: string[]): string[] =>
	left.length === 0 ? [] : [['**Still there**:', ...left.map((one) => `- ${one}.`)].join('\n')];

function differing({ assumptions, methods }: Report): string {
	const rows = [...assumptions, ...methods].filter(({ verdict }) => verdict === 'differs');
	if (rows.length === 0) return 'Nothing, as far as it was tested.';
	return table(
		['', 'What', 'Found'],
		rows.map(({ number, says, how }) => [number, says, how]),
	);
}

function aboutText({ about, stopped, troubles, left, isStarted }: Report): string[] {
	const { version, date, service, options } = about;
	const list = [
		`Version: ${version}`,
		`Date: ${date}`,
		`Server: ${service}`,
		`Options: ${options.join(' ') || 'none'}`,
	];
	return [
		'## This check',
		list.map((line) => `- ${line}`).join('\n'),
		...(stopped === undefined ? [] : [`It stopped early: ${stopped}.`]),
		...troubles,
		...(left.length > 0 || !isStarted ? [] : ['Nothing of the check is left in the group.']),
	];
}

const credential = (paths: Report['paths']): string[] => [
	'## Credential',
	`In Token Path of the credential, choose **${choiceOf(paths) ?? 'none of these'}**.`,
	table(
		['Token Path', 'Found'],
		paths.map(({ name, found }) => [name, found]),
	),
];

function found(report: Report): string[] {
	const { assumptions, methods, paths } = report;
	return [
		...credential(paths),
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
	];
}

export function reportText(report: Report): string {
	const { isStarted, left, paths } = report;
	return [
		'# What the server does',
		...leftText(left),
		...(isStarted ? ['## What differs', differing(report)] : []),
		...aboutText(report),
		...(isStarted ? found(report) : paths.length > 0 ? credential(paths) : []),
		'',
	].join('\n\n');
}
