import { checked, seen } from '../support/check';
import { useEmulator } from '../support/emulator';
import {
	BAD_GATEWAY,
	doneWith502,
	honest,
	startLyingServer,
	type Asked,
	type Lie,
	type LyingServer,
} from '../support/lyingServer';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;
let server: LyingServer;

beforeAll(async () => {
	server = await startLyingServer(() => emulator.url, honest);
});
afterAll(async () => await server.close());

/** The steps that call a method, by a word of their prompt. */
const STEPS_OF: Record<string, string> = {
	setChatTitle: 'title',
	pinChatMessage: 'title',
	unpinChatMessage: 'title',
	setChatPermissions: 'what members',
	setMyCommands: 'command',
	setWebhook: 'webhook',
	deleteWebhook: 'webhook',
	restrictChatMember: '--member',
	promoteChatMember: '--member',
	setChatAdministratorCustomTitle: '--member',
	getUpdates: '--member',
	createChatInviteLink: 'invite link',
	revokeChatInviteLink: 'invite link',
	sendPhoto: 'small files',
	sendMediaGroup: 'small files',
	sendDocument: 'small files',
	sendVideo: 'small files',
};

/** Runs the step in which a method is called against a server that lies. */
async function lied(method: string, lie: Lie, more: object = {}) {
	server.lie = lie;
	server.requests = 0;
	const word = STEPS_OF[method] ?? 'short texts';
	const agrees = async (does: string) => does.includes(word);
	return await checked(emulator, { service: server.url, isLarge: false, agrees, ...more });
}

/** Hits the first call of a method, or all of them. */
function hits(wanted: string, isAlways: boolean) {
	let count = 0;
	return ({ method, params }: Asked) =>
		method === wanted && Object.keys(params).length > 0 && (count++ === 0 || isAlways);
}

/** Each changes something that can be restored. */
const CHANGING = [
	...['setChatTitle', 'setChatPermissions', 'setMyCommands', 'setWebhook', 'pinChatMessage'],
	...['restrictChatMember', 'promoteChatMember', 'setChatAdministratorCustomTitle'],
	...['deleteMessage', 'deleteMessages', 'deleteWebhook', 'revokeChatInviteLink'],
	...['unpinChatMessage', 'getUpdates', 'editMessageText', 'editMessageReplyMarkup'],
];

describe('a call that is carried out, but answered with a page of 502', () => {
	test.each(CHANGING)('%s once: nothing is left behind', async (method) => {
		const before = await seen(emulator);
		const done = await lied(method, doneWith502(hits(method, false)));
		expect(done.left).toEqual([]);
		expect(await seen(emulator)).toEqual(before);
		expect(done.stopped).toBeUndefined();
	});

	// Only its answer tells whether a link was revoked.
	const shown = CHANGING.filter((method) => method !== 'revokeChatInviteLink');

	test.each(shown)('%s always: the check believes what the server shows', async (method) => {
		const before = await seen(emulator);
		const done = await lied(method, doneWith502(hits(method, true)));
		expect(done.left).toEqual([]);
		expect(await seen(emulator)).toEqual(before);
	});

	test.each(['sendMessage', 'sendDice', 'copyMessage'])(
		'%s once: the message without a known number is deleted',
		async (method) => {
			const before = await seen(emulator);
			const done = await lied(method, doneWith502(hits(method, false)));
			expect(done.left).toEqual([]);
			expect(await seen(emulator)).toEqual(before);
		},
	);

	test.each(['sendPhoto', 'sendMediaGroup', 'sendDocument', 'sendVideo'])(
		'%s once: its files are deleted',
		async (wanted) => {
			const before = await seen(emulator);
			let count = 0;
			// Files are not sent as JSON, so there are no parameters here.
			const done = await lied(
				wanted,
				doneWith502(({ method }) => method === wanted && count++ === 1),
			);
			expect(done.left).toEqual([]);
			expect(await seen(emulator)).toEqual(before);
		},
	);

	test.each([8, 40])(
		'%s messages in a row, until the check ends and while it clears up: all are deleted',
		async (lost) => {
			const before = await seen(emulator);
			let count = 0;
			const isLost = () => count++ >= 5 && count <= 5 + lost;
			const done = await lied(
				'sendMessage',
				doneWith502(({ method }) => method === 'sendMessage' && isLost()),
			);
			expect(done.left).toEqual([]);
			expect(await seen(emulator)).toEqual(before);
		},
	);

	test('a title that is put back in the end counts as put back', async () => {
		let isLost = false;
		const done = await lied('setChatTitle', async ({ method, params }, pass) => {
			isLost ||= method === 'setChatTitle' && params.title === 'Check & <2>';
			const passed = await pass();
			const isHit = isLost && (method === 'setChatTitle' || method === 'getChat');
			if (method === 'deleteMessages') isLost = false;
			return isHit ? BAD_GATEWAY : passed;
		});
		expect(done.left).toEqual([]);
	});

	test('messages that people write meanwhile stay', async () => {
		let count = 0;
		const done = await lied('sendMessage', async ({ method }, pass) => {
			const passed = await pass();
			if (method !== 'sendMessage' || count++ % 5 !== 2) return passed;
			const act = { user_id: users.noah, chat_id: chats.demoGroup, text: 'Check: I am Noah' };
			await emulator.act('message', act);
			return BAD_GATEWAY;
		});
		expect(done.left).toEqual([]);
		const { messages } = await emulator.state();
		const written = messages.filter(({ text }) => text === 'Check: I am Noah');
		expect(written.length).toBeGreaterThan(5);
		expect(written.filter(({ deleted }) => deleted)).toEqual([]);
		expect(messages.filter(({ message_id, deleted }) => message_id > 5 && !deleted)).toEqual(
			written,
		);
	});

	test('an invite link with an unknown address expires by itself, and the report says so', async () => {
		const done = await lied(
			'createChatInviteLink',
			doneWith502(hits('createChatInviteLink', false)),
		);
		expect(done.left.join()).toMatch(/invite link named "Check".*revoke it/i);
		const { invite_links: links } = await emulator.state();
		const [lost] = links.filter(({ is_revoked }) => !is_revoked);
		expect(links.filter(({ is_revoked }) => !is_revoked)).toHaveLength(1);
		expect(lost.expire_date! - Date.now() / 1000).toBeLessThan(15 * 60);
		expect(lost.member_limit).toBe(1);
	});
});

describe('an undo that the server refuses', () => {
	/** Fails from the second call on, so that it is changed and cannot be put back. */
	const stuck =
		(wanted: string[]): Lie =>
		async (asked, pass) => {
			stuckCount += wanted.includes(asked.method) && Object.keys(asked.params).length > 0 ? 1 : 0;
			return wanted.includes(asked.method) && stuckCount > 1 ? BAD_GATEWAY : await pass();
		};
	let stuckCount = 0;
	/** A revocation is requested only once; others must succeed more often before there is a change. */
	const PASSING: Record<string, number> = {
		revokeChatInviteLink: 1,
		setMyCommands: -1,
		setChatPermissions: -2,
	};
	beforeEach(() => void (stuckCount = 0));

	test.each<[method: string[], says: RegExp]>([
		[['setChatTitle'], /title of the group.*settings of the group/i],
		[['promoteChatMember'], /administrator.*take the rights/i],
		[['restrictChatMember'], /member.*restrict/i],
		[['revokeChatInviteLink'], /invite link/i],
		[['setWebhook', 'deleteWebhook'], /webhook.*deleteWebhook/i],
		[['setChatPermissions'], /permissions/i],
		[['setMyCommands'], /commands/i],
	])('is at the top of the report, with what to do: %j', async (methods, says) => {
		stuckCount = PASSING[methods[0]] ?? 0;
		const done = await lied(methods[0], stuck(methods));
		expect(done.left.join('\n')).toMatch(says);
		const [title, first = ''] = done.text.split('\n\n');
		expect(title).toBe('# What the server does');
		expect(first).toContain('Still there');
		expect(done.text.split('## What differs')[0]).toMatch(says);
		expect(done.text).not.toContain('Nothing of the check is left');
	});

	test('is repeated until the server accepts it', async () => {
		let refused = 0;
		const before = await seen(emulator);
		const done = await lied('promoteChatMember', async ({ method, params }, pass) => {
			const isUndo = method === 'promoteChatMember' && params.can_delete_messages === false;
			return isUndo && refused++ < 4 ? BAD_GATEWAY : await pass();
		});
		expect(refused).toBe(5);
		expect(done.left).toEqual([]);
		expect(await seen(emulator)).toEqual(before);
	});

	test('is in the report with everything that may remain, even if the server is gone', async () => {
		let isGone = false;
		const lie: Lie = async ({ method, params }, pass) => {
			const isPromotion = method === 'promoteChatMember' && params.can_delete_messages === true;
			const passed = isGone ? 'cut' : await pass();
			isGone ||= isPromotion;
			return passed;
		};
		const done = await lied('promoteChatMember', lie, {
			agrees: async (does: string) => /--member|title/.test(does),
		});
		expect(done.stopped).toContain('could not be reached');
		expect(done.left.join('\n')).toMatch(/administrator/);
		expect(done.left.join('\n')).toMatch(/messages/);
		expect(done.text).toContain('## Methods');
	});
});
