import { DEFAULTS } from '../../support/emulator';
import { UNSEEN } from './newcomers';
import type { Scene } from './scene';

const { demoGroup: group, moderators, privateMia } = DEFAULTS.chats;
const { mia, noah } = DEFAULTS.users;

export function floodGuard(scene: Scene): void {
	const { emulator, n8n, idOf, people, becomes, disappears, membership } = scene;

	// It would count messages of the next test, which have the same ids, as these.
	afterAll(async () => await n8n.rest.unpublish(await idOf('flood-guard')));

	test('a person who floods is muted, all of it is deleted, and the moderators are told once', async () => {
		// What Mia wrote in the tests before this one must not count.
		await emulator.control('post', 'clock', { advance_seconds: 600 });
		const before = await people.write('noah', 'I have been here before');
		const flood: number[] = [];
		for (let count = 1; count <= 6; count++) flood.push(await people.write('mia', `Spam ${count}`));
		await becomes('mia', 'restricted');
		for (const id of flood) await disappears(group, id);
		const report = await people.sees(moderators, 0, () => true);
		expect(report.text).toBe(
			'Mia (1003) floods Demo Group: 6 messages at once. Muted for 1 h. The last one says:\nSpam 6',
		);
		const { messages } = await emulator.state();
		const isOfBefore = ({ chat_id, message_id }: (typeof messages)[number]) =>
			chat_id === group && message_id <= before;
		expect(messages.filter(isOfBefore).some(({ deleted }) => deleted)).toBe(false);
	});

	test('a flood in the name of a channel is deleted, and nobody is muted for it', async () => {
		const channel = { id: -1150, type: 'channel', title: 'Watches\nOlga\u202E' };
		await emulator.control('post', 'seed', {
			chats: [channel],
			members: [{ chat_id: channel.id, user_id: noah, status: 'creator' }],
		});
		const flood: number[] = [];
		for (let count = 1; count <= 6; count++) {
			// The last character has two UTF-16 units: a report cut inside it is refused.
			const text = `Spam${count}`.padEnd(499, '!') + '😀'.repeat(5);
			const body = { user_id: noah, sender_chat_id: channel.id, chat_id: group, text };
			flood.push((await emulator.act('message', body)).message.message_id);
		}
		for (const id of flood) await disappears(group, id);
		const report = await people.sees(moderators, 0, () => true);
		const [first, ...said] = report.text!.split('\n');
		expect(first).toBe(
			'Watches Olga (-1150) floods Demo Group: 6 messages at once. A channel cannot be muted. The last one says:',
		);
		expect(said).toEqual(['Spam6'.padEnd(499, '!') + '😀']);
		expect(await emulator.calls('restrictChatMember')).toEqual([]);
	});

	test('a person with an invisible name is reported by number', async () => {
		const user = { id: mia, is_bot: false, first_name: UNSEEN };
		await emulator.control('post', 'seed', { users: [user] });
		await emulator.control('post', 'clock', { advance_seconds: 900 });
		for (let count = 1; count <= 6; count++) await people.write('mia', `Spam ${count}`);
		const report = await people.sees(moderators, 0, () => true);
		expect(report.text).toMatch(/^No name \(1003\) floods Demo Group/);
	});

	test('a person who may write only text is not freed by a mute of an hour', async () => {
		const permissions = { can_send_messages: true };
		await emulator.api('restrictChatMember', { chat_id: group, user_id: mia, permissions });
		await emulator.control('post', 'clock', { advance_seconds: 1200 });
		for (let count = 1; count <= 6; count++) await people.write('mia', `Once more ${count}`);
		const report = await people.sees(moderators, 0, () => true);
		expect(report.text).toContain('6 messages at once. Not muted, to keep what moderators set.');
		expect((await membership('mia'))?.until_date).toBeUndefined();
	});

	test('private messages to the bot are left alone', async () => {
		await emulator.control('post', 'clock', { advance_seconds: 1800 });
		for (let count = 1; count <= 7; count++) await people.write('mia', `Tell ${count}`, privateMia);
		for (let count = 1; count <= 6; count++) await people.write('mia', `Again ${count}`);
		await people.sees(moderators, 0, () => true);
		const isOfBot = ({ params }: { params: { chat_id?: unknown } }) =>
			params.chat_id === privateMia;
		expect((await emulator.calls()).filter(isOfBot)).toEqual([]);
		const { messages } = await emulator.state();
		const inPrivate = messages.filter(({ chat_id }) => chat_id === privateMia);
		expect(inPrivate.filter(({ deleted }) => deleted)).toEqual([]);
	});

	test('an administrator can write without limits', async () => {
		for (let count = 1; count <= 7; count++) await people.write('milan', `News ${count}`);
		const asked = await people.write('milan', '/dice');
		await people.sees(group, asked, ({ dice }) => dice !== undefined);
		expect(await emulator.calls('restrictChatMember')).toEqual([]);
	});
}
