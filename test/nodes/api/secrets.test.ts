import { tokenOf } from '../../../credentials/BotMessagingApi.credentials';
import { isSame, numberOfBot } from '../../../nodes/BotMessaging/api/door';

const TOKEN = '4839574812:secret';

test.each([TOKEN, ` ${TOKEN}\n`, `bot${TOKEN}`, `BOT${TOKEN}`, ` bot${TOKEN} `])(
	'a token pasted as %j counts as the same token of the same bot',
	(botToken) => {
		expect(tokenOf({ botToken })).toBe(TOKEN);
		expect(numberOfBot({ botToken })).toBe('4839574812');
	},
);

test.each([undefined, {}, { botToken: '' }, { botToken: ' ' }, { botToken: 7 }])(
	'%j contains no token and names no bot',
	(credential) => {
		expect(tokenOf(credential)).toBe('');
		expect(numberOfBot(credential)).toBeUndefined();
	},
);

test.each(['secret', 'robot7:secret', 'x4839574812:secret', ':secret'])(
	'a token of another form, %j, names no bot',
	(botToken) => {
		expect(tokenOf({ botToken })).toBe(botToken);
		expect(numberOfBot({ botToken })).toBeUndefined();
	},
);

test.each([undefined, null, 7, '', 'Secret', 'secre', ['secret']])(
	'%j is not equal to the secret',
	(given) => {
		expect(isSame(given, 'secret')).toBe(false);
	},
);

test('the secret is equal to itself', () => {
	expect(isSame('secret', 'secret')).toBe(true);
});
