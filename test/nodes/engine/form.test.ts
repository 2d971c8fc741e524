import { descriptionOf } from '../../../nodes/BotMessaging/engine/form';

const operation = { method: 'sendDice', description: 'Send a dice' } as const;

test.each([
	['reference', 'Send a dice'],
	['service', 'Send a dice'],
	['older', 'Send a dice'],
	['family', 'Send a dice. SafeW has no such method, but other servers with this API do.'],
] as const)('the form says if only other servers have a method: %s', (documented, said) => {
	const methods = { sendDice: { documented, params: {}, result: 'Message' } } as const;
	expect(descriptionOf(operation, methods)).toBe(said);
});

test('an operation without a method of its own keeps its description', () => {
	expect(descriptionOf({ ...operation, method: '' })).toBe('Send a dice');
});
