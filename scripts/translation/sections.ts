import { parse, textOf } from '../site/html';

/** A heading of a page, with what is below it up to the next heading. */
export interface Section {
	heading: string;
	/** 1 for the title of the page. */
	depth: number;
	text: string;
}

/** What `npm run docs` and the like write; it is never translated by hand. */
const GENERATED = /<!-- ([\w-]+):begin -->[^]*?<!-- \1:end -->/g;

/** All sections of a page, in their order. */
export function sectionsOf(page: string): Section[] {
	const written = page.replace(GENERATED, '');
	const headings = (parse(written).children ?? []).filter(({ type }) => type === 'heading');
	return headings.map((part, index) => ({
		heading: textOf(part),
		depth: part.depth!,
		text: written.slice(
			part.position!.start.offset,
			headings[index + 1]?.position!.start.offset ?? written.length,
		),
	}));
}
