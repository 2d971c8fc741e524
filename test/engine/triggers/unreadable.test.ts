import { useClock } from '../../support/clock';
import { mutatedUpdates } from '../../support/mutated';
import type { OddServer } from '../../support/odd';
import { usePolling } from '../../support/pollingTests';
import { startListServer } from '../../support/updateServer';
import { updateOf, useWebhooks } from '../../support/webhookTests';

const { create, token, soon } = usePolling();
const { listen, push, secretSet } = useWebhooks();
useClock();

const CHAT = -100;

/** An id that converts neither to text nor to a number, so the chat is unknown. */
const UNREADABLE = {
	update_id: 1,
	message: { ...updateOf(1, CHAT).message, chat: { id: { toString: 1 }, type: 'group' } },
};

const servers: OddServer[] = [];
afterEach(async () => {
	await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

/** A polling trigger at a server with these updates, and the last confirmed id. */
async function pollFor(updates: Array<{ update_id: number }>, parameters: object = {}) {
	const server = await startListServer(updates);
	servers.push(server);
	const credential = { baseUrl: server.url, botToken: token() };
	const trigger = await create(parameters, {}, {}, credential).start();
	return { trigger, confirmed: server.confirmed };
}

/** Pushes an update like a server, until it is accepted. Returns the answers. */
async function pushUntilTaken(trigger: Parameters<typeof push>[0], update: unknown) {
	const answers: number[] = [];
	while (answers.at(-1) !== 200 && answers.length < 6) {
		answers.push(await push(trigger, update, await secretSet()));
	}
	return answers;
}

describe('an update that cannot be read', () => {
	test('is reported once and skipped by the trigger that polls', async () => {
		const { trigger, confirmed } = await pollFor([UNREADABLE, updateOf(2, CHAT, 'after it')]);
		await soon('both are confirmed', () => confirmed() === 2);
		expect(trigger.texts).toEqual(['after it']);
		expect(trigger.failed).toHaveLength(1);
		expect(trigger.failed[0].message).toContain('cannot read update 1, message 1');
		const lines = trigger.logged.filter((line) => line.includes('cannot read update 1'));
		expect(lines).toHaveLength(1);
	});

	test('is reported once and finally accepted by the trigger with a webhook', async () => {
		const trigger = await listen();
		await trigger.open();
		expect(await pushUntilTaken(trigger, UNREADABLE)).toEqual([500, 200]);
		expect(await pushUntilTaken(trigger, updateOf(2, CHAT, 'after it'))).toEqual([200]);
		expect(trigger.started.map(({ item }) => item.json.text)).toEqual(['after it']);
		expect(trigger.server.failed).toHaveLength(1);
		expect(trigger.server.failed[0].message).toContain('cannot read update 1, message 1');
		expect(trigger.logged).toEqual([expect.stringContaining('cannot read update 1, message 1')]);
	});

	test('is not accepted unreported if it is found late and n8n answers at the end', async () => {
		const options = { answerWhen: 'finished' };
		const trigger = await listen({ output: 'simplified', options });
		await trigger.open();
		// The filters do not check links, but the item contains them.
		const entities = [{ type: 'text_link', offset: 0, length: 4, url: { toString: 1 } }];
		const update = { update_id: 1, message: { ...updateOf(1, CHAT).message, entities } };
		expect(await pushUntilTaken(trigger, update)).toEqual([500, 200]);
		expect(trigger.started).toEqual([]);
		expect(trigger.server.failed).toHaveLength(1);
	});
});

describe.each([
	['people who are null', { new_chat_members: [null] }],
	['marks that are null', { entities: [null] }],
])('%s', (_what, fields) => {
	test('do not keep a message from the workflow', async () => {
		const update = { update_id: 1, message: { ...updateOf(1, CHAT).message, ...fields } };
		const { trigger } = await pollFor([update]);
		await soon('it has come', () => trigger.started.length === 1);
		expect(trigger.failed).toEqual([]);
	});
});

test('an object before the kind of update does not lose the message', async () => {
	const update = { update_id: 1, trace: { id: 'x' }, message: updateOf(1, CHAT, 'here').message };
	const { trigger } = await pollFor([update]);
	await soon('it has come', () => trigger.started.length === 1);
	expect(trigger.started[0].item.json).toMatchObject({ updateType: 'message', text: 'here' });
});

describe('300 updates with odd fields', () => {
	const MANY = 300;
	const good = updateOf(MANY + 1, CHAT, 'after all');
	const parameters = { updates: ['*'], output: 'simplified' };

	test('do not stop a trigger that polls, and each starts the workflow or is reported', async () => {
		const all = [...mutatedUpdates(MANY, CHAT), good];
		const { trigger, confirmed } = await pollFor(all, parameters);
		await soon('all are confirmed', () => confirmed() === MANY + 1);
		expect(trigger.texts).toContain('after all');
		const named = trigger.failed.filter(({ message }) => message.includes('cannot read update'));
		expect(trigger.started.length + named.length).toBe(MANY + 1);
		// Most are readable: an odd field does not affect the others.
		expect(named.length).toBeLessThan(MANY / 4);
	});

	test('are all accepted by a webhook', async () => {
		const trigger = await listen(parameters);
		await trigger.open();
		const secret = await secretSet();
		for (const update of [...mutatedUpdates(MANY, CHAT), good]) {
			const answers: number[] = [];
			while (answers.at(-1) !== 200 && answers.length < 6) {
				answers.push(await push(trigger, update, secret));
			}
			expect([update.update_id, answers.at(-1)]).toEqual([update.update_id, 200]);
		}
		expect(trigger.started.at(-1)?.item.json.text).toBe('after all');
		expect(trigger.started.length + trigger.server.failed.length).toBe(MANY + 1);
	});
});
