import axios from 'axios';

import { callbackDataIn } from '../../../nodes/BotMessaging/callbackData/buttonData';
import { proofOf } from '../../../nodes/BotMessaging/callbackData/proof';
import { useEmulator } from '../../support/emulator';
import { useN8n } from '../support/n8n';
import type { Seen } from '../support/people';
import { answering, Questions } from '../support/questions';
import { useTriggers } from '../support/triggers';

const emulator = useEmulator();
const n8n = useN8n();
const triggers = useTriggers(n8n, emulator);
const questions = new Questions(() => n8n.rest, emulator);
const { chats } = emulator.defaults;

const listen = async () =>
	await triggers.publish({ type: 'botMessagingPollingTrigger', parameters: { updates: ['poll'] } });

/** What somebody learns from the data of all buttons. */
function read(question: Seen) {
	const callbackData = callbackDataIn(question)!;
	const { executionId, nodeId, signature } = callbackData;
	const url = `${n8n.url}/webhook-waiting/${executionId}/${nodeId}?signature=${signature}`;
	return { callbackData, url };
}

const post = async (url: string, body: unknown) =>
	await axios.post(url, body, { validateStatus: () => true });

test('an address that was read from the buttons is useless without a proof', async () => {
	await listen();
	const { execution, question } = await questions.ask();
	await questions.waits(execution);
	const { callbackData, url } = read(question);
	const payload = answering(question);
	const foreign = proofOf(
		{ botToken: '4839574812:of-another-bot' },
		callbackData.signature,
		payload,
	);
	const ofAnother = proofOf({ botToken: emulator.token }, 'a'.repeat(64), payload);
	const old = answering(question, { at: Date.now() - 3_600_000 });
	const late = proofOf({ botToken: emulator.token }, callbackData.signature, old);
	const bodies = [
		{},
		'approved=true',
		{ payload },
		{ payload, proof: '' },
		{ payload, proof: foreign },
		{ payload, proof: ofAnother },
		{ payload: old, proof: late },
		{
			payload: 'null',
			proof: proofOf({ botToken: emulator.token }, callbackData.signature, 'null'),
		},
		{ approved: true, data: { approved: true } },
	];
	for (const body of bodies) expect((await post(url, body)).status).toBe(403);
	expect((await axios.get(url, { validateStatus: () => true })).status).toBe(403);
	expect((await post(`${url}&answer=0`, '')).status).toBe(401);
	expect((await post(url.replace(/signature=./, 'signature=x'), {})).status).toBe(401);
	await questions.expectOpen(execution, question);
});

test('a proof for another chat, message or button opens nothing', async () => {
	await listen();
	const { execution, question } = await questions.ask();
	await questions.waits(execution);
	const { callbackData, url } = read(question);
	const changes = [
		{ chatId: String(chats.quietGroup) },
		{ messageId: String(question.message_id + 1) },
		{ button: 7 },
		{ button: -1 },
		{ button: 'constructor' },
		{ kind: 'reply', text: 'Approve' },
	];
	for (const change of changes) {
		const payload = answering(question, change);
		const proof = proofOf({ botToken: emulator.token }, callbackData.signature, payload);
		const { status, data } = await post(url, { payload, proof });
		expect([change, status]).toEqual([change, 200]);
		expect(data.botMessagingOutcome).not.toBe('taken');
	}
	await questions.expectOpen(execution, question);
});

test('a copy of the question in another chat answers nothing', async () => {
	await listen();
	const { execution, question } = await questions.ask();
	await questions.waits(execution);
	const { body } = await emulator.api('sendMessage', {
		chat_id: chats.quietGroup,
		text: 'May it stay?',
		reply_markup: question.reply_markup,
	});
	const copy: Seen = { ...question, chat_id: chats.quietGroup, ...body.result };
	const data = question.reply_markup!.inline_keyboard[0][0].callback_data;
	expect(await questions.pressWith('mia', copy, data)).toBe('This question is closed.');
	await questions.expectOpen(execution, question);
});
