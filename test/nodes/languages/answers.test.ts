import { checkTyped } from '../../../nodes/BotMessaging/questions/typed';
import { checkWritten } from '../../../nodes/BotMessaging/questions/form/form';
import { wireText } from '../../support/shown';
import { textField } from './textField';

test.each([
	'2026年5月3号',
	'3 мая 2026 г.',
	'3 мая 2026 года',
	'3 травня 2026 р.',
	'3 KASIM 2026',
	'ngày 13/5/2026',
])('the date %s', (text) => {
	expect(checkTyped(text, { type: 'date', list: [] })).toHaveProperty('value');
});
test('a pattern matches pasted text with direction marks', () => {
	expect(
		checkWritten(textField({ pattern: '[A-Z]{2}\\d{4}' }), '\u202aAB1234\u202c', {}),
	).toHaveProperty('answer');
});
test.each(['۱۲۳۴۵', '１２３４５'])('the pattern of a postcode matches %s', (text) => {
	expect(checkWritten(textField({ pattern: '\\d{5}' }), text, {})).toHaveProperty('answer');
});
test.each(['و**«مهم»**', 'ה**"שלום"**'])('text after a prefix can be bold: %s', (text) => {
	expect(wireText(text, 'languageModel')).toContain('<b>');
});
