import { markOf, proofOf, secretOf } from '../../../nodes/BotMessaging/sources/webhook/server';

const of = (botToken?: string) => secretOf(botToken === undefined ? undefined : { botToken });

test('a secret belongs to one bot, however its token was pasted', () => {
	expect(of('7:a')).toMatch(/^[0-9a-f]{64}$/);
	expect(of('7:b')).not.toBe(of('7:a'));
	expect(of(' 7:a\n')).toBe(of('7:a'));
	expect(of('bot7:a')).toBe(of('7:a'));
});

test('the secret of a credential without a token cannot be guessed', () => {
	expect(new Set([of(), of(), of(''), of(' ')]).size).toBe(4);
});

test('a proof is valid for one body and one bot, and differs from the secret', () => {
	const proof = proofOf(of('7:a'), '{}');
	const others = [proofOf(of('7:a'), '{ }'), proofOf(of('7:b'), '{}'), of('7:a')];
	expect(new Set([proof, ...others]).size).toBe(4);
});

test('a later version of this package recognizes today’s webhooks', () => {
	expect(of('7:a')).toBe('8c8c16c98893735ffae318a84820604350ebf644f4a5f3149b7dd74f65d36349');
	expect(markOf('secret')).toBe('2bb80d537b1da3e3');
});
