import { Context } from '../../../nodes/BotMessaging/update/context';
import { patternOf, readArguments } from '../../../nodes/BotMessaging/dispatch/commandArguments';
import type { Doubt } from '../../../nodes/BotMessaging/dispatch/namedPerson';
import { People } from '../../../nodes/BotMessaging/update/people';

const spammer = { id: 1003, first_name: 'Mia', username: 'spam_mia' };
const noah = { id: 1004, first_name: 'Noah' };

function read(text: string) {
	const people = new People();
	people.learn(
		new Context({ update_id: 0, message: { from: spammer, chat: { id: -1 }, text: 'hi' } }),
	);
	const reply_to_message = { message_id: 7, from: noah, text: 'Please ban them' };
	const message = { from: { id: 1 }, chat: { id: -1 }, text, reply_to_message };
	return readArguments(
		patternOf('{user} {reason…?}', 'Arguments'),
		new Context({ update_id: 1, message }),
		people,
	);
}

// Control cases with correct spelling.
test.each([
	['/ban @spam_mia', [1004, 1003]],
	['/ban 123456789', [1004, 123456789]],
])('%s could be about two people', (text, ids) => {
	expect((read(text) as Doubt).people.map(({ id }) => id)).toEqual(ids);
});

test('/ban spam is about the author of the original message', () => {
	expect(read('/ban spam')).toMatchObject({ user: { id: 1004 } });
});

test.each([
	['a sign that nobody sees before the name', '/ban \u200b@spam_mia'],
	['the marks that phones put around a name', '/ban \u2068@spam_mia\u2069'],
	['a left-to-right mark', '/ban \u200e@spam_mia'],
	['the small sign of Unicode', '/ban ﹫spam_mia'],
	['the address of the name', '/ban https://t.me/spam_mia'],
	['a number in wide digits', '/ban １２３４５６７８９'],
	['a number in Arabic digits', '/ban ١٢٣٤٥٦٧٨٩'],
	['a number behind a sign that nobody sees', '/ban \u200e123456789'],
	['a number of 16 digits', '/ban 1234567890123456'],
])('%s: the author of the original message is not meant', (_what, text) => {
	expect(Object(read(text))).not.toHaveProperty('user');
});
