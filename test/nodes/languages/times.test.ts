import { Context } from '../../../nodes/BotMessaging/update/context';
import { secondsInWords } from '../../../nodes/BotMessaging/fields/duration';
import { patternOf, readArguments } from '../../../nodes/BotMessaging/dispatch/commandArguments';
import { Wrong } from '../../../nodes/BotMessaging/dispatch/namedPerson';
import { People } from '../../../nodes/BotMessaging/update/people';
import { message } from '../update/samples';

function read(pattern: string, text: string) {
	const given = readArguments(
		patternOf(pattern, 'x'),
		new Context(message({ text })),
		new People(),
	);
	return given instanceof Wrong ? undefined : given;
}
const MUTE = '{user} {duration?} {reason…?}';

// If it is read, the mute has this end. If it is refused, the bot explains the format. It is never permanent.
test.each([
	'полчаса',
	'час',
	'сутки',
	'неделю',
	'ساعتين',
	'ساعة',
	'يومين',
	'نیم ساعت',
	'yarım saat',
	'한 시간',
	'하루',
])('/mute … %s never mutes without an end', (time) => {
	const given = read(MUTE, `/mute 123456789 ${time}`);
	const isTimed = typeof (given as { seconds?: unknown } | undefined)?.seconds === 'number';
	expect(given === undefined || isTimed).toBe(true);
});
test.each(['3 ايام', '2 ساعه', '30 دقيقه', '1 اسبوع', '3 اشهر'])('%s is read as a time', (time) => {
	expect(secondsInWords(time)).toEqual(expect.any(Number));
});
test.each(['2 ساعة، سبام', '۲ ساعت، اسپم'])(
	'a time can have an Arabic comma after it: %s',
	(text) => {
		expect(read(MUTE, `/mute 123456789 ${text}`)).toHaveProperty('seconds', 7200);
	},
);
test.each(['۵', '٥', '５', '५'])('{number} reads %s', (digit) => {
	expect(read('{number}', `/purge ${digit}`)).toEqual({ number: 5 });
});

/** The languages promised on the pages. */
test.each([
	['English', '2 hours'],
	['Vietnamese', '2 giờ'],
	['Chinese', '2小时'],
	['Spanish', '2 horas'],
	['German', '2 Stunden'],
	['French', '2 heures'],
	['Portuguese', '2 horas'],
	['Italian', '2 ore'],
	['Dutch', '2 uur'],
	['Polish', '2 godziny'],
	['Turkish', '2 saat'],
	['Indonesian', '2 jam'],
	['Russian', '2 часа'],
	['Ukrainian', '2 години'],
	['Arabic', '2 ساعة'],
	['Persian', '2 ساعت'],
	['Hindi', '2 घंटे'],
	['Thai', '2 ชั่วโมง'],
	['Korean', '2시간'],
	['Japanese', '2時間'],
])('%s means two hours', (_language, time) => {
	expect(secondsInWords(time)).toBe(7200);
});
