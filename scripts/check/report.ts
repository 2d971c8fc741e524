import { table } from '../lib/table';
import type { Row, Verdict } from './findings';

/** What a check has found, to be attached to an issue: without the token, names and numbers. */
export interface Report {
	/** The version of this package, when and where it was run, and with which options. */
	about: { version: string; date: string; service: string; options: string[] };
	/** Nothing but the path of the token was looked at. */
	isStarted: boolean;
	assumptions: Row[];
	methods: Row[];
	/** The choices of Token Path in the credential, and what came of each: `works`, or a refusal. */
	paths: Array<{ name: string; found: string }>;
	/** Why it ended early. */
	stopped?: string;
	/** What went wrong on the way, and did no harm. */
	troubles: string[];
	/** What is still there and was not before, and what to do about it. */
	left: string[];
}

const cell = ({ verdict, how }: Row) => (how === '' ? verdict : `${verdict}: ${how}`);

const count = (rows: Row[], wanted: Verdict) =>
	rows.filter(({ verdict }) => verdict === wanted).length;

const summary = (rows: Row[]) =>
	`Holds: ${count(rows, 'holds')}. Differs: ${count(rows, 'differs')}. Not tested: ${count(rows, 'not tested')}.`;

/** The first that works: it is what most servers want. */
const choiceOf = (paths: Report['paths']) => paths.find(({ found }) => found === 'works')?.name;

/** What is to be done about what is still there; nothing if nothing is. */
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
