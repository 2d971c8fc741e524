import { readFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT, sources } from './sources';

/** Words to avoid in plain English. */
const BANNED = [
	/\bstands?\b/i,
	/\bwhoever\b/i,
	/\bsome(body|one) who\b/i,
	/\bput(s|ting)? out\b/i,
	/\bgo(es)? on\b(?! the wire)/i,
	/\banew\b/i,
	/\bas ever\b/i,
	/\bfinds out by (it|them)sel(f|ves)\b/i,
	/\bcome by it\b/i,
];

/** Words that "where" may follow: nouns of a place, and verbs that ask for one. */
const PLACES = 'chat|chats|group|line|page|place|places|server|folder|network|database';
const ASKING =
	'and|choose|is|know|knows|of|returns|say|says|see|sees|set|sets|show|shown|shows|tell|tells|told';

/** "where" in the sense of "if": neither about a place nor a question. */
function conditions(text: string): string[] {
	const inside = [...text.matchAll(/([\w’']+)?([^\w]*)\bwhere\b/g)]
		.filter(([, before = '']) => !new RegExp(`^(${PLACES}|${ASKING})$`, 'i').test(before))
		.map(({ index }) => text.slice(Math.max(0, index - 20), index + 40));
	// "Where the files come from" asks; "Where it is full, ..." is a condition.
	const first = [...text.matchAll(/(?:^|[.:;!?] )(Where [^.?:;|]*?, [^.?:;|]*)/g)].map(
		([, found]) => found,
	);
	return [...inside, ...first];
}

/** Words of a text that nobody should have to read. */
const findings = (text: string): string[] => [
	...BANNED.flatMap((banned) => banned.exec(text)?.[0] ?? []),
	...conditions(text),
];

const COMMENTS = /\/\*[^]*?\*\/|^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*/gm;

/** The texts of a source file: every string and template of several words. */
const textsOf = (source: string): string[] =>
	[...source.replace(COMMENTS, '').matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)]
		.map(([, plain, template]) => plain ?? template)
		.filter((text) => /[a-z] [a-z]/i.test(text));

/** A page as plain lines: each paragraph on one line, without code. */
const prose = (page: string): string[] =>
	page
		.replace(/```[^]*?```/g, '')
		.replace(/`[^`]*`/g, 'x')
		.split(/\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.))/)
		.map((paragraph) => paragraph.replace(/\s+/g, ' ').trim());

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const faults = (file: string, texts: string[]) =>
	texts.flatMap((text) => findings(text).map((found) => `${file}: "${found}" in: ${text}`));

describe('the wording is plain:', () => {
	test.each([
		'The line stands below the question',
		'Whoever has the link can join',
		'What somebody who pressed it sees',
		'Each item is put out',
		'The workflow goes on without an answer',
		'The count begins anew',
		'Empty: it finds out by itself',
		'Who has come by it stays',
		'The server ignores it where Format is set',
		'Where a text cannot be split, it fails',
	])('the guard finds fault with: %s', (text) => {
		expect(findings(text)).not.toEqual([]);
	});

	test.each([
		'Where the photos come from',
		'The chat where it was asked',
		'Choose where the command works',
	])('the guard accepts: %s', (text) => {
		expect(findings(text)).toEqual([]);
	});

	test('forms, errors and notices', () => {
		const found = sources(ROOT, ['nodes', 'credentials'], /\.ts$/).flatMap(({ file, text }) =>
			faults(file, textsOf(text)),
		);
		expect(found).toEqual([]);
	});

	test('README, guides and pages', () => {
		const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
		const docs = sources(ROOT, ['docs'], /\.md$/).map(({ file }) => file);
		const found = [...pages, ...docs].flatMap((file) => faults(file, prose(read(file))));
		expect(found).toEqual([]);
	});

	test('the notes of the examples', () => {
		const found = sources(ROOT, ['examples'], /\.json$/).flatMap(({ file, text }) =>
			(JSON.parse(text) as { nodes: Array<{ parameters: { content?: string } }> }).nodes.flatMap(
				({ parameters: { content = '' } }) => faults(file, prose(content)),
			),
		);
		expect(found).toEqual([]);
	});
});
