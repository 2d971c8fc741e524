import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../scripts/lib/until';
import { useBot } from '../../support/bot';
import { byId } from '../../support/locators';
import { PATIENCE_MS } from '../../support/patience';
import { RunningTrigger } from '../../support/pollingTrigger';
import { TapModel } from '../../support/tap';

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

/** An answer grows in the demo group, and n8n has saved that; then it ends. Returns what was saved meanwhile. */
async function answered(stopButton: string) {
	const model = new TapModel();
	const trigger = await start({}, 'activate');
	await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text: 'Hi' });
	await soon('the trigger has it', () => trigger.started.length > 0);
	const chatId = byId(String(chats.demoGroup));
	const parameters = { chatId, prompt: 'Hi', additionalFields: { stopButton } };
	const running = run('streamAnswer', parameters, { model });
	const flow = await model.flow();
	flow.write('Once upon');
	await soon('n8n has saved it', () => growingIn(trigger).length > 0);
	const saved = trigger.saved!;
	const [message] = growingIn(trigger) as Array<{ message_id: number }>;
	flow.end();
	await running;
	await soon('n8n has saved its end', () => growingIn(trigger).length === 0);
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
		await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text: 'Go' });
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
	await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text: 'Go' });
	await soon('the trigger runs', () => trigger.texts.includes('Go'));
	expect(await sent()).toHaveLength(1);
});
