import { TRIGGERS, useEitherTrigger } from '../../support/eitherTrigger';

const { emulator, publish, say, settled } = useEitherTrigger();
const { users } = emulator.defaults;

describe.each(TRIGGERS)('%s', (kind) => {
	test('a command that an inline bot wrote for an administrator does not get their rights', async () => {
		const command = { command: '/ban', arguments: '{user}', where: 'administrators' };
		const trigger = await publish(kind, {
			outputs: 'commands',
			outputCommands: { command: [command] },
		});
		// Olga picks a result of another inline bot, so she did not write the text.
		await say('/ban 123456789', { user_id: users.olga, send_as: 'via_bot' });
		await settled();
		const [{ item, output }] = trigger.started;
		expect([output, item.json.given]).toEqual([1, undefined]);
	});
});
