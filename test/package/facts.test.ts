import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ROOT, sources } from './sources';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const docs = sources(ROOT, ['docs'], /\.md$/).filter(({ file }) => !file.includes('operations/'));

const rowsOf = (page: string) => page.split('\n').filter((line) => line.startsWith('| **'));

describe('the pages of operations and triggers', () => {
	const pages = sources(ROOT, ['docs/operations'], /\.md$/);

	test('say which value a field has when it is added', () => {
		const added = pages.flatMap(({ text }) => {
			const [fields, additional = ''] = text.split('## Additional Fields');
			return [
				...rowsOf(additional),
				...rowsOf(fields).filter((row) => /^\| \*\*[^*]* > /.test(row)),
			];
		});
		expect(added.filter((row) => row.includes('When you add it: on')).length).toBeGreaterThan(9);
		expect(added.filter((row) => row.includes('At first'))).toEqual([]);
	});

	test('describe nothing about the triggers twice', () => {
		const rows = ['botMessagingTrigger', 'botMessagingPollingTrigger', 'bothTriggers'].flatMap(
			(name) => rowsOf(read(`docs/operations/${name}.md`)),
		);
		expect(rows.length).toBeGreaterThan(50);
		expect(new Set(rows).size).toBe(rows.length);
	});
});

describe('versions of n8n', () => {
	const OLDEST = /\| *(\d+\.\d+\.\d+)/.exec(read('docs/versions.md'))![1];

	test.each(['README.md', 'docs/install.md'])(
		'%s names the oldest version that was run',
		(file) => {
			const install = read(file).split('## Install')[1].split('\n## ')[0];
			expect(install).toContain(OLDEST);
			expect(install).not.toMatch(/version \d/);
		},
	);

	test('an output for each answer needs the same version on each page and in the form', () => {
		const texts = [
			...docs.map(({ text }) => text.replace(/\s+/g, ' ')),
			...sources(ROOT, ['nodes/BotMessaging/questions'], /\.ts$/).map(({ text }) => text),
		];
		const said = texts.flatMap((text) =>
			[
				...text.matchAll(
					/(?:output for each answer|output per answer|its own output)[^|_]*?n8n (\d\.\d+)/gi,
				),
			].map(([, version]) => version),
		);
		expect(said.length).toBeGreaterThan(3);
		expect([...new Set(said)]).toEqual(['2.39']);
	});
});

test('the page for reviewers counts the operations', () => {
	const rows = read('docs/operations.md').match(/\]\(operations\//g)!;
	expect(read('docs/for-reviewers.md')).toContain(`| ${rows.length} operations `);
});

describe('the package is about one service:', () => {
	const OTHER = /telegram|bale\b|service/i;
	const NODES = ['BotMessaging', 'BotMessagingTrigger', 'BotMessagingPollingTrigger'];
	const { description, keywords } = JSON.parse(read('package.json')) as {
		description: string;
		keywords: string[];
	};
	/** The page without link addresses. */
	const readme = read('README.md').replace(/\]\([^)]*\)/g, ']');

	test.each([
		['the README', readme],
		['package.json', description],
		...NODES.map((node): [string, string] => {
			const [, found] = /\n\t\tdescription:\s*'(.*)'/.exec(
				read(`nodes/BotMessaging/${node}.node.ts`),
			)!;
			return [node, found];
		}),
	])('%s speaks of SafeW', (_where, text) => {
		expect(text).toContain('SafeW');
		// The table leads people who move to the converter.
		expect(text.replace(/live service|from Telegram/g, '')).not.toMatch(OTHER);
	});

	test('no keyword names another service', () => {
		expect(keywords).toContain('safew');
		expect(keywords.filter((keyword) => OTHER.test(keyword))).toEqual([]);
	});

	test.each(NODES)('the panel of n8n finds %s by the words that people type', (node) => {
		const { alias } = JSON.parse(read(`nodes/BotMessaging/${node}.node.json`)) as {
			alias: string[];
		};
		const more =
			node === 'BotMessaging' ? ['schedule message'] : ['message received', 'on message'];
		expect(alias).toEqual(expect.arrayContaining(['SafeW', 'chatbot', 'messenger', ...more]));
		expect(alias.filter((words) => OTHER.test(words) || !/^[\w ]+$/.test(words))).toEqual([]);
		// No node of n8n has more.
		expect(alias.length).toBeLessThanOrEqual(28);
	});
});

describe('the pages are in English only:', () => {
	const HAN = /\p{Script=Han}/u;
	/** Words that a bot reads in other languages are shown as code. */
	const foreign = (text: string) => HAN.test(text.replace(/`[^`\n]*`|\b_[^_\n]*_\b/g, ''));

	test('the guard finds a page in Chinese, and ignores words that are shown as code', () => {
		expect(foreign('安装')).toBe(true);
		expect(foreign('units such as `2小时`')).toBe(false);
	});

	test('no page is in another language or links to one', () => {
		const pages = ['README.md', 'CONTRIBUTING.md', 'AGENTS.md', 'SECURITY.md'];
		const all = [
			...pages,
			...sources(ROOT, ['docs', '.github'], /\.(md|yml)$/).map(({ file }) => file),
		];
		expect(all.filter((file) => foreign(read(file)))).toEqual([]);
		expect(all.filter((file) => /\.zh\b|\bzh[-/.]/.test(read(file)))).toEqual([]);
	});
});

describe('n8n’s own tool', () => {
	test('uses its default rules, and says in strict mode that the package is eligible', () => {
		expect(read('eslint.config.mjs').replace(/\s+/g, ' ').trim()).toBe(
			"import { config } from '@n8n/node-cli/eslint'; export default config;",
		);
		expect(JSON.parse(read('package.json'))).toMatchObject({ n8n: { strict: true } });
	});

	test('runs in the version that the page for reviewers names', () => {
		const version = /@n8n\/node-cli@[\d.]+/;
		const [named] = version.exec(read('docs/for-reviewers.md'))!;
		expect(version.exec(read('.github/workflows/ci.yml'))![0]).toBe(named);
		expect(version.exec(read('eslint.config.js'))![0]).toBe(named);
	});

	test('says in plain words what it needs, if it is not there', () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'eslint-'));
		for (const name of ['eslint.config.js', 'eslint.config.mjs'])
			copyFileSync(path.join(ROOT, name), path.join(folder, name));
		const { status, stderr } = spawnSync(
			process.execPath,
			[path.join(folder, 'eslint.config.js')],
			{
				encoding: 'utf8',
			},
		);
		rmSync(folder, { recursive: true });
		expect(stderr.split('\n')[1]).toBe('  npm ci');
		expect(status).toBe(2);
	});

	test('scans in the lint of this repository', () => {
		const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
		expect(scripts.lint).toContain('eslint --config eslint.repository.config.mjs .');
		expect(scripts.lint).toContain('node scripts/scan.mjs');
	});
});
