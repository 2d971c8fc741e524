import { runNode } from '../support/engine';
import { byId } from '../support/locators';
import { usePolling } from '../support/pollingTests';
import { useWaitingServer } from '../support/waitingServer';

const polling = usePolling();
const { emulator, api, create, say, soon } = polling;
const { chats, users } = emulator.defaults;
const n8n = useWaitingServer();

const MENU = {
	menu: 'form',
	menuPages: {
		page: [
			{
				...{ name: 'Start', text: 'Welcome!' },
				buttons: { button: [{ label: 'Drinks', onPress: 'page', page: 'Drinks' }] },
			},
			{
				...{ name: 'Drinks', text: 'To drink?' },
				buttons: { button: [{ label: 'Back', onPress: 'back' }] },
			},
		],
	},
};

/** Runs the node in the demo group. Returns what it sent. */
async function send(operation: string, more: object = {}) {
	const { error } = await runNode({
		credential: { baseUrl: emulator.url, botToken: polling.token() },
		parameters: {
			...{ resource: 'message', operation, chatId: byId(chats.demoGroup) },
			...more,
		},
		trigger: { updates: ['message'], ...MENU },
	});
	if (error) throw error;
	return (await emulator.calls('sendMessage')).at(-1)!.response!.result;
}

interface Sent {
	message_id: number;
	reply_markup: { inline_keyboard: Array<Array<{ callback_data: string }>> };
}

async function press({ message_id, reply_markup }: Sent): Promise<void> {
	const { callback_data } = reply_markup.inline_keyboard[0][0];
	const act = { user_id: users.mia, chat_id: chats.demoGroup, message_id, callback_data };
	await emulator.act('press', act);
}

test('D8 openclaw #42156: presses are answered while an execution of their chat runs', async () => {
	const trigger = create({
		...{ updates: ['message', 'callback_query'], ...MENU },
		...{ answerPresses: true, pressNotice: 'Got it' },
		options: { n8nAddress: n8n.address, chatOrder: true },
	});
	trigger.endsAtOnce = false;
	await trigger.start();
	await say('takes long');
	await soon('it runs', () => trigger.started.length === 1);

	const answers = async () =>
		(await emulator.calls('answerCallbackQuery')).map(({ params }) => params.text);
	const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] };
	await press(await api('sendMessage', { chat_id: chats.demoGroup, text: 'Sure?', reply_markup }));
	await soon('the press is answered', async () => (await answers()).includes('Got it'));

	await press(await send('showMenu'));
	const turned = async () =>
		(await emulator.calls('editMessageText')).map(({ params }) => params.text);
	await soon('the page is turned', async () => (await turned()).includes('To drink?'));

	await press(await send('sendAndWait', { message: 'May it stay?' }));
	await soon('the question is answered', async () => (await answers()).includes('Thank you'));
	expect(n8n.delivered).toMatchObject([{ payload: { kind: 'press' } }]);

	expect(trigger.texts).toEqual(['takes long']);
	trigger.endsAtOnce = true;
	trigger.started[0].end();
	await soon('the press has its execution', () => trigger.started.length === 2);
});
