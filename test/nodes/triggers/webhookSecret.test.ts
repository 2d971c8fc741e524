import { markOf, secretOf } from '../../../nodes/BotMessaging/triggers/webhook/secret';

const of = (workflow: string | undefined, node: string, botToken?: string) =>
	secretOf(
		{ getWorkflow: () => ({ id: workflow }), getNode: () => ({ id: node }) } as never,
		botToken === undefined ? undefined : { botToken },
	);

test('a secret is one of bot, workflow and node', () => {
	const one = of('w1', 'n1', '7:a');
	expect(one).toMatch(/^[0-9a-f]{64}$/);
	const others = [of('w2', 'n1', '7:a'), of('w1', 'n2', '7:a'), of('w1', 'n1', '7:b')];
	expect(new Set([one, ...others]).size).toBe(4);
	expect(of('w1', 'n1', ' 7:a\n')).toBe(one);
	expect(of('w1', 'n1', 'bot7:a')).toBe(one);
});

test('a later version of this package knows the webhooks of today', () => {
	expect(of('w1', 'n1', '7:a')).toBe(
		'dbeb2d106d1188db5dc8b88cb23dcf7920ae76d70b4a264d096c067203d63e18',
	);
	expect(of(undefined, 'n1')).toBe(
		'e81495bd17cf1fd69db79eefb7116ad697cb966d8de79780c8e0bef83f4446ee',
	);
	expect(markOf('secret')).toBe('2bb80d537b1da3e3');
});
