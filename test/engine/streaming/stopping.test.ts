import { until } from '../../../scripts/lib/until';
import { useBot } from '../../support/bot';
import { byId } from '../../support/locators';
import { PATIENCE_MS } from '../../support/patience';
import { RunningTrigger } from '../../support/pollingTrigger';
import { TapModel, type Flow } from '../../support/tap';

const { emulator, run } = useBot();
const { chats, users, botId } = emulator.defaults;

let model: TapModel;
let trigger: RunningTrigger;

beforeEach(async () => {
	model = new TapModel();
	const bot = { baseUrl: emulator.url, botToken: emulator.token };
	trigger = await new RunningTrigger(bot, { updates: ['message'] }).start();
});
afterEach(async () => await trigger.stop());

const soon = async (what: string, isSo: () => Promise<boolean>) =>
	await until(what, isSo, PATIENCE_MS);

interface Shown {
	message_id: number;
	text: string;
	reply_markup?: { inline_keyboard: Array<Array<{ callback_data: string }>> };
}

async function answer(): Promise<Shown | undefined> {
	const { messages } = (await emulator.state()) as unknown as {
		messages: Array<Shown & { chat_id: number; from_id: number }>;
	};
	return messages.find((one) => one.from_id === botId && one.message_id > 6);
}

/** Somebody writes, and the answer to it grows. */
async function growing(): Promise<{ running: ReturnType<typeof run>; flow: Flow; shown: Shown }> {
	const { mia } = users;
	await emulator.act('message', { user_id: mia, chat_id: chats.demoGroup, text: 'Tell me' });
	await soon('the trigger has it', async () => trigger.started.length > 0);
	const running = run(
		'streamAnswer',
		{
			chatId: byId(String(chats.demoGroup)),
			prompt: 'Tell me',
			additionalFields: { stopButton: 'Stop', stopUserId: String(mia) },
		},
		{ model },
	);
	const flow = await model.flow();
	flow.write('Once upon');
	await soon('it is shown', async () => (await answer())?.text === 'Once upon');
	return { running, flow, shown: (await answer())! };
}

/** Presses Stop. Returns what the person is told. */
async function press(user: number, { message_id, reply_markup }: Shown): Promise<string> {
	const before = (await emulator.calls('answerCallbackQuery')).length;
	const [[{ callback_data }]] = reply_markup!.inline_keyboard;
	const chat_id = chats.demoGroup;
	await emulator.act('press', { user_id: user, chat_id, message_id, callback_data });
	const calls = async () => await emulator.calls('answerCallbackQuery');
	await soon('the press is answered', async () => (await calls()).length > before);
	return String((await calls()).at(-1)!.params.text ?? '');
}

test('who asked stops it: what is there stays with a mark, and the workflow continues', async () => {
	const { running, flow, shown } = await growing();
	expect(await press(users.mia, shown)).toBe('');
	const { json, error } = await running;
	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ answer: 'Once upon', stopped: true }]);
	expect(flow.isClosed).toBe(true);
	expect(await answer()).toMatchObject({ text: 'Once upon\n\n⏹' });
	expect((await answer())!.reply_markup).toBeUndefined();
	// The press itself starts nothing.
	expect(trigger.started).toHaveLength(1);
});

test('another person is told that they may not', async () => {
	const { running, flow, shown } = await growing();
	expect(await press(users.noah, shown)).toBe(
		'Only who asked, and administrators, can stop this answer.',
	);
	expect(flow.isClosed).toBe(false);
	flow.end();
	expect((await running).json).toMatchObject([{ stopped: false }]);
});

test('an administrator stops it', async () => {
	const { running, shown } = await growing();
	expect(await press(users.olga, shown)).toBe('');
	expect((await running).json).toMatchObject([{ stopped: true }]);
});

test('a press when the answer is over removes the button, and says so', async () => {
	const { running, flow, shown } = await growing();
	flow.end();
	await running;
	const { text } = (await answer())!;
	// As after n8n was killed: the button is still there.
	await emulator.api('editMessageText', {
		...{ chat_id: chats.demoGroup, message_id: shown.message_id, text: `${text}.` },
		reply_markup: shown.reply_markup,
	});
	expect(await press(users.olga, shown)).toBe('This answer no longer grows.');
	expect((await answer())!.reply_markup).toBeUndefined();
});

test('without a trigger in this process, there is no button', async () => {
	const parameters = {
		chatId: byId(String(chats.demoGroup)),
		prompt: 'Tell me',
		additionalFields: { stopButton: 'Stop' },
	};
	const running = run('streamAnswer', parameters, { model });
	const flow = await model.flow();
	flow.write('Once upon');
	await soon('it is shown', async () => (await emulator.calls('sendMessage')).length > 0);
	expect((await emulator.calls('sendMessage'))[0].params).not.toHaveProperty('reply_markup');
	flow.end();
	const { run: ended } = await running;
	const [{ hints = [] }] = ended.data.resultData.runData['Bot Messaging'];
	expect(JSON.stringify(hints)).toContain('no trigger of this bot runs in the same process');
});
