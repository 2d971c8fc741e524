import { DEFAULTS } from '../../support/emulator';
import type { Scene } from './scene';

const { demoGroup: group, moderators } = DEFAULTS.chats;

export function floodGuard(scene: Scene): void {
	const { emulator, n8n, idOf, people, becomes, disappears } = scene;

	// It would take the messages of the next test, which have the same numbers, for these.
	afterAll(async () => await n8n.rest.unpublish(await idOf('flood-guard')));

	test('who floods is muted, all of it is deleted, and the moderators are told once', async () => {
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

	test('an administrator may write as much as they like', async () => {
		for (let count = 1; count <= 7; count++) await people.write('milan', `News ${count}`);
		const asked = await people.write('milan', '/dice');
		await people.sees(group, asked, ({ dice }) => dice !== undefined);
		expect(await emulator.calls('restrictChatMember')).toEqual([]);
	});
}
