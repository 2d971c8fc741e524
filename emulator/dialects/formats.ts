import { parseModeOf } from '../world/formatting';
import { badRequest } from '../world/refusal';
import type { Asked, Rule, Rules } from './rules';

/** Whether a Markdown mark is not closed. */
function hasOpenMark(text: string): boolean {
	const plain = text.replace(/\\[\s\S]/g, '');
	return ['*', '_', '~', '`'].some((mark) => (plain.split(mark).length - 1) % 2 === 1);
}

/** Telegram's tags, without SafeW's own. */
const KNOWN_TAG =
	/^<\/?(a|b|strong|i|em|u|ins|s|strike|del|span|tg-spoiler|tg-emoji|code|pre|blockquote)\b/i;

/** A character that SafeW's Markdown does not escape. */
const ESCAPED_ELSEWHERE = /\\([^*_~|[\]()`>\\\w\s])/g;

const TEXTS = ['text', 'caption'] as const;

/** A rule for every call with formatted text, be it a text or a caption. */
const ofFormatted = (change: (text: string, mode: string) => string): Rule => ({
	begins: ({ params }: Asked) => {
		const mode = parseModeOf(params.parse_mode);
		for (const name of TEXTS) {
			const text = params[name];
			if (mode && typeof text === 'string') params[name] = change(text, mode);
		}
	},
});

function checkMarks(text: string, mode: string): string {
	if (mode === 'HTML' || !hasOpenMark(text)) return text;
	throw badRequest("can't parse entities: can't find the end of an entity");
}

/** Converts a text from Telegram's formats to those in which the emulator stores it. */
function asKept(text: string, mode: string): string {
	if (mode !== 'HTML') return text.replaceAll('](tg://', '](safew://');
	const unknown = text.match(/<\/?[a-z][^>]*>/gi)?.find((tag) => !KNOWN_TAG.test(tag));
	if (unknown) throw badRequest(`can't parse entities: unsupported start tag ${unknown}`);
	return text
		.replace(/<(\/?)tg-(spoiler|emoji)\b/gi, '<$1safew-$2')
		.replace(/(\sclass\s*=\s*["']?)tg-spoiler/gi, '$1safew-spoiler')
		.replace(/<pre><code (class="[^"]*")>/gi, '<pre $1><code>')
		.replace(/(\shref\s*=\s*["']?)tg:\/\//gi, '$1safew://');
}

/** How other dialects treat formatted texts. */
export const FORMAT_RULES: Rules = {
	openMarks: { refused: ofFormatted(checkMarks) },
	dotEscape: {
		'left out': ofFormatted((text, mode) =>
			mode === 'HTML' ? text : text.replace(ESCAPED_ELSEWHERE, '$1'),
		),
	},
	unknownTags: {
		refused: {
			...ofFormatted(asKept),
			succeeds: (result) =>
				JSON.parse(JSON.stringify(result).replaceAll('"url":"safew://', '"url":"tg://')) as unknown,
		},
	},
};
