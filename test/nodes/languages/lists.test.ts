import { Context } from '../../../nodes/BotMessaging/update/context';
import { compileRules, RuleMemory } from '../../../nodes/BotMessaging/moderation/rules';
import { entriesOf } from '../../../nodes/BotMessaging/questions/fields';
import { message } from '../update/samples';

const broken = (rules: object, text: string) =>
	compileRules(rules)([new Context(message({ text }))], new RuleMemory())?.brokenRules;

test('a list of words can have Arabic commas', () => {
	expect(broken({ words: 'کازینو، قمار؛ پورن' }, 'بیا به کازینو')).toEqual(['words']);
});
test('a list of allowed sites can have Arabic commas', () => {
	expect(broken({ linksExcept: 'example.com، example.org' }, 'https://example.com/a')).toBe(
		undefined,
	);
});
test('choices can have Chinese, Japanese or Arabic commas', () => {
	expect(entriesOf('小，中，大', 'Choices')).toHaveLength(3);
	expect(entriesOf('赤、青', 'Choices')).toHaveLength(2);
	expect(entriesOf('بله، خیر', 'Choices')).toHaveLength(2);
});
