import { useEmulator } from '../support/emulator';

const emulator = useEmulator();
const chat_id = emulator.defaults.chats.demoGroup;

test.each([
	['HTML', '<'.repeat(900_000)],
	['HTML', '<a '.repeat(20_000)],
	['HTML', `<${'a'.repeat(60_000)}`],
	['Markdown', '['.repeat(60_000)],
	['Markdown', '`'.repeat(60_001)],
	['Markdown', '[a]('.repeat(15_000)],
])('a %s text of marks only is answered: %#', async (mode, text) => {
	const { status } = await emulator.api('sendMessage', { chat_id, text, parse_mode: mode });
	expect(status).toBe(400);
});
