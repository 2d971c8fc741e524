import { METHODS, type MethodName } from '../../reference';
import { NEEDED_RIGHTS, type Right } from '../../reference/rights';
import { useEmulator } from '../support/emulator';

const emulator = useEmulator();
const { chats, users, messages, botId } = emulator.defaults;
const GROUP = { chat_id: chats.demoGroup };
const NOAH = { ...GROUP, user_id: users.noah };

/** Parameters for each method that needs a right; any message is somebody else's. */
const PARAMS: Partial<Record<MethodName, object>> = {
	banChatMember: NOAH,
	unbanChatMember: NOAH,
	restrictChatMember: { ...NOAH, permissions: { can_send_messages: false } },
	banChatSenderChat: { ...GROUP, sender_chat_id: -1009 },
	unbanChatSenderChat: { ...GROUP, sender_chat_id: -1009 },
	setChatPermissions: { ...GROUP, permissions: { can_send_messages: false } },
	deleteMessage: { ...GROUP, message_id: messages.byNoah },
	deleteMessages: { ...GROUP, message_ids: [messages.byNoah], return_failed: true },
	setChatTitle: { ...GROUP, title: 'Another' },
	createChatInviteLink: GROUP,
	editChatInviteLink: { ...GROUP, invite_link: 'https://t.me/+no' },
	revokeChatInviteLink: { ...GROUP, invite_link: 'https://t.me/+no' },
	exportChatInviteLink: GROUP,
	approveChatJoinRequest: NOAH,
	declineChatJoinRequest: NOAH,
	pinChatMessage: { ...GROUP, message_id: messages.byNoah },
	unpinChatMessage: GROUP,
	promoteChatMember: { ...NOAH, can_promote_members: true },
};

const ALL: Right[] = [
	'can_change_info',
	'can_delete_messages',
	'can_edit_messages',
	'can_invite_users',
	'can_pin_messages',
	'can_post_messages',
	'can_promote_members',
	'can_restrict_members',
];

/** The server's answer to a bot that is an administrator with only these rights. */
async function answerTo(method: MethodName, granted: Right[]): Promise<string> {
	const rights = Object.fromEntries(['can_manage_chat', ...granted].map((right) => [right, true]));
	const bot = { ...GROUP, user_id: botId, status: 'administrator', rights };
	await emulator.control('post', 'seed', { members: [bot] });
	const { body } = await emulator.api(method, PARAMS[method]);
	return JSON.stringify(body);
}

const REFUSED = /not enough rights/;

describe.each(Object.entries(NEEDED_RIGHTS) as Array<[MethodName, Right]>)(
	'%s',
	(method, needed) => {
		test(`is refused without ${needed}, whatever other rights the bot has`, async () => {
			expect(
				await answerTo(
					method,
					ALL.filter((right) => right !== needed),
				),
			).toMatch(REFUSED);
		});

		test(`is accepted with ${needed} alone`, async () => {
			expect(await answerTo(method, [needed])).not.toMatch(REFUSED);
		});
	},
);

test('the list has each method that moderates', async () => {
	const others = (Object.keys(METHODS) as MethodName[]).filter(
		(method) => !(method in NEEDED_RIGHTS),
	);
	const moderating = others.filter((method) =>
		/^(ban|unban|restrict|promote|pin|unpin|approve|decline|setChat)/.test(method),
	);
	// A bot can give a title only to an administrator whom it promoted itself.
	expect(moderating).toEqual(['setChatAdministratorCustomTitle']);
});
