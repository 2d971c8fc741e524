import { RichWriter, type Rich, type Span, type StyleName } from './rich';

const STYLES: Record<string, StyleName> = {
	b: 'bold',
	strong: 'bold',
	i: 'italic',
	em: 'italic',
	u: 'underline',
	ins: 'underline',
	s: 'strike',
	strike: 'strike',
	del: 'strike',
	'safew-spoiler': 'spoiler',
	code: 'code',
	pre: 'pre',
	blockquote: 'quote',
};

const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:[\s/][^<>]*)?)>/gi;

const SIGNS: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };

const decoded = (text: string) =>
	text.replace(/&(?:lt|gt|amp|quot);/g, (name) => SIGNS[name] ?? name);

function valueOf(attributes: string, name: string): string | undefined {
	const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]+)"|'([^']+)'|([^\\s"'>]+))`, 'i');
	const match = pattern.exec(attributes);
	const value = match?.[1] ?? match?.[2] ?? match?.[3];
	return value === undefined ? undefined : decoded(value);
}

type Style = Pick<Span, 'name' | 'value'>;

const style = (name: StyleName, value?: string): Style => ({ name, value });

/** The style of a tag; `undefined` if the service shows the tag as text. */
function styleOf(tag: string, attributes: string): Style | undefined {
	const words = valueOf(attributes, 'class') ?? '';
	const name = STYLES[tag];
	switch (tag) {
		case 'a': {
			const address = valueOf(attributes, 'href');
			return address === undefined ? undefined : style('link', address);
		}
		case 'span':
			return /^safew-spoiler\b/.test(words) ? style('spoiler') : undefined;
		case 'safew-emoji':
			return style('emoji', valueOf(attributes, 'emoji-id') ?? '');
		case 'blockquote':
			return style('quote', /\sexpandable\b/i.test(attributes) ? 'expandable' : undefined);
		case 'pre':
			return style('pre', /^language-(.+)$/.exec(words)?.[1]);
		default:
			return name && style(name);
	}
}

/** The service's HTML as its readers see it (reference 7); undefined if tags are not balanced. */
export function fromHtml(html: string): Rich | undefined {
	const open: Array<{ tag: string; start: number; style?: Style }> = [];
	const writer = new RichWriter();
	let at = 0;
	for (const match of html.matchAll(TAG)) {
		const [whole, slash, name = '', attributes = ''] = match;
		writer.write(decoded(html.slice(at, match.index)));
		at = match.index + whole.length;
		const tag = name.toLowerCase();
		const begins = styleOf(tag, attributes);
		const isKnown = begins !== undefined || tag === 'a' || tag === 'span';
		if (!isKnown) {
			writer.write(whole);
		} else if (!slash) {
			if (!begins) writer.write(whole);
			open.push({ tag, start: writer.length, style: begins });
		} else {
			const begun = open.pop();
			if (begun?.tag !== tag) return undefined;
			if (begun.style) writer.mark(begun.style.name, begun.start, begun.style.value);
			else writer.write(whole);
		}
	}
	writer.write(decoded(html.slice(at)));
	if (open.some((tag) => tag.style)) return undefined;
	const { text, spans } = writer.done();
	return { text, spans: withoutCodeInBlocks(spans) };
}

/** `pre` around `code` is one block. */
const withoutCodeInBlocks = (spans: Span[]) =>
	spans.filter(({ name, start, end }, index) => {
		const next = spans[index + 1];
		return name !== 'code' || next?.name !== 'pre' || next.start > start || next.end < end;
	});
