import { randomBytes, randomUUID } from 'node:crypto';

import { dataOf, type AnswerKind } from '../../../nodes/BotMessaging/callbackData/buttonData';
import { usePolling } from '../../support/pollingTests';
import { ANSWERS, useWaitingServer } from '../../support/waitingServer';

const polling = usePolling();
const { emulator, api, soon } = polling;
const { chats, users } = emulator.defaults;
const n8n = useWaitingServer();

const destination = () => ({
	executionId: '12',
	nodeId: randomUUID(),
	signature: randomBytes(32).toString('hex'),
});

/** A question of the bot, as Send and Wait for Answer asks it. */
async function ask(kind: AnswerKind | 'form' = 'press', buttons = 2) {
	const target = destination();
	const data = dataOf(target, kind, buttons, kind === 'form' ? 'aaaa' : undefined);
	const row = data.map((callback_data, place) => ({ text: `Button ${place}`, callback_data }));
	const message = await api('sendMessage', {
		chat_id: chats.demoGroup,
		text: 'May it stay?',
		reply_markup: { inline_keyboard: [row] },
	});
	return { target, data, id: message.message_id as number };
}

const start = async (updates = ['message', 'callback_query'], options: object = {}) =>
	await polling.start({ updates, options: { n8nAddress: n8n.address, ...options } });

async function press(id: number, callback_data: string, user_id: number = users.mia) {
	const body = { user_id, chat_id: chats.demoGroup, message_id: id, callback_data };
	return (await emulator.act('press', body)).query_id as string;
}

const answerTo = async (id: string) =>
	(await emulator.state()).callback_queries.find((query) => query.id === id)?.answer;

async function told(id: string) {
	await soon('the press is answered', async () => (await answerTo(id)) !== undefined);
	return await answerTo(id);
}

const keyboardOf = async (id: number) => {
	const { messages } = await emulator.state();
	return messages.find(
		({ chat_id, message_id }) => chat_id === chats.demoGroup && message_id === id,
	)?.reply_markup;
};

test('who may have closed the question is not told that it is closed', async () => {
	await start();
	const { data, id } = await ask();
	n8n.answers = [ANSWERS.finished];
	let requests = 0;
	// n8n takes the first answer, but its response is lost.
	n8n.beforeAnswer = async () => {
		if (requests++ === 0) n8n.disconnect();
	};
	const answer = await told(await press(id, data[0]));
	expect(answer?.text ?? '').toBe('');
	expect(requests).toBe(2);
});

test('a press goes to the waiting execution with a proof, and starts nothing', async () => {
	const trigger = await start();
	const { target, data, id } = await ask();
	expect(await told(await press(id, data[1]))).toMatchObject({ text: 'Thank you' });
	expect(n8n.delivered).toEqual([
		{
			path: `/webhook-waiting/12/${target.nodeId}`,
			signature: target.signature,
			proof: expect.stringMatching(/^[0-9a-f]{64}$/),
			payload: {
				at: expect.any(Number),
				kind: 'press',
				chatId: String(chats.demoGroup),
				messageId: String(id),
				user: expect.objectContaining({ id: users.mia }),
				button: 1,
			},
		},
	]);
	expect(trigger.started).toEqual([]);
	expect(trigger.logged).toEqual([]);
	expect(ANSWERS.taken.status).toBe(200);
});

test('who has only answered a question is known to commands by name', async () => {
	const row = { command: 'greet', arguments: '{user}' };
	const trigger = await polling.start({
		updates: ['message'],
		outputs: 'commands',
		outputCommands: { command: [row] },
		options: { n8nAddress: n8n.address },
	});
	const { data, id } = await ask();
	await told(await press(id, data[0], users.noah));
	await polling.say('/greet @noah');
	await soon('the command starts', () => trigger.started.length === 1);
	const { given } = trigger.started[0].item.json as { given: object };
	expect(given).toMatchObject({ user: { id: users.noah } });
});

describe('the trigger acts on what n8n says about the question', () => {
	test.each(['closed', 'over', 'finished'] as const)(
		'%s: the person is told so, and the buttons disappear',
		async (answer) => {
			n8n.answers = [ANSWERS[answer]];
			await start();
			const { data, id } = await ask();
			const said = await told(await press(id, data[0]));
			expect(said).toMatchObject({ text: 'This question is closed.', show_alert: true });
			await soon('the buttons are gone', async () => (await keyboardOf(id)) === undefined);
		},
	);

	test.each(['unknown', 'unsigned'] as const)(
		'%s, so it belongs to another n8n: it is left alone, and logged once',
		async (answer) => {
			n8n.answers = [ANSWERS[answer]];
			const trigger = await start();
			const { data, id } = await ask();
			for (const one of data) {
				const said = await told(await press(id, one));
				expect(said).toMatchObject({ text: 'This question cannot be answered here.' });
			}
			expect(await keyboardOf(id)).toBeDefined();
			expect(trigger.logged).toEqual([expect.stringContaining('does not know the question')]);
		},
	);

	test('not open to this person: they see the words of the node, and the buttons stay', async () => {
		n8n.answers = [ANSWERS.told];
		await start();
		const { data, id } = await ask();
		expect(await told(await press(id, data[0]))).toMatchObject({ text: 'Not you' });
		expect(await keyboardOf(id)).toBeDefined();
	});

	test.each([
		['closed', 'noticeWhenClosed', 'Zu spät.'],
		['unknown', 'noticeWhenUnknown', 'Nicht hier.'],
		['wordless', 'noticeToTryAgain', 'Gleich noch einmal, bitte.'],
	] as const)(
		'%s: the person sees the words of the trigger, if they are set',
		async (answer, option, words) => {
			n8n.answers = [ANSWERS[answer]];
			await start(undefined, { [option]: words });
			const { data, id } = await ask();
			expect(await told(await press(id, data[0]))).toMatchObject({ text: words, show_alert: true });
		},
	);

	test('words that are too long for a notice end before an emoji, not in it', async () => {
		n8n.answers = [ANSWERS.closed];
		await start(undefined, { noticeWhenClosed: `${'x'.repeat(196)}👩‍👧 and more` });
		const { data, id } = await ask();
		expect(await told(await press(id, data[0]))).toMatchObject({ text: 'x'.repeat(196) });
	});

	test('not waiting yet, or behind a proxy: n8n is asked again', async () => {
		n8n.answers = [ANSWERS.running, ANSWERS.proxy, ANSWERS.login, ANSWERS.taken];
		const trigger = await start();
		const { data, id } = await ask();
		expect(await told(await press(id, data[0]))).toMatchObject({ text: 'Thank you' });
		expect(n8n.delivered).toHaveLength(4);
		expect(trigger.logged).toEqual([]);
	});
});

describe('answers to one question are passed on one after the other, and the second is refused:', () => {
	const CLOSED = 'This question is closed.';
	test.each([
		['of another person: that it is closed', users.milan, {}, CLOSED],
		['of the same person: that they have answered', users.mia, {}, 'You have already answered'],
		['of the same person: the words of the trigger', users.mia, { noticeWhenClosed: 'Zu' }, 'Zu'],
	] as const)('%s', async (_name, second, options, words) => {
		n8n.answers = [ANSWERS.taken, ANSWERS.over];
		await start(undefined, options);
		const { data, id } = await ask();
		const presses = [await press(id, data[0]), await press(id, data[1], second)];
		const said = await Promise.all(presses.map(async (one) => (await told(one))?.text));
		expect(said).toEqual(['Thank you', expect.stringContaining(words)]);
	});
});

test('a form that has ended is closed, even to the person who answered a part of it', async () => {
	n8n.answers = [ANSWERS.taken, ANSWERS.over];
	await start();
	const { data, id } = await ask('form');
	const presses = [await press(id, data[0]), await press(id, data[1])];
	const said = await Promise.all(presses.map(async (one) => (await told(one))?.text));
	expect(said).toEqual(['Thank you', 'This question is closed.']);
});

test('an answer to an earlier question with the same number does not count', async () => {
	n8n.answers = [ANSWERS.taken, ANSWERS.over];
	await start();
	const { data: earlier, id } = await ask();
	await told(await press(id, earlier[0]));
	const [data] = dataOf({ ...destination(), executionId: '13' }, 'press', 1);
	await api('editMessageReplyMarkup', {
		chat_id: chats.demoGroup,
		message_id: id,
		reply_markup: { inline_keyboard: [[{ text: 'Button', callback_data: data }]] },
	});
	const said = await told(await press(id, data));
	expect(said).toMatchObject({ text: 'This question is closed.' });
});

test('no bot waits for the answers of another', async () => {
	const AT_ONCE = 10;
	let isOpen = () => {};
	const opened = new Promise<void>((resolve) => (isOpen = resolve));
	const isOther = (path: string) => path.endsWith('/other');
	n8n.beforeAnswer = async (path) => await (isOther(path) ? undefined : opened);
	await start();
	const other = { baseUrl: emulator.url, botToken: emulator.token };
	const parameters = { updates: ['callback_query'], options: { n8nAddress: n8n.address } };
	await polling.create(parameters, { id: 'w2' }, {}, other).start();
	const held = [];
	for (let n = 0; n < AT_ONCE + 1; n++) {
		const { data, id } = await ask();
		held.push(await press(id, data[0]));
	}
	await soon('the places are taken', () => n8n.delivered.length === AT_ONCE);
	const pair = dataOf({ ...destination(), nodeId: 'other' }, 'press', 2);
	const { body } = await emulator.api('sendMessage', {
		chat_id: chats.demoGroup,
		text: 'Another bot?',
		reply_markup: { inline_keyboard: [pair.map((data) => ({ text: 'A', callback_data: data }))] },
	});
	const query = await press(body.result.message_id, pair[0]);
	expect(await told(query)).toMatchObject({ text: 'Thank you' });
	for (const one of held) expect(await answerTo(one)).toBeUndefined();
	isOpen();
	for (const one of held) expect(await told(one)).toMatchObject({ text: 'Thank you' });
});

test('only one of two workflows with a trigger for the bot passes an answer on', async () => {
	await start();
	await polling.create({ options: { n8nAddress: n8n.address } }, { id: 'w2' }).start();
	const { data, id } = await ask();
	await told(await press(id, data[0]));
	await polling.pause(500);
	expect(n8n.delivered).toHaveLength(1);
});

test('an answer is passed on, whichever updates the trigger starts workflows with', async () => {
	const trigger = await start(['chat_member']);
	const { data, id } = await ask();
	expect(await told(await press(id, data[0]))).toMatchObject({ text: 'Thank you' });
	await polling.say('a message that nobody asked for');
	await soon('it is dealt with', async () => (await polling.pending()) === 0);
	expect(trigger.started).toEqual([]);
});

describe('typed replies', () => {
	const reply = async (id: number, text: string) => {
		const body = { user_id: users.mia, chat_id: chats.demoGroup, text, reply_to_message_id: id };
		return (await emulator.act('message', body)).message.message_id as number;
	};

	test('are passed on to the execution, and the bot replies to a wrong one', async () => {
		n8n.answers = [ANSWERS.told];
		const trigger = await start();
		const { id } = await ask('reply', 1);
		const answer = await reply(id, 'twelve');
		const isTold = async () =>
			(await emulator.state()).messages.some(
				({ text, reply_to_message_id: to }) => text === 'Not you' && to === answer,
			);
		await soon('the bot replies', isTold);
		expect(n8n.delivered[0].payload).toMatchObject({
			kind: 'reply',
			text: 'twelve',
			messageId: String(id),
			replyMessageId: String(answer),
		});
		expect(trigger.started).toEqual([]);
	});

	test('cause only three messages of the bot if one person sends many wrong ones', async () => {
		n8n.answers = [ANSWERS.told];
		await start();
		const { id } = await ask('reply', 1);
		for (let n = 0; n < 20; n++) await reply(id, `wrong ${n}`);
		await soon('they have come', async () => (await polling.pending()) === 0);
		const texts = n8n.delivered.map(({ payload }) => payload.text);
		expect([texts[0], texts.at(-1)]).toEqual(['wrong 0', 'wrong 19']);
		const said = async () =>
			(await emulator.state()).messages.filter(({ text }) => text === 'Not you').length;
		expect(await said()).toBe(3);

		// The right one is accepted and answered.
		n8n.answers = [ANSWERS.taken];
		await reply(id, '12');
		const isThanked = async () =>
			(await emulator.state()).messages.some(({ text }) => text === 'Thank you');
		await soon('it is taken', isThanked);
	});

	test('to a question with buttons are ordinary messages', async () => {
		const trigger = await start();
		const { id } = await ask('press');
		await reply(id, 'What is this?');
		await soon('the workflow starts', () => trigger.texts.includes('What is this?'));
		expect(n8n.delivered).toEqual([]);
	});
});

describe('a press that belongs to no question starts the workflow as before:', () => {
	test.each([
		['other data', (_data: string[]) => ['undo:1']],
		['a part of a question', (data: string[]) => data.slice(0, 1)],
		['parts in another order', (data: string[]) => [...data].reverse()],
		['parts of two questions', (data: string[]) => [data[0], dataOf(destination(), 'press', 2)[1]]],
	])('%s', async (_name, buttons) => {
		// Malformed data may look like a question, but n8n does not know it.
		n8n.answers = [ANSWERS.unknown];
		const trigger = await start();
		const { data } = await ask();
		const forged = buttons(data);
		const { message_id: id } = await api('sendMessage', {
			chat_id: chats.demoGroup,
			text: 'Forged',
			reply_markup: {
				inline_keyboard: [forged.map((callback_data) => ({ text: 'A', callback_data }))],
			},
		});
		const query = await press(id, forged[0]);
		await soon(
			'it has come somewhere',
			async () => trigger.started.length === 1 || (await answerTo(query)) !== undefined,
		);
		expect(n8n.delivered.map(({ signature }) => signature)).not.toContain(data[0]);
	});
});
