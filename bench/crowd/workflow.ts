import { randomUUID } from 'node:crypto';

import { PACKAGE_NAME } from '../../scripts/lib/paths';
import type { Workflow } from '../../sandbox/lib/rest';
import { RULES } from './plan';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const node = (name: string, type: string, parameters: object) => ({
	id: randomUUID(),
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

const to = (...names: string[]) => ({
	main: names.map((name) => [{ node: name, type: 'main', index: 0 }]),
});

/** Deletes what breaks a rule, and mutes all people of a raid. */
export const moderation = (): Workflow => ({
	name: 'Crowd',
	nodes: [
		node('Trigger', `${PACKAGE_NAME}.botMessagingPollingTrigger`, {
			updates: ['message', 'edited_message', 'chat_member', 'my_chat_member'],
			filters: { writtenBy: 'others' },
			rules: RULES,
			outputs: 'kinds',
			outputKinds: ['join'],
		}),
		node('Each Person', 'n8n-nodes-base.splitOut', {
			fieldToSplitOut: 'raid.userIds',
			include: 'selectedOtherFields',
			fieldsToInclude: 'chatId',
			options: { destinationFieldName: 'person' },
		}),
		node('Mute', `${PACKAGE_NAME}.botMessaging`, {
			resource: 'member',
			operation: 'restrictChatMember',
			chatId: byId('={{ $json.chatId }}'),
			userId: byId('={{ $json.person }}'),
			permissions: 'mute',
		}),
		node('Delete', `${PACKAGE_NAME}.botMessaging`, {
			resource: 'message',
			operation: 'deleteMessage',
			chatId: byId('={{ $json.chatId }}'),
			messageId: '={{ $json.messageId }}',
		}),
	],
	connections: { Trigger: to('Each Person', 'Delete'), 'Each Person': to('Mute') },
	settings: { executionOrder: 'v1' },
});
