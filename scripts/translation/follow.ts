/**
 * Pages in Chinese follow pages in English. Each of them ends with a record: the sections of the English
 * page, and what their text was when it was translated.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { sectionsOf, type Section } from './sections';

export const TRANSLATIONS = 'docs/zh-CN';

/** These two cannot both be called README. */
const ENGLISH: Record<string, string> = { 'README.md': 'README.md', 'pages.md': 'docs/README.md' };

/** The English page of a page in Chinese; both from the root of the repository. */
export function englishOf(file: string): string {
	const name = posix.relative(TRANSLATIONS, file);
	return ENGLISH[name] ?? posix.join('docs', name);
}

/** Where the page in Chinese is, or would be. */
export function translationOf(english: string): string {
	const [name] = Object.entries(ENGLISH).find(([, page]) => page === english) ?? [];
	return posix.join(TRANSLATIONS, name ?? posix.relative('docs', english));
}

const RECORD = /\n<!-- Follows (\S+)\n([^]*?)-->\n$/;

/** The same for a text that was only laid out in another way. */
const fingerprint = (text: string): string =>
	createHash('sha256')
		.update(text.replace(/-{3,}/g, '---').replace(/\s+/g, ' ').trim())
		.digest('hex')
		.slice(0, 10);

/** The fingerprints of a page's sections, by their headings. Sections with the same heading share one. */
function fingerprintsOf(sections: Section[]): Map<string, string> {
	const texts = new Map<string, string>();
	for (const { heading, text } of sections)
		texts.set(heading, `${texts.get(heading) ?? ''}${text}`);
	return new Map([...texts].map(([heading, text]) => [heading, fingerprint(text)]));
}

function recordOf(page: string): Map<string, string> {
	const [, , lines = ''] = RECORD.exec(page) ?? [];
	const entries = [...lines.matchAll(/^(\w+) (.*)$/gm)];
	return new Map(entries.map(([, mark = '', heading = '']) => [heading, mark]));
}

/** What is wrong with the headings of a page in Chinese, if anything. */
function misshapen(file: string, page: string, english: Section[]): string[] {
	const shapeOf = (sections: Section[]) => sections.map(({ depth }) => '#'.repeat(depth)).join(' ');
	const [own, wanted] = [shapeOf(sectionsOf(page)), shapeOf(english)];
	if (own === wanted) return [];
	return [
		`${file} needs one heading for each of ${englishOf(file)}, in the same order: it has ${own}, not ${wanted}`,
	];
}

/** How a page in Chinese has fallen behind its English page: one line for each section, with what to do. */
export function behind(file: string, root: string): string[] {
	const english = englishOf(file);
	if (!existsSync(join(root, english)))
		return [`${file} is a translation of ${english}, which is gone`];
	const page = readFileSync(join(root, file), 'utf8');
	const sections = sectionsOf(readFileSync(join(root, english), 'utf8'));
	const [now, then] = [fingerprintsOf(sections), recordOf(page)];
	const next = `Translate that, then run: npm run docs -- --translated ${file}`;
	const found = [
		...[...now].flatMap(([heading, mark]) => {
			if (!then.has(heading)) return [`${english} has a new section, "${heading}". ${next}`];
			if (then.get(heading) === mark) return [];
			return [`${english} has changed in its section "${heading}". ${next}`];
		}),
		...[...then.keys()]
			.filter((heading) => !now.has(heading))
			.map((heading) => `${english} no longer has the section "${heading}". ${next}`),
	];
	return found.length > 0 ? found : misshapen(file, page, sections);
}

/** Writes down that a page in Chinese says what its English page says now. Throws if it lacks a section. */
export function confirm(file: string, root: string): void {
	const english = englishOf(file);
	const page = readFileSync(join(root, file), 'utf8');
	const sections = sectionsOf(readFileSync(join(root, english), 'utf8'));
	const [fault] = misshapen(file, page, sections);
	if (fault) throw new Error(fault);
	const lines = [...fingerprintsOf(sections)].map(([heading, mark]) => `${mark} ${heading}\n`);
	const record = `<!-- Follows ${english}\n${lines.join('')}-->`;
	writeFileSync(join(root, file), `${page.replace(RECORD, '').trimEnd()}\n\n${record}\n`);
}
