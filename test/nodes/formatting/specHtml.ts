import { stretches, type Shown } from '../../support/shown';

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const decoded = (text: string) =>
	text.replace(/&(amp|lt|gt|quot);/g, (_all, name: string) => SIGNS[name]);

const STYLES: Record<string, string> = { em: 'italic', strong: 'bold', blockquote: 'quote' };

/** Addresses are compared as they are meant: what a browser escapes is left to it. */
export const meant = (url: string) => {
	try {
		return decodeURI(url);
	} catch {
		return url;
	}
};

const attribute = (tag: string, name: string) =>
	decoded(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

/** The HTML that the specification expects, as the service would show it. */
export function shownOfSpec(html: string): Shown {
	const signs: Array<[string, string[]]> = [];
	const open: Array<{ tag: string; style?: string }> = [];
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
		if (tag === 'pre') {
			style = 'pre';
		} else if (tag === 'code') {
			const language = /^language-([\w+#.-]+)$/.exec(attribute(whole, 'class'))?.[1];
			if (!has('pre')) style = 'code';
			else if (language) open.at(-1)!.style = `pre ${language}`;
		} else if (tag === 'a') {
			const url = attribute(whole, 'href');
			if (/^(https?|safew):/i.test(url)) style = `link ${meant(url)}`;
		}
		open.push({ tag, style });
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
			const isLink = /^(https?|safew):/i.test(url) && !has('a');
			write(attribute(whole, 'alt'), isLink ? [`link ${meant(url)}`] : []);
		} else if (slash) {
			open.pop();
			if (tag === 'ul' || tag === 'ol') lists.pop();
			if (/^(p|h\d|li|ul|ol|pre|blockquote)$/.test(tag)) write('\n');
		} else {
			begin(tag, whole);
		}
	}
	return stretches(signs);
}
