import { METHODS, type MethodName, type MethodShape } from '../../reference';
import { until } from '../../scripts/lib/until';
import { validCases } from '../cases';
import { expectDone } from '../cases/done';
import { useBot } from '../support/bot';
import { itemOf } from '../support/caseItem';
import { testCredential } from '../support/credentialTest';
import { PATIENCE_MS } from '../support/patience';
import { RunningTrigger } from '../support/pollingTrigger';

const { emulator, run } = useBot();

/** From now on, the server expects the token without `bot`, and exact method names. */
const beExact = async () =>
	await emulator.settings({ dialect: { tokenPath: 'only without', methodCase: 'exact' } });

const credential = (pathForm: string) => ({
	service: 'other',
	baseUrl: emulator.url,
	botToken: emulator.token,
	pathForm,
});

const shown = validCases.filter(
	({ method }) => (METHODS[method as MethodName] as MethodShape).documented === 'reference',
);

test.each(shown)('$name works with Without Prefix', async ({ operation, method, input }) => {
	const items = [await itemOf(input, emulator)];
	await emulator.control('delete', 'calls');
	await beExact();
	const options = { items, trigger: input.trigger, credential: { pathForm: 'plain' } };
	const { outputs, error } = await run(operation, input.parameters, options);
	expect(error).toBeUndefined();
	expect(outputs[0].map(({ json }) => json)).toEqual(input.output);
	await expectDone(emulator, method, input);
	expect((await emulator.calls()).every(({ path_form: form }) => form === 'plain')).toBe(true);
});

test('the test of the credential passes with Without Prefix, and otherwise says what to try', async () => {
	await beExact();
	expect(await testCredential(credential('plain'))).toMatchObject({ status: 'OK' });
	const { status, message } = await testCredential(credential('bot'));
	expect(status).toBe('Error');
	expect(message).toContain('Without Prefix');
});

test('a trigger gets its updates with Without Prefix', async () => {
	await beExact();
	const trigger = await new RunningTrigger(credential('plain'), {}).start();
	const { users, chats } = emulator.defaults;
	await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text: 'Hello' });
	const hasCome = () => trigger.texts.includes('Hello');
	await until('it has come', async () => hasCome(), PATIENCE_MS, { pauseMs: 10 });
	await trigger.stop();
});
