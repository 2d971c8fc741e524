import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import manifest from '../../package.json';
import { TOOLS } from '../../scripts/lib/toolList';
import { ROOT, sources } from './sources';

/** The README is the first page, in the repository and at the npm registry: a screen and a half. */
const MAX_README_BYTES = 12_000;

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** A page without its code. */
const withoutCode = (page: string) => page.replace(/```[^]*?```/g, '').replace(/`[^`\n]*`/g, 'x');

/** GitHub's anchor for a heading. */
const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

const anchorsOf = (page: string): string[] =>
	[...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading));

const linksOf = (page: string): string[] =>
	[...withoutCode(page).matchAll(/\]\(([^()\s]+)\)/g)].map(([, link]) => link);

/** Why a page's link is broken; empty if it works. */
function faultOf(file: string, link: string): string[] {
	if (/^(https?|mailto):/.test(link)) return [];
	// The registry resolves relative paths in the repository, but not those with a leading slash.
	if (link.startsWith('/')) return [`${file}: ${link} begins with a slash`];
	const [target, anchor] = link.split('#');
	const found = target === '' ? file : path.join(path.dirname(file), target);
	if (!existsSync(path.join(ROOT, found))) return [`${file}: ${link} is not there`];
	const isMissing = anchor !== undefined && !anchorsOf(read(found)).includes(anchor);
	return isMissing ? [`${file}: ${link} has no such heading`] : [];
}

const docs = sources(ROOT, ['docs'], /\.md$/).map(({ file }) => file);
const PAGES = ['README.md', 'CONTRIBUTING.md', 'AGENTS.md', 'SECURITY.md', ...docs];

describe('the README', () => {
	const readme = read('README.md');

	test(`has at most ${MAX_README_BYTES} bytes`, () => {
		expect(statSync(path.join(ROOT, 'README.md')).size).toBeLessThanOrEqual(MAX_README_BYTES);
	});

	test('has a moving picture of less than 1 MB', () => {
		const [moving] = linksOf(readme).filter((link) => link.endsWith('.webp'));
		const picture = readFileSync(path.join(ROOT, moving));
		expect(picture.length).toBeLessThan(1_000_000);
		// The chunk of a WebP file that marks an animation.
		expect(picture.includes('ANIM')).toBe(true);
	});

	test('has the sections of n8n’s starter, in its order, and both commands before them', () => {
		const [first, ...sections] = readme.split(/^## /m);
		expect(sections.map((section) => section.split('\n')[0])).toEqual([
			...['Installation', 'Operations', 'Credentials', 'Compatibility', 'Usage'],
			...['Resources', 'Version history'],
		]);
		for (const command of ['npm ci && npm start', 'npm ci && npm test']) {
			expect(first).toMatch(new RegExp(`\`${command}\`.*minutes`));
		}
	});

	test('leads from each wish to a page', () => {
		const wishes = readme.split('## What do you want to do?')[1].split('\n## ')[0];
		const rows = wishes.split('\n').filter((line) => line.startsWith('| '));
		expect(rows.length).toBeGreaterThan(20);
		expect(rows.slice(2).filter((row) => !/\]\(docs\//.test(row))).toEqual([]);
	});

	test('names the repository where the registry looks up its links', () => {
		const { repository } = JSON.parse(read('package.json')) as {
			repository: { type: string; url: string };
		};
		expect(repository).toEqual({
			type: 'git',
			url: expect.stringMatching(/^git\+https:\/\/github\.com\/[\w-]+\/[\w-]+\.git$/) as string,
		});
	});
});

describe('links', () => {
	test.each(PAGES)('each link of %s works', (file) => {
		expect(linksOf(read(file)).flatMap((link) => faultOf(file, link))).toEqual([]);
	});

	test.each([
		['a missing page', 'docs/nowhere.md'],
		['a missing heading', 'docs/limits.md#nowhere'],
		['a missing heading of the same page', '#nowhere'],
		['a path from the root', '/docs/limits.md'],
	])('%s is found', (_, link) => {
		expect(faultOf('README.md', link)).toHaveLength(1);
	});

	test('the nodes and the credential link to existing pages and headings', () => {
		const base = 'https://github.com/n8n-nodes-bot-messaging/n8n-nodes-bot-messaging';
		const texts = sources(ROOT, ['nodes', 'credentials'], /\.(ts|node\.json)$/).flatMap(
			({ text }) => [...text.matchAll(/https:\/\/github\.com\/[^'"\s]*/g)].map(([link]) => link),
		);
		expect(texts.length).toBeGreaterThan(6);
		const faults = texts.flatMap((link) => {
			if (link === `${base}#readme`) return [];
			const page = link.startsWith(`${base}/blob/main/`) && link.slice(`${base}/blob/main/`.length);
			return page ? faultOf('README.md', page) : [link];
		});
		expect(faults).toEqual([]);
	});
});

describe('nothing is hidden:', () => {
	/** All files that the pages for users link to, from the root. */
	const reached = ['README.md', ...docs].flatMap((file) =>
		linksOf(read(file)).map((link) => path.join(path.dirname(file), link.split('#')[0])),
	);

	test('a page links to each page of docs', () => {
		expect(docs.filter((file) => !reached.includes(file))).toEqual([]);
	});

	test('a page links to each example', () => {
		const examples = readdirSync(path.join(ROOT, 'examples')).map((file) => `examples/${file}`);
		expect(examples.filter((file) => !reached.includes(file))).toEqual([]);
	});
});

test('every command that a page names exists', () => {
	const scripts = Object.keys(manifest.scripts);
	const named = PAGES.flatMap((file) =>
		[...read(file).matchAll(/npm run ([\w:-]+)(?: -- ([\w-]+))?/g)].map(
			([command, script, tool = '']) => ({ file, command, script, tool }),
		),
	);
	expect(named.length).toBeGreaterThan(30);
	const missing = named.filter(
		({ script, tool }) =>
			!scripts.includes(script) ||
			(script === 'tool' && tool !== '' && !Object.hasOwn(TOOLS, tool)),
	);
	expect(missing.map(({ file, command }) => `${file}: ${command}`)).toEqual([]);
});
