import { Context } from '../../../nodes/BotMessaging/update/context';
import type { Update } from '../../../nodes/BotMessaging/update/update';
import { memberChange, message, photo, poll, press, reaction } from './samples';

const say = (text: string, more: object = {}) => message({ text, ...more });

test.each<[string, Update]>([
	['text', say('hello')],
	['command', say('/ban Noah')],
	['command', say('/ban', { edit_date: 1 })],
	['photo', photo],
	['photo', message({ photo: [{ file_id: 'a' }], caption: '/look' })],
	['animation', message({ animation: { file_id: 'a' }, document: { file_id: 'a' } })],
	['voice', message({ voice: { file_id: 'a' } })],
	['dice', message({ dice: { emoji: 'x', value: 1 } })],
	['game', message({ game: { title: 'Chess' } })],
	['poll', message({ poll: { id: '1' } })],
	['contact', message({ contact: { user_id: 1 } })],
	['location', message({ location: { latitude: 1 } })],
	['text', say('/ban@other_bot')],
	['text', message({ text: 'hello' }, 'edited_channel_post')],
	['join', message({ new_chat_members: [{ id: 1 }] })],
	['leave', message({ left_chat_member: { id: 1 } })],
	['join', memberChange('left', 'member')],
	['leave', memberChange('member', 'kicked')],
	['chat_member', memberChange('member', 'restricted')],
	['button', press()],
	['reaction', reaction],
	['join_request', { update_id: 1, chat_join_request: { from: { id: 1 } } }],
	['poll', poll],
	['other', message({ new_chat_title: 'Group' })],
])('%s', (type, update) => {
	expect(new Context(update).contentType).toBe(type);
});

test('a command that names the bot is one for it alone', () => {
	const named = (text: string) => Object.assign(new Context(say(text)), { ownName: 'my_bot' });
	expect(named('/ban@My_Bot Noah').contentType).toBe('command');
	expect(named('/ban@other_bot Noah').contentType).toBe('text');
});

/** An entity at the beginning of a text. */
const marked = (type: string, length: number, more: object = {}) => ({
	entities: [{ type, offset: 0, length, ...more }],
});

test.each<[string, Update, string[]]>([
	['an address', say('see https://example.com/a?b=1#c.'), ['https://example.com/a?b=1#c']],
	['two, one of them twice', say('a.com b.org a.com'), ['a.com', 'b.org']],
	['without a scheme', say('go to Www.Example.zz/x'), ['Www.Example.zz/x']],
	[
		'behind words',
		say('click', { entities: [{ type: 'text_link', offset: 0, length: 5, url: 'https://a.zz' }] }),
		['https://a.zz'],
	],
	[
		'marked by the server',
		say('😀 foo.zz', { entities: [{ type: 'url', offset: 3, length: 6 }] }),
		['foo.zz'],
	],
	['in a caption', message({ caption: 'at t.me/spam' }), ['t.me/spam']],
	['parted by a sign without width', say('exam\u200Bple.com'), ['example.com']],
	['an email address', say('write to mia@example.com'), []],
	['a file, a version and no blank', say('read.txt 1.2.3 end.Then'), []],
	[
		'a person',
		say('Mia', {
			entities: [{ type: 'text_link', offset: 0, length: 3, url: 'safew://user?id=7' }],
		}),
		[],
	],
	['a mailbox behind words', say('Mia', marked('text_link', 3, { url: 'MAILTO:mia@a.zz' })), []],
	['a telephone behind words', say('Mia', marked('text_link', 3, { url: 'tel:+123' })), []],
	[
		'what is no person’s page',
		say('x', marked('text_link', 1, { url: 'tg://join' })),
		['tg://join'],
	],
	['no address behind words', say('Mia', marked('text_link', 3)), []],
	['what the server marked as a mailbox', say('a.com', marked('email', 5)), []],
	['an address in bold letters', say('a.com', marked('bold', 5)), ['a.com']],
	[
		'marked in a caption, beside another one',
		message({
			caption: 'foo.zz, a.com',
			caption_entities: [{ type: 'url', offset: 0, length: 6 }],
		}),
		['foo.zz', 'a.com'],
	],
	[
		'marks that cannot be read',
		say('a.com', {
			entities: [
				null,
				{ type: 'email' },
				{ type: 'email', offset: 0 },
				{ type: 'email', length: 5 },
			],
		}),
		['a.com'],
	],
	[
		'marks that are no list',
		say('a.com', { entities: { type: 'email', offset: 0, length: 5 } }),
		['a.com'],
	],
	[
		'of buttons',
		message({
			text: 'x',
			reply_markup: {
				inline_keyboard: [
					[{ url: 'https://b.zz' }, { login_url: { url: 'https://l.zz' } }, null],
					[{ web_app: { url: 'https://w.zz' } }, { text: 'x', callback_data: 'y' }],
					null,
				],
			},
		}),
		['https://b.zz', 'https://l.zz', 'https://w.zz'],
	],
	['of a keyboard that is none', message({ text: 'x', reply_markup: { inline_keyboard: 7 } }), []],
	['of a message without text', photo, []],
])('links: %s', (_what, update, links) => {
	expect(new Context(update).texts.links).toEqual(links);
});

test.each<[string, Update, string[]]>([
	['by name', say('@mia and @noah_1, @mia'), ['@mia', '@noah_1']],
	[
		'without a name',
		say('Mia', { entities: [{ type: 'text_mention', offset: 0, length: 3, user: { id: 1003 } }] }),
		['1003'],
	],
	['an email address', say('mia@example.com'), []],
	['in capitals, as it was written first', say('@Mia @MIA @mia'), ['@Mia']],
	['too short for a name, but marked by the server', say('@ab', marked('mention', 3)), ['@ab']],
	['too short for a name', say('@ab'), []],
	['of three letters', say('@abc'), ['@abc']],
	['as long as names are', say(`@${'a'.repeat(32)}`), [`@${'a'.repeat(32)}`]],
	['too long for a name', say(`@${'a'.repeat(33)}`), []],
	['that begins with a digit', say('@1abc'), []],
	['glued to another script', say('联系@name谢谢'), ['@name']],
	['glued to Latin letters, digits and signs', say('é@mia 1@mia _@mia .@mia @@mia @miaé'), []],
	[
		'by the page of a person',
		say('Mia', marked('text_link', 3, { url: 'TG://user?id=7&a' })),
		['7'],
	],
	[
		'by the service’s own link to a person',
		say('Mia', marked('text_link', 3, { url: 'safew://user?id=7' })),
		['7'],
	],
	[
		'not by a link with letters behind the number',
		say('Mia', marked('text_link', 3, { url: 'safew://user?id=7x' })),
		[],
	],
	[
		'of an address that has such a page in it',
		say('Mia', marked('text_link', 3, { url: 'https://a.zz?tg://user?id=7' })),
		[],
	],
	['without anybody', say('Mia', marked('text_mention', 3)), []],
	['in a caption', message({ caption: 'by @olga' }), ['@olga']],
	['without text', message(), []],
])('mentions: %s', (_what, update, mentions) => {
	expect(new Context(update).texts.mentions).toEqual(mentions);
});

test.each<[boolean, object]>([
	[true, { forward_origin: { type: 'user' } }],
	[true, { forward_date: 1 }],
	[false, { forward_origin: null }],
	[false, { forward_date: 1, is_automatic_forward: true }],
	[false, {}],
])('forwarded is %s: %j', (forwarded, more) => {
	expect(new Context(say('x', more)).isForwarded).toBe(forwarded);
});

test('a press on a forwarded message is not forwarded', () => {
	const update = press();
	Object.assign(update.callback_query!, { message: { forward_date: 1 } });
	expect(new Context(update).isForwarded).toBe(false);
});

test('only a message has a message that it replies to', () => {
	const original = { message_id: 1 };
	expect(new Context(say('x', { reply_to_message: original })).repliedTo).toEqual(original);
	expect(new Context(say('x', { reply_to_message: null })).repliedTo).toBeUndefined();
	// What every message of a topic names answers nobody.
	const beginning = { ...original, forum_topic_created: { name: 'News' } };
	expect(new Context(say('x', { reply_to_message: beginning })).repliedTo).toBeUndefined();
	const update = press();
	Object.assign(update.callback_query!, { message: { reply_to_message: original } });
	expect(new Context(update).repliedTo).toBeUndefined();
});
