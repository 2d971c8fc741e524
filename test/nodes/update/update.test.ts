import { Context } from '../../../nodes/BotMessaging/update/context';
import { hasNumber, numberOf, type Update } from '../../../nodes/BotMessaging/update/update';
import { memberChange, message, photo, poll, press, reaction } from './samples';

const of = (fields: object): Update => ({ update_id: 1, ...fields });

test.each<[value: unknown, has: boolean]>([
	[{ update_id: 1 }, true],
	[{ update_id: 0 }, true],
	[{ update_id: -1 }, false],
	[{ update_id: 1.5 }, false],
	[{ update_id: '1' }, false],
	[{ update_id: 2 ** 53 }, false],
	[{}, false],
	[[], false],
	[null, false],
	['text', false],
])('%j has a number to confirm: %s', (value, has) => {
	expect(hasNumber(value)).toBe(has);
});

test.each<[id: unknown, number: number | undefined]>([
	[7, 7],
	['7', 7],
	[-5, undefined],
	['-5', undefined],
	['1e15', undefined],
	['0x7f', undefined],
	['9007199254740993', undefined],
	[true, undefined],
	[[7], undefined],
	[null, undefined],
])('an update_id of %j confirms %s', (id, number) => {
	expect(numberOf({ update_id: id })).toBe(number);
});

test.each<[what: string, update: Update, kind: string]>([
	['a known kind', poll, 'poll'],
	['a known kind behind an unknown object', of({ extra: {}, message: {} }), 'message'],
	['an unknown kind', of({ note: 'x', list: [], gift: {} }), 'gift'],
	['none', of({ message: 'x', other: null }), ''],
])('the kind: %s', (_what, update, kind) => {
	expect(new Context(update).kind).toBe(kind);
	expect(new Context(update).payload).toEqual(update[kind] ?? {});
});

describe('the identity of an update', () => {
	test('holds its number, and is the same when it comes again', () => {
		expect(new Context(message({ text: 'a' })).identity).toMatch(/^7-[0-9a-f]{16}$/);
		expect(new Context(message({ text: 'a' })).identity).toBe(
			new Context(message({ text: 'a' })).identity,
		);
	});

	test('differs with another number or another content', () => {
		const others = [of({ message: {} }), of({ message: { a: 1 } }), { update_id: 2, message: {} }];
		expect(new Set(others.map((one) => new Context(one).identity)).size).toBe(3);
	});
});

test.each(['message', 'edited_message', 'channel_post', 'edited_channel_post'])(
	'%s brings a message',
	(kind) => {
		const update = message({ text: 'x' }, kind);
		expect(new Context(update).message).toMatchObject({ message_id: 42 });
		expect(new Context(update).text).toBe('x');
	},
);

test('a press has the message whose button it is, and no text', () => {
	expect(new Context(press()).message).toMatchObject({ message_id: 43 });
	expect(new Context(press()).text).toBeUndefined();
	expect(new Context(of({ callback_query: { message: 'x' } })).message).toEqual({});
	expect(new Context(reaction).message).toEqual({});
});

test.each<[what: string, update: Update, id: unknown]>([
	['who wrote', message(), 1003],
	['who changed, and not who changed it', memberChange('left', 'member'), 1003],
	['who reacted', reaction, 1003],
	['who did something', of({ chat_member: { new_chat_member: {}, from: { id: 5 } } }), 5],
	['who did something to nobody', of({ chat_member: { new_chat_member: 7, from: { id: 5 } } }), 5],
	['nobody', poll, undefined],
	['nobody who can be read', of({ message: { from: 'Mia' } }), undefined],
])('an update is about %s', (_what, update, id) => {
	expect(new Context(update).user.id).toBe(id);
});

test.each<[what: string, update: Update, id: unknown]>([
	['of its message', press(), -1001],
	['of its own', reaction, -1001],
	['none', poll, undefined],
	['none that can be read', of({ message: { chat: 7 } }), undefined],
])('its chat is the one %s', (_what, update, id) => {
	expect(new Context(update).chat.id).toBe(id);
});

test.each<[what: string, update: Update, media: object | undefined]>([
	['a photo, in its largest size', photo, { type: 'photo', fileId: 'large' }],
	[
		'a document',
		message({ document: { file_id: 7, file_size: 1, file_name: 'a.pdf', mime_type: 'a/b' } }),
		{ type: 'document', fileId: '7', size: 1, fileName: 'a.pdf', mimeType: 'a/b' },
	],
	['a file without a number', message({ document: {} }), undefined],
	['a photo without a size', message({ photo: [] }), undefined],
	['no file', message({ text: 'x' }), undefined],
	[
		'a file below whose message a button was pressed',
		of({ callback_query: { message: { photo: [{ file_id: 'a' }] } } }),
		undefined,
	],
])('media: %s', (_what, update, media) => {
	expect(new Context(update).media).toEqual(media);
});

test.each<[text: string, command: object | undefined]>([
	['/ban', { name: '/ban' }],
	[' /ban_1  Noah\nspam ', { name: '/ban_1', arguments: 'Noah\nspam' }],
	['/ban@My_bot Noah', { name: '/ban', bot: 'My_bot', arguments: 'Noah' }],
	['/ban@ Noah', undefined],
	['/ban!', undefined],
	['/', undefined],
	['ban', undefined],
	['say /ban', undefined],
])('the command of %j is %j', (text, command) => {
	expect(new Context(message({ text })).command).toEqual(command);
});

test('a command may be in a caption, and what is no text has none', () => {
	expect(new Context(message({ caption: '/look' })).command).toMatchObject({ name: '/look' });
	expect(new Context(message({ text: 7 })).command).toBeUndefined();
	expect(new Context(message()).command).toBeUndefined();
});
