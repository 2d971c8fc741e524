import { runToEnd } from '../../../sandbox/lib/runs';
import { DEFAULTS } from '../../support/emulator';
import type { Scene } from './scene';

const group = DEFAULTS.chats.demoGroup;

export function nightMode({ emulator, n8n, idOf, people }: Scene): void {
	/** Runs what the schedule starts by hand, like the editor. */
	async function becomes(hour: string): Promise<void> {
		const { status } = await runToEnd(n8n.rest, await idOf('night-mode'), hour);
		expect(status).toBe('success');
	}

	test('members cannot write at night, and can in the morning', async () => {
		await becomes('In the Evening');
		await people.sees(group, 0, ({ text = '' }) => text.startsWith('Good night!'));
		await expect(people.write('mia', 'Is anybody awake?')).rejects.toThrow(
			'members may not write in this chat',
		);
		await people.write('milan', 'Only administrators are.');

		await becomes('In the Morning');
		await people.sees(group, 0, ({ text = '' }) => text.startsWith('Good morning!'));
		await people.write('mia', 'Good morning!');
	});

	test('the morning gives back the rights of the evening, and no others', async () => {
		const permissions = {
			can_send_messages: true,
			can_send_media_messages: false,
			can_send_polls: false,
			can_send_other_messages: true,
			can_invite_users: false,
		};
		await emulator.api('setChatPermissions', { chat_id: group, permissions });
		const rights = async () =>
			(await emulator.state()).chats.find(({ id }) => id === group)?.permissions;
		const before = await rights();
		await becomes('In the Evening');
		expect(await rights()).toMatchObject({ can_send_messages: false });
		await becomes('In the Morning');
		expect(await rights()).toEqual(before);
	});

	test('a group that others closed stays closed in the morning', async () => {
		const permissions = { can_send_messages: false };
		await emulator.api('setChatPermissions', { chat_id: group, permissions });
		await becomes('In the Evening');
		await becomes('In the Morning');
		await expect(people.write('mia', 'Good morning!')).rejects.toThrow('members may not write');
		expect(await emulator.calls('sendMessage')).toEqual([]);
	});

	test('a repeated evening, or a morning without an evening, does no harm', async () => {
		await becomes('In the Evening');
		await becomes('In the Evening');
		await becomes('In the Morning');
		await people.write('mia', 'Good morning!');
		await becomes('In the Morning');
		await people.write('mia', 'Still here');
		expect(await emulator.calls('setChatPermissions')).toHaveLength(2);
		expect(await emulator.calls('sendMessage')).toHaveLength(2);
	});

	test('it can be published', async () => {
		await n8n.rest.publish(await idOf('night-mode'));
		await n8n.rest.unpublish(await idOf('night-mode'));
	});
}
