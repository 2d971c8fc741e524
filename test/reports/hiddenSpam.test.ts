import { useBot } from '../support/bot';
import { brought, messageOf, MIA } from '../support/brought';
import { byUsername, several } from '../support/locators';

/** Indexes of the messages that break rules. */
const judged = async (messages: object[], rules: object): Promise<number[]> => {
	const updates = messages.map((fields, index) => ({
		message: { ...messageOf(fields), message_id: index + 1 },
	}));
	return (await brought(updates, { rules })).map(({ json }) => Number(json.messageId));
};

const RULES = { words: 'casino', linksTo: 'evil.com' };

test('N17 tg-spam #308: a message that is harmless until it is edited is judged again', async () => {
	const message = messageOf({ text: 'Hello' });
	const edit = { ...message, edit_date: message.date + 60, text: 'casino at https://evil.com' };
	const started = await brought([{ message }, { edited_message: edit }], {
		...{ updates: ['message', 'edited_message'], rules: RULES },
	});
	expect(started.map(({ json }) => json)).toMatchObject([
		{ updateType: 'edited_message', brokenRules: ['link', 'words'], links: ['https://evil.com'] },
	]);
});

test('N17 makibot #418: with rules, edits are judged even if only messages are chosen', async () => {
	const message = messageOf({ text: 'Hello' });
	const edit = { ...message, edit_date: message.date + 60, text: 'casino' };
	const started = await brought([{ message }, { edited_message: edit }], {
		...{ updates: ['message'], rules: RULES },
	});
	expect(started.map(({ json }) => json.text)).toEqual(['casino']);
});

test('N25 tg-spam #366: a quote of another channel is read, its words and its links', async () => {
	const link = { type: 'text_link', offset: 0, length: 4, url: 'https://evil.com/x' };
	const messages = [
		{ text: 'Look', quote: { text: 'The best casino' } },
		{ text: 'Look', quote: { text: 'here', entities: [link] } },
		{ text: 'Look', external_reply: { document: { file_id: 'x', file_name: 'casino.pdf' } } },
		{ text: 'Look', external_reply: { link_preview_options: { url: 'https://evil.com' } } },
		{ text: 'Look', quote: { text: 'Good morning' } },
	];
	expect(await judged(messages, RULES)).toEqual([1, 2, 3, 4]);
});

test('N26 tg-spam #299: stories and other kinds without a text can be locked', async () => {
	const messages = [
		{ story: { id: 1, chat: { id: -1009, type: 'channel' } } },
		{ paid_media: { star_count: 5, paid_media: [] } },
		{ checklist: { title: 'To do', tasks: [] } },
		{ giveaway: { chats: [{ id: -1009, type: 'channel' }], winner_count: 1 } },
		{ text: 'Hello' },
	];
	const locked = ['story', 'paid_media', 'checklist', 'giveaway'];
	expect(await judged(messages, { locked })).toEqual([1, 2, 3, 4]);
});

test('N26 tg-spam #287: the words in polls, places, contacts, lists and file names are read', async () => {
	const messages = [
		{ poll: { question: 'casino?', options: [{ text: 'Yes' }] } },
		{ poll: { question: 'Yes?', options: [{ text: 'https://evil.com' }] } },
		{ venue: { title: 'Casino', address: 'Main street', location: {} }, location: {} },
		{ contact: { first_name: 'Casino', phone_number: '1' } },
		{ checklist: { title: 'To do', tasks: [{ id: 1, text: 'casino' }] } },
		{ document: { file_id: 'x', file_name: 'casino.pdf' } },
		{ giveaway: { chats: [], winner_count: 1, prize_description: 'A night at the casino' } },
		{ poll: { question: 'Tea?', options: [{ text: 'Yes' }] } },
	];
	expect(await judged(messages, RULES)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test.each([{ words: 'casino' }, { patterns: '[?&]erid=' }])(
	'N27 telegram-ad-filter #12: the address behind a link text is read: %j',
	async (rules) => {
		const url = 'https://shop.example/?x=1&erid=2VtzqxK&casino';
		const entities = [{ type: 'text_link', offset: 0, length: 4, url }];
		const messages = [{ text: 'Here', entities }, { text: 'Here' }];
		expect(await judged(messages, rules)).toEqual([1]);
	},
);

test('N59 topsupergroupsbot #63: an album of eight pictures counts as one message, not as a flood', async () => {
	const picture = { photo: [{ file_id: 'x' }], media_group_id: 'trip' };
	const rules = { floodMessages: 3, floodSeconds: 10 };
	expect(
		await judged(
			Array.from({ length: 8 }, () => picture),
			rules,
		),
	).toEqual([]);
	const texts = Array.from({ length: 4 }, () => ({ text: 'Hi' }));
	expect(await judged(texts, rules)).toEqual([4]);
});

describe('N59 tma.js #879: a chat by its address', () => {
	const { emulator, run } = useBot();
	const to = async (address: string) =>
		await run('sendMessage', { chatId: byUsername(address), text: 'Hi' });

	test.each(['t.me/demo_group', 'https://telegram.me/demo_group', 'telegram.me/demo_group/5'])(
		'%s is read',
		async (address) => {
			const { error } = await to(address);
			expect(error).toBeUndefined();
			const [{ params }] = await emulator.calls('sendMessage');
			expect(params.chat_id).toBe('@demo_group');
		},
	);

	test.each(['https://telegram.dog/demo_group', 'tg://resolve?domain=demo_group'])(
		'%s is refused with the name of its field',
		async (address) => {
			const { error } = await to(address);
			expect(error?.message).toMatch(/^Chat /);
			expect(await emulator.calls('sendMessage')).toEqual([]);
		},
	);
});

describe('N57 n8n #26795', () => {
	const GROUP = { id: -1001, type: 'supergroup' };
	const OTHER = { id: -1002, type: 'supergroup' };
	const both = { date: 1, from: MIA };
	const member = (status: string) => ({ status, user: MIA });

	const kindsIn = (chat: object): object[] => [
		{ message: messageOf({ chat, text: 'x' }) },
		{ edited_message: messageOf({ chat, text: 'y', edit_date: 2 }) },
		{ channel_post: messageOf({ chat, text: 'x', from: undefined }) },
		{ edited_channel_post: messageOf({ chat, text: 'y', from: undefined, edit_date: 2 }) },
		{ callback_query: { id: '1', from: MIA, data: 'a', message: messageOf({ chat, text: 'x' }) } },
		{ chat_join_request: { chat, ...both } },
		{ message_reaction: { chat, date: 1, user: MIA, message_id: 5, new_reaction: [] } },
		{
			chat_member: {
				...{ chat, ...both, old_chat_member: member('member') },
				new_chat_member: member('restricted'),
			},
		},
		{
			my_chat_member: {
				...{ chat, ...both, old_chat_member: member('left') },
				new_chat_member: member('member'),
			},
		},
	];
	const withoutChat: object[] = [
		{ inline_query: { id: '1', from: MIA, query: 'cats', offset: '' } },
		{ poll_answer: { poll_id: '1', user: MIA, option_ids: [0] } },
	];

	test('the filter by chat applies to all kinds of updates, and blocks those without a chat', async () => {
		const updates = [...kindsIn(GROUP), ...kindsIn(OTHER), ...withoutChat];
		const filters = { chatIds: several('-1001') };
		const started = await brought(updates, { filters, options: { keepOrder: false } });
		expect(started.map(({ json }) => json.chatId)).toEqual(kindsIn(GROUP).map(() => -1001));
		expect(new Set(started.map(({ json }) => json.updateType)).size).toBe(9);
	});

	test('the filter by person does the same', async () => {
		const updates = [...kindsIn(GROUP), ...withoutChat];
		const ofMia = await brought(updates, { filters: { userIds: String(MIA.id) } });
		// A channel post has no author.
		expect(ofMia).toHaveLength(updates.length - 2);
		expect(await brought(updates, { filters: { userIds: '4' } })).toHaveLength(0);
	});
});
