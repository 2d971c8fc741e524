import type { Definition, Paragraph } from './blocks';

/** Common named characters, each name followed by its character. */
const NAMES =
	'amp & lt < gt > quot " apos \' nbsp \u00a0 copy © reg ® trade ™ deg ° plusmn ± times × divide ÷ frac12 ½ frac14 ¼ frac34 ¾ sup1 ¹ sup2 ² sup3 ³ micro µ para ¶ sect § middot · bull • hellip … ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ laquo « raquo » lsaquo ‹ rsaquo › euro € pound £ yen ¥ cent ¢ curren ¤ iexcl ¡ iquest ¿ ordf ª ordm º not ¬ dagger † Dagger ‡ permil ‰ prime ′ Prime ″ larr ← uarr ↑ rarr → darr ↓ harr ↔ lArr ⇐ rArr ⇒ hArr ⇔ infin ∞ ne ≠ le ≤ ge ≥ asymp ≈ equiv ≡ sum ∑ prod ∏ minus − radic √ int ∫ part ∂ nabla ∇ isin ∈ notin ∉ cap ∩ cup ∪ sub ⊂ sup ⊃ forall ∀ exist ∃ empty ∅ and ∧ or ∨ check ✓ cross ✗ star ☆ starf ★ hearts ♥ spades ♠ clubs ♣ diams ♦ ensp \u2002 emsp \u2003 thinsp \u2009 zwnj \u200c zwj \u200d shy \u00ad alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ phi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω agrave à aacute á acirc â atilde ã auml ä aring å aelig æ ccedil ç egrave è eacute é ecirc ê euml ë igrave ì iacute í icirc î iuml ï ntilde ñ ograve ò oacute ó ocirc ô otilde õ ouml ö oslash ø oelig œ ugrave ù uacute ú ucirc û uuml ü yacute ý yuml ÿ szlig ß Agrave À Aacute Á Acirc Â Atilde Ã Auml Ä Aring Å AElig Æ Ccedil Ç Egrave È Eacute É Ecirc Ê Euml Ë Iacute Í Icirc Î Iuml Ï Ntilde Ñ Oacute Ó Ocirc Ô Otilde Õ Ouml Ö Oslash Ø OElig Œ Uacute Ú Ucirc Û Uuml Ü Yacute Ý eth ð ETH Ð thorn þ THORN Þ';

const SIGNS = new Map(
	[...NAMES.matchAll(/(\w+) (.)/gu)].map(({ 1: name = '', 2: sign }) => [name, sign]),
);

function ofNumber(code: number): string {
	const isSign = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
	return isSign ? String.fromCodePoint(code) : '\uFFFD';
}

/** The character that `&amp;`, `&#35;` or `&#x22;` means; `undefined` for anything else. */
export function decodeEntity(entity: string): string | undefined {
	const [, decimal, hex, name] =
		/^&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]\w*));$/.exec(entity) ?? [];
	if (decimal !== undefined) return ofNumber(parseInt(decimal, 10));
	if (hex !== undefined) return ofNumber(parseInt(hex, 16));
	return name === undefined ? undefined : SIGNS.get(name);
}

/** How deep brackets may nest in an address. */
const DEEPEST = 32;

/** A backslash before one of these is not shown (CommonMark, "Backslash escapes"). */
export const ESCAPABLE = /[!-/:-@[-`{-~]/;

const WHITE = /[ \t\n]*/y;

function afterWhite(text: string, from: number): number {
	WHITE.lastIndex = from;
	return from + (WHITE.exec(text)?.[0].length ?? 0);
}

/** Where a plain address ends: at white space, or at a bracket that it did not open. */
function addressEnd(text: string, from: number): number {
	let depth = 0;
	let at = from;
	for (; at < text.length; at++) {
		const sign = text.charAt(at);
		if (sign <= ' ' || sign === '\x7f') break;
		if (sign === '\\' && ESCAPABLE.test(text.charAt(at + 1))) at++;
		else if (sign === '(') depth++;
		else if (sign === ')' && depth-- === 0) return at;
		if (depth > DEEPEST) return -1;
	}
	return depth > 0 ? -1 : at;
}

const BRACKETED = /<(?:[^<>\\\n]|\\.)*>/y;

const TITLE = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)/y;

/** Removes the escapes from an address. */
export const unescaped = (address: string) =>
	address.replace(
		/\\([!-/:-@[-`{-~])|&#?\w{1,32};/g,
		(found, sign?: string) => sign ?? decodeEntity(found) ?? found,
	);

/** Reads the address in brackets after the text of a link, and where they end; undefined for no link. */
export function destinationAt(
	text: string,
	from: number,
): { url: string; end: number } | undefined {
	if (text[from] !== '(') return undefined;
	let at = afterWhite(text, from + 1);
	BRACKETED.lastIndex = at;
	const bracketed = text[at] === '<' ? BRACKETED.exec(text)?.[0] : undefined;
	if (text[at] === '<' && !bracketed) return undefined;
	const end = bracketed ? at + bracketed.length : addressEnd(text, at);
	if (end < 0) return undefined;
	const url = bracketed ? bracketed.slice(1, -1) : text.slice(at, end);
	at = afterWhite(text, end);
	if (at > end) {
		TITLE.lastIndex = at;
		at = afterWhite(text, at + (TITLE.exec(text)?.[0].length ?? 0));
	}
	return text[at] === ')' ? { url: unescaped(url), end: at + 1 } : undefined;
}

/** No server takes a longer address, and each part of a split text would repeat it. */
const LONGEST = 2048;

/** Whether the service makes a link of an address (reference 7). */
export const isAllowed = (url: string) =>
	url.length <= LONGEST && /^(?:https?|safew):\S/i.test(url);

/** The service's own form of an address: models know Telegram's links to people. */
export const asOwn = (url: string) => url.replace(/^tg:\/\/(?=user\?id=\d)/i, 'safew://');

/** The words of a text, for comparison. */
const wordsOf = (text: string) =>
	(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => ` ${word} `).join('');

const digitsOf = (text: string) => text.replace(/\D+/g, '');

const isTelephone = (url: string) => /^tel:[\s\d+().-]+$/i.test(url);

/** An address for people to read. The content of a data URL is left out. */
export const asText = (url: string) =>
	url.replace(/^(?:mailto|tel):/i, '').replace(/^(data:[^,]*),[\s\S]*$/i, '$1');

/** Whether a text already says an address, even in a different form. */
export function says(text: string, url: string): boolean {
	const address = asText(url);
	if (wordsOf(text).includes(wordsOf(address))) return true;
	// The spaces in a phone number may differ.
	return isTelephone(url) && digitsOf(text).includes(digitsOf(address));
}

const DEFINITION =
	/^\[(?!\^)((?:[^\\[\]]|\\[\s\S]){1,999})\]:[ \t]*\n?[ \t]*(<[^<>\n]*>|[^\s<]\S*)(?:[ \t]*\n?[ \t]*(?<=\s)(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)))?[ \t]*(?:\n|$)/;

/** A label in the form used for comparison: case and white space do not matter. */
const labelKey = (label: string) => label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();

/** Takes the definitions out of the beginning of a paragraph. */
export function definitionsOf(paragraph: Paragraph): Definition[] {
	const definitions: Definition[] = [];
	let text = paragraph.lines.join('\n');
	while (text.startsWith('[')) {
		const [source, label = '', address = ''] = DEFINITION.exec(text) ?? [];
		const key = labelKey(label);
		if (source === undefined || key === '') break;
		const url = unescaped(address.startsWith('<') ? address.slice(1, -1) : address);
		const { gap } = paragraph;
		definitions.push({ type: 'definition', key, url, source: source.trimEnd(), gap });
		paragraph.gap = false;
		text = text.slice(source.length);
	}
	paragraph.lines = text === '' ? [] : text.split('\n');
	return definitions;
}

/** Looks up definitions for reference links; if two share a label, the first counts. */
export class References {
	/** Definitions that a link uses. */
	readonly used = new Set<Definition>();

	private readonly known = new Map<string, Definition>();

	/** @param room how many characters of addresses the links may repeat; further links stay text */
	constructor(
		definitions: Definition[],
		private room: number,
	) {
		for (const definition of definitions) {
			if (!this.known.has(definition.key)) this.known.set(definition.key, definition);
		}
	}

	get isEmpty(): boolean {
		return this.known.size === 0;
	}

	/** The address of a label. */
	find(label: string): string | undefined {
		const definition = this.known.get(labelKey(label));
		if (!definition || definition.url.length > this.room) return undefined;
		this.room -= definition.url.length;
		this.used.add(definition);
		return definition.url;
	}
}
