import { randomBytes, randomUUID } from 'node:crypto';

import { buttonsFor, dataOf, newStep } from '../../../nodes/BotMessaging/callbackData/buttonData';
import { hidden, isProof } from '../../../nodes/BotMessaging/callbackData/proof';
import { ONE_TRIGGER, useEitherTrigger } from '../../support/eitherTrigger';
import { ANSWERS, useWaitingServer } from '../../support/waitingServer';

const { emulator, api, credential, publish, say, soon } = useEitherTrigger();
const { chats, users } = emulator.defaults;
const n8n = useWaitingServer();

const UNKNOWN = 'This question cannot be answered here.';

/** Replaces the bot's token, and publishes a workflow with the new one. */
async function publishWithNewToken(kind: (typeof ONE_TRIGGER)[number]) {
	const replaced = credential().botToken.replace(/:.*/, ':secretOfTheNewToken');
	const snapshot = await emulator.control('get', 'snapshot');
	const isOwn = ({ token }: { token: string }) => token === credential().botToken;
	snapshot.bots.find(isOwn).token = replaced;
	await emulator.control('put', 'snapshot', snapshot);
	const options = { n8nAddress: n8n.address };
	return { replaced, trigger: await publish(kind, { options }, 'w1', replaced) };
}

/** Sends a question or a form, before the token is replaced. */
async function ask(kind: 'press' | 'form') {
	const signature = randomBytes(32).toString('hex');
	const target = { executionId: '12', nodeId: randomUUID(), signature };
	const to = kind === 'form' ? hidden(credential(), target) : target;
	const step = kind === 'form' ? newStep() : '';
	const data = dataOf(to, kind, buttonsFor(to, step), step);
	const inline_keyboard = data.map((callback_data) => [{ text: 'Yes', callback_data }]);
	const message = { chat_id: chats.demoGroup, text: 'Well?', reply_markup: { inline_keyboard } };
	const { message_id } = await api('sendMessage', message);
	return { signature, message_id: message_id as number, callback_data: data[0] };
}

const press = async (asked: Awaited<ReturnType<typeof ask>>) => {
	const { message_id, callback_data } = asked;
	const act = { user_id: users.mia, chat_id: chats.demoGroup, message_id, callback_data };
	const { query_id } = await emulator.act('press', act);
	return async () => {
		const { callback_queries: queries } = await emulator.state();
		return queries.find(({ id }) => id === query_id)?.answer?.text;
	};
};

describe.each(ONE_TRIGGER)('after a new bot token, for the %s trigger', (kind) => {
	/** n8n knows the question by its signature. */
	const know = (signature: string) =>
		(n8n.answerTo = () =>
			n8n.delivered.at(-1)!.signature === signature ? ANSWERS.taken : ANSWERS.unsigned);

	test('a press of an open question is still its answer', async () => {
		const asked = await ask('press');
		know(asked.signature);
		const { replaced, trigger } = await publishWithNewToken(kind);
		const said = await press(asked);
		await soon('it is answered', async () => (await said()) === 'Thank you');
		const [{ signature, payload, proof }] = n8n.delivered;
		expect(signature).toBe(asked.signature);
		expect(payload).toMatchObject({ kind: 'press', button: 0 });
		const text = JSON.stringify(payload);
		expect(isProof(proof, { botToken: replaced }, asked.signature, text)).toBe(true);
		expect(isProof(proof, credential(), asked.signature, text)).toBe(false);
		expect(trigger.started).toEqual([]);
	});

	test('an open form ends: who presses or answers is told, and the log says why', async () => {
		const asked = await ask('form');
		know(asked.signature);
		const { trigger } = await publishWithNewToken(kind);
		const said = await press(asked);
		await soon('it is answered', async () => (await said()) === UNKNOWN);
		const reply = await say('2', { reply_to_message_id: asked.message_id });
		const isTold = async () =>
			(await emulator.state()).messages.some(
				({ reply_to_message_id: to, text }) => to === reply && text === UNKNOWN,
			);
		await soon('the reply is answered', isTold);
		expect(trigger.started).toEqual([]);
		expect(n8n.delivered.map(({ signature }) => signature)).not.toContain(asked.signature);
		expect(trigger.logged).toEqual([expect.stringMatching(/ignored.*bot token was replaced/)]);
	});
});
