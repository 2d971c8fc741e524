import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { useClock } from '../../support/clock';
import { startOddServer, type OddServer } from '../../support/odd';
import { usePolling } from '../../support/pollingTests';
import { updateOf } from '../../support/webhookTests';

const clock = useClock();
const { create, token, soon } = usePolling();

const CHAT = -100;

const servers: OddServer[] = [];
afterEach(async () => {
	await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

interface Poll {
	offset?: number;
	timeout: number;
	at: number;
	url: string;
}

/** Replaces `nested <how many>` with nested lists, which JSON.stringify cannot write. */
const withNested = (json: string) =>
	json.replace(/"nested (\d+)"/g, (_all, depth) => '['.repeat(+depth) + ']'.repeat(+depth));

/** A trigger at a server with custom answers to polls, and to getWebhookInfo; the rest is normal. */
async function pollAt(
	answer: (poll: Poll, response: ServerResponse) => unknown,
	aboutWebhook?: (response: ServerResponse) => void,
) {
	const polls: Poll[] = [];
	const server = await startOddServer((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += chunk));
		request.on('end', () => {
			if (aboutWebhook && request.url!.endsWith('/getWebhookInfo')) return aboutWebhook(response);
			if (!request.url!.endsWith('/getUpdates')) return response.end('{"ok":true,"result":{}}');
			const poll = { ...JSON.parse(text || '{}'), at: Date.now(), url: request.url! } as Poll;
			polls.push(poll);
			const result = answer(poll, response);
			if (result !== undefined) response.end(withNested(JSON.stringify({ ok: true, result })));
			return undefined;
		});
	});
	servers.push(server);
	const trigger = create({}, {}, {}, { baseUrl: server.url, botToken: token() });
	return { trigger, polls, url: server.url };
}

/** Answers a poll with no updates, when its time is up. */
function holdEmpty({ timeout }: Poll, response: ServerResponse): void {
	void clock.sleep(timeout * 1000).then(() => response.end('{"ok":true,"result":[]}'));
}

function refuse(response: ServerResponse, error_code: number, description: string): void {
	response.writeHead(error_code);
	response.end(JSON.stringify({ ok: false, error_code, description }));
}

/** The updates of a server that drops those below an offset. */
function queueOf(updates: unknown[]) {
	let left = updates;
	const numberOf = (entry: unknown) => Number(Object(entry).update_id);
	return {
		list: ({ offset = -Infinity }: Poll) => {
			left = left.filter((entry) => !(numberOf(entry) < offset));
			return left.slice(0, 100);
		},
		replace: (others: unknown[]) => (left = others),
		add: (...more: unknown[]) => left.push(...more),
		size: () => left.length,
	};
}

describe('a server that asks for a long wait', () => {
	test.each<[what: string, status: number, parameters: object, headers: object]>([
		['retry_after of 30 years', 429, { retry_after: 1_000_000_000 }, {}],
		['retry_after of 8 hours', 429, { retry_after: 30_000 }, {}],
		['Retry-After of a day with 503', 503, {}, { 'Retry-After': '86400' }],
		['Retry-After of next year', 429, {}, { 'Retry-After': 'Fri, 31 Dec 2100 23:59:59 GMT' }],
	])('is asked again after a minute, and the user is told: %s', async (...given) => {
		const [, status, parameters, headers] = given;
		const queue = queueOf([updateOf(1, CHAT, 'after it')]);
		let refusals = 0;
		const { trigger, polls } = await pollAt((poll, response) => {
			if (++refusals > 2) return queue.list(poll);
			response.writeHead(status, headers as Record<string, string>);
			const description = 'Too Many Requests';
			response.end(JSON.stringify({ ok: false, error_code: status, description, parameters }));
			return undefined;
		});
		await trigger.start();
		await soon('the update has come', () => trigger.started.length === 1);
		const waited = polls[1].at - polls[0].at;
		expect([waited >= 60_000, waited < 90_000]).toEqual([true, true]);
		expect(trigger.failed).toHaveLength(1);
		expect(trigger.failed[0].message).toMatch(/asks to wait \d+ seconds/);
	});

	test('of less than a minute gets it, and the user is not told', async () => {
		let refusals = 0;
		const { trigger, polls } = await pollAt((_poll, response) => {
			if (++refusals > 1) return [];
			response.writeHead(429);
			response.end('{"ok":false,"error_code":429,"parameters":{"retry_after":20}}');
			return undefined;
		});
		await trigger.start();
		await soon('it polls again', () => polls.length > 1);
		const waited = polls[1].at - polls[0].at;
		expect([waited >= 20_000, waited < 60_000]).toEqual([true, true]);
		expect(trigger.failed).toEqual([]);
	});
});

describe('a server without parameters', () => {
	const refuseAny = ({ at: _at, url: _url, ...given }: Poll, response: ServerResponse) => {
		const [name] = Object.keys(given);
		if (name !== undefined) refuse(response, 400, `Bad Request: unexpected argument "${name}"`);
		return name !== undefined;
	};

	test('that lists the same updates again starts each once, and polls once a second', async () => {
		const updates = [1, 2, 3].map((id) => updateOf(id, CHAT, `${id}`));
		const { trigger, polls } = await pollAt((poll, response) =>
			refuseAny(poll, response) ? undefined : updates,
		);
		await trigger.start();
		await soon('they start', () => trigger.started.length === 3);
		const before = [polls.length, clock.passed];
		await soon('it has asked again', () => polls.length >= before[0] + 20);
		expect(clock.passed - before[1]).toBeGreaterThan(10_000);
		updates.push(updateOf(4, CHAT, '4'));
		await soon('the new one starts', () => trigger.started.length === 4);
		expect(trigger.texts).toEqual(['1', '2', '3', '4']);
		expect(trigger.logged.join()).toContain('(offset)');
		expect(trigger.failed).toEqual([]);
	});

	test('that lists only the oldest 100 is shown as a failed execution', async () => {
		const updates = Array.from({ length: 100 }, (_none, n) => updateOf(n + 1, CHAT, `${n}`));
		const { trigger } = await pollAt((poll, response) =>
			refuseAny(poll, response) ? undefined : updates,
		);
		await trigger.start();
		await soon('it is said', () => trigger.failed.length === 1);
		expect(trigger.failed[0].message).toContain('always lists the same updates');
		expect(trigger.started).toHaveLength(100);
	});
});

test.each([
	[1, 'each poll brings an update: forty polls a second', 25],
	[100, 'each poll brings as many as fit in one: there is no pause', 0],
])('while a server has %i updates more at each time, %s', async (count, _what, ms) => {
	let next = 1;
	const more = () => Array.from({ length: count }, () => updateOf(next++, CHAT, 'on'));
	const { trigger, polls } = await pollAt(() => (polls.length > 42 ? undefined : more()));
	await trigger.start();
	await soon('the second poll has come', () => polls.length >= 2);
	await soon('forty more have come', () => polls.length >= 42);
	expect(polls[41].at - polls[1].at).toBe(40 * ms);
	await soon('all start', () => trigger.started.length >= 42 * count);
});

test.each([400, 403, 404, 422])('a refusal with %s is shown at once', async (code) => {
	let refusals = 0;
	const { trigger } = await pollAt((_poll, response) => {
		if (++refusals > 2) return [updateOf(1, CHAT, 'after it')];
		return refuse(response, code, 'Bad Request: no such thing');
	});
	await trigger.start();
	await soon('it continues', () => trigger.texts.includes('after it'));
	expect(trigger.failed.map(({ message }) => message)).toEqual([
		expect.stringContaining('The server refuses to send updates: Bad Request: no such thing'),
	]);
});

describe('an update that cannot be handled is reported once and skipped:', () => {
	test.each<[what: string, entry: unknown, name: string]>([
		['8,000 lists within each other', { ...updateOf(1, CHAT), extra: 'nested 8000' }, 'update 1'],
		['200 of them in a message', withField({ extra: 'nested 200' }), 'update 1'],
		['an update_id as text', { ...updateOf(1, CHAT), update_id: '1' }, 'update 1'],
		['a text', 'update', 'not an update'],
		['null', null, 'not an update'],
	])('%s', async (_what, entry, name) => {
		const queue = queueOf([entry, updateOf(2, CHAT, 'after it')]);
		const { trigger, polls } = await pollAt((poll) => queue.list(poll));
		await trigger.start();
		await soon('the other starts', () => trigger.started.length === 1);
		const before = polls.length;
		await soon('it has asked again', () => polls.length > before + 3);
		expect(trigger.texts).toEqual(['after it']);
		expect(trigger.failed.map(({ message }) => message)).toEqual([expect.stringContaining(name)]);
		expect(trigger.logged.filter((line) => line.includes('cannot read'))).toHaveLength(1);
		const hasNumber = name === 'update 1';
		expect(queue.size()).toBe(hasNumber ? 0 : 1);
	});

	test.each(['-5', -5])('an update_id of %j confirms nothing', async (update_id) => {
		const entry = { ...updateOf(1, CHAT), update_id };
		const { trigger, polls } = await pollAt(() => [entry]);
		await trigger.start();
		await soon('it has asked again', () => polls.length > 3);
		expect(polls.filter(({ offset }) => offset !== undefined)).toEqual([]);
		expect(trigger.failed).toHaveLength(1);
	});

	test('as many as fit in a list are not said to be skipped: nothing newer can come', async () => {
		const queue = queueOf([...Array<string>(100).fill('odd'), updateOf(1, CHAT, 'behind them')]);
		const { trigger, polls } = await pollAt((poll) => queue.list(poll).slice(0, 100));
		await trigger.start();
		await soon('it has asked again', () => polls.length > 3);
		expect(trigger.failed.map(({ message }) => message)).toEqual([
			expect.stringContaining('gets no updates any more'),
		]);
		expect(trigger.logged.join()).not.toContain('skips');
	});

	test('a server that lists nothing else is asked with pauses', async () => {
		const { trigger, polls } = await pollAt(() => ['odd']);
		await trigger.start();
		await soon('it has asked often', () => polls.length > 8);
		expect(polls.at(-1)!.at - polls.at(-2)!.at).toBeGreaterThanOrEqual(1000);
	});
});

function withField(field: object) {
	const update = updateOf(1, CHAT);
	return { ...update, message: { ...update.message, ...field } };
}

describe('an answer that never ends', () => {
	const limits: AbortController[] = [];
	let spy: jest.SpyInstance;
	beforeEach(() => {
		limits.length = 0;
		spy = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
			limits.push(new AbortController());
			return limits.at(-1)!.signal;
		});
	});
	afterEach(() => spy.mockRestore());

	const drip = (response: ServerResponse): void => {
		response.write('{');
		const timer = setInterval(() => response.write(' '), 10);
		response.on('close', () => clearInterval(timer));
	};

	/** A server that first reports a conflict, and then never ends the answer about its webhook. */
	async function withConflict() {
		const queue = queueOf([updateOf(1, CHAT, 'after it')]);
		let [conflicts, drips] = [0, 0];
		const { trigger } = await pollAt(
			(poll, response) => {
				if (++conflicts > 1) return queue.list(poll);
				response.end('{"ok":false,"error_code":409,"description":"Conflict"}');
				return undefined;
			},
			(response) => {
				drips++;
				drip(response);
			},
		);
		await trigger.start();
		await soon('it asks for the webhook', () => drips === 1);
		return trigger;
	}

	test('about the webhook ends like the answer to a poll', async () => {
		const trigger = await withConflict();
		limits.at(-1)!.abort();
		await soon('the update has come', () => trigger.started.length === 1);
	});

	test('about the webhook does not hold up the next publication', async () => {
		const trigger = await withConflict();
		await trigger.stop();
		await trigger.start();
		await soon('the update has come', () => trigger.started.length === 1);
	});

	test('to the last confirmation does not hold up the end of the trigger', async () => {
		const queue = queueOf([updateOf(1, CHAT, 'one')]);
		let drips = 0;
		const { trigger } = await pollAt((poll, response) => {
			if (trigger.started.length === 0) return queue.list(poll);
			if (poll.timeout > 0) return undefined;
			drips++;
			drip(response);
			return undefined;
		});
		trigger.endsAtOnce = false;
		await trigger.start();
		await soon('it has begun', () => trigger.started.length === 1);
		trigger.started[0].end();
		const stopped = trigger.stop();
		await soon('it confirms', () => drips > 0);
		for (const limit of limits) limit.abort();
		await stopped;
	});

	test.each<[what: string, begin: (response: ServerResponse) => void]>([
		['has its headers and nothing else', (response) => response.flushHeaders()],
		['comes byte by byte', drip],
	])('ends the poll and is logged once if it %s', async (_what, begin) => {
		const queue = queueOf([updateOf(1, CHAT, 'after it')]);
		let drips = 0;
		const { trigger, polls } = await pollAt((poll, response) => {
			if (++drips > 3) return queue.list(poll);
			begin(response);
			return undefined;
		});
		await trigger.start();
		for (let poll = 1; poll <= 3; poll++) {
			await soon('it polls', () => polls.length === poll);
			limits.at(-1)!.abort();
		}
		await soon('the update has come', () => trigger.started.length === 1);
		expect(trigger.logged.filter((line) => line.includes('did not end'))).toHaveLength(1);
	});
});

test('an update that a list has twice starts once, also in an n8n without keys', async () => {
	const queue = queueOf([updateOf(1, CHAT, 'twice'), updateOf(1, CHAT, 'twice')]);
	const { trigger } = await pollAt((poll) => queue.list(poll));
	trigger.knowsNoKeys = true;
	await trigger.start();
	await soon('it is confirmed', () => queue.size() === 0);
	expect(trigger.texts).toEqual(['twice']);
});

describe('a server that restarts its update numbers', () => {
	/** The execution for `in work` lasts until the test ends it, the others end at once. */
	const keepInWork = (trigger: ReturnType<typeof create>) => {
		trigger.endsAtOnce = false;
		trigger.onStart = ({ item, end }) => item.json.text !== 'in work' && end();
	};

	test('loses no update if it does so just before the one in progress is confirmed', async () => {
		const queue = queueOf([updateOf(1000, CHAT, 'in work')]);
		const { trigger, polls } = await pollAt((poll) => queue.list(poll));
		keepInWork(trigger);
		await trigger.start();
		await soon('it polls with long pauses', () => polls.length > 8);
		await clock.standing(async () => {
			// A poll that is under way ends.
			await pause(100);
			queue.replace([1, 2, 3].map((id) => updateOf(id, CHAT - id, `new ${id}`)));
			trigger.started[0].end();
			await pause(1);
		});
		await soon('all have come', () => trigger.started.length === 4);
		await soon('all are confirmed', () => queue.size() === 0);
	});

	test('loses no update if it was away while one was in progress', async () => {
		const queue = queueOf([updateOf(1000, CHAT, 'in work')]);
		let isAway = false;
		const { trigger, polls } = await pollAt((poll, response) =>
			isAway ? refuse(response, 502, 'Bad Gateway') : queue.list(poll),
		);
		keepInWork(trigger);
		await trigger.start();
		await soon('it has begun', () => trigger.started.length === 1);
		isAway = true;
		const before = polls.length;
		await soon('polls fail', () => polls.length > before + 3);
		await clock.standing(async () => {
			// A poll that is under way ends.
			await pause(100);
			trigger.started[0].end();
			queue.replace([1, 2, 3].map((id) => updateOf(id, CHAT - id, `new ${id}`)));
			isAway = false;
		});
		await soon('all have come', () => trigger.started.length === 4);
		await soon('all are confirmed', () => queue.size() === 0);
	});

	test('loses no update while one is in progress', async () => {
		const queue = queueOf([updateOf(1000, CHAT, 'in work')]);
		const { trigger, polls } = await pollAt((poll) => queue.list(poll));
		keepInWork(trigger);
		await trigger.start();
		await soon('it has begun', () => trigger.started.length === 1);
		queue.replace([1, 2, 3].map((id) => updateOf(id, CHAT - id, `new ${id}`)));
		await soon('all have come', () => trigger.started.length === 4);
		queue.add(updateOf(4, CHAT - 4, 'new 4'));
		await soon('the last one has come', () => trigger.started.length === 5);
		trigger.started[0].end();
		await soon('all are confirmed', () => queue.size() === 0);
		expect(polls.map(({ offset }) => offset).filter((offset) => offset! > 5)).toEqual([]);
	});
});

test('a token that is wrong in the credential of one workflow is reported once', async () => {
	const [number] = token().split(':');
	let isRevoked = false;
	const { trigger, polls, url } = await pollAt((poll, response) => {
		if (isRevoked && !poll.url.includes('new')) return refuse(response, 401, 'Unauthorized');
		return poll.timeout === 0 ? [] : holdEmpty(poll, response);
	});
	const credential = { baseUrl: url, botToken: `${number}:newSecretOfTheBot` };
	const other = create({}, { id: 'other' }, {}, credential);
	await trigger.start();
	await other.start();
	isRevoked = true;
	const before = polls.length;
	await soon('both are asked', () => polls.length > before + 20);
	for (const one of [trigger, other]) {
		expect(one.failed.map(({ message }) => message)).toEqual([
			expect.stringContaining('paste the new token'),
		]);
	}
});

test('a server that does not answer getMe does not hold up the start of n8n', async () => {
	const queue = queueOf([updateOf(1, CHAT, 'hello')]);
	const server = await startOddServer((request, response) => {
		request.resume().on('end', () => {
			if (request.url!.endsWith('/getMe')) return;
			const poll = { timeout: 0, at: 0, url: request.url! };
			response.end(JSON.stringify({ ok: true, result: queue.list(poll) }));
		});
	});
	servers.push(server);
	const credential = { baseUrl: server.url, botToken: token() };
	const trigger = create({}, { activation: 'init' }, {}, credential);
	let hasStarted = false;
	void trigger.start().then(() => (hasStarted = true));
	await soon('it has started', () => hasStarted);
	await soon('it gets updates', () => trigger.texts.includes('hello'));
});

describe('another program that polls, at a server that ends the older poll', () => {
	test('is not suspected if other workflows come while ours holds a poll', async () => {
		let conflicts = 0;
		const { trigger, polls, url } = await pollAt((poll, response) => {
			if (poll.timeout === 0) return [];
			if (conflicts-- > 0) return refuse(response, 409, 'Conflict: terminated by other getUpdates');
			// The server holds it.
			return undefined;
		});
		const isHeld = () => conflicts < 0 && polls.at(-1)!.timeout > 0;
		await trigger.start();
		for (let count = 1; count < 6; count++) {
			await soon('the poll is held', isHeld);
			conflicts = 1;
			await create({}, { id: `other ${count}` }, {}, { baseUrl: url, botToken: token() }).start();
			await soon('it has met its own poll', () => conflicts < 1);
		}
		await soon('the poll is held', isHeld);
		expect(trigger.logged).toEqual([]);
		expect(trigger.failed).toEqual([]);
	});

	test('is reported once, and so is its end', async () => {
		let isThere = true;
		const { trigger, polls } = await pollAt((poll, response) => {
			if (poll.timeout === 0) return [];
			if (!isThere) return holdEmpty(poll, response);
			void clock
				.sleep(1000)
				.then(() => refuse(response, 409, 'Conflict: terminated by other getUpdates request'));
			return undefined;
		});
		await trigger.start();
		await soon('it is reported', () => trigger.logged.length === 1);
		const before = polls.length;
		await soon('it has asked again and again', () => polls.length > before + 40);
		expect(trigger.failed.map(({ message }) => message)).toEqual([
			expect.stringContaining('Another program fetches the updates of this bot'),
		]);
		isThere = false;
		await soon('its end is noticed', () => trigger.logged.some((line) => /Fetching/.test(line)));
		expect(trigger.failed).toHaveLength(1);
	});
});
