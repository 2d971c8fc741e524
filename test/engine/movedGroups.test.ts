import { items, useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const { moderators: OLD, quietGroup } = emulator.defaults.chats;
const { olga } = emulator.defaults.users;

/** Turns the group into a supergroup, and returns its new id. */
async function move(): Promise<number> {
	const { message } = await emulator.act('migrate', { chat_id: OLD, user_id: olga });
	await emulator.control('delete', 'calls');
	return message.chat.id;
}

const asked = async () => (await emulator.calls()).map(({ params }) => params.chat_id);

test('a request to a group that became a supergroup is repeated at once, and all items say so', async () => {
	const now = await move();
	const { json, error } = await run(
		'sendMessage',
		{ chatId: byId('={{ $json.chat }}'), text: '={{ $json.text }}' },
		{
			items: items(
				{ chat: OLD, text: 'one' },
				{ chat: OLD, text: 'two' },
				{ chat: quietGroup, text: 'elsewhere' },
			),
		},
	);
	expect(error).toBeUndefined();
	const moved = { chatId: now, formerChatId: OLD };
	expect(json).toMatchObject([
		{ ...moved, text: 'one' },
		{ ...moved, text: 'two' },
		{ chatId: quietGroup },
	]);
	expect(json[2]).not.toHaveProperty('formerChatId');
	const ofGroup = (await emulator.calls('sendMessage')).filter(
		({ params }) => params.chat_id !== quietGroup,
	);
	expect(ofGroup.map(({ params }) => [params.chat_id, params.text])).toEqual([
		[OLD, 'one'],
		[now, 'one'],
		[now, 'two'],
	]);
});

test('later executions use the new number, whatever they do', async () => {
	const now = await move();
	await run('sendMessage', { chatId: byId(OLD), text: 'first' });
	await emulator.control('delete', 'calls');
	const { json } = await run('getChat', { chatId: byId(String(OLD)) });
	expect(json).toMatchObject([{ id: now, chatId: now, formerChatId: OLD }]);
	const copied = await run('copyMessage', {
		chatId: byId(quietGroup),
		fromChatId: byId(OLD),
		messageId: '1',
	});
	expect(copied.json[0]).not.toHaveProperty('formerChatId');
	const [, copy] = await emulator.calls();
	expect(copy?.params.from_chat_id).toBe(now);
	expect(await asked()).not.toContain(OLD);
});

test('an item that fails says both numbers', async () => {
	const now = await move();
	const { json } = await run(
		'banChatMember',
		{ chatId: byId(OLD), userId: byId(String(olga)), until: 'permanent' },
		{ node: { onError: 'continueRegularOutput' } },
	);
	expect(json).toMatchObject([
		{ chatId: now, formerChatId: OLD, error: expect.any(String) as string },
	]);
	expect(await asked()).toEqual([OLD, now]);
});

test('with two chats, the node does not guess which one has moved', async () => {
	await move();
	const { error } = await run('copyMessage', {
		chatId: byId(quietGroup),
		fromChatId: byId(OLD),
		messageId: '1',
	});
	expect(error?.description).toContain('The group has a new number');
	expect((await emulator.calls()).map(({ params }) => params.chat_id)).toEqual([quietGroup]);
});
