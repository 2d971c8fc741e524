import { Context } from '../../../nodes/BotMessaging/update/context';
import { compileRules, RuleMemory } from '../../../nodes/BotMessaging/moderation/rules';
import { checkWritten } from '../../../nodes/BotMessaging/questions/form/form';
import { message } from '../update/samples';
import { textField } from './textField';

const NAME = 'Nguyễn Thị';

test.each([
	['composed', NAME],
	['decomposed', NAME.normalize('NFD')],
	['a family', '👩‍👩‍👧‍👦'.repeat(10)],
])('10 signs, %s, are no more than 10', (_what, text) => {
	const update = new Context(message({ text }));
	expect(compileRules({ longerThan: 10 })([update], new RuleMemory())).toBe(undefined);
	expect(checkWritten(textField({ largest: 10 }), text, {})).toHaveProperty('answer');
});
test('decomposed characters do not count twice for a minimum length', () => {
	expect(checkWritten(textField({ smallest: 11 }), NAME.normalize('NFD'), {})).toHaveProperty(
		'wrong',
	);
});
