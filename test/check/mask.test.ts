import { Mask } from '../../check/mask';
import { checked } from '../support/check';
import { DEFAULTS, useEmulator } from '../support/emulator';
import { startLyingServer } from '../support/lyingServer';

const emulator = useEmulator();
const { token } = DEFAULTS;
const [number, secret = ''] = token.split(':');

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Ways in which a server may write a quoted token. */
const WRITTEN: Array<[how: string, words: string]> = [
	['as it is', `no bot ${token}`],
	['in an address', `/bot${token}/getMe is not there`],
	['with %3A', `/bot${number}%3A${secret}/getMe`],
	['with %3a', `/bot${number}%3a${secret}/getMe`],
	['with %253A', `/bot${number}%253A${secret}/getMe`],
	['with an entity', `${number}&#58;${secret}`],
	['with \\u003a', `${number}\\u003a${secret}`],
	['as base64', base64(token)],
	['as base64 without its end', base64(token).replace(/=+$/, '')],
	['within base64', base64(`bot${token}/getMe`)],
	['within base64, one letter later', base64(`/bot${token}`)],
	['within base64, two letters later', base64(`x:bot${token}!`)],
	['as base64 for addresses', Buffer.from(token).toString('base64url')],
	['the secret alone', `wrong: ${secret}x`],
	['the secret as base64', base64(secret)],
];

test.each(WRITTEN)('the token is hidden: %s', (_how, words) => {
	const shown = new Mask(token).quote(words);
	expect(shown).not.toContain(secret.slice(0, 12));
	expect(shown).not.toContain(number);
	for (const text of [token, secret, `bot${token}`, `/bot${token}`, `x:bot${token}`]) {
		// Any eight consecutive base64 letters reveal six characters of the token.
		const letters = base64(text).slice(12, 36);
		for (let at = 0; at + 8 <= letters.length; at++) {
			expect(shown).not.toContain(letters.slice(at, at + 8));
		}
	}
});

test.each([
	['another alphabet', 'Ольга', 'нет Ольги, Ольга'],
	['a part of a name', 'Anna Maria', 'Maria is no member'],
	['within a word', 'Milan', 'user MilanWithTheHat'],
	['with an underscore', 'Mia', 'user Mia_1'],
	['in capital letters', 'Noah', 'NOAH is banned'],
	['with an entity', "O'Neil", 'O&#39;Neil is banned'],
	['in an address', 'Zoë', '/users/Zo%C3%AB'],
	['of one letter', 'Q', 'user Q is banned'],
])('a name is hidden: %s', (_how, name, words) => {
	const mask = new Mask(token);
	mask.learn({ result: [{ user: { id: 7, first_name: name } }] });
	const shown = mask.quote(words);
	for (const part of name.split(' ').slice(-1)) {
		expect(shown.toLowerCase()).not.toMatch(
			new RegExp(part.length > 1 ? part.toLowerCase() : '\\bq\\b'),
		);
	}
	expect(shown).toContain('…');
});

test('names in lists and other fields are recognized', () => {
	const mask = new Mask(token);
	mask.learn({ active_usernames: ['mountain'], author_signature: 'Hilde', custom_title: 'Boss' });
	expect(mask.quote('mountain, Hilde, Boss')).toBe('"…, …, …"');
});

test('a name that is recognized after it was quoted is hidden in the report', async () => {
	const description = 'Bad Request: Zebedee may not do this';
	const refusal = { ok: false, error_code: 400, description };
	let isNamed = false;
	const server = await startLyingServer(
		() => emulator.url,
		async ({ method, params }, pass) => {
			if (method === 'setChatTitle') return { status: 400, body: refusal };
			// The server returns this name only afterwards.
			isNamed ||= method === 'restrictChatMember' && params.user_id !== undefined;
			const { status, body } = await pass();
			const named = JSON.stringify(body).replaceAll('Mia', isNamed ? 'Zebedee' : 'Mia');
			return { status, body: JSON.parse(named) };
		},
	);
	const { text } = await checked(emulator, { service: server.url, isLarge: false });
	expect(isNamed).toBe(true);
	expect(text).toContain('may not do this');
	expect(text).not.toContain('Zebedee');
	await server.close();
});
