import { useClock } from '../../support/clock';
import { useEitherTrigger } from '../../support/eitherTrigger';
import type { Json } from '../../support/emulator';
import { runNode } from '../../support/engine';
import { byId } from '../../support/locators';

const clock = useClock();
const { emulator, credential, publish, soon } = useEitherTrigger();
const { chats, users } = emulator.defaults;

const page = (name: string, onPress: string, target = '') => ({
	name,
	text: `Page ${name}`,
	buttons: { button: [{ label: 'Press', onPress, page: target }] },
});

const MENU = {
	menu: 'form',
	menuPages: { page: [page('One', 'page', 'Two'), page('Two', 'back')] },
};

/** Sends the menu to a chat. Resolves with the function that presses its button. */
async function show(chat_id: number) {
	const parameters = { resource: 'message', operation: 'showMenu', chatId: byId(String(chat_id)) };
	const { json } = await runNode({ credential: credential(), parameters, trigger: MENU });
	const message_id = json[0].messageId as number;
	const message = async (): Promise<Json> =>
		(await emulator.state()).messages.find(
			(one) => one.chat_id === chat_id && one.message_id === message_id,
		);
	const press = async () => {
		const { callback_data } = (await message()).reply_markup.inline_keyboard[0][0];
		await emulator.act('press', { user_id: users.mia, chat_id, message_id, callback_data });
	};
	return { press, message };
}

test('a chat that takes no pages for a while does not hold up the menus of others', async () => {
	await publish('polling', { updates: ['message'], ...MENU });
	const refused = await Promise.all(Array.from({ length: 10 }, () => show(chats.demoGroup)));
	const other = await show(chats.privateMia);
	const fault = { method: 'editMessageText', kind: 'error', status: 429 };
	await emulator.fault({ ...fault, parameters: { retry_after: 30 } });
	const edits = async () => (await emulator.calls('editMessageText')).length;
	await clock.standing(async () => {
		for (const { press } of refused) await press();
		await soon('one is refused', async () => (await edits()) === 1);
		await other.press();
		await soon('the other turns', async () => (await other.message()).text === 'Page Two');
	}, 10_000);
	await soon('the refused ones turn', async () => (await edits()) === 12);
});
