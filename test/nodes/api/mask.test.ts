import { resultOf } from '../../../nodes/BotMessaging/api/client';
import { Mask, withoutSecrets } from '../../../nodes/BotMessaging/api/door';

const masked = (words: string, botToken?: unknown) =>
	withoutSecrets(words, { data: { botToken } } as never);

describe('the secret part of a token is replaced in the server’s words:', () => {
	test.each<[what: string, words: string, token: string, shown: string]>([
		['as it is', 'at /bot12:sEcret/getMe', '12:sEcret', 'at /bot12:<token>/getMe'],
		['each time', 'sEcret, sEcret', '12:sEcret', '<token>, <token>'],
		['in other letters', 'SECRET secret', '12:sEcret', '<token> <token>'],
		['pasted with blanks', 'at sEcret.', ' 12:sEcret\n', 'at <token>.'],
		['encoded', '%73%45c', '12:sEc', '<token>'],
		['encoded twice', '%2573%252545c', '12:sEc', '<token>'],
		['with signs of a pattern in it', 'a.+b, axxb', '12:a.+b', '<token>, axxb'],
		['of several bytes', 'ü %c3%bc %C3%BC', '12:ü', '<token> <token> <token>'],
		['beyond the usual signs', '😀 %F0%9F%98%80', '12:😀', '<token> <token>'],
		['a byte below 16', 'a%01b', '12:a\u0001b', '<token>'],
		['with a tab that was left out', 'ab a%09b', '12:a\tb', '<token> <token>'],
		['with line breaks that were left out', 'abc', '12:a\nb\rc', '<token>'],
		['of another form', 'at secret', 'secret', 'at <token>'],
		['with a colon only at its end', 'at 12:', '12:', 'at <token>'],
		['of which a line break comes first', 'at x.', '12:\nx', 'at <token>.'],
		['with a colon further on', 'a!12:x 12:x x', 'a!12:x', '<token> 12:x x'],
	])('%s', (_what, words, token, shown) => {
		expect(masked(words, token)).toBe(shown);
	});

	test('nothing else is removed', () => {
		expect(masked('a b', '12:a\tb')).toBe('a b');
		expect(masked('ac', '12:abc')).toBe('ac');
	});

	test.each([undefined, null, '', ' '])(
		'the words stay as they are without a token (%j)',
		(token) => {
			expect(masked('wrong address', token)).toBe('wrong address');
			expect(withoutSecrets('undefined', {} as never)).toBe('undefined');
		},
	);
});

test.each([
	['me:long-password', 'at me:long-password@, long%2dpassword', 'at <password>@, <password>'],
	['me:chat', 'me:chat, bWU6Y2hhdA==, chat not found', '<password>, <password>, chat not found'],
	['p%40q:a%25b%2Fc%23d', 'p@q:a%b/c#d, a%b/c#d', '<password>, a%b/c#d'],
	['', 'no login', 'no login'],
])(
	'the login %s of a proxy is hidden, but a short password only beside its name',
	(login, words, shown) => {
		const proxySecretUrl = `http://${login}@proxy.example.com:3128`;
		expect(withoutSecrets(words, { data: { botToken: '1:x!', proxySecretUrl } } as never)).toBe(
			shown,
		);
	},
);

describe('JSON', () => {
	const TOKEN = '12:aSecretOfABot';
	const maskOf = (botToken: string) => new Mask(true).add({ data: { botToken } });
	const mask = maskOf(TOKEN);

	test('is masked in its texts and names, and the rest stays', () => {
		const date = new Date(0);
		const rest = { n: 1, no: null, yes: true, date, none: undefined, list: [['a'], {}] };
		expect(mask.data({ ...rest, [TOKEN]: [{ at: `/bot${TOKEN}/x` }] })).toEqual({
			...rest,
			'12:<token>': [{ at: '/bot12:<token>/x' }],
		});
	});

	test('is returned unchanged if it has no token', () => {
		const value = { list: [{ text: 'a long text without anything in it' }] };
		expect(mask.data(value)).toBe(value);
	});

	test('is copied before it is masked', () => {
		const value = { list: [TOKEN] };
		expect(mask.data(value)).toEqual({ list: ['12:<token>'] });
		expect(value).toEqual({ list: [TOKEN] });
	});

	test('can be nested deeply, contain itself, and have odd names', () => {
		let deep: object = { at: TOKEN };
		for (let depth = 0; depth < 100_000; depth++) deep = { deep };
		let masked = mask.data(deep) as { deep?: object; at?: string };
		while (masked.deep) masked = masked.deep;
		expect(masked.at).toBe('12:<token>');
		const ring: Record<string, unknown> = { at: TOKEN };
		ring.ring = ring;
		const other = mask.data(ring);
		expect([other.at, other.ring === other]).toEqual(['12:<token>', true]);
		const odd = mask.data(JSON.parse(`{"__proto__":{"at":"${TOKEN}"}}`) as object);
		expect(JSON.stringify(odd)).toBe('{"__proto__":{"at":"12:<token>"}}');
	});

	test.each([
		[
			'of a short secret',
			'12:secret',
			'a secret, 12:secret, 12%3asecret',
			'a secret, 12:<token>, 12:<token>',
		],
		['of a short secret without a number', 'secret', 'a secret', 'a secret'],
	])(
		'only the whole token %s is masked, because its parts can be ordinary words',
		(_what, token, text, shown) => {
			expect(maskOf(token).data({ text })).toEqual({ text: shown });
		},
	);

	test('an invalid proxy URL has no login', () => {
		const data = { botToken: TOKEN, proxySecretUrl: 'socks5://me:long-password@proxy' };
		const withProxy = new Mask(true).add({ data });
		expect(withProxy.data([TOKEN])).toEqual(['12:<token>']);
	});
});

test('a refusal is without the token before it reaches the door', () => {
	const credential = { data: { botToken: '12:sEcret' } } as never;
	const description = 'Bad Request at /bot12:sEcret/getMe';
	const body = JSON.stringify({ ok: false, error_code: 400, description });
	const refused = () => resultOf({ statusCode: 400, headers: {}, body }, credential);
	expect(refused).toThrow('Bad Request at /bot12:<token>/getMe');
});
