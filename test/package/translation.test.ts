import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
	behind,
	confirm,
	englishOf,
	TRANSLATIONS,
	translationOf,
} from '../../scripts/translation/follow';
import { ROOT, sources } from './sources';

const TRANSLATED = sources(ROOT, [TRANSLATIONS], /\.md$/).map(({ file }) => file);

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** The path from one page to another, as a link has it. */
const linkTo = (from: string, to: string) => path.posix.relative(path.posix.dirname(from), to);

/** Code and labels of the editor in a text. */
function namesIn(page: string): string[] {
	const text = page.replace(/<!--[^]*?-->/g, '').replace(/```[^]*?```/g, '');
	const codes = [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
	const labels = [...text.replace(/`[^`]+`/g, 'x').matchAll(/(\*\*|_)((?:(?!\1).)+)\1/g)];
	return [...codes, ...labels.map(([, , label]) => label).filter((label) => /^\w/.test(label))];
}

const commandsIn = (page: string) =>
	[...page.matchAll(/```bash\n([^]*?)```/g)].map(([, code]) => code);

test.each(TRANSLATED)('%s says what its English page says', (file) => {
	expect(behind(file, ROOT)).toEqual([]);
});

describe('readers find their way', () => {
	test.each(TRANSLATED)('%s and its English page lead to each other', (file) => {
		const english = englishOf(file);
		const [, , own] = read(file).split('\n');
		expect(own).toBe(`[English](${linkTo(file, english)}) | 简体中文`);
		const [, , other] = read(english).split('\n');
		expect(other).toBe(`English | [简体中文](${linkTo(english, file)})`);
	});

	test.each(TRANSLATED)('%s leads to pages in Chinese if there are any', (file) => {
		const [, body] = read(file).split(' | 简体中文\n');
		const links = [...body.matchAll(/\]\(([^()\s#]+\.md)[^()\s]*\)/g)].map(([, link]) => link);
		const inEnglish = links.filter((link) => {
			const target = path.posix.join(path.posix.dirname(file), link);
			if (target.startsWith(TRANSLATIONS) || target === englishOf(file)) return false;
			return existsSync(path.join(ROOT, translationOf(target)));
		});
		expect(inEnglish).toEqual([]);
	});
});

describe('what is the same in each language', () => {
	test.each(TRANSLATED)('%s: labels and code', (file) => {
		const [english, own] = [read(englishOf(file)), read(file)];
		const known = english.replace(/\s+/g, ' ').toLowerCase();
		expect(namesIn(own).filter((name) => !known.includes(name.toLowerCase()))).toEqual([]);
		expect(commandsIn(own)).toEqual(commandsIn(english));
	});
});

/** Other words for what these pages call 凭证, 工作流, Webhook, 令牌, 轮询, 频道 and 你, and signs that are not Chinese. */
const FAULTS = [
	/凭据|认证信息/,
	/工作流程/,
	/网络钩子/,
	/密匙|口令/,
	/轮循/,
	/頻道|信道/,
	/您/,
	/\p{Script=Han}[,;:?!()]|[,;:?!()]\p{Script=Han}/u,
	/\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u,
];

/** What a page in Chinese should write in another way. Code, links and marks of Markdown are not looked at. */
function slips(page: string): string[] {
	const text = page
		.replace(/<!--[^]*?-->|```[^]*?```/g, '')
		.replace(/`[^`]*`/g, ' ')
		.replace(/!?\[((?:[^\]])*)\]\([^)]*\)/g, '$1')
		.replace(/\*\*/g, '');
	return FAULTS.flatMap((fault) => fault.exec(text)?.[0] ?? []);
}

describe('plain Chinese, in the same words on each page', () => {
	test.each(TRANSLATED)('%s', (file) => {
		expect(slips(read(file))).toEqual([]);
	});

	test.each([
		'选择凭据',
		'新建工作流程',
		'请问您',
		'打开它,然后',
		'什么?',
		'在n8n里',
		'按**Publish**发布',
	])('the guard finds fault with: %s', (text) => {
		expect(slips(text)).toHaveLength(1);
	});

	test('the guard lets pass what is right', () => {
		expect(slips('在 n8n 里按 **Publish**（发布），再看[表](a.md)：`a,是`。')).toEqual([]);
	});
});

describe('when an English page changes', () => {
	const [english, file] = ['docs/page.md', `${TRANSLATIONS}/page.md`];
	const PAGE = '# Page\n\nOne.\n\n## Two\n\n| A   |\n| --- |\n| 1   |\n\n## Three\n\nThree.\n';
	const CHINESE = '# 页面\n\n一。\n\n## 二\n\n二。\n\n## 三\n\n三。\n';
	let root: string;
	const write = (name: string, text: string) => {
		mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
		writeFileSync(path.join(root, name), text);
	};

	beforeEach(() => {
		root = mkdtempSync(path.join(tmpdir(), 'translation-'));
		write(english, PAGE);
		write(file, CHINESE);
		confirm(file, root);
	});

	afterEach(() => rmSync(root, { recursive: true, force: true }));

	const next = `Translate that, then run: npm run docs -- --translated ${file}`;

	test.each([
		['a changed word', PAGE.replace('Three.', 'Four.'), ['has changed in its section "Three"']],
		[
			'a changed generated table, and a changed beginning',
			PAGE.replace('One.', 'One!').replace('| 1   |', '| 2   |'),
			['has changed in its section "Page"', 'has changed in its section "Two"'],
		],
		['a new section', `${PAGE}\n### Four\n\nFour.\n`, ['has a new section, "Four"']],
		[
			'a section that is gone',
			PAGE.replace(/## Three[^]*/, ''),
			['no longer has the section "Three"'],
		],
	])('%s is named', (_, changed, found) => {
		write(english, changed);
		expect(behind(file, root)).toEqual(found.map((what) => `${english} ${what}. ${next}`));
	});

	test('a text that is laid out in another way has not changed', () => {
		write(english, PAGE.replace('| --- |', '| ------ |').replace('One.\n', 'One.\n\n'));
		expect(behind(file, root)).toEqual([]);
	});

	test('a table that a script writes is left to the script', () => {
		write(english, `${PAGE}\n<!-- list:begin -->\n\n- 1\n\n<!-- list:end -->\n`);
		confirm(file, root);
		write(english, `${PAGE}\n<!-- list:begin -->\n\n- 2\n\n<!-- list:end -->\n`);
		expect(behind(file, root)).toEqual([]);
	});

	test('a page without a record has everything to translate', () => {
		write(file, CHINESE);
		expect(behind(file, root)).toHaveLength(3);
	});

	test('a page without its English page is named', () => {
		rmSync(path.join(root, english));
		expect(behind(file, root)).toEqual([`${file} is a translation of ${english}, which is gone`]);
	});

	test('the page is up to date again when somebody confirms it, and keeps one record', () => {
		write(english, PAGE.replace('Three.', 'Four.'));
		confirm(file, root);
		expect(behind(file, root)).toEqual([]);
		expect(readFileSync(path.join(root, file), 'utf8').match(/<!-- Follows/g)).toHaveLength(1);
	});

	test('nobody can confirm a page that lacks a section', () => {
		write(english, `${PAGE}\n## Four\n\nFour.\n`);
		const before = readFileSync(path.join(root, file), 'utf8');
		expect(() => confirm(file, root)).toThrow('it has # ## ##, not # ## ## ##');
		expect(readFileSync(path.join(root, file), 'utf8')).toBe(before);
	});
});
