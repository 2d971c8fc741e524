import { useWebhooks } from '../../support/webhookTests';

const { emulator, listen, info } = useWebhooks();

test('the error names a server that cannot drop updates, and what to choose', async () => {
	await emulator.settings({ dialect: { webhookDrop: 'refused' } });
	const trigger = await listen({ pendingUpdates: 'drop' });
	await expect(trigger.step('create')).rejects.toMatchObject({
		message: expect.stringContaining('unknown parameter "drop_pending_updates"'),
		description: expect.stringMatching(
			/cannot drop updates that wait\..* set Pending Updates to Keep/,
		),
	});
	expect((await info()).url).toBe('');
});

test('a menu that the server does not clear is logged, and the other menus and the webhook are removed', async () => {
	await emulator.settings({ dialect: { emptyCommands: 'refused' } });
	const scope = { type: 'all_chat_administrators' };
	const list = async (params: object = {}) =>
		((await emulator.api('getMyCommands', params)).body.result as Array<{ command: string }>).map(
			({ command }) => command,
		);
	const old = { command: 'old', description: 'Old' };
	await emulator.api('setMyCommands', { commands: [old], scope });
	const trigger = await listen({
		outputs: 'commands',
		outputCommands: {
			command: ['help', 'ban'].map((command) => ({
				command,
				description: command,
				where: command === 'ban' ? 'administrators' : 'everywhere',
			})),
		},
		showInMenu: true,
	});
	await trigger.step('create');
	expect(await list({ scope })).toEqual(['old', 'help', 'ban']);
	await expect(trigger.step('delete')).rejects.toMatchObject({
		message: expect.stringContaining('commands are empty'),
	});
	expect(await list()).toEqual(['help']);
	expect(await list({ scope })).toEqual(['old']);
	expect((await info()).url).toBe('');
});
