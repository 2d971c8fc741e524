/**
 * The site: the README and all pages of docs/, which `npm run tool -- site` builds into site/. The pages are
 * written for GitHub. What differs on the site is here.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';

import { type DefaultTheme, defineConfig, type MarkdownOptions } from 'vitepress';

import { DATA_FOLDER, ROOT } from '../../scripts/lib/paths';

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0];

const REPOSITORY = 'https://github.com/n8n-nodes-bot-messaging/n8n-nodes-bot-messaging';

/** A page with its own scripts. It is copied as it is. */
const CONVERT_PAGE = 'docs/convert.html';

/** The form of each operation, as `npm run tool -- screenshots` leaves it. */
const FORMS = join(DATA_FOLDER, 'forms');

const ICON = readFileSync(join(ROOT, 'nodes/BotMessaging/botMessaging.svg'), 'utf8');

/** Where a page of the repository is on the site. The README is the first page. */
function placeOf(file: string): string {
	if (file === 'README.md') return 'index.md';
	if (file === 'docs/README.md') return 'pages.md';
	return file.replace(/^docs\//, '');
}

/** The links in the rows of tables, e.g. `| [Limits](limits.md) | of the API |`. */
const linksIn = (rows: string[]): DefaultTheme.SidebarItem[] =>
	rows.flatMap((row) => {
		const [, text, file] = /^\|[^[]*\[(.+?)\]\((.+?)\)/.exec(row) ?? [];
		return file ? [{ text, link: `/${file}` }] : [];
	});

const linesOf = (page: string) => readFileSync(join(ROOT, 'docs', page), 'utf8').split('\n');

/** The pages as docs/README.md groups them, then the operations of each resource. */
function sidebar(): DefaultTheme.SidebarItem[] {
	const sections = new Map<string, string[]>();
	for (const line of linesOf('README.md')) {
		if (line.startsWith('## ')) sections.set(line.slice(3), []);
		[...sections.values()].at(-1)?.push(line);
	}
	const resources = new Map<string, string[]>();
	for (const row of linesOf('operations.md').filter((line) => line.includes('](operations/'))) {
		const resource = row.split('|')[1]!.trim();
		resources.set(resource, [...(resources.get(resource) ?? []), row]);
	}
	const groups = (of: Map<string, string[]>, collapsed: boolean) =>
		[...of].map(([text, rows]) => ({ text, collapsed, items: linksIn(rows) }));
	return [
		...groups(sections, false),
		{ text: 'Operations', collapsed: true, items: groups(resources, true) },
	];
}

/** What VitePress knows of the page that it renders. Its path is that on the site, if there is also a real one. */
interface Surroundings {
	path: string;
	realPath?: string;
}

const sourceOf = ({ path, realPath = path }: Surroundings) => realPath;

/** Has links lead to the pages of the site, and to GitHub for all other files. */
function mendLinks(md: Markdown): void {
	md.core.ruler.push('links', ({ tokens, env }) => {
		const source = sourceOf(env as Surroundings);
		const folder = posix.dirname(relative(ROOT, source));
		for (const token of tokens.flatMap(({ children }) => children ?? [])) {
			const href = token.attrGet('href');
			if (token.type !== 'link_open' || !href || /^(#|\w+:)/.test(href)) continue;
			const [target = '', anchor] = href.split('#');
			const file = posix.join(folder, target);
			if (!existsSync(join(ROOT, file))) throw new Error(`${source} links to ${href}`);
			if (file === CONVERT_PAGE) {
				token.attrSet('href', posix.relative(folder === '.' ? 'docs' : folder, file));
				// Not a page that the site could show by itself.
				token.attrSet('target', '_self');
			} else if (/^(README|docs\/.*)\.md$/.test(file)) {
				token.attrSet('href', `/${placeOf(file)}${anchor ? `#${anchor}` : ''}`);
			} else token.attrSet('href', `${REPOSITORY}/blob/main/${file}`);
		}
	});
}

/** Shows braces of n8n's expressions as they are: `{{ $json }}` would be an expression of Vue. */
function keepBraces(md: Markdown): void {
	for (const name of ['text', 'code_inline'] as const) {
		const rule = md.renderer.rules[name]!;
		md.renderer.rules[name] = (...args) => rule(...args).replaceAll('{{', '&#123;&#123;');
	}
}

/** Puts the picture of a form, if there is one, in the place of the comment `form: name`. */
function showForms(md: Markdown): void {
	md.renderer.rules.html_block = (tokens, index, _options, env: Surroundings) => {
		const { content } = tokens[index]!;
		const [, name] = /^<!-- form: ([\w-]+) -->/.exec(content) ?? [];
		const picture = join(FORMS, `${name}.png`);
		if (!name || !existsSync(picture)) return content;
		const from = relative(dirname(sourceOf(env)), picture);
		return `<p><img src="./${from}" alt="The form in n8n; its fields are in the table below" loading="lazy"></p>`;
	};
}

export default defineConfig({
	title: 'Bot Messaging for n8n',
	lang: 'en',
	head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }]],
	srcDir: ROOT,
	srcExclude: ['!(docs)/**/*', '!(README).md'],
	outDir: join(ROOT, 'site'),
	rewrites: placeOf,
	ignoreDeadLinks: 'localhostLinks',
	markdown: {
		// As GitHub names headings.
		anchor: {
			slugify: (heading) =>
				heading
					.toLowerCase()
					.replace(/[^\p{L}\p{N} _-]/gu, '')
					.replaceAll(' ', '-'),
		},
		attrs: { disable: true },
		emoji: { shortcuts: {} },
		image: { lazyLoading: true },
		config(md) {
			mendLinks(md);
			keepBraces(md);
			showForms(md);
		},
	},
	themeConfig: {
		nav: [
			{ text: 'All pages', link: '/pages' },
			{ text: 'Operations', link: '/operations' },
		],
		sidebar: sidebar(),
		outline: [2, 3],
		search: {
			provider: 'local',
			options: {
				// Each result shows the line.
				detailedView: true,
				miniSearch: {
					searchOptions: {
						combineWith: 'AND',
						// A typo in a short word would be another word.
						fuzzy: (term) => (term.length > 5 ? 0.2 : false),
					},
				},
			},
		},
		socialLinks: [{ icon: 'github', link: REPOSITORY }],
	},
	buildEnd({ outDir }) {
		cpSync(join(ROOT, CONVERT_PAGE), join(outDir, basename(CONVERT_PAGE)));
	},
});
