import { items, useBot } from '../../support/bot';
import { startByHand, type Asked } from '../../support/byHand';
import { useClock } from '../../support/clock';
import { until } from '../../../scripts/lib/until';
import { PATIENCE_MS } from '../../support/patience';
import { byUsername } from '../../support/locators';
import { byId } from '../../support/locators';

const { run } = useBot();
const clock = useClock();

const SEND = { chatId: byUsername('={{ $json.chat }}'), text: '={{ $json.text }}' };

const many = (count: number, chat: (index: number) => string) =>
	Array.from({ length: count }, (_none, index) => ({ chat: chat(index), text: `${index}` }));

/**
 * Runs with a server with these answers; returns the requests in order. The clock stops until `atOnce` of
 * them have arrived: these need no time.
 */
async function runAgainst(
	answer: (asked: Asked) => void,
	atOnce: number,
	...[operation, parameters, options]: Parameters<typeof run>
) {
	const came: string[] = [];
	const server = await startByHand((asked) => {
		asked.params.chat_id = String(asked.params.chat_id).replace('@', '');
		came.push([asked.params.chat_id, asked.params.text].filter(Boolean).join(' '));
		answer(asked);
	});
	try {
		const credential = { baseUrl: server.url };
		const { running } = await clock.standing(async () => {
			const running = run(operation, parameters, { ...options, credential });
			// In steps: all at once can take longer than a wait on a busy machine.
			for (let count = 0; count < atOnce;) {
				count = Math.min(count + 20, atOnce);
				const areThere = async () => came.length >= count;
				await until(`${count} requests have come`, areThere, PATIENCE_MS, { pauseMs: 5 });
			}
			return { running };
		});
		return { came, ...(await running) };
	} finally {
		await server.close();
	}
}

test('a chat that always refuses does not slow down the others', async () => {
	const { came, json } = await runAgainst(
		({ params, answer }) => (params.chat_id === 'closed' ? answer({ status: 400 }) : answer()),
		211,
		'sendMessage',
		{ ...SEND, traffic: { retries: 3 } },
		{
			items: items(
				...many(10, (index) => `free${index}`),
				{ chat: 'closed', text: 'x' },
				...many(200, (index) => `free${index}`),
			),
			node: { onError: 'continueRegularOutput' },
		},
	);
	expect(json.filter(({ errorCode }) => errorCode === 400)).toHaveLength(1);
	// All are through while the refused one still waits for its second attempt.
	expect(came.slice(211)).toEqual(['closed x', 'closed x', 'closed x']);
});

test('chats that wait for a retry do not hold up others, because their places are free', async () => {
	// Three in a row would be taken for the limit of the bot.
	const waiting = ['wait0', 'wait1'];
	const theirs = waiting.map((chat) => `${chat} x`);
	const told = new Set<unknown>();
	const { came } = await runAgainst(
		({ params, answer }) => {
			const isFirst = String(params.chat_id).startsWith('wait') && !told.has(params.chat_id);
			told.add(params.chat_id);
			answer(isFirst ? { status: 429, retryAfter: 5 } : undefined);
		},
		22,
		'sendMessage',
		{ ...SEND, traffic: { parallelRequests: 2 } },
		{ items: items(...waiting.map((chat) => ({ chat, text: 'x' })), ...many(20, () => 'free')) },
	);
	expect(came.slice(0, 2).sort()).toEqual(theirs);
	expect(came.slice(2, 22)).toEqual(many(20, () => 'free').map(({ text }) => `free ${text}`));
	expect(came.slice(22).sort()).toEqual(theirs);
});

test('a rate limit of one chat does not hold up reads of another', async () => {
	const { came } = await runAgainst(
		({ answer }) => answer(),
		2,
		'getChatMember',
		{
			chatId: byUsername('={{ $json.chat }}'),
			userId: byId('1'),
			traffic: { requestsPerSecondPerChat: 4 },
		},
		{ items: items(...many(14, () => 'slow'), { chat: 'other' }) },
	);
	expect(came).toHaveLength(15);
	expect(came.indexOf('other')).toBe(1);
});

test('a chat keeps its order while one of its messages waits, and others use the only place', async () => {
	let refusals = 0;
	const { came } = await runAgainst(
		({ params, answer }) => {
			const isRefused = params.text === 'first' && refusals++ === 0;
			answer(isRefused ? { status: 429, retryAfter: 2 } : undefined);
		},
		3,
		'sendMessage',
		{ ...SEND, traffic: { parallelRequests: 1 } },
		{
			items: items(
				{ chat: 'one', text: 'first' },
				{ chat: 'one', text: 'second' },
				{ chat: 'two', text: 'first in two' },
				{ chat: 'two', text: 'second in two' },
			),
		},
	);
	expect(came).toEqual([
		'one first',
		'two first in two',
		'two second in two',
		'one first',
		'one second',
	]);
});

test('a failure that ends the execution does not wait for other chats', async () => {
	let waits: Asked | undefined;
	const { came, error } = await runAgainst(
		(asked) => {
			if (asked.params.chat_id === 'waits') {
				waits = asked;
				asked.answer({ status: 429, retryAfter: 3600 });
			} else if (waits) asked.answer({ status: 403, description: 'Forbidden' });
		},
		2,
		'sendMessage',
		{ ...SEND, traffic: { parallelRequests: 1, longestWait: 9999 } },
		{ items: items({ chat: 'waits', text: 'x' }, { chat: 'fails', text: 'x' }) },
	);
	expect(came).toEqual(['waits x', 'fails x']);
	expect(error).toMatchObject({ httpCode: '403' });
});

test('if nothing gets through a whole series of retries, each further item is tried once', async () => {
	const { came, json } = await runAgainst(
		({ answer }) => answer({ status: 400 }),
		1,
		'sendMessage',
		{ ...SEND, traffic: {} },
		{ items: items(...many(20, () => 'closed')), node: { onError: 'continueRegularOutput' } },
	);
	expect(json.map(({ errorCode }) => errorCode)).toEqual(Array(20).fill(400));
	expect(came).toHaveLength(6 + 19);
});
