import { OpenForm } from '../../support/openForm';
import { usePolling } from '../../support/pollingTests';

const polling = usePolling();
const { emulator, soon } = polling;
const { chats, users } = emulator.defaults;

test('a press that another n8n process has brought does not make later messages count for the earlier step', async () => {
	const fields = [{ fieldLabel: 'Note?', requiredField: false }, { fieldLabel: 'Town?' }];
	const around = { emulator, token: polling.token(), soon };
	const form = await new OpenForm(around, chats.privateMia, users.mia, fields).ask();
	const trigger = await polling.start({
		updates: ['message', 'callback_query'],
		options: { n8nAddress: form.execution.n8n },
	});
	// As from a second webhook process, or a request of ours whose answer got lost.
	await form.pressAgain('Skip', await form.now());
	await form.shows('Town? (2/2)');
	const write = async (text: string) => await form.write(text, { reply_to_message_id: undefined });
	expect(await form.repliesTo(await write('Hue'))).toMatch(/^This step is over/);
	await write('Hue');
	await form.shows('Town? Hue').finally(() => form.execution.close());
	expect(trigger.texts).toEqual([]);
});
