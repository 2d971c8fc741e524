import { useEmulator } from '../../support/emulator';
import { runNode } from '../../support/engine';

const emulator = useEmulator();

/** n8n's stored data about the form's question. */
async function keptOf(parameters: object) {
	const { run, error } = await runNode({
		credential: { baseUrl: emulator.url, botToken: emulator.token },
		parameters: {
			resource: 'message',
			operation: 'sendAndWait',
			chatId: { __rl: true, mode: 'id', value: String(emulator.defaults.chats.demoGroup) },
			message: 'How much?',
			responseType: 'freeText',
			...parameters,
		},
	});
	if (error) throw error;
	const kept = run.data.executionData!.contextData['node:Bot Messaging'];
	return (kept as { question: { reply?: object } }).question;
}

test('the form says how to read numbers and dates', async () => {
	const additionalFields = { decimalSign: 'comma', dateFormat: 'monthFirst' };
	const { reply } = await keptOf({ replyType: 'number', additionalFields });
	expect(reply).toEqual({ type: 'number', list: [], ...additionalFields });
});

test('without these fields, the bot asks the person', async () => {
	const { reply } = await keptOf({ replyType: 'number' });
	expect(reply).toEqual({ type: 'number', list: [] });
});

test('any other value in them is refused with the field', async () => {
	const additionalFields = { decimalSign: 'semicolon' };
	const asking = keptOf({ replyType: 'number', additionalFields });
	await expect(asking).rejects.toMatchObject({
		message: 'Decimal Sign has no choice "semicolon"',
	});
});
