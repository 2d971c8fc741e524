/** Common named characters, each name followed by its character. */
const NAMES =
	'amp & lt < gt > quot " apos \' nbsp \u00a0 copy © reg ® trade ™ deg ° plusmn ± times × divide ÷ frac12 ½ frac14 ¼ frac34 ¾ sup1 ¹ sup2 ² sup3 ³ micro µ para ¶ sect § middot · bull • hellip … ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ laquo « raquo » lsaquo ‹ rsaquo › euro € pound £ yen ¥ cent ¢ curren ¤ iexcl ¡ iquest ¿ ordf ª ordm º not ¬ dagger † Dagger ‡ permil ‰ prime ′ Prime ″ larr ← uarr ↑ rarr → darr ↓ harr ↔ lArr ⇐ rArr ⇒ hArr ⇔ infin ∞ ne ≠ le ≤ ge ≥ asymp ≈ equiv ≡ sum ∑ prod ∏ minus − radic √ int ∫ part ∂ nabla ∇ isin ∈ notin ∉ cap ∩ cup ∪ sub ⊂ sup ⊃ forall ∀ exist ∃ empty ∅ and ∧ or ∨ check ✓ cross ✗ star ☆ starf ★ hearts ♥ spades ♠ clubs ♣ diams ♦ ensp \u2002 emsp \u2003 thinsp \u2009 zwnj \u200c zwj \u200d shy \u00ad alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ phi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω agrave à aacute á acirc â atilde ã auml ä aring å aelig æ ccedil ç egrave è eacute é ecirc ê euml ë igrave ì iacute í icirc î iuml ï ntilde ñ ograve ò oacute ó ocirc ô otilde õ ouml ö oslash ø oelig œ ugrave ù uacute ú ucirc û uuml ü yacute ý yuml ÿ szlig ß Agrave À Aacute Á Acirc Â Atilde Ã Auml Ä Aring Å AElig Æ Ccedil Ç Egrave È Eacute É Ecirc Ê Euml Ë Iacute Í Icirc Î Iuml Ï Ntilde Ñ Oacute Ó Ocirc Ô Otilde Õ Ouml Ö Oslash Ø OElig Œ Uacute Ú Ucirc Û Uuml Ü Yacute Ý eth ð ETH Ð thorn þ THORN Þ';

const words = NAMES.split(' ');
const SIGNS = new Map(
	words.flatMap((name, at) => (at % 2 === 0 ? [[name, words[at + 1]] as const] : [])),
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
