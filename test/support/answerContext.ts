import axios from 'axios';

import type { Call } from '../../nodes/BotMessaging/api/client';
import { registry } from '../../nodes/BotMessaging/memory/registry';
import type { AnswerContext } from '../../nodes/BotMessaging/questions/deliver';
import type { TestEmulator } from './emulator';

/**
 * The context that a trigger uses to bring answers to n8n, over real HTTP: for updates that the emulator
 * cannot create.
 *
 * @param n8n address of the server that acts as n8n
 */
export const answerContextOf = (
	emulator: TestEmulator,
	n8n: string,
	bot: string,
): AnswerContext => ({
	bot: registry.bots.get(bot),
	credential: { botToken: emulator.token },
	call: (async (method: string, params: object) => {
		const { body } = await emulator.api(method, params);
		if (!body.ok) throw new Error(body.description as string);
		return body.result as unknown;
	}) as Call,
	request: async ({ url, method, body, headers }) => {
		const answer = await axios.request({
			url,
			method,
			data: body as string,
			headers: headers as Record<string, string>,
			responseType: 'text',
			transformResponse: (text: string) => text,
			validateStatus: () => true,
		});
		return { statusCode: answer.status, body: answer.data as string, headers: {} };
	},
	bases: [`${n8n}/webhook-waiting`],
	words: {
		answered: 'You have already answered',
		closed: 'Closed',
		unknown: 'Unknown',
		tryAgain: 'Try again',
		cut: 'Cut',
		cutInForm: 'Cut in a form',
	},
	warn: () => {},
	isOver: () => false,
});
