import { Fragment, h, type ComponentChildren } from 'preact';

import { parseModeOf, shownOf, type Entity } from '../../world/formatting';
import { Link, Plain } from './links';

const TAGS: Record<string, string> = {
	bold: 'strong',
	italic: 'em',
	underline: 'u',
	strikethrough: 's',
	spoiler: 'mark',
	code: 'code',
	pre: 'pre',
	blockquote: 'blockquote',
};

/** A stretch of a text with its styles, each inside the one that began before it. */
function styled(text: string, entities: Entity[], from: number, to: number): ComponentChildren {
	const parts: ComponentChildren[] = [];
	let at = from;
	for (const [index, { type, offset, length, url }] of entities.entries()) {
		const start = Math.max(offset, at);
		const end = Math.min(offset + length, to);
		// It was already shown inside an outer one.
		if (start >= end) continue;
		parts.push(<Plain key={`${at} text`} text={text.slice(at, start)} />);
		const inside = styled(text, entities.slice(index + 1), start, end);
		parts.push(
			url === undefined ? (
				h(TAGS[type] ?? Fragment, { key: start }, inside)
			) : (
				<Link key={start} address={url}>
					{text.slice(start, end)}
				</Link>
			),
		);
		at = end;
	}
	parts.push(<Plain key={`${at} text`} text={text.slice(at, to)} />);
	return parts;
}

/** A text formatted by its `parse_mode` or its entities. */
export function Formatted({
	text,
	mode,
	entities,
}: {
	text: string;
	mode?: string;
	entities?: unknown;
}) {
	const shown = shownOf(text, parseModeOf(mode));
	const given = (entities as Entity[] | undefined) ?? shown.entities;
	return <>{styled(shown.text, given, 0, shown.text.length)}</>;
}
