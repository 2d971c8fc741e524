import { Fragment, h, type ComponentChildren } from 'preact';

import { Link, Plain } from './links';
import { markdown } from './markdown';

const TAGS: Record<string, string> = {
	b: 'strong',
	strong: 'strong',
	i: 'em',
	em: 'em',
	u: 'u',
	ins: 'u',
	s: 's',
	strike: 's',
	del: 's',
	code: 'code',
	pre: 'pre',
	blockquote: 'blockquote',
};

/** The tags of messages as elements; of any other tag only what it holds. */
function fromNode(node: Node, key: number): ComponentChildren {
	if (node.nodeType === Node.TEXT_NODE) return <Plain key={key} text={node.textContent ?? ''} />;
	if (!(node instanceof Element)) return null;
	const children = [...node.childNodes].map(fromNode);
	const name = node.localName;
	if (name === 'a') {
		return (
			<Link key={key} address={node.getAttribute('href') ?? ''}>
				{node.textContent}
			</Link>
		);
	}
	return h(TAGS[name] ?? Fragment, { key }, children);
}

/** A text as its `parse_mode` wants it shown. */
export function Formatted({ text, mode }: { text: string; mode?: string }) {
	if (mode === 'HTML') {
		const { body } = new DOMParser().parseFromString(text, 'text/html');
		return <>{[...body.childNodes].map(fromNode)}</>;
	}
	return mode === undefined ? <Plain text={text} /> : <>{markdown(text, mode === 'MarkdownV2')}</>;
}
