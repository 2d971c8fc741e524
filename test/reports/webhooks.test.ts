import { updateOf, useWebhooks } from '../support/webhookTests';

const { emulator, listen, secretSet, push, soon } = useWebhooks();
const { chats } = emulator.defaults;

const update = (id: number) => updateOf(id, chats.demoGroup);

/** A published workflow, and the secret that its pushes carry. */
async function publish(parameters: object = {}) {
	const trigger = await listen(parameters);
	await trigger.open();
	return { trigger, secret: await secretSet() };
}

test('E6 openclaw #16763: an execution of 90 s starts once, even if the server gives up after 10 s and repeats the push', async () => {
	const { trigger, secret } = await publish({ options: { answerWhen: 'finished' } });
	trigger.server.holdsAnswers = true;
	const first = push(trigger, update(5), secret).catch(() => 'given up');
	await soon('it has started', () => trigger.started.length === 1);
	trigger.server.cutAll();
	expect(await first).toBe('given up');
	for (let again = 1; again <= 8; again++) {
		expect(await push(trigger, update(5), secret)).toBe(503);
	}
	expect(trigger.started).toHaveLength(1);
	expect(trigger.server.failed).toEqual([]);
});

test.each([
	['with another secret', 'mine'],
	['without a secret', undefined],
])(
	'E8 n8n #17610: a webhook set by hand %s is refused, and the log says why',
	async (_how, given) => {
		const { trigger, secret } = await publish();
		await emulator.api('setWebhook', {
			url: trigger.address(),
			...(given !== undefined && { secret_token: given }),
		});
		expect(await push(trigger, update(5), given)).toBe(403);
		expect(trigger.started).toEqual([]);
		expect(trigger.logged).toHaveLength(1);
		expect(trigger.logged[0]).toMatch(/secret.*publish it again/);
		expect(trigger.logged[0]).not.toContain(secret);
	},
);

describe('E11 n8n #13770: publishing reports a bad address of n8n:', () => {
	test.each([
		['An HTTPS URL must be provided for webhook', 'must begin with https://'],
		['IP address 127.0.0.1 is reserved', 'in a private network'],
		['Webhook can be set up only on ports 80, 88, 443 or 8443', 'does not push to this port'],
	])('%s', async (words, hint) => {
		const description = `Bad Request: bad webhook: ${words}`;
		await emulator.fault({ kind: 'error', status: 400, method: 'setWebhook', description });
		const trigger = await listen();
		await expect(trigger.open()).rejects.toMatchObject({
			message: description,
			description: expect.stringContaining(hint),
		});
	});

	test('the next start logs the error that the server met when it pushed', async () => {
		const { trigger } = await publish();
		await trigger.open('trigger', 'init');
		expect(trigger.logged).toEqual([]);
		const snapshot = await emulator.control('get', 'snapshot');
		Object.assign(snapshot.bots[0].webhook, {
			last_error_date: 1_700_000_000,
			last_error_message: 'SSL error: certificate has expired',
		});
		await emulator.control('put', 'snapshot', snapshot);
		await trigger.open('trigger', 'init');
		expect(trigger.logged).toEqual([expect.stringContaining('SSL error: certificate has expired')]);
	});
});

describe('E12 Teams Trigger: a push that holds several events', () => {
	test('is reported once if it is a list, and starts nothing', async () => {
		const { trigger, secret } = await publish({ updates: ['*'] });
		const list = [update(1), update(2)];
		expect(await push(trigger, list, secret)).toBe(500);
		expect(await push(trigger, list, secret)).toBe(200);
		expect(trigger.server.failed.map(({ message }) => message)).toEqual([
			expect.stringContaining('is no object'),
		]);
		expect(trigger.started).toEqual([]);
	});

	test('starts once if it has two kinds of one update, with everything in the item', async () => {
		const { trigger, secret } = await publish({ updates: ['*'] });
		const { message, ...rest } = update(1);
		const both = { ...rest, message, edited_message: { ...message, text: 'edited' } };
		expect(await push(trigger, both, secret)).toBe(200);
		expect(trigger.started.map(({ item }) => item.json)).toMatchObject([{ update: both }]);
	});
});
