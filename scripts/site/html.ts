import { parsers } from 'prettier/plugins/markdown';

/** A node of a parsed Markdown page, as far as the pages of this project have them. */
export interface Part {
	type: string;
	children?: Part[];
	value?: string;
	depth?: number;
	ordered?: boolean;
	start?: number | null;
	url?: string;
	alt?: string;
	/** Where it is in the text of the page. */
	position?: { start: { offset: number }; end: { offset: number } };
}

/** What a page needs to know of what is around it. */
export interface Surroundings {
	/** Where a link of the page leads in the site. */
	link(url: string): string;
	/** What takes the place of a comment, e.g. the picture of a form. */
	comment(words: string): string;
}

/** What this parser reads besides Markdown, and a page means as plain text: `[[1]]`, `{{ $json }}`, `$a$`. */
const PLAIN = new Set(['wikiLink', 'liquidNode', 'inlineMath']);

/** A page as a tree. */
export function parse(page: string): Part {
	const asText = (part: Part): Part => {
		const { start, end } = part.position!;
		if (!PLAIN.has(part.type)) return { ...part, children: part.children?.map(asText) };
		return { type: 'text', value: page.slice(start.offset, end.offset) };
	};
	return asText((parsers.markdown.parse as (text: string, options: object) => Part)(page, {}));
}

export const escape = (text: string): string =>
	text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The words of a part without their looks. */
export const textOf = ({ value, children = [], type, alt }: Part): string => {
	if (type === 'html') return '';
	return value ?? alt ?? children.map(textOf).join(isBlock(type) ? ' ' : '');
};

const isBlock = (type: string) => /^(root|list|listItem|table|tableRow|blockquote)$/.test(type);

/** The name by which a heading is jumped to, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

/** Wide tables scroll by themselves, also by keyboard. */
function tableOf(
	[head = { type: 'tableRow' }, ...rows]: Part[],
	inner: (part: Part) => string,
): string {
	const cells = (row: Part, tag: string) =>
		(row.children ?? []).map((cell) => `<${tag}>${inner(cell)}</${tag}>`).join('');
	const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
	return `<div class="wide" role="region" aria-label="Table" tabindex="0"><table><thead><tr>${cells(head, 'th scope="col"').replaceAll('</th scope="col">', '</th>')}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** A part of a page as HTML. Throws for what no page of this project has. */
export function htmlOf(part: Part, around: Surroundings): string {
	const { type, children = [], value = '', depth, url = '' } = part;
	const inner = (of: Part): string =>
		(of.children ?? []).map((child) => htmlOf(child, around)).join('');
	switch (type) {
		case 'root':
			return children.map((child) => htmlOf(child, around)).join('\n');
		case 'heading':
			return `<h${depth} id="${anchorOf(textOf(part))}">${inner(part)}</h${depth}>`;
		case 'paragraph':
			return `<p>${inner(part)}</p>`;
		case 'text':
			return escape(value);
		case 'strong':
			return `<strong>${inner(part)}</strong>`;
		case 'emphasis':
			return `<em>${inner(part)}</em>`;
		case 'inlineCode':
			return `<code>${escape(value)}</code>`;
		case 'code':
			return `<pre tabindex="0"><code>${escape(value)}</code></pre>`;
		case 'link':
			return `<a href="${escape(around.link(url))}">${inner(part)}</a>`;
		case 'image':
			return `<img src="${escape(around.link(url))}" alt="${escape(part.alt ?? '')}" loading="lazy">`;
		case 'list': {
			const tag = part.ordered ? 'ol' : 'ul';
			const start = part.ordered && part.start !== 1 ? ` start="${part.start}"` : '';
			return `<${tag}${start}>${inner(part)}</${tag}>`;
		}
		case 'listItem': {
			const [only, ...others] = children;
			const isTight = only?.type === 'paragraph' && others.length === 0;
			return `<li>${inner(isTight ? only : part)}</li>`;
		}
		case 'table':
			return tableOf(children, inner);
		case 'blockquote':
			return `<blockquote>${inner(part)}</blockquote>`;
		case 'break':
			return '<br>';
		case 'html':
			if (!value.startsWith('<!--')) return escape(value);
			return around.comment(value.replace(/^<!--\s*|\s*-->$/g, ''));
		default:
			throw new Error(`A page has a part of the type "${type}", which the site cannot show`);
	}
}
