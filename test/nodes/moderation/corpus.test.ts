import { Context } from '../../../nodes/BotMessaging/update/context';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { LinkList } from '../../../nodes/BotMessaging/moderation/shown';
import { compileRules, RuleMemory } from '../../../nodes/BotMessaging/moderation/rules';
import { WordList } from '../../../nodes/BotMessaging/moderation/words';
import { message } from '../update/samples';

const linesOf = (file: string) =>
	readFileSync(path.join(__dirname, 'corpus', file), 'utf8')
		.trim()
		.split('\n');

const words = linesOf('words.txt').join('\n');
const list = new WordList(words);
const allowed = new LinkList('example.com, t.me/mygroup');

const wordsIn = (text: string) => list.findIn(text);
const linksOut = (text: string) =>
	new Context(message({ text })).texts.links.filter((link) => !allowed.has(link));

/** Expands a line into sentences, one for each choice in `{one|other}`. */
function sentencesOf(line: string): string[] {
	const choice = /\{([^}]*)\}/.exec(line);
	if (!choice) return [line];
	return choice[1].split('|').flatMap((one) => sentencesOf(line.replace(choice[0], () => one)));
}

/** The sentences under each language's heading, `# de`. */
function byLanguage(): Map<string, Set<string>> {
	const languages = new Map<string, Set<string>>();
	let sentences = new Set<string>();
	for (const line of linesOf('harmless.txt')) {
		if (line.startsWith('# ')) languages.set(line.slice(2), (sentences = new Set()));
		else for (const sentence of sentencesOf(line)) sentences.add(sentence);
	}
	return languages;
}

test('no harmless sentence breaks a typical list of words or has a forbidden link', () => {
	const languages = byLanguage();
	const all = [...languages.values()].flatMap((sentences) => [...sentences]);
	const withWords = all.filter((text) => wordsIn(text).length > 0);
	const withLinks = all.filter((text) => linksOut(text).length > 0);
	const entries = words.split(/[,\n]/).length;
	console.info(
		`${all.length} harmless sentences in ${languages.size} languages, ${entries} words: ` +
			`${withWords.length} with a word, ${withLinks.length} with a link elsewhere`,
	);
	expect(entries).toBe(200);
	expect(languages.size).toBe(20);
	expect(Math.min(...[...languages.values()].map(({ size }) => size))).toBeGreaterThanOrEqual(50);
	expect(all.length).toBeGreaterThanOrEqual(1000);
	expect(withWords).toEqual([]);
	expect(withLinks).toEqual([]);
});

/** Languages without Latin letters. */
const SCRIPTS: Record<string, string> = {
	ru: 'Cyrillic',
	uk: 'Cyrillic',
	ar: 'Arabic',
	fa: 'Arabic',
	hi: 'Devanagari',
	th: 'Thai',
	ja: 'Japanese',
	zh: 'Han',
	ko: 'Korean',
};

test('one harmless sentence is in capitals, and none has many emoji or another script', () => {
	const memory = new RuleMemory();
	const broken = [...byLanguage()].flatMap(([language, sentences]) => {
		// Names of things have Latin letters in every language.
		const scripts = ['Latin', ...(language in SCRIPTS ? [SCRIPTS[language]] : [])];
		const limits = { moreCapitalsThan: 70, moreEmojiThan: 5, moreLinesThan: 10, longerThan: 1000 };
		const judge = compileRules({ scripts, ...limits });
		return [...sentences].filter((text) => judge([new Context(message({ text }))], memory));
	});
	expect(broken).toEqual(['ÇOK SIKICI BİR FİLM, SIK SIK DURDU.']);
});

test('nearly all evasions are found', () => {
	const evasions = linesOf('evasions.txt').map((line) => line.split('\t'));
	const missed = evasions.filter(([word, text]) =>
		word === 'link' ? linksOut(text).length === 0 : !wordsIn(text).includes(word),
	);
	console.info(
		`${evasions.length} evasions: ${evasions.length - missed.length} found, ` +
			`missed ${missed.map(([, text]) => text).join(' ')}`,
	);
	expect(new Set(evasions.map(([, text]) => text)).size).toBe(evasions.length);
	expect(evasions.length).toBeGreaterThanOrEqual(300);
	// 285 of 300.
	expect(missed.length / evasions.length).toBeLessThanOrEqual(0.05);
});

/** Entries with a sentence each, under the headings of their languages. */
const pairsIn = (file: string) =>
	linesOf(file)
		.filter((line) => !line.startsWith('# '))
		.map((line) => line.split('\t'));

test('no entry is found across word boundaries in a harmless sentence without spaces', () => {
	const pairs = pairsIn('unspaced-harmless.txt');
	const entries = new WordList([...new Set(pairs.map(([entry]) => entry))].join('\n'));
	const found = pairs.filter(([, text]) => entries.findIn(text).length > 0);
	console.info(`${pairs.length} harmless sentences without blanks: ${found.length} with a word`);
	expect(pairs.filter(([entry, text]) => !text.includes(entry))).toEqual([]);
	expect(pairs.length).toBeGreaterThanOrEqual(300);
	expect(found).toEqual([]);
});

test('each entry is found as a word in a sentence without spaces', () => {
	const pairs = pairsIn('unspaced-found.txt');
	const missed = pairs.filter(([entry, text]) => !new WordList(entry).findIn(text).includes(entry));
	console.info(`${pairs.length} sentences without blanks: missed ${missed.length}`);
	expect(pairs.length).toBeGreaterThanOrEqual(100);
	expect(missed).toEqual([]);
});
