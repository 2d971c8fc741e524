import { sleep, type IBinaryData, type IDataObject } from 'n8n-workflow';

import { until } from '../../../scripts/lib/until';
import { inMemory } from '../../support/binary';
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
	return messages.find(
		(one) => one.from_id === botId && one.chat_id === chats.demoGroup && one.message_id > 6,
	);
}

/** Somebody writes, and the answer to it grows. */
async function growing(
	given: IDataObject = {},
	flowAt = 0,
	binary: Record<string, IBinaryData> = {},
): Promise<{ running: ReturnType<typeof run>; flow: Flow; shown: Shown }> {
	const { mia } = users;
	await emulator.act('message', { user_id: mia, chat_id: chats.demoGroup, text: 'Tell me' });
	await soon('the trigger has it', async () => trigger.started.length > 0);
	const running = run(
		'streamAnswer',
		{
			chatId: byId(String(chats.demoGroup)),
			prompt: 'Tell me',
			additionalFields: { stopButton: 'Stop', stopUserId: String(mia) },
			...given,
		},
		{ model, items: [{ json: {}, binary }] },
	);
	const flow = await model.flow(flowAt);
	flow.write('Once upon');
	await soon('it is shown', async () => (await answer())?.text === 'Once upon');
	return { running, flow, shown: (await answer())! };
}

/** Presses Stop. Returns what the person is told. */
async function press(
	user: number,
	{ message_id, reply_markup }: Shown,
	chat_id: number = chats.demoGroup,
): Promise<string> {
	const before = (await emulator.calls('answerCallbackQuery')).length;
	const [[{ callback_data }]] = reply_markup!.inline_keyboard;
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
	// As after n8n was killed: the button of that process is still there.
	const [[button]] = shown.reply_markup!.inline_keyboard;
	const row = [{ ...button, callback_data: `!${'0'.repeat(24)}` }];
	const reply_markup = { inline_keyboard: [row] };
	await emulator.api('editMessageText', {
		...{ chat_id: chats.demoGroup, message_id: shown.message_id, text: `${text}.` },
		reply_markup,
	});
	expect(await press(users.olga, { ...shown, reply_markup })).toBe('This answer no longer grows.');
	expect((await answer())!.reply_markup).toBeUndefined();
});

test('a second press leaves the buttons that have taken the place of Stop', async () => {
	const markup = '[[{"text": "Again", "callback_data": "again"}]]';
	const { running, shown } = await growing({ replyMarkup: 'json', replyMarkupJson: markup });
	const [[{ callback_data }]] = shown.reply_markup!.inline_keyboard;
	const { message_id } = shown;
	// The second press comes to the trigger only when the answer is over.
	await emulator.fault({ kind: 'delay', method: 'getUpdates', delayMs: 2500 });
	for (const user_id of [users.mia, users.olga]) {
		const pressed = { user_id, chat_id: chats.demoGroup, message_id, callback_data };
		expect(await emulator.act('press', pressed)).toMatchObject({ ok: true });
	}
	expect((await running).json).toMatchObject([{ stopped: true }]);
	const told = async () => await emulator.calls('answerCallbackQuery');
	await soon('both are answered', async () => (await told()).length === 2);
	expect((await told()).at(-1)!.params.text).toBe('This answer no longer grows.');
	expect(await answer()).toMatchObject({
		text: 'Once upon\n\n⏹',
		reply_markup: { inline_keyboard: JSON.parse(markup) },
	});
});

test('a press that comes when a file was refused leaves the buttons of the whole text', async () => {
	await emulator.fault({ kind: 'error', method: 'sendDocument', status: 400 });
	const markup = '[[{"text": "Again", "callback_data": "again"}]]';
	const additionalFields = { stopButton: 'Stop', binaryPropertyNames: 'report' };
	const given = { replyMarkup: 'json', replyMarkupJson: markup, additionalFields };
	const report = inMemory('a report', 'report.pdf', 'application/pdf');
	const { running, flow, shown } = await growing(given, 0, { report });
	const [[{ callback_data }]] = shown.reply_markup!.inline_keyboard;
	await emulator.fault({ kind: 'delay', method: 'getUpdates', delayMs: 2500 });
	// It ends the poll that is open: the next one brings the press when the answer is over.
	await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text: 'And?' });
	const { message_id } = shown;
	await emulator.act('press', {
		user_id: users.olga,
		chat_id: chats.demoGroup,
		message_id,
		callback_data,
	});
	flow.end();
	expect((await running).error).toBeDefined();
	const told = async () => await emulator.calls('answerCallbackQuery');
	await soon('the press is answered', async () => (await told()).length === 1);
	expect(await answer()).toMatchObject({
		text: 'Once upon',
		reply_markup: { inline_keyboard: JSON.parse(markup) },
	});
});

test('two presses at once stop it once', async () => {
	const { running, shown } = await growing();
	await Promise.all([users.mia, users.mia].map((user) => press(user, shown)));
	expect((await running).json).toMatchObject([{ stopped: true }]);
	expect((await answer())!.text).toBe('Once upon\n\n⏹');
	expect(trigger.started).toHaveLength(1);
});

test('in a private chat, the person stops it without being named', async () => {
	const { privateMia } = chats;
	const parameters = {
		chatId: byId(String(privateMia)),
		prompt: 'Tell me',
		additionalFields: { stopButton: 'Stop' },
	};
	await emulator.act('message', { user_id: users.mia, chat_id: privateMia, text: 'Tell me' });
	await soon('the trigger has it', async () => trigger.started.length > 0);
	const running = run('streamAnswer', parameters, { model });
	(await model.flow()).write('Once upon');
	const sent = async () => (await emulator.calls('sendMessage'))[0];
	await soon('it is shown', async () => (await sent()) !== undefined);
	const { params, response } = await sent();
	const { message_id } = (response as { result: { message_id: number } }).result;
	const shown = { ...params, message_id } as unknown as Shown;
	expect(await press(users.mia, shown, privateMia)).toBe('');
	expect((await running).json).toMatchObject([{ stopped: true }]);
});

test('a press ends it within a second, also one of sixteen that grow', async () => {
	const { mia } = users;
	await emulator.act('message', { user_id: mia, chat_id: chats.demoGroup, text: 'Tell me' });
	await soon('the trigger has it', async () => trigger.started.length > 0);
	const ids = Array.from({ length: 15 }, (_none, index) => 1_000_000 + index);
	await emulator.control('post', 'seed', {
		users: ids.map((id) => ({ id, is_bot: false, first_name: `Reader ${id}` })),
		chats: ids.map((id) => ({ id, type: 'private', first_name: `Reader ${id}` })),
		members: ids.flatMap((chat_id) => [
			{ chat_id, user_id: chat_id, status: 'member' },
			{ chat_id, user_id: botId, status: 'member' },
		]),
	});
	const others = ids.map((id) =>
		run('streamAnswer', { chatId: byId(String(id)), prompt: 'Tell me' }, { model }),
	);
	await model.flow(14);
	const flows = [...model.flows];
	let isOver = false;
	const speaking = (async () => {
		while (!isOver) {
			for (const flow of flows) flow.write('word ');
			await sleep(50);
		}
		for (const flow of flows) flow.end();
	})();
	const { running, flow, shown } = await growing({}, 15);
	flows.push(flow);
	await soon('it has grown', async () => (await answer())!.text.includes('word word'));
	const begun = Date.now();
	expect(await press(mia, shown)).toBe('');
	const closedMs = Date.now() - begun;
	expect(flow.isClosed).toBe(true);
	expect((await running).json).toMatchObject([{ stopped: true }]);
	const markedMs = Date.now() - begun;
	console.log({ closedMs, markedMs });
	expect((await answer())!.text).toMatch(/^Once upon(?:word ?)*\s+⏹$/);
	expect(closedMs).toBeLessThan(1000);
	// The mark keeps to one change a second in the chat.
	expect(markedMs).toBeLessThan(2000);
	isOver = true;
	await speaking;
	for (const { error } of await Promise.all(others)) expect(error).toBeUndefined();
}, 60_000);

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
