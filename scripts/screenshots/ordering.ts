import { randomUUID } from 'node:crypto';

import { PACKAGE_NAME } from '../lib/paths';
import type { Workflow } from '../../sandbox/lib/rest';

export const ORDER = 'When Mia Writes /order';
export const THANKS = 'Say Thank You';
export const BUTTONS = ['Order', 'Cancel'] as const;

const ASK = 'Ask Whether It Is Right';
const NEVER_MIND = 'Say Never Mind';

/** A workflow that asks before something happens, with an output for each answer. */
export function ordering(): Workflow {
	const chatId = { __rl: true, mode: 'id', value: '={{ $json.chatId }}' };
	const node = (name: string, type: string, position: [number, number], parameters: object) => ({
		id: randomUUID(),
		name,
		type: `${PACKAGE_NAME}.${type}`,
		typeVersion: 1,
		position,
		parameters,
	});
	const say = (name: string, y: number, text: string) =>
		node(name, 'botMessaging', [560, y], {
			resource: 'message',
			operation: 'sendMessage',
			chatId,
			text,
		});
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	return {
		name: 'Coffee Bot',
		nodes: [
			node(ORDER, 'botMessagingPollingTrigger', [0, 0], {
				updates: ['message'],
				filters: { commands: '/order' },
			}),
			node(ASK, 'botMessaging', [272, 0], {
				resource: 'message',
				operation: 'sendAndWait',
				chatId,
				message: '={{ $json.firstName }}, shall I order one coffee?',
				responseType: 'approval',
				approvalOptions: {
					button: BUTTONS.map((text, index) => ({
						text,
						value: text.toLowerCase(),
						approves: index === 0,
						newRow: false,
					})),
				},
				additionalFields: {},
				outputs: 'perAnswer',
			}),
			say(THANKS, -96, 'Thank you! Your coffee is ready in five minutes'),
			say(NEVER_MIND, 112, 'Never mind. Write /order if you change your mind.'),
		],
		connections: {
			[ORDER]: { main: [to(ASK)] },
			// The first output is for unanswered questions.
			[ASK]: { main: [[], to(THANKS), to(NEVER_MIND)] },
		},
		settings: { executionOrder: 'v1' },
	};
}
