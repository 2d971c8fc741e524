import type { Rich } from '../rich';
import { blocksOf } from './parse';
import { Renderer } from './render';

/**
 * Markdown as language models write it: CommonMark with tables, tasks and strikethrough, as the
 * service shows it. It is never wrong: anything that is not a mark stays as it is. Nothing is lost
 * either: what the service cannot show in its own way is written as text.
 *
 * What comes out is a text and its styles, to be sent as HTML (service methods, section 4). There
 * only `& < >` have to be escaped and a tag is a tag, whereas the service's Markdown has signs that
 * cannot be escaped, and marks that run to the end if they find no other. `entities` would need
 * no escapes at all, but the reference does not have them, and captions may not take them.
 */
export function fromLanguageModel(text: string): Rich {
	const { blocks, definitions } = blocksOf(text);
	const renderer = new Renderer(text.length, definitions);
	const rich = renderer.render(blocks);
	// Which definitions no link needs is known at the end.
	if (renderer.used.size === definitions.length) return rich;
	return new Renderer(text.length, definitions, renderer.used).render(blocks);
}
