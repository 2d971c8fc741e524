import { readFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT, sources } from '../package/sources';

const FOLDERS = [
	'nodes',
	'credentials',
	'emulator',
	'reference',
	'converter',
	'check',
	'scripts',
	'bench',
	'test',
];

const README = readFileSync(path.join(ROOT, 'reference/README.md'), 'utf8');

/** The numbers of headings, and those in the first column of tables. */
const SECTIONS = [...README.matchAll(/^(?:#+|\|) (\d(?:\.\d)?)[. |]/gm)].map(
	([, number]) => number,
);

const OWN = 'test/reference/sections.test.ts';
const code = sources(ROOT, FOLDERS, /\.ts$/).filter(({ file }) => file !== OWN);

test('each section has its own number', () => {
	expect(SECTIONS.length).toBeGreaterThan(25);
	expect(new Set(SECTIONS).size).toBe(SECTIONS.length);
});

test('each section that a comment cites exists', () => {
	const cited = code.flatMap(({ file, text }) =>
		[...text.matchAll(/\breference ((?:\d(?:\.\d)?(?:, | and )?)+)/gi)].flatMap(([, numbers]) =>
			numbers.split(/, | and /).flatMap((number) => (number ? [{ file, number }] : [])),
		),
	);
	expect(cited.length).toBeGreaterThan(100);
	expect(cited.filter(({ number }) => !SECTIONS.includes(number))).toEqual([]);
});

test('no comment cites a document outside of the repository', () => {
	const foreign = /service methods|service facts|service documentation|API reference/i;
	expect(code.filter(({ text }) => foreign.test(text)).map(({ file }) => file)).toEqual([]);
});
