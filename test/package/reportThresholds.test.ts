import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { Context } from '../../nodes/BotMessaging/update/context';
import { simplify } from '../../nodes/BotMessaging/update/output';
import { useEmulator } from '../support/emulator';
import { LittleN8n } from '../support/littleN8n';
import { stepsOf, type Step } from '../support/model';

const emulator = useEmulator();
const { demoGroup: group } = emulator.defaults.chats;
const { noah, mia, milan } = emulator.defaults.users;

const TABLE = 'Bot Reports';
const DAY_MS = 86_400_000;
const REPORTERS = Array.from({ length: 30 }, (_none, at) => 5000 + at);

interface Written {
	message: IDataObject;
	by: number;
}

let n8n: LittleN8n;

const begin = async () => {
	await emulator.control('post', 'seed', {
		users: REPORTERS.map((id) => ({ id, is_bot: false, first_name: `P ${id}` })),
		members: REPORTERS.map((user_id) => ({ chat_id: group, user_id, status: 'member' })),
	});
	n8n = new LittleN8n({ baseUrl: emulator.url, botToken: emulator.token }, ['report']);
};

beforeEach(begin);

async function write(by: number, text = 'Buy my watches'): Promise<Written> {
	const { message } = await emulator.act('message', { user_id: by, chat_id: group, text });
	return { message: message as IDataObject, by };
}

/** Somebody answers a message with /report. */
async function report(by: number, { message: reply_to_message }: Written): Promise<void> {
	const text = '/report';
	const { ok, message } = await emulator.act('message', { user_id: by, chat_id: group, text });
	if (!ok) return;
	const update = { update_id: 1, message: { ...(message as IDataObject), reply_to_message } };
	void n8n.start('report', 'When Somebody Reports', simplify(new Context(update)));
	await n8n.settled();
	expect(n8n.failed).toEqual([]);
}

async function decide(at: number, button: string | undefined): Promise<void> {
	n8n.asked[at].answer(button);
	await n8n.settled();
	expect(n8n.failed).toEqual([]);
}

let rows = 0;
/** Earlier reports of somebody, on which moderators have decided. */
const earlier = (reporterId: number, verdict: string, count: number, days = 1) => {
	const known = n8n.tables.get(TABLE) ?? [];
	n8n.tables.set(TABLE, known);
	for (let n = 0; n < count; n++) {
		const createdAt = new Date(Date.now() - days * DAY_MS).toISOString();
		known.push({
			...{ id: --rows, report: `old ${rows}`, counts: true, createdAt },
			...{ reporterId: String(reporterId), verdict },
		});
	}
};

const trusted = (count: number) => {
	const some = REPORTERS.slice(0, count);
	for (const one of some) earlier(one, 'right', 1);
	return some;
};

const isDeleted = async ({ message }: Written) =>
	(await emulator.state()).messages.find(
		(one) => one.chat_id === group && one.message_id === message.message_id,
	)?.deleted;

async function statusOf(user_id: number): Promise<unknown> {
	const { body } = await emulator.api('getChatMember', { chat_id: group, user_id });
	return body.result.status;
}

test('three reports delete the message and mute its writer, five ban, until the moderators decide', async () => {
	const reporters = trusted(6);
	const written = await write(noah);
	for (const [at, by] of reporters.entries()) {
		await report(by, written);
		expect(await isDeleted(written)).toBe(at >= 2);
		const status = at < 2 ? 'member' : at < 4 ? 'restricted' : 'kicked';
		expect(await statusOf(noah)).toBe(status);
	}
	const [ban] = await emulator.calls('banChatMember');
	expect(ban.params.until_date).toBeGreaterThan(0);
	expect(n8n.asked).toHaveLength(1);
	await decide(0, 'leave');
	expect(await statusOf(noah)).toBe('left');
	expect(n8n.tables.get(TABLE)!.filter(({ verdict }) => verdict === 'wrong')).toHaveLength(6);
});

test.each([
	['leave', 'member'],
	['delete', 'member'],
	['mute', 'restricted'],
	['ban', 'kicked'],
	[undefined, 'restricted'],
])('after a mute by reports, %s leaves the writer as %s', async (button, status) => {
	const written = await write(noah);
	for (const by of trusted(3)) await report(by, written);
	await decide(0, button);
	expect(await statusOf(noah)).toBe(status);
	await emulator.control('post', 'clock', { advance_seconds: 3 * 86_400 });
	expect(await statusOf(noah)).toBe(button === 'ban' ? 'kicked' : 'member');
});

test('who was wrong three times in a week, who was never right, and who reports twice do not count', async () => {
	const written = await write(noah);
	const [first, second, third] = trusted(3);
	earlier(first, 'wrong', 3);
	earlier(second, 'wrong', 3, 8);
	for (const by of [first, second, second, third, mia]) await report(by, written);
	expect(await isDeleted(written)).toBe(false);
	const more = REPORTERS[9];
	earlier(more, 'right', 1);
	await report(more, written);
	expect(await isDeleted(written)).toBe(true);
	expect(n8n.asked).toHaveLength(1);
});

test('what an administrator wrote is not reported, and what moderators have left neither', async () => {
	const reporters = trusted(6);
	const byAdministrator = await write(milan);
	for (const by of reporters) await report(by, byAdministrator);
	expect(n8n.asked).toEqual([]);
	expect(await isDeleted(byAdministrator)).toBe(false);
	const written = await write(noah);
	await report(reporters[0], written);
	await decide(0, 'leave');
	for (const by of reporters.slice(1)) await report(by, written);
	expect(await isDeleted(written)).toBe(false);
	expect([await statusOf(noah), n8n.asked.length]).toEqual(['member', 1]);
});

test('reports of own messages bring no trust', async () => {
	const [first, second] = trusted(2);
	const [liar] = REPORTERS.slice(-1);
	for (let n = 0; n < 2; n++) {
		await report(liar, await write(liar));
		await decide(n, 'delete');
	}
	const written = await write(noah);
	for (const by of [first, second, liar]) await report(by, written);
	expect([await isDeleted(written), await statusOf(noah)]).toEqual([false, 'member']);
});

test('a mute by a moderator stays if reports would mute too', async () => {
	const reporters = trusted(3);
	const written = await write(noah);
	await emulator.control('post', 'seed', {
		members: [{ chat_id: group, user_id: noah, status: 'restricted', permissions: {} }],
	});
	for (const by of reporters) await report(by, written);
	await decide(0, 'leave');
	expect(await statusOf(noah)).toBe('restricted');
});

type What = 'report' | 'decide';

/** Each third reporter lies: they report only what is fine. All of them have been right before. */
async function play(steps: Array<Step<What>>): Promise<void> {
	await emulator.control('post', 'reset', {});
	await begin();
	trusted(30);
	const isLiar = (by: number) => by % 3 === 0;
	const [spam, fine] = [await write(noah), await write(mia, 'Good morning')];
	const byAdministrator = await write(milan, 'Read the rules');
	let decided = 0;
	for (const { what, which } of steps) {
		if (what === 'report') {
			const by = REPORTERS[which % 30];
			const about = which % 7 === 0 ? byAdministrator : isLiar(by) ? fine : spam;
			await report(by, about);
		} else if (decided < n8n.asked.length) {
			const { text } = n8n.asked[decided];
			await decide(
				decided++,
				text.includes('Mia') ? 'leave' : ['delete', 'mute', 'ban'][which % 3],
			);
		}
	}
	while (decided < n8n.asked.length) await decide(decided++, undefined);
	await emulator.control('post', 'clock', { advance_seconds: 3 * 86_400 });
	expect(['member', 'left']).toContain(await statusOf(mia));
	expect(await statusOf(milan)).toBe('administrator');
	expect(await isDeleted(byAdministrator)).toBe(false);
	const calls = [
		...(await emulator.calls('banChatMember')),
		...(await emulator.calls('restrictChatMember')),
	];
	const ofMia = calls.filter(({ params }) => params.user_id === mia);
	const isForGood = ({ params }: (typeof calls)[0]) =>
		params.until_date === undefined && params.permissions?.can_send_messages !== true;
	expect(ofMia.filter(isForGood)).toEqual([]);
}

test('whatever liars report, nobody innocent is punished for good without a moderator', async () => {
	const steps = fc.array(
		stepsOf<What>('report', 'report', 'report', 'report', 'report', 'report', 'decide'),
		{
			...{ minLength: 15, maxLength: 25, size: 'max' },
		},
	);
	const numRuns = 5 * Number(process.env.MODELS_ROUNDS ?? 1);
	await fc.assert(fc.asyncProperty(steps, play), { seed: 1, numRuns, endOnFailure: true });
});
