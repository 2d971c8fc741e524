import type { RunOptions } from '../support/engine';
import { startOddServer } from '../support/odd';
import { useBot } from '../support/bot';
import { useClock } from '../support/clock';
import { byId } from '../support/locators';

useClock();

const { emulator, run } = useBot();

const EIGHT = [
	'can_send_messages',
	'can_send_media_messages',
	'can_send_polls',
	'can_send_other_messages',
	'can_add_web_page_previews',
	'can_change_info',
	'can_invite_users',
	'can_pin_messages',
];

const allowing = (...allowed: string[]) =>
	Object.fromEntries(EIGHT.map((permission) => [permission, allowed.includes(permission)]));

const MIA = { chatId: byId('-1001'), userId: byId('1003') };

async function sentBody() {
	const [call] = await emulator.calls();
	return call?.params;
}

describe('the request names all eight permissions:', () => {
	test.each([
		['mute', allowing()],
		['textOnly', allowing('can_send_messages')],
		['allowAll', allowing(...EIGHT)],
		['custom', allowing('can_send_messages')],
	])('%s', async (permissions, wire) => {
		const { json } = await run('restrictChatMember', { ...MIA, permissions });
		expect(json).toMatchObject([{ success: true }]);
		expect((await sentBody()).permissions).toEqual(wire);
	});

	test.each([
		['canSendMessages', 'can_send_messages'],
		['canSendMediaMessages', 'can_send_media_messages'],
		['canSendPolls', 'can_send_polls'],
		['canSendOtherMessages', 'can_send_other_messages'],
		['canAddWebPagePreviews', 'can_add_web_page_previews'],
		['canChangeInfo', 'can_change_info'],
		['canInviteUsers', 'can_invite_users'],
		['canPinMessages', 'can_pin_messages'],
	])('custom permissions with %s alone', async (parameter, permission) => {
		await run('restrictChatMember', {
			...MIA,
			permissions: 'custom',
			canSendMessages: false,
			[parameter]: true,
		});
		expect((await sentBody()).permissions).toEqual(allowing(permission));
	});

	test('a muted member cannot write, and one who is allowed all again can', async () => {
		const speak = async () =>
			await emulator.act('message', { chat_id: -1001, user_id: 1003, text: 'I am here' });
		await run('restrictChatMember', { ...MIA, permissions: 'mute' });
		expect(await speak()).toMatchObject({ ok: false });
		await run('restrictChatMember', { ...MIA, permissions: 'allowAll' });
		expect(await speak()).toMatchObject({ ok: true });
	});

	test('a choice that does not exist is refused', async () => {
		const { error } = await run('restrictChatMember', { ...MIA, permissions: '={{ "muted" }}' });
		expect(error?.message).toBe('Permissions has no choice "muted"');
		expect(error?.description).toContain('allowAll, custom, mute, textOnly');
		expect(await sentBody()).toBeUndefined();
	});
});

const now = () => Date.now() / 1000;

describe.each(['banChatMember', 'restrictChatMember'])('the end of %s', (operation) => {
	const end = async (until: object) => {
		const { error } = await run(operation, { ...MIA, permissions: 'mute', ...until });
		return { error, sent: await sentBody() };
	};

	test('is left out when it is permanent', async () => {
		const { sent } = await end({ until: 'permanent' });
		expect(sent).toMatchObject({ user_id: 1003 });
		expect(sent).not.toHaveProperty('until_date');
	});

	test('is left out when it lasts forever', async () => {
		const { sent } = await end({ until: 'duration', untilAmount: 'forever', untilUnit: 'hours' });
		expect(sent).toMatchObject({ user_id: 1003 });
		expect(sent).not.toHaveProperty('until_date');
	});

	test.each([
		[45, 'seconds', 45],
		[5, 'minutes', 300],
		[1.5, 'hours', 5400],
		[7, 'days', 604_800],
		['1d12h', 'minutes', 129_600],
		['={{ "30 phút" }}', 'days', 1800],
	])('is %s %s from now', async (untilAmount, untilUnit, seconds) => {
		const { sent } = await end({ until: 'duration', untilAmount, untilUnit });
		expect(Math.abs(sent.until_date - now() - seconds)).toBeLessThan(3);
	});

	test.each([
		[30, 'seconds', 5],
		[366, 'days', -5],
	])('is not made permanent by a clock: %d %s', async (untilAmount, untilUnit, ahead) => {
		await emulator.control('post', 'clock', { advance_seconds: ahead });
		await end({ until: 'duration', untilAmount, untilUnit });
		const { members } = await emulator.state();
		expect(members).toContainEqual(
			expect.objectContaining({ user_id: 1003, until_date: expect.any(Number) }),
		);
	});

	test.each([
		[29, 'seconds', 'Duration is less than 30 seconds away'],
		[0, 'days', 'Duration is less than 30 seconds away'],
		[-5, 'days', 'Duration is less than 30 seconds away'],
		[367, 'days', 'Duration is more than 366 days away'],
		['10s', 'days', 'Duration is less than 30 seconds away'],
		['={{ "soon" }}', 'days', 'Duration is not a time: "soon"'],
		['={{ true }}', 'days', 'Duration must be a number, but is true'],
		['={{ null }}', 'days', 'Duration is empty'],
		[5, '={{ "weeks" }}', 'Unit has no choice "weeks"'],
		[5, '={{ null }}', 'Unit is empty'],
	])('cannot be %s %s from now', async (untilAmount, untilUnit, message) => {
		const { error, sent } = await end({ until: 'duration', untilAmount, untilUnit });
		expect(error?.message).toContain(message);
		expect(sent).toBeUndefined();
	});

	test('says that it would be permanent, and what to choose instead', async () => {
		const { error } = await end({ until: 'duration', untilAmount: 1, untilUnit: 'seconds' });
		expect(error?.message).toContain('so the server would make it permanent');
		expect(error?.description).toContain('set How Long to Permanent');
	});

	test('is refused when an expression gives none of the choices', async () => {
		const { error, sent } = await end({ until: '={{ $json.none }}', untilDate: '2030-01-01' });
		expect(error?.message).toBe('How Long is empty');
		expect(sent).toBeUndefined();
	});

	test('is refused with the list of units if its unit is wrong', async () => {
		const { error } = await end({ until: 'duration', untilUnit: '={{ "weeks" }}' });
		expect(error?.description).toContain('one of: seconds, minutes, hours, days.');
	});

	test('can have its choices as lists of one', async () => {
		const { error, sent } = await end({
			permissions: '={{ ["mute"] }}',
			until: '={{ ["duration"] }}',
			untilAmount: '={{ ["1"] }}',
			untilUnit: '={{ ["hours"] }}',
			untilDate: '2030-01-01',
		});
		expect(error).toBeUndefined();
		expect(Math.abs(sent.until_date - now() - 3600)).toBeLessThan(60);
	});

	test('comes out with the chat and the user', async () => {
		const { json } = await run(operation, { ...MIA, until: 'duration' });
		const { until_date: untilDate } = await sentBody();
		expect(json).toEqual([{ success: true, chatId: -1001, userId: 1003, untilDate }]);
		expect(untilDate).toEqual(expect.any(Number));
	});
});

describe('the default of How Long', () => {
	test('is an hour for a restriction', async () => {
		await run('restrictChatMember', { ...MIA });
		expect(Math.abs((await sentBody()).until_date - now() - 3600)).toBeLessThan(60);
	});

	test('is forever for a ban', async () => {
		await run('banChatMember', { ...MIA });
		expect(await sentBody()).toEqual({ chat_id: -1001, user_id: 1003 });
	});

	test('is not asked for if every restriction is lifted', async () => {
		const { json } = await run('restrictChatMember', { ...MIA, permissions: 'allowAll' });
		expect(await sentBody()).not.toHaveProperty('until_date');
		expect(json).toEqual([{ success: true, chatId: -1001, userId: 1003, untilDate: null }]);
	});
});

describe('custom permissions are read strictly:', () => {
	const custom = async (canSendPolls: string) =>
		await run('restrictChatMember', { ...MIA, permissions: 'custom', canSendPolls });

	test.each(['true', '"true"', '1', '"1"', '[true]'])('%s allows', async (value) => {
		await custom(`={{ ${value} }}`);
		expect((await sentBody()).permissions).toMatchObject({ can_send_polls: true });
	});

	test.each(['false', '"false"', '0', '"0"', '["false"]'])('%s does not', async (value) => {
		await custom(`={{ ${value} }}`);
		expect((await sentBody()).permissions).toMatchObject({ can_send_polls: false });
	});

	test.each([
		['"yes"', 'Can Send Polls must be true or false, but is "yes"'],
		['2', 'Can Send Polls must be true or false, but is 2'],
		['[true, false]', 'Can Send Polls must be true or false, but is a list'],
		['null', 'Can Send Polls is empty'],
		['$json.none', 'Can Send Polls is empty'],
		['""', 'Can Send Polls is empty'],
	])('%s is refused, and nobody is muted', async (value, message) => {
		const { error } = await custom(`={{ ${value} }}`);
		expect(error?.message).toBe(message);
		expect(await sentBody()).toBeUndefined();
	});
});

describe('the answer to a ban', () => {
	const banAt = async (answer: object, parameters: Partial<RunOptions['parameters']> = {}) => {
		const server = await startOddServer((_request, response) => {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(answer));
		});
		try {
			const credential = { baseUrl: server.url };
			return await run('banChatMember', { ...MIA, ...parameters }, { credential });
		} finally {
			await server.close();
		}
	};

	test('counts as success only if it says so', async () => {
		const { json } = await banAt({ ok: true, result: null });
		expect(json).toEqual([{ success: false, chatId: -1001, userId: 1003, untilDate: null }]);
	});

	test('keeps an ID beyond 2^53 as text', async () => {
		const [chatId, userId] = ['-90071992547409931', '90071992547409932'];
		const { json } = await banAt(
			{ ok: true, result: true },
			{ chatId: byId(chatId), userId: byId(userId) },
		);
		expect(json).toEqual([{ success: true, chatId, userId, untilDate: null }]);
	});
});
