import { useEmulator } from '../support/emulator';
import { LittleN8n } from '../support/littleN8n';

const emulator = useEmulator();
const { demoGroup: group } = emulator.defaults.chats;
const { noah, mia } = emulator.defaults.users;

const RAIDERS = Array.from({ length: 40 }, (_none, at) => 5000 + at);
const LATER = Array.from({ length: 10 }, (_none, at) => 6000 + at);

let n8n: LittleN8n;

beforeEach(async () => {
	await emulator.control('post', 'seed', {
		users: [...RAIDERS, ...LATER].map((id) => ({ id, is_bot: false, first_name: `P ${id}` })),
	});
	n8n = new LittleN8n({ baseUrl: emulator.url, botToken: emulator.token }, ['raid-guard']);
});

/** They join, and the trigger tells of it. */
async function join(userIds: number[], isFirst: boolean): Promise<void> {
	for (const user_id of userIds) await emulator.act('join', { user_id, chat_id: group });
	const update = { message: { chat: { title: 'Demo Group' } } };
	const raid = { isFirst, userIds, count: userIds.length };
	const item = { chatId: group, updateType: 'message', update, raid };
	void n8n.start('raid-guard', 'When Many Join at Once', item);
	await n8n.settled();
	expect(n8n.failed).toEqual([]);
}

const statuses = async (people: number[]) => {
	const { members } = await emulator.state();
	const status = (id: number) =>
		members.find(({ chat_id: chat, user_id: user }) => chat === group && user === id)?.status;
	return [...new Set(people.map(status))];
};

const isOpen = async () =>
	(await emulator.state()).chats.find(({ id }) => id === group)?.permissions?.can_send_messages !==
	false;

test.each([
	['letIn', 'member', '35 of 35 people were let in.'],
	['remove', 'kicked', '35 of 35 people were removed.'],
	['open', 'restricted', undefined],
	['later', 'restricted', undefined],
])('%s: those of the raid are %s', async (button, status, said) => {
	// An earlier raid, about which nobody has decided, and somebody whom a moderator has muted.
	await join(LATER.slice(5), true);
	n8n.asked[0].answer('open');
	await n8n.settled();
	await emulator.control('post', 'seed', {
		members: [{ chat_id: group, user_id: noah, status: 'restricted', permissions: {} }],
	});
	await join([...RAIDERS.slice(0, 20), noah], true);
	await join(RAIDERS.slice(20, 35), false);
	expect(await statuses(RAIDERS.slice(0, 35))).toEqual(['restricted']);
	expect(await isOpen()).toBe(false);
	n8n.asked[1].answer(button);
	await n8n.settled();
	expect(n8n.failed).toEqual([]);
	expect(await statuses(RAIDERS.slice(0, 35))).toEqual([status]);
	expect(await statuses([noah, ...LATER.slice(5)])).toEqual(['restricted']);
	expect(await statuses([mia])).toEqual(['member']);
	expect(await isOpen()).toBe(button !== 'later');
	const { messages } = await emulator.state();
	const told = messages.flatMap(({ text = '' }) => (/people were/.test(text) ? [text] : []));
	expect(told).toEqual(said ? [said] : []);
});
