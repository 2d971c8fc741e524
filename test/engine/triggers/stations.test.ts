import { botAt } from '../../support/bot';
import { useEitherTrigger } from '../../support/eitherTrigger';

const { emulator, credential, publish, say, settled, soon } = useEitherTrigger();
const { users } = emulator.defaults;

/*
 * Two neighbours on the route whose order no other test holds. If one of these pairs is swapped, its test fails:
 *
 * - gather before inOrder: `albums.test.ts`
 * - read before filtersAndRules, and filtersAndRules before outputs: `routing.test.ts`, `menuPages.test.ts`
 * - joins before start: `once.test.ts`
 */
const countOf = async (method: string) => (await emulator.calls(method)).length;

test('the server is not asked for the name of the bot for a message that starts nothing (kinds, read)', async () => {
	await publish('webhook', { updates: ['callback_query'] });
	const before = await countOf('getMe');
	await say('/help@another_bot');
	await settled();
	expect(await countOf('getMe')).toBe(before);
});

test('a command that does not fit has not passed, for Check Setup (outputs, joins)', async () => {
	const command = { command: '/mute', arguments: '{user} {number}', where: 'everywhere' };
	await publish('webhook', {
		updates: ['message'],
		outputs: 'commands',
		outputCommands: { command: [command] },
	});
	await say('/mute', { user_id: users.olga });
	await soon('the usage is said', async () => (await countOf('sendMessage')) > 0);
	const { outputs } = await botAt(emulator).run('checkSetup', {}, { credential: credential() });
	const problems = outputs.flat().map(({ json }) => String(json.problem));
	expect(problems.join()).toContain('by Outputs > Commands > Arguments');
});
