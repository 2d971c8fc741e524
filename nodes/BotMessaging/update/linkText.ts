import { topLevelDomains } from './topLevelDomains';

/** Zero-width characters break up a link for a program, but not for a person. */
const INVISIBLE = /\p{Cf}/gu;

/** A dot that is disguised from programs. */
const SPELLED_DOT = /[[({](?:\.|dot)[\])}]/gi;

/** Between Latin letters, the Chinese and Japanese full stop is a dot, too, if the rest is clear. */
const IDEOGRAPHIC_DOT =
	/(?<=[A-Za-z\d])[\u3002\uFF61](?=(?:com|net|org|info|biz|cn|cc|ru|xyz|icu|tk|io)(?![A-Za-z\d])|[a-z]{2,10}\/[\w+])/gi;

/** Punctuation of other scripts ends an address, except characters that NFKC makes part of one: `．․／：－＿＃`. */
const FOREIGN_PUNCTUATION = /(?![\uFF0E\u2024\uFF0F\uFF1A\uFF0D\uFF3F\uFF03])\P{ASCII}(?<=\p{P})/gu;

/** Top-level domains that are also file types or names in programs: they need a path. */
const FILE_TYPES = new Set('bar data map md mov name ps py sh so zip'.split(' '));

/** Top-level domains that can begin a sentence, so that `home.it was` may only lack a space. */
const WORDS = new Set(
	(
		'am as at be by call day do eat fly free go good help here how in is it like man me men my new no ' +
		'now one open play read save so them to today us watch we work works wow yes you'
	).split(' '),
);

/** Top-level domains of other scripts that begin no sentence. All others name countries, towns or things. */
const ADDRESSES = new Set(
	'рф рус укр бел қаз мкд мон срб бг ею ком орг онлайн сайт ελ ευ հայ გე קום كوم कॉम नेट คอม 닷컴 닷넷 コム'.split(
		' ',
	),
);

/** Two-letter domains that are also Vietnamese words: `mệt quá.ai đi nhậu`. */
const VIETNAMESE = new Set('ai ba ca co gi la li ma me mo na no nu sa so to va vi'.split(' '));

/** Whether an address may be two sentences without a space in between. */
function mayBeSentences(name: string, ending: string): boolean {
	const word = ending.toLowerCase();
	if (!/^\p{ASCII}/u.test(word)) return !ADDRESSES.has(word);
	return WORDS.has(word) || (VIETNAMESE.has(word) && /\P{ASCII}/u.test(name));
}

const isDomain = (label: string) =>
	topLevelDomains.has(label.toLowerCase()) || /^xn--[a-z\d-]+$/i.test(label);

/** A text with plain characters at possible addresses, and spaces elsewhere. */
function plainSigns(text: string): string {
	const signs = text.replace(INVISIBLE, '').replace(SPELLED_DOT, '.').replace(IDEOGRAPHIC_DOT, '.');
	return /^\p{ASCII}*$/u.test(signs)
		? signs
		: signs.replace(FOREIGN_PUNCTUATION, ' ').normalize('NFKC');
}

/** The path after a host, without the punctuation or brackets of the sentence. */
function pathAt(text: string, start: number): string {
	const [path] = /^(?::\d{1,5}(?!\d))?(?:[/?#\\][^\s<>"`|]*)?/.exec(text.slice(start))!;
	const open: string[] = [];
	let end = 0;
	for (; end < path.length; end++) {
		const sign = path[end];
		if (sign === '(' || sign === '[') open.push(sign === '(' ? ')' : ']');
		else if ((sign === ')' || sign === ']') && open.pop() !== sign) break;
		else if (sign === '*' && path[end + 1] === '*') break;
	}
	while (end > 0 && ".,!?;:)]}'*_~".includes(path.charAt(end - 1))) end--;
	return path.slice(0, end);
}

/** Characters that no Latin label contains. */
const FOREIGN = /\P{ASCII}(?<!\p{Script=Latin})|_/u;

/** The top-level domain at the start of a last label: `com` of `com谢谢`. Undefined if there is none. */
function endingOf(label: string): string | undefined {
	if (isDomain(label)) return label;
	const foreign = label.search(FOREIGN);
	const latin = label.slice(0, foreign);
	return foreign > 0 && isDomain(latin) ? latin : undefined;
}

/** The same at the beginning of a host: `example` of `请看example`. */
function beginningOf(label: string): string {
	if (!/[A-Za-z\d]/.test(label) || !FOREIGN.test(label)) return label;
	let start = label.length;
	while (!FOREIGN.test(label.charAt(start - 1))) start--;
	return label.slice(start);
}

/** Capitals as in a name; but a word at the start of a sentence, or a platform (`ASP.NET`), has them, too. */
function isSpelledLikeAddress(name: string, ending: string, after: string): boolean {
	if (ending === ending.toLowerCase()) return true;
	const isShouted = name === name.toUpperCase();
	if (ending === 'NET') return isShouted && name.length > 4;
	if (!/^\p{Lu}\p{Ll}+$/u.test(ending)) return true;
	return /^(?:Com|Net|Org)$/.test(ending) && /^\p{Lu}/u.test(name) && !/^\s+\p{Ll}/u.test(after);
}

/**
 * Whether a name without `https://` is meant as an address. If it may be a sentence without a space at its
 * end, a file, or a number with its unit, then not: people are punished for links.
 */
function isMeant(labels: string[], after: string): boolean {
	const ending = labels.at(-1)!;
	const name = labels.slice(0, -1).join('.');
	const isWord = mayBeSentences(labels.at(-2) ?? '', ending);
	const hasPath = /^(?:\/[\p{L}\d+@_-]|\?\w+=|:\d)/u.test(after);
	if (/^[\d.-]+$/.test(name)) {
		return /^(?:com|net|org)$/i.test(ending) || (name.length > 2 && (hasPath || !isWord));
	}
	if (hasPath) return true;
	// A Java or Android package name begins with such a domain.
	if (labels.length > 2 && /^(?:com|org|net)$/.test(labels[0] ?? '')) return false;
	if (!isSpelledLikeAddress(name, ending, after)) return false;
	if (FILE_TYPES.has(ending)) return false;
	if (/^\.[\p{Ll}\d]/u.test(after) && !/^(?:com|net|org)$/i.test(ending)) return false;
	return !isWord || /^t\.me$/i.test(labels.join('.')) || !/^\s+\p{L}/u.test(after);
}

const NUMBER = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IP_ADDRESS = new RegExp(
	`(?<![\\p{Script=Latin}\\d.-])${NUMBER}(?:\\.${NUMBER}){3}(?![\\p{Script=Latin}\\d-]|\\.\\d)`,
	'gu',
);
/** The text before a version number. */
const VERSION = /(?:^|[^\p{L}])v(?:er(?:sion)?)?\.? ?$/iu;

/** The hosts in a row of labels: those that end with a top-level domain. A label in two scripts parts two of them. */
function hostsIn(row: string): Array<{ labels: string[]; end: number }> {
	const found: Array<{ labels: string[]; end: number }> = [];
	let labels: string[] = [];
	let last: { labels: string[]; end: number } | undefined;
	let end = 0;
	const close = () => {
		if (last) found.push(last);
		last = undefined;
		labels = [];
	};
	for (const label of row.split('.')) {
		const ending = labels.length > 0 ? endingOf(label) : undefined;
		// With words on both sides and no spaces, as in `后缀是.com的`, the text is about a domain ending.
		const isAmidWords = ending !== label && FOREIGN.test(labels.at(-1) ?? '');
		if (ending !== undefined && !isAmidWords) {
			last = { labels: [...labels, ending], end: end + ending.length };
		}
		if (ending !== label && beginningOf(label) !== label) close();
		end += label.length + 1;
		const beginning = beginningOf(label);
		if (beginning) labels.push(beginning);
		else labels = [];
	}
	close();
	return found;
}

const ipAddresses = (text: string) =>
	[...text.matchAll(IP_ADDRESS)]
		.filter(({ index }) => !VERSION.test(text.slice(Math.max(0, index - 10), index)))
		.map(({ 0: address, index }) => address + pathAt(text, index + address.length));

/** Never starts within a word: starting at each hyphen would take forever for a long row of them. */
const ROW = /(?<![\p{L}\p{M}\p{N}-])[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+/gu;

/** Most words have no dot, so they are skipped. */
const WITH_DOT = /(?<!\S)[^\s.]*\.\S*/g;

const rowsIn = (text: string) =>
	[...text.matchAll(WITH_DOT)].flatMap(({ 0: word, index: start }) =>
		[...word.matchAll(ROW)].map(({ 0: row, index }) => ({ row, index: start + index })),
	);

function bareLinks(text: string): string[] {
	const found: string[] = [];
	let done = 0;
	const take = (host: string, end: number) => {
		const path = pathAt(text, end);
		found.push(host.replace(/^-+/, '') + path);
		done = end + path.length;
	};
	for (const { row, index } of rowsIn(text)) {
		// A part of a path, of an email address or of a name.
		const isPart = index < done || text[index - 1] === '@';
		if (isPart || /^@[\p{L}\d]/u.test(text.slice(index + row.length, index + row.length + 2)))
			continue;
		if (/^www\./i.test(row)) {
			take(row, index + row.length);
			continue;
		}
		for (const { labels, end } of hostsIn(row)) {
			const after = text.slice(index + end, index + end + 20);
			if (isMeant(labels, after)) take(labels.join('.'), index + end);
		}
	}
	return found;
}

const SCHEME = /(?:https?|ftp|tg):\/\//gi;
/** A name and a password before a host; `https://example.com@evil.net` leads to evil.net. */
const USER = /^[A-Za-z\d._~!$&'()*+,;=:%-]*@(?=[\p{L}\d])/u;
const HOST = /^(?:\[[\da-f:.]+\]|[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*)/iu;

/** A host without glued-on text. A host with an unknown ending leads nowhere. */
function ownHost(host: string): { host: string; isKnown: boolean } {
	const labels = host.split('.');
	for (let last = labels.length - 1; last > 0; last--) {
		const ending = endingOf(labels[last] ?? '');
		if (ending) return { host: [...labels.slice(0, last), ending].join('.'), isKnown: true };
	}
	return { host, isKnown: /\d$|\]$/.test(host) };
}

/** The address at the start of a text, after its scheme. */
function addressAt(text: string): string {
	const [user] = USER.exec(text) ?? [''];
	for (const start of user ? [user.length, 0] : [0]) {
		const { host, isKnown } = ownHost(HOST.exec(text.slice(start))?.[0] ?? '');
		if (start > 0 && !isKnown) continue;
		return text.slice(0, start) + host + pathAt(text, start + host.length);
	}
	return '';
}

/** What reads as a link in a text. Without a dot or a colon, there is no link. */
export function linksIn(text: string): string[] {
	if (!/[.:\u3002\uFF0E\uFF61\u2024\uFF1A]|dot/i.test(text)) return [];
	const plain = plainSigns(text);
	const found: string[] = [];
	let rest = '';
	let done = 0;
	for (const { 0: scheme, index } of plain.matchAll(SCHEME)) {
		if (index < done) continue;
		const address = addressAt(plain.slice(index + scheme.length, index + 2048));
		if (!address) continue;
		found.push(scheme + address);
		rest += `${plain.slice(done, index)} `;
		done = index + scheme.length + address.length;
	}
	rest += plain.slice(done);
	return [...found, ...bareLinks(rest), ...ipAddresses(rest)];
}

/** The links in words that the server has marked as one, whatever it ends with. */
export function linksMarked(words: string): string[] {
	const plain = plainSigns(words).trim();
	const read = linksIn(plain);
	if (read.length > 0) return read;
	const address = addressAt(plain);
	return [address || words];
}
