import { randomBytes, randomUUID } from 'node:crypto';

import { dataOf } from '../../../nodes/BotMessaging/operations/message/sendAndWait/buttonData';
import { passToQuestion } from '../../../nodes/BotMessaging/operations/message/sendAndWait/delivering';
import { useEmulator } from '../../support/emulator';
import { messengerOf } from '../../support/messenger';
import { useWaitingServer } from '../../support/waitingServer';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;
const n8n = useWaitingServer();

const data = dataOf(
	{ executionId: '12', nodeId: randomUUID(), signature: randomBytes(32).toString('hex') },
	'press',
	2,
);

/** A press as the server tells the bot of it; without buttons where they were taken away meanwhile. */
const pressOf = (id: string, callbackData: string, buttons: string[]) => ({
	update_id: Number(id),
	callback_query: {
		id,
		from: { id: users.mia, first_name: 'Mia' },
		data: callbackData,
		message: {
			message_id: 7,
			chat: { id: chats.demoGroup },
			from: { id: Number(emulator.token.split(':')[0]), is_bot: true },
			...(buttons.length > 0 && {
				reply_markup: { inline_keyboard: [buttons.map((one) => ({ callback_data: one }))] },
			}),
		},
	},
});

test('a press is not of a question because of what its data begins with', async () => {
	const messenger = messengerOf(emulator, n8n.address, 'another');
	for (const one of ['~!undo', '^!undo', data[0]]) {
		expect(await passToQuestion(pressOf('1', one, []), messenger)).toBe(false);
	}
	expect(await emulator.calls()).toEqual([]);
	expect(n8n.delivered).toEqual([]);
});

test('a late press on a question that is known says that the person has answered', async () => {
	const messenger = messengerOf(emulator, n8n.address, 'known');
	expect(await passToQuestion(pressOf('1', data[0], data), messenger)).toBe(true);
	expect(await passToQuestion(pressOf('2', data[1], []), messenger)).toBe(true);
	expect(n8n.delivered).toHaveLength(1);
	const said = (await emulator.calls('answerCallbackQuery')).map(({ params }) => params.text);
	expect(said).toEqual(['Thank you', 'You have already answered']);
});
