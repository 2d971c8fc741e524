import type { IDataObject } from 'n8n-workflow';

import { TRIGGERS, useEitherTrigger, type Published } from '../../support/eitherTrigger';

const { emulator, publish, say, soon } = useEitherTrigger();
const { chats, users } = emulator.defaults;

const gathered = { gatherSeconds: 1 };
const LONGEST = 4096;

const LAST = 'an order that is the last one';

const writerOf = ({ userId, message }: IDataObject) =>
	userId ?? (message as { from: IDataObject }).from.id;

/** All items, except those of Noah's closing message. */
const jsons = ({ started }: Published) =>
	started.map(({ item: { json } }) => json).filter((json) => writerOf(json) !== users.noah);

/** Resolves when every message so far has started: Noah writes later, so his message starts later. */
async function ended(trigger: Published): Promise<void> {
	for (let times = 0; times < 2; times++) {
		const count = () => trigger.started.length - jsons(trigger).length;
		const before = count();
		await say(LAST, { user_id: users.noah });
		await soon('the last one', () => count() > before);
	}
}

/** Mia sends a picture, which may be part of an album. */
const picture = async (caption: string, album?: string) =>
	await say('', { photo: true, caption, ...(album && { media_group_id: album }) });
const texts = (trigger: Published) => jsons(trigger).map(({ text }) => text);

describe.each(TRIGGERS)('the %s trigger gathers what one person writes', (kind) => {
	test('starts one execution with all texts in order, each message, and all files', async () => {
		const trigger = await publish(kind, gathered);
		const ids = [await say('I have a question'), await say('about my order')];
		ids.push(await picture('this one'));
		await ended(trigger);
		expect(jsons(trigger)).toMatchObject([
			{
				text: 'I have a question\nabout my order\nthis one',
				messageId: ids[0],
				messages: [
					{ messageId: ids[0], contentType: 'text', text: 'I have a question' },
					{ messageId: ids[1], contentType: 'text', text: 'about my order' },
					{ messageId: ids[2], contentType: 'photo', text: 'this one' },
				],
				media: [{ messageId: ids[2], mediaType: 'photo', caption: 'this one' }],
				updates: [{}, {}, {}],
			},
		]);
	});

	test('in a workflow that was saved with Gather Messages among its options, too', async () => {
		const trigger = await publish(kind, { options: gathered });
		await say('I have a question');
		await say('about my order');
		await ended(trigger);
		expect(texts(trigger)).toEqual(['I have a question\nabout my order']);
	});

	test('joins a text that the app has cut at 4,096 characters', async () => {
		const trigger = await publish(kind, gathered);
		const pasted = 'words of a long letter, '.repeat(400).slice(0, 2 * LONGEST + 100);
		await say(pasted.slice(0, LONGEST));
		await say(pasted.slice(LONGEST, 2 * LONGEST));
		await say(pasted.slice(2 * LONGEST));
		await ended(trigger);
		expect(texts(trigger)).toEqual([pasted]);
	});

	test('does not delay commands, presses and what other people write', async () => {
		const trigger = await publish(kind, { gatherSeconds: 5 });
		await say('I have a question');
		await say('/help');
		await say('Me too', { user_id: users.olga });
		await say('/start', { user_id: users.olga });
		await soon('both commands', () => trigger.started.length === 2);
		expect(texts(trigger)).toEqual(['/help', '/start']);
		await trigger.stop();
	});

	test('starts an execution for each person, chat and thought', async () => {
		const trigger = await publish(kind, gathered);
		await say('mine');
		await say('hers', { user_id: users.olga });
		await say('in private', { chat_id: chats.privateMia });
		await say('mine, too');
		await say('hers, too', { user_id: users.olga });
		await ended(trigger);
		await say('another thought');
		await ended(trigger);
		expect(texts(trigger).slice(0, 3).sort()).toEqual([
			'hers\nhers, too',
			'in private',
			'mine\nmine, too',
		]);
		expect(texts(trigger)[3]).toBe('another thought');
	});

	test('joins an album and the words around it', async () => {
		const trigger = await publish(kind, gathered);
		await say('Look');
		await picture('the sea', 'trip');
		await picture('/a boat', 'trip');
		await say('Nice?');
		await ended(trigger);
		expect(jsons(trigger)).toMatchObject([
			{
				text: 'Look\nthe sea\n/a boat\nNice?',
				media: [{ caption: 'the sea' }, { caption: '/a boat' }],
			},
		]);
	});

	test('applies a filter and an exclusion to the whole', async () => {
		const parameters = { filters: { textContains: 'order' }, exclude: { textContains: 'spam' } };
		const trigger = await publish(kind, { ...parameters, ...gathered });
		for (const text of ['Hello', 'my order is late']) await say(text);
		for (const text of ['order', 'spam']) await say(text, { user_id: users.olga });
		await say('just talk', { chat_id: chats.privateMia });
		await ended(trigger);
		expect(texts(trigger)).toEqual(['Hello\nmy order is late']);
	});

	test('starts two executions for more than 50 messages', async () => {
		const trigger = await publish(kind, gathered);
		for (let index = 0; index < 52; index++) await say(String(index));
		await ended(trigger);
		const counts = jsons(trigger).map(({ messages }) => (messages as object[]).length);
		// The server has at most 40 open pushes to a webhook.
		expect(counts).toEqual(kind === 'webhook' ? [40, 12] : [50, 2]);
	});

	test('lists the messages as they were sent in the raw format', async () => {
		const trigger = await publish(kind, { output: 'raw', ...gathered });
		await say('one');
		await say('two');
		await ended(trigger);
		expect(jsons(trigger)).toMatchObject([
			{
				message: { text: 'one' },
				messages: [{ message: { text: 'one' } }, { message: { text: 'two' } }],
			},
		]);
	});
});
