import { fill } from '../../../nodes/BotMessaging/questions/outcome';
import { buttonRows, summaryOf } from '../../../nodes/BotMessaging/questions/form/screen';
import type { Form } from '../../../nodes/BotMessaging/questions/form/form';

const PERSIAN = 'می\u200cخواهم';
const OTHERS = [
	['Persian', PERSIAN],
	['Sinhala', 'ශ්\u200dරී ලංකා'],
	['Hindi', 'क्\u200dष'],
	['a Japanese name', '葛\u{E0100}城'],
	['a flag', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
];

test.each(OTHERS)('the outcome shows %s as it was written', (_what, answer) => {
	expect(fill('{name}: {answer}', { name: answer, answer, time: '' })).toBe(`${answer}: ${answer}`);
});
test.each(OTHERS)('a form shows %s as it was written', (_what, text) => {
	const field = {
		name: 'a',
		label: text,
		type: 'choice',
		hint: '',
		isRequired: true,
		options: [text],
	};
	const form = {
		title: '',
		fields: [field],
		answers: [{ value: text, shown: text }],
		screen: 'question',
		at: 0,
		picks: [],
		words: { cancelButton: 'Cancel' },
	} as unknown as Form;
	expect(buttonRows(form)[0]?.[0]?.label).toBe(text);
	expect(summaryOf(form)).toBe(`${text}: ${text}`);
});
