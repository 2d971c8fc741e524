import type { Workflow } from '../../../sandbox/lib/rest';
import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { dropTable, rowsOf } from '../support/dataTable';
import type { Seen } from '../support/people';
import { NAMES, newcomersOf, UNSEEN } from './newcomers';
import type { Scene } from './scene';

const { demoGroup: group, moderators, privateMia } = DEFAULTS.chats;
const { users, botId } = DEFAULTS;

interface Assignments {
	assignments: { assignments: Array<{ name: string; value: unknown }> };
}

export function report(scene: Scene): void {
	const { emulator, n8n, idOf, people, answerTo, membership, becomes } = scene;
	const { messageNow, disappears } = scene;
	const { rename } = newcomersOf(scene);

	// After a reset, the emulator gives the same numbers to other messages.
	beforeEach(async () => {
		const known = await rowsOf(n8n.rest, 'Bot Reports');
		if (known.length > 0) await dropTable(n8n.rest, 'Bot Reports');
	});

	/** Noah writes, Mia reports it; returns the moderators' message. */
	async function reported() {
		const written = await people.write('noah', 'Buy my watches');
		const told = await people.write('mia', '/report advertising', group, written);
		const isReport = ({ text = '' }: { text?: string }) => text.startsWith('Mia reports');
		const asked = await people.sees(moderators, 0, isReport);
		await people.sees(group, told, ({ text = '' }) => text.startsWith('Thank you, Mia.'));
		await disappears(group, told);
		return { written, asked };
	}

	/** Presses a button, and waits until the report shows it. */
	async function decide(asked: Seen, button: string): Promise<void> {
		expect(await answerTo(await people.press('milan', asked, button))).toBe(button);
		const line = new RegExp(`\\n\\nMilan: ${button}, \\d\\d:\\d\\d$`);
		const noted = await people.sees(moderators, 0, ({ text = '' }) => line.test(text));
		expect(noted.message_id).toBe(asked.message_id);
		expect(noted.reply_markup?.inline_keyboard ?? []).toEqual([]);
	}

	test('the moderators get the message, the reporter and the reason', async () => {
		const { asked } = await reported();
		expect(asked.text).toBe(
			'Mia reports a message of Noah (1004) in Demo Group. Reason: advertising\n\nBuy my watches',
		);
		const copy = await people.sees(moderators, 0, ({ text }) => text === 'Buy my watches');
		expect(copy.message_id).toBeLessThan(asked.message_id);
	});

	test('the reporter is thanked after the moderators have the message, and not otherwise', async () => {
		const placeOf = async (method: string, text?: string) =>
			(await emulator.calls()).findIndex(
				(call) => call.method === method && (!text || call.params.text?.startsWith(text)),
			);
		await reported();
		const copied = await placeOf('copyMessage');
		expect(copied).toBeGreaterThanOrEqual(0);
		expect(await placeOf('sendMessage', 'Thank you')).toBeGreaterThan(copied);

		// The bot is no longer in the moderators' chat.
		const bot = { chat_id: moderators, user_id: botId };
		await emulator.control('post', 'seed', { members: [{ ...bot, status: 'left' }] });
		const workflow = await idOf('report');
		const before = await n8n.rest.countEnded(workflow);
		const written = await people.write('noah', 'Buy my watches');
		const told = await people.write('mia', '/report advertising', group, written);
		const hasEnded = async () => (await n8n.rest.countEnded(workflow)) > before;
		await until('the workflow has ended', hasEnded, LONG_PATIENCE_MS);
		const { messages } = await emulator.state();
		const later = messages.filter(
			({ chat_id, message_id }) => chat_id === group && message_id > told,
		);
		expect(later).toEqual([]);
		expect((await messageNow(group, told))?.deleted).toBe(false);
	});

	test('if the message cannot be copied, the moderators are told why, and are still asked', async () => {
		const description = "the message can't be copied";
		await emulator.fault({ kind: 'error', method: 'copyMessage', status: 400, description });
		const { asked } = await reported();
		const said = await people.sees(moderators, 0, ({ text }) => text !== asked.text);
		expect(said.text).toMatch(/^The message of Noah in Demo Group cannot be shown: /);
		expect(said.text).toContain(description);
		expect(said.message_id).toBeLessThan(asked.message_id);
	});

	test('reports from a group that was not chosen are ignored', async () => {
		const other = { id: -1160, type: 'group', title: 'A Group of Strangers' };
		const members = [users.mia, users.noah, botId].map((user_id) => ({
			chat_id: other.id,
			user_id,
			status: user_id === botId ? 'administrator' : 'member',
		}));
		await emulator.control('post', 'seed', { chats: [other], members });
		const written = await people.write('noah', 'Buy my watches', other.id);
		await people.write('mia', '/report there', other.id, written);
		await people.write('mia', '/report', other.id);
		const { asked } = await reported();
		expect(asked.text).toContain('in Demo Group. Reason: advertising');
		const calls = await emulator.calls('sendMessage');
		expect(calls.filter(({ params }) => params.chat_id === moderators)).toHaveLength(1);
		expect(calls.filter(({ params }) => params.chat_id === other.id)).toEqual([]);
	});

	test.each([
		['Delete', 'member'],
		['Delete and Mute', 'restricted'],
		['Delete and Ban', 'kicked'],
	] as const)('%s', async (button, status) => {
		const { written, asked } = await reported();
		await decide(asked, button);
		await disappears(group, written);
		expect((await membership('noah'))?.status).toBe(status);
	});

	test('Leave It keeps the message and the person', async () => {
		const { written, asked } = await reported();
		await decide(asked, 'Leave It');
		expect((await messageNow(group, written))?.deleted).toBe(false);
	});

	test('a failed action is reported', async () => {
		const { asked } = await reported();
		await emulator.fault([
			{ kind: 'error', method: 'deleteMessage', status: 403, description: 'no right to delete' },
			{ kind: 'error', method: 'banChatMember', status: 403, description: 'no right to ban' },
		]);
		await decide(asked, 'Delete and Ban');
		for (const reason of ['no right to delete', 'no right to ban']) {
			const words = 'About Noah in Demo Group, this could not be done:';
			await people.sees(
				moderators,
				0,
				({ text = '' }) => text.startsWith(words) && text.includes(reason),
			);
		}
	});

	test('a message that was sent as a channel is reported, and the channel is banned', async () => {
		const channel = -1150;
		await emulator.control('post', 'seed', {
			chats: [{ id: channel, type: 'channel', title: 'Watches\u202E' }],
			members: [{ chat_id: channel, user_id: users.noah, status: 'creator' }],
		});
		const asChannel = { user_id: users.noah, sender_chat_id: channel, chat_id: group };
		for (const button of ['Delete and Mute', 'Delete and Ban']) {
			const { message } = await emulator.act('message', { ...asChannel, text: 'Buy' });
			const told = { ...asChannel, text: '/report', reply_to_message_id: message.message_id };
			const { message: command } = await emulator.act('message', told);
			const thanks = 'Thank you, Watches. Your report has been passed on.';
			await people.sees(group, command.message_id, ({ text }) => text === thanks);
			await disappears(group, command.message_id);
			const words = `Watches reports a message of Watches (${channel}) in Demo Group.\n\nBuy`;
			await decide(await people.sees(moderators, 0, ({ text }) => text === words), button);
			await disappears(group, message.message_id);
		}
		const refused =
			'About Watches in Demo Group, this could not be done: A channel cannot be muted.';
		await people.sees(moderators, 0, ({ text }) => text === refused);
		const isBanned = async () => {
			const calls = await emulator.calls('banChatSenderChat');
			return calls.some(({ params }) => params.sender_chat_id === channel);
		};
		await until('the channel is banned', isBanned, LONG_PATIENCE_MS);
	});

	test('names and reasons cannot fake lines, and private chats have no reports', async () => {
		const inPrivate = { chat_id: privateMia, text: 'Hello' };
		const hello = await emulator.api('sendMessage', inPrivate);
		await people.write('mia', '/report private', privateMia, hello.body.result.message_id);
		await rename('noah', 'Noah\u2028\u202E(1)\n');
		const written = await people.write('noah', 'Buy my watches');
		await people.write('mia', '/report a\n\nMilan: Leave It\u2028b', group, written);
		const asked = await people.sees(moderators, 0, ({ text = '' }) => text.includes(' reports '));
		expect(asked.text).toBe(
			'Mia reports a message of Noah (1) (1004) in Demo Group. Reason: a Milan: Leave It b\n\nBuy my watches',
		);
		const { messages } = await emulator.state();
		const told = messages.filter(
			({ chat_id, from_id }) => chat_id === privateMia && from_id === botId,
		);
		expect(told.map(({ text }) => text)).toEqual(['Hello']);
	});

	test.each([
		['a family in one sign', NAMES.family, NAMES.family],
		['signs that nobody sees', UNSEEN, 'No name'],
	])('a name of %s', async (_kind, name, shown) => {
		await rename('noah', name);
		const { asked } = await reported();
		expect(asked.text).toMatch(`Mia reports a message of ${shown} (1004) in Demo Group.`);
	});

	test('several reports delete the message and mute its writer until the moderators decide', async () => {
		const id = await idOf('report');
		const { nodes } = await n8n.rest.call<Workflow>('GET', `/rest/workflows/${id}`);
		const { parameters } = nodes.find(({ name }) => name === 'Who and Whose')!;
		const { assignments } = (parameters as Assignments).assignments;
		const set = async (numbers: Record<string, number>) => {
			for (const field of assignments) field.value = numbers[field.name] ?? field.value;
			await n8n.rest.call('PATCH', `/rest/workflows/${id}`, { nodes });
			await n8n.rest.publish(id);
		};
		await set({ trustedAfter: 0, deleteAt: 2 });
		const { written, asked } = await reported();
		expect((await messageNow(group, written))?.deleted).toBe(false);
		await people.write('milan', '/report', group, written);
		await disappears(group, written);
		await becomes('noah', 'restricted');
		await decide(asked, 'Leave It');
		await becomes('noah', 'member');
		const ofMilan = await people.write('milan', 'Read the rules');
		const told = await people.write('mia', '/report', group, ofMilan);
		await people.sees(group, told, ({ text = '' }) => /administrators write cannot/.test(text));
		await set({ trustedAfter: 1, deleteAt: 3 });
	});

	test('/report without a reply is answered with how to use it', async () => {
		const asked = await people.write('mia', '/report');
		const answer = await people.sees(group, asked, ({ text = '' }) => /\/report spam/.test(text));
		expect(answer.reply_to_message_id).toBe(asked);
		expect(await emulator.calls('copyMessage')).toEqual([]);
	});

	test('if the reporter cannot be thanked, the moderators are still asked', async () => {
		const written = await people.write('noah', 'Buy my watches');
		const description = 'not enough rights to send text messages to the chat';
		const refusal = { kind: 'error', method: 'sendMessage', status: 403, description };
		await emulator.fault({ ...refusal, times: 1 });
		await people.write('mia', '/report spam', group, written);
		await people.sees(moderators, 0, ({ text = '' }) => text.includes(' reports '));
	});
}
