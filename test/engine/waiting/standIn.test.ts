import { usePolling } from '../../support/pollingTests';
import { ANSWERS, useWaitingServer } from '../../support/waitingServer';
import { useEmulator } from '../../support/emulator';
import { OpenQuestion } from '../../support/openQuestion';
import { dataOf } from '../../../nodes/BotMessaging/callbackData/buttonData';
import { randomBytes, randomUUID } from 'node:crypto';

const polling = usePolling();
const { emulator, api, soon } = polling;
const { chats, users } = emulator.defaults;
const n8n = useWaitingServer();

const MIAS = -1100;
const ZOES = -1101;

async function ask() {
	const target = {
		executionId: '12',
		nodeId: randomUUID(),
		signature: randomBytes(32).toString('hex'),
	};
	const [data] = dataOf(target, 'reply', 1);
	await emulator.control('post', 'seed', {
		chats: [
			{ id: MIAS, type: 'channel', title: 'Mia' },
			{ id: ZOES, type: 'channel', title: 'Zoe' },
		],
		members: [
			{ chat_id: MIAS, user_id: users.mia, status: 'creator' },
			{ chat_id: ZOES, user_id: users.noah, status: 'creator' },
		],
	});
	return (
		await api('sendMessage', {
			chat_id: chats.demoGroup,
			text: 'Who wants the ticket?',
			reply_markup: { inline_keyboard: [[{ text: 'How to Answer', callback_data: data }]] },
		})
	).message_id as number;
}

test('an answer in the name of another channel does not count as a second answer', async () => {
	n8n.answers = [ANSWERS.taken, ANSWERS.over];
	await polling.start({ updates: ['message'], options: { n8nAddress: n8n.address } });
	const id = await ask();
	const reply = async (user_id: number, sender_chat_id: number) =>
		(
			await emulator.act('message', {
				user_id,
				sender_chat_id,
				chat_id: chats.demoGroup,
				text: 'Me',
				reply_to_message_id: id,
			})
		).message.message_id as number;
	await reply(users.mia, MIAS);
	await soon('it is taken', () => n8n.delivered.length === 1);
	const second = await reply(users.noah, ZOES);
	let said: string | undefined;
	await soon('the bot replies', async () => {
		const { messages } = await emulator.state();
		said = messages.find(({ reply_to_message_id: to }) => to === second)?.text;
		return said !== undefined;
	});
	expect(said).toBe('This question is closed.');
});

describe('the output', () => {
	const other = useEmulator();
	test('names no person if the answer is in the name of a channel', async () => {
		const question = await OpenQuestion.ask(other, { responseType: 'freeText' });
		const standIn = { id: 136817688, is_bot: true, first_name: 'Channel', username: 'Channel_Bot' };
		await question.bring(
			question.press({
				kind: 'reply',
				button: undefined,
				text: 'Me',
				replyMessageId: '41',
				user: standIn,
				senderChatId: String(MIAS),
			}),
		);
		const json = question.resumed[0][0][0].json;
		question.close();
		expect(json.user).toBeNull();
	});
});
