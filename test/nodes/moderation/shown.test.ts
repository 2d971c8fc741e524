import { Context } from '../../../nodes/BotMessaging/update/context';
import { type Rules, compileRules, RuleMemory } from '../../../nodes/BotMessaging/moderation/rules';
import type { Update } from '../../../nodes/BotMessaging/update/update';
import { message } from '../update/samples';

const judged = (rules: Rules, update: Update) =>
	compileRules(rules)([new Context(update)], new RuleMemory());

const behind = (text: string, url: string, name = 'entities') => ({
	text,
	[name]: [{ type: 'text_link', offset: 0, length: text.length, url }],
});

/** Places in a message that show words to readers. */
const shows = (words: string): Array<[string, object]> => [
	['a quote', { text: 'yes', quote: { text: words } }],
	['the question of a poll', { poll: { question: words, options: [] } }],
	['an answer of a poll', { poll: { question: 'x', options: [{ text: 'a' }, { text: words }] } }],
	['the explanation of a quiz', { poll: { question: 'x', options: [], explanation: words } }],
	['the name of a contact', { contact: { phone_number: '1', first_name: 'A', last_name: words } }],
	['the title of a place', { location: {}, venue: { title: words, address: 'x' } }],
	['the address of a place', { location: {}, venue: { title: 'x', address: words } }],
	['the title of a checklist', { checklist: { title: words, tasks: [] } }],
	['a task of a checklist', { checklist: { title: 'x', tasks: [{ id: 1, text: words }] } }],
	['a game', { game: { title: 'x', description: words } }],
	['a button', { text: 'x', reply_markup: { inline_keyboard: [[{ text: words }]] } }],
	['a poll in another chat', { text: 'x', external_reply: { poll: { question: words } } }],
	['a contact in another chat', { text: 'x', external_reply: { contact: { first_name: words } } }],
	['a place in another chat', { text: 'x', external_reply: { venue: { title: words } } }],
];

const file = { file_id: 'f', file_name: 'free money.pdf' };

/** Places that readers see or are led to, but that are not texts with links. */
const NAMES: Array<[string, object]> = [
	['the name of a file', { document: file }],
	['the title of a song', { audio: { file_id: 'f', title: 'Free money' } }],
	['the name of a file in another chat', { text: 'x', external_reply: { document: file } }],
	['an address behind words', behind('here', 'https://example.com/free-money')],
	[
		'an address behind words of a quote',
		{ text: 'x', quote: behind('x', 'https://a.com/free-money') },
	],
	[
		'an address of a preview',
		{ text: 'x', link_preview_options: { url: 'https://a.com/free-money' } },
	],
];

describe.each([...shows('Get FREE money'), ...NAMES])('rules see %s', (_where, more) => {
	test.each(['message', 'edited_message'])('of a %s', (kind) => {
		expect(judged({ words: 'free money' }, message(more, kind))).toMatchObject({
			brokenRules: ['words'],
			words: ['free money'],
			found: [{ text: expect.stringMatching(/^free.money$/i) as string }],
		});
		const found = judged({ patterns: 'free.money' }, message(more, kind))?.found;
		expect(found).toEqual([
			{ rule: 'pattern', text: expect.stringMatching(/^free.money$/i) as string },
		]);
		expect(judged({ words: 'casino', patterns: 'casino' }, message(more, kind))).toBeUndefined();
	});
});

test.each([
	...shows('look at evil.com'),
	['an address behind words of a quote', { text: 'x', quote: behind('x', 'https://evil.com/') }],
	[
		'an address behind words of a poll',
		{
			poll: {
				question: 'here',
				question_entities: behind('here', 'https://evil.com').entities,
				options: [],
			},
		},
	],
	[
		'an address behind words of an answer',
		{ poll: { question: 'x', options: [behind('x', 'https://evil.com', 'text_entities')] } },
	],
	['the page of a preview', { text: 'x', link_preview_options: { url: 'https://evil.com/' } }],
	[
		'the page of a preview in another chat',
		{ text: 'x', external_reply: { link_preview_options: { url: 'https://evil.com/' } } },
	],
] as Array<[string, object]>)('rules about links see %s', (_where, more) => {
	expect(judged({ linksTo: 'evil.com' }, message(more))?.brokenRules).toEqual(['link']);
	expect(judged({ linksExcept: 'evil.com' }, message(more))).toBeUndefined();
});

test('the name of a file does not count as a link, nor does a link in a quote as one of the message', () => {
	const named = message({ document: { file_id: 'f', file_name: 'evil.com' } });
	expect(judged({ linksExcept: '' }, named)).toBeUndefined();
	expect(new Context(message({ text: 'a.com', quote: { text: 'evil.com' } })).texts.links).toEqual([
		'a.com',
	]);
});

test('the rules see invite links, file types and kinds of a message from another chat too', () => {
	const quote = message({ text: 'x', quote: { text: 't.me/+Theirs' } });
	expect(judged({ inviteLinksExcept: '' }, quote)?.brokenRules).toEqual(['inviteLink']);
	const answered = message({
		text: 'x',
		external_reply: { document: { file_id: 'f', file_name: 'a.exe' }, story: { id: 1 } },
	});
	expect(judged({ fileTypes: 'exe' }, answered)?.found).toEqual([
		{ rule: 'fileType', text: 'a.exe' },
	]);
	expect(judged({ locked: ['document'] }, answered)?.brokenRules).toEqual(['locked']);
	expect(judged({ locked: ['photo', 'sticker'] }, answered)).toBeUndefined();
});

const own = (words: string, other = 'x') =>
	message({
		poll: { question: words, options: [{ text: other }] },
		quote: { text: 'ПРИВЕТ МИР 😀😀😀😀 @ann_smith @bob_smith' },
	});

test.each<[string, Rules, string, string]>([
	['capitals', { moreCapitalsThan: 70 }, 'BUY THIS NOW!!!', 'Buy this now'],
	['emoji', { moreEmojiThan: 2 }, '🔥🔥🔥', '🔥🔥'],
	['script', { scripts: ['Latin'] }, 'привет', 'hello'],
	['mentions', { moreMentionsThan: 1 }, '@mia_smith @bob_smith', '@mia_smith'],
])('%s sees a person’s text in a poll, and not a quote in it', (name, rules, bad, fine) => {
	expect(judged(rules, own(bad))?.brokenRules).toEqual([name]);
	expect(judged(rules, own(fine))).toBeUndefined();
});

test('the same poll in several chats counts as a copy', () => {
	const judge = compileRules({ sameTextChats: 2 });
	const memory = new RuleMemory();
	const poll = { question: 'Who wants to earn money at home?', options: [{ text: 'I do' }] };
	const inChat = (id: number) => message({ message_id: -id, chat: { id, type: 'group' }, poll });
	expect(judge([new Context(inChat(-1))], memory)).toBeUndefined();
	expect(judge([new Context(inChat(-2))], memory)?.sameText?.chats).toBe(2);
});

test.each(['story', 'paid_media', 'checklist'])('%s is a kind that can be locked', (kind) => {
	expect(judged({ locked: [kind] }, message({ [kind]: {} }))?.found).toEqual([
		{ rule: 'locked', text: kind },
	]);
	expect(judged({ locked: [kind] }, message({ text: kind }))).toBeUndefined();
});

test('fields in an unexpected shape are ignored', () => {
	const odd = {
		text: 'x',
		quote: 'free money',
		poll: { question: { text: 'free money' }, options: 'free money' },
		contact: null,
		venue: [],
		external_reply: 'free money',
		link_preview_options: { url: 5 },
		reply_markup: { inline_keyboard: [null, [null, { text: 5 }]] },
	};
	expect(judged({ words: 'free money', linksExcept: '' }, message(odd))).toBeUndefined();
});
