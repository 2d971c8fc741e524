import {
	contentTypeOf,
	isForwarded,
	linksOf,
	mentionsOf,
} from '../../../nodes/BotMessaging/update/content';
import type { Update } from '../../../nodes/BotMessaging/update/update';
import { memberChange, message, photo, press, reaction } from './samples';

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
	['join', message({ new_chat_members: [{ id: 1 }] })],
	['leave', message({ left_chat_member: { id: 1 } })],
	['join', memberChange('left', 'member')],
	['leave', memberChange('member', 'kicked')],
	['chat_member', memberChange('member', 'restricted')],
	['button', press()],
	['reaction', reaction],
	['other', message({ new_chat_title: 'Group' })],
])('%s', (type, update) => {
	expect(contentTypeOf(update)).toBe(type);
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
		say('Mia', { entities: [{ type: 'text_link', offset: 0, length: 3, url: 'tg://user?id=7' }] }),
		[],
	],
])('links: %s', (_what, update, links) => {
	expect(linksOf(update)).toEqual(links);
});

test.each<[string, Update, string[]]>([
	['by name', say('@mia and @noah_1, @mia'), ['@mia', '@noah_1']],
	[
		'without a name',
		say('Mia', { entities: [{ type: 'text_mention', offset: 0, length: 3, user: { id: 1003 } }] }),
		['1003'],
	],
	['an email address', say('mia@example.com'), []],
])('mentions: %s', (_what, update, mentions) => {
	expect(mentionsOf(update)).toEqual(mentions);
});

test.each<[boolean, object]>([
	[true, { forward_origin: { type: 'user' } }],
	[true, { forward_date: 1 }],
	[false, { forward_origin: null }],
	[false, { forward_date: 1, is_automatic_forward: true }],
	[false, {}],
])('forwarded is %s: %j', (forwarded, more) => {
	expect(isForwarded(say('x', more))).toBe(forwarded);
});
