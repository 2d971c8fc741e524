import type { INodeProperties } from 'n8n-workflow';

import { Context } from '../../../nodes/BotMessaging/update/context';
import {
	compileExclusions,
	compileFilters,
	type Filters,
} from '../../../nodes/BotMessaging/moderation/filters';
import { updateFields } from '../../../nodes/BotMessaging/dispatch/form/fields';
import type { Update } from '../../../nodes/BotMessaging/update/update';
import { useTime } from '../../support/time';
import { memberChange, message, photo, press } from '../update/samples';

const say = (text: string) => message({ text });
/** With accents as separate characters, as typed on some keyboards. */
const apart = (text: string) => say(text.normalize('NFD'));
const fromBot = message({ text: 'beep', from: { id: 5, is_bot: true, first_name: 'Robot' } });

const marked = (type: string, more: object) =>
	message({ text: 'Robot', entities: [{ type, offset: 0, length: 5, ...more }] });

const time = useTime();
const secondsAgo = (seconds: number) => Math.floor(time.now / 1000) - seconds;
const ago = (seconds: number) => message({ text: 'x', date: secondsAgo(seconds) });
const editedAgo = (seconds: number) => ({
	update_id: 3,
	edited_message: { chat: { id: 1 }, text: 'x', date: 1, edit_date: secondsAgo(seconds) },
});
const joinedAgo = (seconds: number) => ({
	update_id: 4,
	chat_member: { chat: { id: 1 }, date: secondsAgo(seconds) },
});

const ofType = (type: string) => message({ chat: { id: 1, type } });
const channelPost = { update_id: 1, channel_post: { chat: { id: -1005, type: 'channel' } } };
const inlineQuery = { update_id: 2, inline_query: { id: '1', from: { id: 1 }, query: 'x' } };

const inForm = updateFields.find(({ name }) => name === 'filters')!.options as INodeProperties[];
const labels = inForm.map(({ displayName }) => displayName);

/** Each filter with an update that passes and one that does not. */
test.each<[string, Filters, Update, Update | undefined]>([
	['no filter', {}, say('anything'), undefined],
	['empty filters', { commands: '', mediaTypes: [] }, say('anything'), undefined],
	['a chat by number', { chatIds: '5, -1001' }, say('x'), message({ chat: { id: -2 } })],
	[
		'a chat by a UUID',
		{ chatIds: 'A23E4567-e89b-12d3-a456-426614174000' },
		message({ chat: { id: 'a23e4567-E89B-12d3-a456-426614174000' } }),
		message({ chat: { id: 'b23e4567-e89b-12d3-a456-426614174000' } }),
	],
	['a chat by name', { chatIds: '@Demo_Group' }, say('x'), message({ chat: { id: -2 } })],
	['a private chat', { chatTypes: ['private'] }, ofType('private'), ofType('group')],
	['a group', { chatTypes: ['group'] }, ofType('group'), ofType('private')],
	['a supergroup', { chatTypes: ['group', 'private'] }, ofType('supergroup'), ofType('channel')],
	['a channel', { chatTypes: ['channel'] }, channelPost, ofType('supergroup')],
	['a button press by type', { chatTypes: ['group'] }, press(), inlineQuery],
	['a user by number', { userIds: '1003' }, say('x'), fromBot],
	['a user by name', { userIds: '@mia' }, press(), fromBot],
	['a command', { commands: '/ban, /mute' }, say('/mute 1h'), say('mute')],
	['a command without its slash', { commands: 'ban' }, say('/BAN'), say('/banana')],
	['a command to this bot', { commands: '/ban' }, say('/ban@My_Bot x'), say('/ban@other_bot x')],
	['a word that is no command', { commands: '/ban' }, say('/ban'), say('say /ban')],
	['a command to one bot', { commands: '/ban@my_bot' }, say('/ban@My_Bot'), say('/ban')],
	['words', { textContains: 'Free Money' }, say('get free money now'), say('free')],
	[
		'words with accents of their own',
		{ textContains: 'kiếm tiền' },
		apart('Kiếm tiền!'),
		say('kiem'),
	],
	[
		'words with the tone on another vowel',
		{ textContains: 'hoà bình' },
		say('Hòa bình'),
		say('hoa'),
	],
	['words in Turkish capitals', { textContains: 'indirim' }, say('BÜYÜK İNDİRİM'), say('ındırım')],
	[
		'words that are drawn otherwise',
		{ textContains: 'free money' },
		say('𝗙𝗿𝗲𝗲 mon\u200Bey'),
		say('fre'),
	],
	['words in a caption', { textContains: 'look' }, photo, say('see')],
	['a pattern', { textMatches: '^\\d+$' }, say('42'), say('4 2')],
	['a pattern with flags', { textMatches: '/^HELLO/i' }, say('hello you'), say('oh hello')],
	['a pattern with accents', { textMatches: '^đặt lịch$' }, apart('đặt lịch'), say('dat lich')],
	[
		'a pattern that fits no text',
		{ textMatches: '^(/start)?$' },
		message({ photo: [] }),
		say('/stop'),
	],
	['a pattern in upper case', { textMatches: '^STOP' }, say('STOP it'), say('stop it')],
	['a pattern with letters of any language', { textMatches: '^\\w+$' }, say('привет'), say('a b')],
	[
		'a pattern with accents of its own',
		{ textMatches: '^ệ$'.normalize('NFD') },
		say('ệ'),
		say('e'),
	],
	['callback data', { callbackData: 'undo:, ban:' }, press('ban:1'), press('other')],
	[
		'callback data with accents',
		{ callbackData: 'đồng ý' },
		press('đồng ý:1'.normalize('NFD')),
		press('dong'),
	],
	['media', { mediaTypes: ['photo'] }, photo, say('x')],
	['people only', { ignoreBots: true }, say('x'), fromBot],
	[
		'a mention by a link',
		{ addressed: true },
		marked('text_link', { url: 'safew://user?id=77' }),
		marked('text_link', { url: 'tg://user?id=7' }),
	],
	[
		'a mention of an account without a name',
		{ addressed: true },
		marked('text_mention', { user: { id: 77 } }),
		marked('text_mention', { user: { id: 1003 } }),
	],
	['a member who joins', { onlyNewMembers: true }, memberChange('left', 'member'), say('x')],
	[
		'a member let in again',
		{ onlyNewMembers: true },
		memberChange('kicked', 'restricted'),
		memberChange('member', 'kicked'),
	],
	[
		'a member announced by the chat',
		{ onlyNewMembers: true },
		message({ new_chat_members: [{ id: 1 }] }),
		memberChange('restricted', 'member'),
	],
	['a new message', { skipOlderMinutes: 10 }, ago(599), ago(601)],
	['an old message that was edited now', { skipOlderMinutes: 1 }, editedAgo(1), editedAgo(100)],
	['an old member', { skipOlderMinutes: 10 }, joinedAgo(599), joinedAgo(6000)],
	['a press of an old question', { skipOlderMinutes: 1 }, press(), ago(61)],
	['an update without a time', { skipOlderMinutes: 1 }, inlineQuery, ago(61)],
	['a filter for messages and a button press', { commands: '/ban' }, press(), say('x')],
	['a filter for presses and a message', { callbackData: 'undo' }, say('x'), press('other')],
	['two filters at once', { commands: '/ban', chatIds: '-1001' }, say('/ban'), say('x')],
])('%s', (_what, filters, through, held) => {
	const stopIn = compileFilters(filters);
	const named = (update: Update) =>
		Object.assign(new Context(update), { ownName: 'my_bot', ownId: '77' });
	expect(stopIn([named(through)])).toBeUndefined();
	if (held) expect(labels).toContain(stopIn([named(held)]));
});

test.each([
	['(', 'is not a valid regular expression'],
	['/[/i', 'is not a valid regular expression'],
	['*', 'is not a valid regular expression'],
	['^(?!no)', 'has (?!, which can take too long'],
	['(.)\\1', 'has \\1, which can take too long'],
	['a'.repeat(1001), 'is too long'],
])('the pattern %s is refused with the name of its field', (textMatches, why) => {
	const shown = `Text Matches: ${textMatches.slice(0, 80)} ${why}`;
	expect(() => compileFilters({ textMatches })).toThrow(`Filters > ${shown}`);
	expect(() => compileExclusions({ textMatches })).toThrow(`Exclude > ${shown}`);
});

/** n8n's own way would try for longer than the world is old. */
test('no text keeps a pattern busy', () => {
	const update = new Context(say(`${'a'.repeat(4000)}!`));
	const textMatches = '(a+)+$';
	expect(compileFilters({ textMatches })([update])).toBe('Text Matches');
	expect(compileExclusions({ textMatches })([update])).toBe(false);
});

test.each<[string, Filters, string]>([
	['chats', { chatIds: '' }, 'Chats is empty'],
	['chats, with signs that part entries alone', { chatIds: ' ,;\n' }, 'Chats is empty'],
	['users', { userIds: ' ' }, 'Users is empty'],
])('an added list of %s is refused if it is empty', (_what, given, refusal) => {
	expect(() => compileFilters(given)).toThrow(refusal);
	expect(() => compileExclusions(given)).toThrow(refusal);
});
