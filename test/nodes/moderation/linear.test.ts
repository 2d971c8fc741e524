import { WordList } from '../../../nodes/BotMessaging/moderation/words';

const WORDS =
	'ano, sik, cặc, đĩ, lồn, カス, バカ, ass, ist, lst, is, mas, cop, sex, shit, hell, free money, st pauli, ' +
	'操, 妈的, 赌博, ควย, หี, ばか, قمار, карта, masse, usa, penis, i, a';

test('a text that is written to be slow is read in one pass', () => {
	const list = new WordList(`${WORDS}, ${'a'.repeat(50)}!, @${'b'.repeat(50)}, ${'x '.repeat(9)}`);
	const pieces = [
		'a',
		'a!',
		'!',
		'赌',
		'操',
		'-',
		'a-',
		'a.',
		'x ',
		'x  ',
		'1',
		'я',
		'яa',
		'@b',
		'カ',
		'é',
	];
	// If twice the text took four times as many steps, this length would take hours.
	for (const piece of pieces) list.findIn(`${piece.repeat(100_000 / piece.length)}$`, true);
});
