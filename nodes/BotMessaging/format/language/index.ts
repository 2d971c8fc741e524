import type { Rich } from '../rich';
import { blocksOf } from './parse';
import { Renderer } from './render';

/**
 * Parses Markdown as language models write it: CommonMark with tables, tasks and strikethrough. It never
 * fails: what is not a mark stays as it is. Nothing is lost: what the service cannot display is
 * written as text.
 *
 * The result is sent as HTML (reference 7). HTML needs escapes only for `& < >`. The service's Markdown
 * has characters that cannot be escaped, and unclosed marks run to the end. `entities` would need
 * no escapes at all, but the reference does not have them, and captions may not take them.
 *
 * It is read by hand, because a text of a model or a stranger must not hold up n8n. micromark with GFM and
 * CJK support, which was tried in November 2026, is not linear: on a busy machine, 16 kB of `* * * ` took it
 * 80 s, 16 kB of pictures in pictures 15 s, 64 kB of `>` 46 s. markdown-it is linear, but needs 920 lines of
 * our own for what models write beyond CommonMark, and 125 of 3,000 random texts came out differently.
 */
export function fromLanguageModel(text: string): Rich {
	const { blocks, definitions } = blocksOf(text);
	const renderer = new Renderer(text.length, definitions);
	const rich = renderer.render(blocks);
	// Only now is it known which definitions no link uses.
	if (renderer.used.size === definitions.length) return rich;
	return new Renderer(text.length, definitions, renderer.used).render(blocks);
}
