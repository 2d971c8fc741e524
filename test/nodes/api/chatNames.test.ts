import { ChatNames, spellingOf } from '../../../nodes/BotMessaging/api/chatNames';

const message = (id: number | string, username?: string) => ({
	message_id: 1,
	chat: { id, username },
});

test.each([
	['@Demo_Group', '@demo_group'],
	[' t.me/Demo_Group ', '@demo_group'],
	['https://telegram.me/demo_group/17', '@demo_group'],
	['-1001', '-1001'],
	['t.me/+invitation', 't.me/+invitation'],
])('%s is spelled %s', (given, spelling) => {
	expect(spellingOf(given)).toBe(spelling);
});

describe('the number of a name is known from', () => {
	test.each<[string, unknown]>([
		['a message', message(-5, 'Square')],
		['an album', [message(-5, 'Square'), message(-5, 'Square')]],
		['a chat', { id: -5, type: 'channel', username: 'Square' }],
		['a message in the chat of this name', message('-5')],
	])('%s', (_what, result) => {
		const names = new ChatNames();
		names.learn(result, '@square');
		expect(names.chatOf('@square')).toBe('-5');
	});

	test.each<[string, unknown]>([
		['true', true],
		['nothing', null],
		['a poll', { id: '5', type: 'regular' }],
		['a bot', { id: 5, is_bot: true, username: 'square' }],
		['a list of members', [{ user: { id: 5 } }]],
		['a chat without a number', message('nobody', 'square')],
	])('is not known from %s', (_what, result) => {
		const names = new ChatNames();
		names.learn(result, '@square');
		expect(names.chatOf('@square')).toBe('@square');
	});
});

test('the last thousand names are known, and those in use', () => {
	const names = new ChatNames();
	names.learn(message(-1, 'in_use'));
	for (let id = 1; id <= 1500; id++) {
		names.learn(message(id, `name${id}`));
		names.chatOf('@in_use');
	}
	const known = Array.from({ length: 1500 }, (_none, index) => index + 1).filter(
		(id) => names.chatOf(`@name${id}`) === String(id),
	);
	expect(known).toHaveLength(999);
	expect(known[0]).toBe(502);
	expect(names.chatOf('@in_use')).toBe('-1');
});
