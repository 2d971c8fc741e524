import { isProof, proofOf } from '../../../nodes/BotMessaging/callbackData/proof';

const TOKEN = '4839574812:secret';
const signature = 'a'.repeat(64);

test.each([` ${TOKEN}\n`, `bot${TOKEN}`, `BOT${TOKEN}`, ` bot${TOKEN} `])(
	'a token pasted as %j proves the same',
	(botToken) => {
		const proof = proofOf({ botToken }, signature, 'payload');
		expect(proof).toMatch(/^[0-9a-f]{64}$/);
		expect(isProof(proof, { botToken: TOKEN }, signature, 'payload')).toBe(true);
	},
);

test('a trigger and a node of different versions of this package understand each other', () => {
	expect(proofOf({ botToken: TOKEN }, signature, 'payload')).toBe(
		'5254a2ec849a3448ed6f095e6942e70e93251eeab7ced0439cbf5b5df52a2b81',
	);
});

test('text that looks like the prefix of a pasted token counts in the middle of a token', () => {
	const proof = proofOf({ botToken: '7:abot1' }, signature, 'payload');
	expect(isProof(proof, { botToken: '7:a1' }, signature, 'payload')).toBe(false);
});

test.each([
	['another token', { botToken: '4839574812:other' }, signature, 'payload'],
	['another signature', { botToken: TOKEN }, 'b'.repeat(64), 'payload'],
	['another payload', { botToken: TOKEN }, signature, 'Payload'],
	['a border elsewhere', { botToken: TOKEN }, `${signature}\npay`, 'load'],
])('a proof is not valid for %s', (_what, credential, otherSignature, payload) => {
	const proof = proofOf({ botToken: TOKEN }, signature, 'payload');
	expect(isProof(proof, credential, otherSignature, payload)).toBe(false);
});

test.each([undefined, {}, { botToken: '' }, { botToken: ' ' }])(
	'without a token (%j), no proof is valid',
	(credential) => {
		const proof = proofOf(credential, signature, 'payload');
		expect(isProof(proof, credential, signature, 'payload')).toBe(false);
	},
);

test.each([undefined, null, 7, '', 'text', ['a']])('%j is not a valid proof', (given) => {
	expect(isProof(given, { botToken: TOKEN }, signature, 'payload')).toBe(false);
});
