import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../scripts/lib/until';
import { useBot } from '../../support/bot';
import { byId } from '../../support/locators';
import { PATIENCE_MS } from '../../support/patience';
import { RunningTrigger } from '../../support/pollingTrigger';
import { TapModel } from '../../support/tap';
import { WebhookTrigger } from '../../support/webhookTrigger';

const { emulator, run } = useBot();
const { chats, users } = emulator.defaults;

const triggers: RunningTrigger[] = [];
afterEach(async () => {
	for (const trigger of triggers.splice(0)) await trigger.stop();
});

const soon = async (what: string, isSo: () => Promise<boolean> | boolean) =>
	await until(what, async () => await isSo(), PATIENCE_MS);

async function start(saved: IDataObject = {}, activation = 'init', others = {}) {
	const bot = { baseUrl: emulator.url, botToken: emulator.token };
	const options = { activation, ...others };
	const trigger = new RunningTrigger(bot, { updates: ['message'] }, options, saved);
	triggers.push(trigger);
	return await trigger.start();
}

const growingIn = ({ saved }: RunningTrigger) =>
	(Object.values(saved ?? {}) as IDataObject[]).flatMap(({ growing }) => growing ?? []);

const sent = async () => (await emulator.calls('sendMessage')).map(({ params }) => params);

type Grown = { message_id: number };

/** An answer grows in the demo group until n8n has saved that, and then it ends. Returns what was saved. */
async function grow(stopButton: string, savedNow: () => Grown[]): Promise<Grown[]> {
	const model = new TapModel();
	const chatId = byId(String(chats.demoGroup));
	const parameters = { chatId, prompt: 'Hi', additionalFields: { stopButton } };
	const running = run('streamAnswer', parameters, { model });
	const flow = await model.flow();
	flow.write('Once upon');
	await soon('n8n has saved it', () => savedNow().length > 0);
	const saved = savedNow();
	flow.end();
	await running;
	await soon('n8n has saved its end', () => savedNow().length === 0);
	return saved;
}

const say = async (text: string) =>
	await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text });

/** The same with a polling trigger. Returns the static data of that time. */
async function answered(stopButton: string) {
	const trigger = await start({}, 'activate');
	await say('Hi');
	await soon('the trigger has it', () => trigger.started.length > 0);
	let saved: IDataObject = {};
	const [message] = await grow(stopButton, () => {
		const growing = growingIn(trigger) as Grown[];
		if (growing.length > 0) saved = trigger.saved!;
		return growing;
	});
	await triggers.shift()!.stop();
	return { saved, message };
}

/** Makes the message look as it did when n8n was killed. */
async function growAgain({ message_id }: { message_id: number }): Promise<void> {
	const [{ reply_markup }] = await sent();
	const text = 'Once upon a';
	await emulator.api('editMessageText', {
		...{ chat_id: chats.demoGroup, message_id, text },
		reply_markup,
	});
}

test.each(['Stop', ''])(
	'an answer that was cut off is marked once at the next start, with the button “%s”',
	async (button) => {
		const { saved, message } = await answered(button);
		await growAgain(message);
		const trigger = await start(saved);
		await soon('it is marked', async () => (await sent()).length === 2);
		expect((await sent())[1]).toMatchObject({
			...{ chat_id: chats.demoGroup, text: '⚠️' },
			reply_to_message_id: message.message_id,
		});
		const edits = await emulator.calls('editMessageReplyMarkup');
		expect(edits.map(({ status }) => status)).toEqual(button ? [200] : []);
		// It was forgotten before the mark was sent.
		expect(growingIn(trigger)).toEqual([]);
		await triggers.shift()!.stop();
		const again = await start(trigger.saved);
		await say('Go');
		await soon('the next start is over', () => again.texts.includes('Go'));
		expect(await sent()).toHaveLength(2);
	},
);

test('an answer that was whole gets no mark, although n8n was killed before it saved that', async () => {
	const { saved } = await answered('Stop');
	const trigger = await start(saved);
	const removed = async () => await emulator.calls('editMessageReplyMarkup');
	await soon('its button is asked for', async () => (await removed()).length > 0);
	await soon('it is forgotten', () => trigger.empty > 0 && growingIn(trigger).length === 0);
	expect(await sent()).toHaveLength(1);
});

test('an answer that grows when a workflow is published gets no mark', async () => {
	const { saved } = await answered('');
	const trigger = await start(saved, 'activate');
	await say('Go');
	await soon('the trigger runs', () => trigger.texts.includes('Go'));
	expect(await sent()).toHaveLength(1);
});

/** An answer without a button that grows now, and what ends it. */
async function growingOne() {
	const model = new TapModel();
	const parameters = { chatId: byId(String(chats.demoGroup)), prompt: 'Hi' };
	const running = run('streamAnswer', parameters, { model });
	const flow = await model.flow();
	flow.write('Once upon');
	await soon('it is shown', async () => (await sent()).length > 0);
	return async () => {
		flow.end();
		await running;
	};
}

test('an answer that is whole after its workflow was unpublished is never marked', async () => {
	const first = await start({}, 'activate');
	const end = await growingOne();
	await soon('n8n has saved it', () => growingIn(first).length > 0);
	await triggers.shift()!.stop();
	await end();
	const second = await start(first.saved, 'activate');
	await say('Go');
	await soon('the trigger runs', () => second.texts.includes('Go'));
	await triggers.shift()!.stop();
	const third = await start(second.saved);
	await say('On');
	await soon('the next start is over', () => third.texts.includes('On'));
	expect(await sent()).toHaveLength(1);
});

test('an answer that grows is kept by another workflow of the bot when the first one is unpublished', async () => {
	const first = await start({}, 'activate');
	const other = await start({}, 'activate', { id: 'w2' });
	const end = await growingOne();
	await soon('n8n has saved it', () => growingIn(first).length > 0);
	expect(growingIn(other)).toEqual([]);
	await triggers.shift()!.stop();
	await soon('the other one has it', () => growingIn(other).length > 0);
	await end();
	await soon('it is forgotten', () => growingIn(other).length === 0);
});

test('a webhook trigger that is unpublished keeps nothing that grows', async () => {
	const bot = { baseUrl: emulator.url, botToken: emulator.token };
	const trigger = await new WebhookTrigger(bot).listen();
	try {
		await trigger.open();
		await say('Hi');
		await soon('the trigger has it', () => trigger.started.length > 0);
		const end = await growingOne();
		await soon('n8n has saved it', () => trigger.memory.growing !== undefined);
		await trigger.step('delete');
		expect(trigger.memory.growing).toBeUndefined();
		await end();
	} finally {
		trigger.server.close();
	}
});

test('the webhook trigger does the same', async () => {
	const bot = { baseUrl: emulator.url, botToken: emulator.token };
	const trigger = await new WebhookTrigger(bot).listen();
	const next = new WebhookTrigger(bot, {}, 'after the start', 'hook-2').beside(trigger);
	const inMemory = ({ memory }: WebhookTrigger) =>
		(memory.growing as { list: Grown[] } | undefined)?.list ?? [];
	try {
		await trigger.open();
		await say('Hi');
		await soon('the trigger has it', () => trigger.started.length > 0);
		let growing: unknown;
		const [message] = await grow('Stop', () => {
			const list = inMemory(trigger);
			if (list.length > 0) growing = structuredClone({ ...trigger.memory }.growing);
			return [...list];
		});
		await growAgain(message);
		// A subscription that has not read what an earlier start left.
		next.memory.growing = growing as IDataObject;
		await next.open('trigger', 'init');
		await soon('it is marked', async () => (await sent()).length === 2);
		expect((await sent())[1]).toMatchObject({
			...{ text: '⚠️', reply_to_message_id: message.message_id },
		});
		expect(inMemory(next)).toEqual([]);
		await next.open('trigger', 'init');
		await say('Go');
		await soon('it runs', () => [...trigger.started, ...next.started].length > 1);
		expect(await sent()).toHaveLength(2);
		// An answer of a workflow that was unpublished is kept by the other one.
		await trigger.step('delete');
		expect(await grow('Stop', () => [...inMemory(next)])).toHaveLength(1);
	} finally {
		trigger.server.close();
	}
});
