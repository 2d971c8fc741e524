import { wordListOf } from '../../../nodes/BotMessaging/updates/filters/words';

const LIST = 'casino, free money\npaypal, viagra; казино\n赌博, ill, bitcoin, straße, pot';

/** Each text with the entries of the list that it contains. */
test.each<[string, string, string[]]>([
	['a word', 'the casino is open', ['casino']],
	['in capitals, with punctuation', '“CASINO!!”', ['casino']],
	['not in the middle of another word', 'casinos, still, potato', []],
	['a group of words', 'get FREE  money!', ['free money']],
	['not with something in between', 'free the money', []],
	['accents', 'cásïnö', ['casino']],
	['full width', 'ｃａｓｉｎｏ', ['casino']],
	['drawn letters', '𝓬𝓪𝓼𝓲𝓷𝓸 Ⓒⓐⓢⓘⓝⓞ', ['casino']],
	['Cyrillic letters in a Latin word', 'vіаgrа', ['viagra']],
	['Greek letters in a Latin word', 'casinο', ['casino']],
	['a word of look-alikes only, in a Latin text', 'buy рот here', ['pot']],
	['the same word in a Cyrillic text', 'открой рот please', []],
	['the same word alone', 'рот', []],
	['Latin letters in a Cyrillic word', 'кaзинo', ['казино']],
	['a Cyrillic word', 'Наше КАЗИНО', ['казино']],
	['digits and signs for letters', 'c4s1n0 b!tc0in p@yp4l', ['casino', 'bitcoin', 'paypal']],
	['1 for an l', 'i11', ['ill']],
	['numbers stay numbers', '111 100 $5', []],
	['signs without width', 'ca\u200Bsi\u00ADno', ['casino']],
	['signs glued to it', 'hello!casino @casino', ['casino']],
	['a script without blanks', '快来赌博吧', ['赌博']],
	['ß and ss', 'STRASSE', ['straße']],
	['nothing', '', []],
])('%s: %s', (_what, text, found) => {
	expect(wordListOf(LIST).findIn(text).sort()).toEqual([...found].sort());
});
