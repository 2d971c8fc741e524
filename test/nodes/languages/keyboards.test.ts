import { WordList } from '../../../nodes/BotMessaging/moderation/words';
import { checkTyped } from '../../../nodes/BotMessaging/questions/typed';

test.each([
	['کازینو', 'كازينو', 'a Persian word with the letters of an Arabic keyboard'],
	['كازينو', 'کازینو', 'an Arabic word with the letters of a Persian keyboard'],
	['سكس', 'سکس', 'the same with one letter'],
	['18+', '۱۸+', 'Persian digits'],
	['18+', '١٨+', 'Arabic digits'],
	["צ'אט", 'צ׳אט', 'a Hebrew geresh'],
	['בע"מ', 'בע״מ', 'a Hebrew gershayim'],
])('%s is found in %s: %s', (word, text) => {
	expect(new WordList(word).findIn(text)).toEqual([word]);
});
test.each([
	['بلی', 'بلي'],
	['1', '۱'],
])('the choice %s is recognized when typed as %s', (choice, text) => {
	expect(checkTyped(text, { type: 'choice', list: [choice, 'x'] })).toEqual({ value: choice });
});
