import type { OddServer } from '../../support/odd';
import { usePolling } from '../../support/pollingTests';
import { startListServer } from '../../support/updateServer';
import { updateOf, useWebhooks } from '../../support/webhookTests';

const { create, token, soon } = usePolling();
const { listen, listenBeside, push, secretSet } = useWebhooks();

const CHAT = -100;

const person = (id: number, is_bot = false) => ({ id, is_bot, first_name: `P${id}` });

/** Olga adds several people to the chat at once. */
const added = (...people: object[]) => ({
	update_id: 1,
	message: {
		...updateOf(1, CHAT).message,
		from: { id: 1001, is_bot: false, first_name: 'Olga' },
		text: undefined,
		new_chat_members: people,
	},
});

const peopleOf = (started: ReadonlyArray<{ item: { json: Record<string, unknown> } }>) =>
	started
		.map(({ item: { json } }) => ({ ...json, update: undefined }))
		.map(({ contentType, userId, firstName, actorId, actorName }: Record<string, unknown>) =>
			[contentType, userId, firstName, actorId, actorName].join(' '),
		)
		.sort();

const THREE = added(person(7), person(8), person(9));
const EACH = ['join 7 P7 1001 Olga', 'join 8 P8 1001 Olga', 'join 9 P9 1001 Olga'];

const servers: OddServer[] = [];
afterEach(async () => {
	await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

async function pollFor(update: { update_id: number }, parameters: object = {}) {
	const server = await startListServer([update, updateOf(2, CHAT, 'after it')]);
	servers.push(server);
	const credential = { baseUrl: server.url, botToken: token() };
	const trigger = await create(parameters, {}, {}, credential).start();
	await soon('both are confirmed', () => server.confirmed() === 2);
	return trigger.started.filter(({ item }) => item.json.contentType !== 'text');
}

describe('several people who are added at once each start an execution', () => {
	test('of the trigger that polls', async () => {
		expect(peopleOf(await pollFor(THREE))).toEqual(EACH);
	});

	test('of the trigger that polls, if cut-off executions run again', async () => {
		const options = { afterInterruption: 'again' };
		expect(peopleOf(await pollFor(THREE, { options }))).toEqual(EACH);
	});

	test('of all triggers that share a webhook, even if it is pushed again', async () => {
		const first = await listen({}, 'w-first', 'hook-first');
		const other = listenBeside(first, 'w-other');
		for (const trigger of [first, other]) await trigger.open();
		const places = [first, other].map((trigger) =>
			trigger.address().split('/').slice(-3, -1).join('/'),
		);
		const address = { address: () => `${first.address()}?to=${places.join()}` };
		for (let times = 0; times < 2; times++) {
			expect(await push(address as never, THREE, await secretSet())).toBe(200);
		}
		expect([first, other].map(({ started }) => peopleOf(started))).toEqual([EACH, EACH]);
	});

	test('of the trigger with a webhook', async () => {
		const trigger = await listen();
		await trigger.open();
		expect(await push(trigger, THREE, await secretSet())).toBe(200);
		expect(peopleOf(trigger.started)).toEqual(EACH);
	});

	test('except in a test run, which takes the first', async () => {
		const trigger = await listen();
		await trigger.open('manual');
		const address = { address: () => trigger.address('manual') };
		expect(await push(address as never, THREE, await secretSet())).toBe(200);
		expect(peopleOf(trigger.started)).toEqual([EACH[0]]);
	});

	test('if they pass the filters', async () => {
		const filters = { ignoreBots: true, onlyNewMembers: true };
		const started = await pollFor(added(person(7), person(8, true), person(9)), { filters });
		expect(peopleOf(started)).toEqual([EACH[0], EACH[2]]);
	});
});
