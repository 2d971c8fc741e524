import { Context } from '../../../nodes/BotMessaging/update/context';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

import { compileFilters } from '../../../nodes/BotMessaging/moderation/filters';
import { WordList } from '../../../nodes/BotMessaging/moderation/words';
import { checkTyped } from '../../../nodes/BotMessaging/questions/typed';
import { secondsInWords } from '../../../nodes/BotMessaging/fields/duration';
import { message } from '../update/samples';

test.each([
	['yatırım', 'YATIRIM FIRSATI'],
	['casino', 'CASINO BONUSU İÇİN TIKLA'],
	['bitcoin', 'BITCOIN İLE KAZAN'],
])('%s is found in %s', (word, text) => {
	expect(new WordList(word).findIn(text)).toEqual([word]);
});
test('Text Contains finds a Turkish word in capitals', () => {
	const stopIn = compileFilters({ textContains: 'yatırım' });
	expect(stopIn([new Context(message({ text: 'YATIRIM FIRSATI' }))])).toBeUndefined();
});
test('HAYIR matches the choice Hayır', () => {
	const reply = { type: 'choice', list: ['Evet', 'Hayır'] } as const;
	expect(checkTyped('HAYIR', { ...reply, list: [...reply.list] })).toEqual({ value: 'Hayır' });
});
test('a word that /addword adds in Turkish capitals is found in the original message', () => {
	const { nodes } = JSON.parse(readFileSync('examples/moderator-rules.json', 'utf8')) as {
		nodes: Array<{
			parameters: { assignments?: { assignments: Array<{ name: string; value: string }> } };
		}>;
	};
	const all = nodes.flatMap(({ parameters }) => parameters.assignments?.assignments ?? []);
	const { value } = all.find((one) => one.name === 'values' && one.value.includes('toLowerCase'))!;
	const expression = value.replace(/^=\{\{|\}\}$/g, '');
	const stored = String(runInNewContext(expression, { $json: { given: { word: 'CANLI BAHİS' } } }));
	expect(new WordList(stored).findIn('CANLI BAHİS')).toHaveLength(1);
	expect(new WordList(stored).findIn('Canlı bahis burada')).toHaveLength(1);
});
test('a time can be in Turkish capitals', () => {
	expect(secondsInWords('30 DAKİKA')).toBe(1800);
	expect(secondsInWords('1 YIL')).toBe(365 * 86400);
});
