import type { ComponentChildren } from 'preact';

import { Link, Plain } from './links';

interface Rule {
	pattern: RegExp;
	show(key: number, match: string[], inner: (text: string) => ComponentChildren): ComponentChildren;
}

/** Both modes. What stands in code is left as it is. */
const COMMON: Rule[] = [
	{
		pattern: /```(?:\w+\n)?([\s\S]+?)```/,
		show: (key, [, code]) => <pre key={key}>{code}</pre>,
	},
	{ pattern: /`([^`\n]+)`/, show: (key, [, code]) => <code key={key}>{code}</code> },
	{
		pattern: /\[([^\]\n]+)\]\(([^)\s]+)\)/,
		show: (key, [, text, address], inner) => (
			<Link key={key} address={address}>
				{inner(text)}
			</Link>
		),
	},
	{
		pattern: /\*([^*\n]+)\*/,
		show: (key, [, text], inner) => <strong key={key}>{inner(text)}</strong>,
	},
	{ pattern: /_([^_\n]+)_/, show: (key, [, text], inner) => <em key={key}>{inner(text)}</em> },
];

const ONLY_V2: Rule[] = [
	{ pattern: /\\([^\w\s])/, show: (_key, [, character]) => character },
	{ pattern: /__([^_\n]+)__/, show: (key, [, text], inner) => <u key={key}>{inner(text)}</u> },
	{ pattern: /~([^~\n]+)~/, show: (key, [, text], inner) => <s key={key}>{inner(text)}</s> },
];

/** The marks that a messenger makes of Markdown: the first that matches, then what is left of it. */
export function markdown(text: string, isV2: boolean): ComponentChildren {
	const rules = isV2 ? [...ONLY_V2, ...COMMON] : COMMON;
	const parts: ComponentChildren[] = [];
	let rest = text;
	while (rest !== '') {
		const [first] = rules
			.flatMap(({ pattern, show }) => {
				const match = pattern.exec(rest);
				return match ? [{ match, show }] : [];
			})
			.sort((a, b) => a.match.index - b.match.index);
		const end = first?.match.index ?? rest.length;
		if (end > 0) parts.push(<Plain key={parts.length} text={rest.slice(0, end)} />);
		if (!first) break;
		parts.push(first.show(parts.length, first.match, (inner) => markdown(inner, isV2)));
		rest = rest.slice(end + first.match[0].length);
	}
	return parts;
}
