import { stretches, type Shown } from '../../support/shown';

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const decoded = (text: string) =>
	text.replace(/&(amp|lt|gt|quot);/g, (_all, name: string) => SIGNS[name]);

const STYLES: Record<string, string> = { em: 'italic', strong: 'bold', blockquote: 'quote' };

/** Normalizes an address for comparison: escaping is left to browsers. */
export const meant = (url: string) => {
	try {
		return decodeURI(url);
	} catch {
		return url;
	}
};

const attribute = (tag: string, name: string) =>
	decoded(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

const wordsOf = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ').toLowerCase();

/** The address shown after a link's text, if the service does not link it. */
const behind = (url: string, text: string) =>
	wordsOf(text).includes(wordsOf(url)) ? '' : ` (${meant(url)})`;

/** The specification's HTML as the service would show it. */
export function shownOfSpec(html: string): Shown {
	const signs: Array<[string, string[]]> = [];
	const open: Array<{ tag: string; style?: string; url?: string; from: number }> = [];
	const lists: Array<{ next?: number }> = [];
	const has = (tag: string) => open.some((entry) => entry.tag === tag);

	const write = (text: string, more: string[] = []) => {
		let styles = [...open.flatMap(({ style }) => style ?? []), ...more];
		if (styles.some((style) => style.startsWith('link'))) {
			styles = styles.filter((style) => style !== 'code');
		}
		if (styles.some((style) => /^(code|pre)/.test(style))) {
			styles = styles.filter((style) => !['bold', 'italic'].includes(style));
		}
		for (const sign of text.split('')) signs.push([sign, styles]);
	};

	const begin = (tag: string, whole: string) => {
		if (tag === 'ul') lists.push({});
		if (tag === 'ol') lists.push({ next: Number(attribute(whole, 'start') || 1) });
		if (tag === 'li') {
			const list = lists.at(-1)!;
			const bullet = ['•', '◦', '▪'][Math.min(lists.length, 3) - 1];
			write(`\n${list.next === undefined ? bullet : `${list.next++}.`} `);
		}
		let style = /^h\d$/.test(tag) ? 'bold' : STYLES[tag];
		let url: string | undefined;
		if (tag === 'pre') {
			style = 'pre';
		} else if (tag === 'code') {
			const language = /^language-([\w+#.-]+)$/.exec(attribute(whole, 'class'))?.[1];
			if (!has('pre')) style = 'code';
			else if (language) open.at(-1)!.style = `pre ${language}`;
		} else if (tag === 'a') {
			const href = attribute(whole, 'href');
			if (/^(https?|safew):/i.test(href)) style = `link ${meant(href)}`;
			else url = href.replace(/^mailto:/i, '');
		}
		open.push({ tag, style, url, from: signs.length });
	};

	for (const [whole, slash, tag, text] of html.matchAll(/<(\/?)([a-z]\w*)[^>]*>|([^<]+)/g)) {
		if (text !== undefined) {
			const last = has('pre') ? text.replace(/\n$/, '') : text;
			write(decoded(last));
		} else if (tag === 'hr') {
			write('\n──────────\n');
		} else if (tag === 'br') {
			write('\n');
		} else if (tag === 'img') {
			const url = attribute(whole, 'src');
			const isAllowed = /^(https?|safew):/i.test(url);
			const alt = attribute(whole, 'alt');
			write(alt, isAllowed && !has('a') ? [`link ${meant(url)}`] : []);
			if (!isAllowed) write(behind(url, alt));
		} else if (slash) {
			const { url, from } = open.pop()!;
			const text = signs.slice(from).map(([sign]) => sign);
			if (url !== undefined) write(behind(url, text.join('')));
			if (tag === 'ul' || tag === 'ol') lists.pop();
			if (/^(p|h\d|li|ul|ol|pre|blockquote)$/.test(tag)) write('\n');
		} else {
			begin(tag, whole);
		}
	}
	return stretches(signs);
}
