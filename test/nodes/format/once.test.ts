import { LANGUAGE_MODEL, Texts, toHtml } from '../../../nodes/BotMessaging/format';
import { shownText } from '../../support/shown';

test('a text that was written here is not parsed again', () => {
	const texts = new Texts();
	const html = texts.onWire('[Map](<https://maps.example/?q="Rome">)', LANGUAGE_MODEL);
	// The HTML has %22 for quotation marks.
	expect(texts.shown(html, 'HTML')?.spans).toEqual([
		{ start: 0, end: 3, name: 'link', value: 'https://maps.example/?q="Rome"' },
	]);
	expect(toHtml(texts.shown(html, 'HTML')!)).toBe(html);
});

test.each([
	['HTML', '<b>Hello</b>'],
	['Markdown', '*Hello*'],
	[undefined, 'Hello'],
])('a text in the format %s is parsed once', (mode, text) => {
	const texts = new Texts();
	const shown = texts.shown(text, mode);
	expect(shown?.text).toBe('Hello');
	expect(texts.shown(text, mode)).toBe(shown);
});

test('the same text in another format counts as another text', () => {
	const texts = new Texts();
	expect(texts.shown('<b>*a*</b>', 'HTML')?.text).toBe('*a*');
	expect(texts.shown('<b>*a*</b>', 'Markdown')?.text).toBe('<b>a</b>');
	expect(texts.shown('<b>', 'HTML')).toBeUndefined();
	expect(shownText('<b>', undefined)?.text).toBe('<b>');
});
