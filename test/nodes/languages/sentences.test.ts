import { Context } from '../../../nodes/BotMessaging/update/context';
import { message } from '../update/samples';

test.each([
	'весь день гуляли, устал.дети уже спят',
	'люблю этот город.москва лучше всех',
	'أحب بلدي.مصر أم الدنيا',
	'यह सही है.भारत महान है',
	'좋아요.한국 사람 많아요',
	'mệt quá.ai đi nhậu không',
	'yêu lắm.ba mẹ ơi',
	'thế à.la hét gì vậy',
])('no link: %s', (text) => {
	expect(new Context(message({ text })).texts.links).toEqual([]);
});
// As in English, where this is so already.
test('no link in English', () => {
	expect(new Context(message({ text: 'I am at home.it was late' })).texts.links).toEqual([]);
});

test.each([
	'казино.рф жми сюда',
	'казино.онлайн жми сюда',
	'müller.de hat neue Preise',
	'crypto.ai join now',
	'sòngbạc.com vào ngay',
	'пример.дети',
])('a link: %s', (text) => {
	expect(new Context(message({ text })).texts.links).toHaveLength(1);
});
