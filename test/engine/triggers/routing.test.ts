import { TRIGGERS, useEitherTrigger } from '../../support/eitherTrigger';

const { emulator, api, publish, say, settled } = useEitherTrigger();
const { chats, users } = emulator.defaults;

/** The bot asks with one button, and Mia presses it. */
async function press(data: string) {
	const { message_id } = await api('sendMessage', {
		chat_id: chats.demoGroup,
		text: 'Sure?',
		reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: data }]] },
	});
	const act = { user_id: users.mia, chat_id: chats.demoGroup, message_id, callback_data: data };
	await emulator.act('press', act);
}

const CHANNEL = -1100;

/** A channel of Olga's, with the bot in it. */
async function makeChannel() {
	const { id } = await api('getMe');
	await emulator.control('post', 'seed', {
		chats: [{ id: CHANNEL, type: 'channel', title: 'News' }],
		members: [
			{ chat_id: CHANNEL, user_id: users.olga, status: 'creator' },
			{ chat_id: CHANNEL, user_id: id, status: 'administrator' },
		],
	});
}

const asOlga = { user_id: users.olga };
const inPrivate = { chat_id: chats.privateMia };
const inDemo = { user_id: users.mia, chat_id: chats.demoGroup };

const commandRows = [
	{ command: '/help', description: 'Help', where: 'everywhere' },
	{ command: 'rules', description: 'Rules', where: 'groups' },
	{ command: '/ban', description: 'Ban', where: 'administrators' },
	{ command: '/start', description: 'Start', where: 'private' },
];

/** Parameters, what happens, and the outputs used. */
const CASES: Array<[string, object, () => Promise<unknown>, number[]]> = [
	['one output', {}, async () => [await say('x'), await press('y')], [0, 0]],
	[
		'one per kind, the last for all others',
		{ outputs: 'kinds', outputKinds: ['photo', 'command', 'text', 'button', 'leave'] },
		async () => {
			await say('hello');
			await say('/ban Noah');
			await emulator.act('message', { ...inDemo, photo: true, caption: '/look' });
			await press('undo');
			await emulator.act('edit', { ...inDemo, message_id: await say('wrong'), text: 'right' });
			await emulator.act('react', { ...inDemo, message_id: 1, emoji: '👍' });
		},
		[2, 1, 0, 3, 2, 2, 5],
	],
	[
		'one per command',
		{ outputs: 'commands', outputCommands: { command: commandRows } },
		async () => {
			await makeChannel();
			await say('/HELP me');
			await say('/help@other_bot', inPrivate);
			await say('/rules');
			await say('/rules', inPrivate);
			await say('/start', inPrivate);
			await say('/start');
			await say('/ban');
			await say('/ban', asOlga);
			await say('/ban', { ...asOlga, chat_id: CHANNEL });
			await say('please help');
		},
		[0, 4, 1, 4, 3, 4, 4, 2, 4, 4],
	],
	[
		'one per button, the first that fits',
		{ outputs: 'buttons', outputButtons: { button: [{ data: 'ban:' }, { data: 'b', name: 'B' }] } },
		async () => {
			for (const data of ['ban:1', 'bless', 'undo']) await press(data);
			await say('ban:1');
		},
		[0, 1, 2, 2],
	],
	['no kind at all', { outputs: 'kinds', outputKinds: [] }, async () => await say('x'), [0]],
];

describe.each(TRIGGERS)('the %s trigger', (kind) => {
	test.each(CASES)('%s', async (_what, parameters, happen, outputs) => {
		// Two chats in parallel would finish in any order.
		const trigger = await publish(kind, { ...parameters, options: {} });
		await happen();
		await settled();
		const inOrder = [...trigger.started].sort(
			(a, b) => Number(a.item.json.updateId) - Number(b.item.json.updateId),
		);
		expect(inOrder.map(({ output }) => output)).toEqual(outputs);
	});

	test('an album leaves by one output, whichever part has the caption', async () => {
		const trigger = await publish(kind, {
			outputs: 'commands',
			outputCommands: { command: [{ command: 'report', where: 'everywhere' }] },
			options: { gatherAlbums: true },
		});
		const part = { ...inDemo, photo: true, media_group_id: 'a' };
		await emulator.act('message', part);
		await emulator.act('message', { ...part, caption: '/report' });
		await settled();
		expect(trigger.started).toHaveLength(1);
		expect(trigger.started[0].output).toBe(0);
	});

	test.each<[object, string]>([
		[
			{ outputs: 'commands', outputCommands: { command: [{ command: ' ' }] } },
			'Commands 1: Command is empty',
		],
		[
			{ outputs: 'buttons', outputButtons: { button: [{ data: 'a' }, {}] } },
			'Buttons 2: Data Begins With is empty',
		],
		[
			{
				outputs: 'commands',
				showInMenu: true,
				outputCommands: { command: [{ command: 'ban user', description: 'x' }] },
			},
			'Commands 1: Command cannot be "ban user"',
		],
		[
			{ outputs: 'commands', showInMenu: true, outputCommands: { command: [{ command: 'ban' }] } },
			'Commands 1: Description is empty',
		],
		[
			{
				updates: ['message'],
				outputs: 'buttons',
				outputButtons: { button: [{ data: 'a' }] },
			},
			'Outputs is One per Button, but Trigger On does not include Button Press',
		],
		[{ answerPresses: true, pressNotice: 'x'.repeat(201) }, 'Notice has 201 characters'],
	])('%j is refused', async (parameters, words) => {
		await expect(publish(kind, parameters)).rejects.toThrow(words);
	});

	describe('button presses', () => {
		test('are answered at once, with the notice', async () => {
			const trigger = await publish(kind, { answerPresses: true, pressNotice: 'Got it' });
			await press('yes');
			await settled();
			expect(trigger.started).toHaveLength(1);
			const [{ params }] = await emulator.calls('answerCallbackQuery');
			expect(params).toEqual({
				callback_query_id: trigger.started[0].item.json.callbackQueryId,
				text: 'Got it',
			});
		});

		test('are not answered if they do not start the workflow', async () => {
			await publish(kind, { answerPresses: true, filters: { callbackData: 'no' } });
			await press('yes');
			await settled();
			expect(await emulator.calls('answerCallbackQuery')).toEqual([]);
		});

		test('start the workflow even if the answer fails', async () => {
			await emulator.fault({ kind: 'error', status: 400, method: 'answerCallbackQuery' });
			const trigger = await publish(kind, { answerPresses: true });
			await press('yes');
			await settled();
			expect(trigger.started).toHaveLength(1);
		});
	});
});
