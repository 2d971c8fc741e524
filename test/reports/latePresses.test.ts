import { useBot } from '../support/bot';
import { TRIGGERS, useEitherTrigger } from '../support/eitherTrigger';
import { runNode } from '../support/engine';
import { byId } from '../support/locators';
import { usePolling } from '../support/pollingTests';
import { WaitingExecution } from '../support/waitingExecution';

const TOO_OLD = {
	...{ kind: 'error', status: 400, method: 'answerCallbackQuery', times: 9 },
	description: 'Bad Request: query is too old and response timeout expired or query ID is invalid',
};
const inline_keyboard = [[{ text: 'Yes', callback_data: 'yes' }]];

describe('F5 nutgram #725: Callback > Answer to a press that is too old', () => {
	const { emulator, run } = useBot();

	test('fails with its reason', async () => {
		await emulator.fault(TOO_OLD);
		const { error } = await run('answerCallbackQuery', { callbackQueryId: '1' });
		expect(error?.description).toContain('only shortly afterwards');
	});

	test('does not stop the workflow if the node continues on errors', async () => {
		await emulator.fault(TOO_OLD);
		const node = { onError: 'continueRegularOutput' } as const;
		const { json } = await run('answerCallbackQuery', { callbackQueryId: '1' }, { node });
		expect(json).toMatchObject([{ errorReason: 'messageGone' }]);
	});

	test.each([
		['={{ "false" }}', false],
		['={{ 0 }}', false],
		['={{ "true" }}', true],
		['={{ null }}', undefined],
	])(
		'G14 node-red-contrib-telegrambot #82: Show Alert %s is sent as %j',
		async (showAlert, sent) => {
			const { error } = await run('answerCallbackQuery', {
				...{ callbackQueryId: '1', additionalFields: { showAlert, text: 'Done' } },
			});
			const [{ params }] = await emulator.calls('answerCallbackQuery');
			expect(params.show_alert).toBe(sent);
			expect(error?.message ?? '').not.toContain('Show Alert');
		},
	);

	test('G14: a value that is neither yes nor no is refused before it is sent', async () => {
		const additionalFields = { showAlert: '={{ "maybe" }}' };
		const { error } = await run('answerCallbackQuery', { callbackQueryId: '1', additionalFields });
		expect(error?.message).toBe('Show Alert must be true or false, but is "maybe"');
		expect(await emulator.calls('answerCallbackQuery')).toEqual([]);
	});
});

describe.each(TRIGGERS)('F5 grammy-inline-menu #64: a press that is too old (%s)', (kind) => {
	const { emulator, api, credential, publish, settled } = useEitherTrigger();
	const { chats, users } = emulator.defaults;
	const press = async (message_id: number, callback_data: string) => {
		await emulator.act('press', {
			...{ user_id: users.mia, chat_id: chats.demoGroup, message_id, callback_data },
		});
		await settled();
	};

	test('starts the workflow, even though the trigger cannot answer it', async () => {
		const trigger = await publish(kind, { updates: ['callback_query'], answerPresses: true });
		const message = { chat_id: chats.demoGroup, text: 'Sure?', reply_markup: { inline_keyboard } };
		const { message_id: id } = await api('sendMessage', message);
		await emulator.fault(TOO_OLD);
		await press(id, 'yes');
		expect(trigger.started.map(({ item }) => item.json.buttonData)).toEqual(['yes']);
	});

	test('turns the page of a menu', async () => {
		const toTea = { button: [{ label: 'Tea', onPress: 'page', page: 'Tea' }] };
		const pages = [
			{ name: 'Start', text: 'Welcome!', buttons: toTea },
			{ name: 'Tea', text: 'Here is tea.', buttons: { button: [] } },
		];
		const menu = { menu: 'form', menuPages: { page: pages } };
		await publish(kind, { updates: ['message'], ...menu });
		const chatId = byId(chats.demoGroup);
		const { json, error } = await runNode({
			credential: credential(),
			parameters: { resource: 'message', operation: 'showMenu', chatId },
			trigger: menu,
		});
		expect(error).toBeUndefined();
		const now = async () =>
			(await emulator.state()).messages.find(
				({ chat_id, message_id }) =>
					chat_id === chats.demoGroup && message_id === json[0].messageId,
			)!;
		await emulator.fault(TOO_OLD);
		const { inline_keyboard: rows } = (await now()).reply_markup as {
			inline_keyboard: Array<Array<{ callback_data: string }>>;
		};
		await press(Number(json[0].messageId), rows[0][0].callback_data);
		expect((await now()).text).toBe('Here is tea.');
	});
});

describe('F5 grammy-inline-menu #64: a late answer', () => {
	const polling = usePolling();
	const { emulator, soon } = polling;
	const { chats, users } = emulator.defaults;

	test('to a question continues the workflow', async () => {
		const credential = { baseUrl: emulator.url, botToken: polling.token() };
		const execution = new WaitingExecution(credential, {
			...{ chatId: byId(chats.demoGroup), message: 'May it stay?' },
		});
		try {
			await execution.ask();
			await polling.start({ updates: ['message'], options: { n8nAddress: execution.n8n } });
			const message = (await emulator.state()).messages.at(-1)!;
			const { inline_keyboard: rows } = message.reply_markup as {
				inline_keyboard: Array<Array<{ callback_data: string }>>;
			};
			await emulator.fault(TOO_OLD);
			await emulator.act('press', {
				...{ user_id: users.mia, chat_id: chats.demoGroup, message_id: message.message_id },
				callback_data: rows[0][0].callback_data,
			});
			await soon('the workflow continues', () => execution.ending?.json.approved !== undefined);
			expect(execution.ending?.json).toMatchObject({ approved: true });
		} finally {
			execution.close();
		}
	});
});
