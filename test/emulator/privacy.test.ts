import { useEmulator } from '../support/emulator';
import { accepted } from './answers';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;

const me = async () => accepted(await emulator.api('getMe'));

/** Turns privacy mode on or off. */
async function setPrivacy(isOn: boolean) {
	const { can_read_all_group_messages: _before, ...user } = await me();
	await emulator.control('post', 'seed', {
		users: [{ ...user, can_read_all_group_messages: !isOn }],
	});
}

const write = async (text: string, chat_id: number, more: object = {}) =>
	await emulator.act('message', { user_id: users.mia, chat_id, text, ...more });

const received = async () =>
	accepted(await emulator.api('getUpdates')).map(
		({ message }: { message: { text: string } }) => message.text,
	);

/** The bot is a plain member of the quiet group. */
async function joinQuietGroup() {
	const member = { chat_id: chats.quietGroup, user_id: users.mia, status: 'member' };
	await emulator.control('post', 'seed', { members: [member] });
}

test('getMe says whether a bot reads all messages, and messages do not', async () => {
	expect(await me()).not.toHaveProperty('can_read_all_group_messages');
	await setPrivacy(true);
	expect(await me()).toMatchObject({ can_read_all_group_messages: false });
	const sent = accepted(
		await emulator.api('sendMessage', { chat_id: chats.demoGroup, text: 'Hi' }),
	);
	expect(sent.from).not.toHaveProperty('can_read_all_group_messages');
});

test('a bot in privacy mode gets only messages for it', async () => {
	await joinQuietGroup();
	await setPrivacy(true);
	const own = accepted(
		await emulator.api('sendMessage', { chat_id: chats.quietGroup, text: 'Hi' }),
	);
	await write('among ourselves', chats.quietGroup);
	await write('/help', chats.quietGroup);
	await write('do you hear me, @demo_bot?', chats.quietGroup);
	await write('yes', chats.quietGroup, { reply_to_message_id: own.message_id });
	await write('in private', chats.privateMia);
	await write('to an administrator', chats.demoGroup);
	expect(await received()).toEqual([
		'/help',
		'do you hear me, @demo_bot?',
		'yes',
		'in private',
		'to an administrator',
	]);
});

test('a bot without privacy mode gets all messages', async () => {
	await joinQuietGroup();
	await setPrivacy(false);
	await write('among ourselves', chats.quietGroup);
	expect(await received()).toEqual(['among ourselves']);
});
