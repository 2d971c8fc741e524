import type { IBuilderHintVariation } from 'n8n-workflow';

import type { Operation } from '../engine/define';

/** Two examples for AI builders, written for n8n's workflow SDK. */
export const MODERATE = `<patterns>
<pattern title="Moderate: delete messages with a forbidden word, and mute their writers for an hour">
const onMessage = trigger({ type: 'n8n-nodes-bot-messaging.botMessagingPollingTrigger', version: 1, config: { name: 'On Message', parameters: {
  updates: ['message'], filters: { textContains: 'casino', ignoreBots: true }
} } });
const removeIt = node({ type: 'n8n-nodes-bot-messaging.botMessaging', version: 1, config: { name: 'Delete It', parameters: {
  resource: 'message', operation: 'deleteMessage',
  chatId: { __rl: true, mode: 'id', value: expr('{{ $json.chatId }}') }, messageId: expr('{{ $json.messageId }}')
} } });
const mute = node({ type: 'n8n-nodes-bot-messaging.botMessaging', version: 1, config: { name: 'Mute the Writer', parameters: {
  resource: 'member', operation: 'restrictChatMember',
  chatId: { __rl: true, mode: 'id', value: expr("{{ $('On Message').item.json.chatId }}") }, userId: { __rl: true, mode: 'id', value: expr("{{ $('On Message').item.json.userId }}") },
  permissions: 'mute', until: 'duration', untilAmount: '1', untilUnit: 'hours'
} } });
export default workflow('moderate', 'Moderate').add(onMessage).to(removeIt).to(mute);
</pattern>
</patterns>`;

export const ASK_AND_BRANCH = `<patterns>
<pattern title="Ask in a chat, and branch by the answer: output 0 is No Answer, then comes one for each button">
const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } });
const ask = node({ type: 'n8n-nodes-bot-messaging.botMessaging', version: 1, config: { name: 'Ask', parameters: {
  resource: 'message', operation: 'sendAndWait', chatId: { __rl: true, mode: 'id', value: '-1001234567890' },
  message: 'Publish the new prices?', responseType: 'approval', outputs: 'perAnswer',
  approvalOptions: { button: [{ text: 'Publish', value: 'publish', approves: true }, { text: 'Not yet', value: 'wait', approves: false }] },
  limitWaitTime: true, limitType: 'afterTimeInterval', resumeAmount: '12', resumeUnit: 'hours'
} } });
const noAnswer = node({ type: 'n8n-nodes-base.noOp', version: 1, config: { name: 'No Answer' } });
const publish = node({ type: 'n8n-nodes-base.noOp', version: 1, config: { name: 'Publish' } });
const notYet = node({ type: 'n8n-nodes-base.noOp', version: 1, config: { name: 'Not Yet' } });
export default workflow('ask', 'Ask').add(start).to(ask).add(ask.output(0).to(noAnswer)).add(ask.output(1).to(publish)).add(ask.output(2).to(notYet));
</pattern>
</patterns>`;

const DONE = '`success`';
const MESSAGE = 'the message, with `chatId` and `messageId`';
const DELETED = 'how many messages were `requested`, `deleted` and `failed`';
const LINK = '`chatId` and `inviteLink`';

const BY_RESOURCE: { [resource: string]: string } = {
	game: MESSAGE,
	inviteLink: LINK,
	message: MESSAGE,
};

/** Outputs of operations that return something else than the others of their resource. */
const OUTPUTS: { [operation: string]: string } = {
	askForm:
		'`chatId` and `messageId` of the form, and at its end the outcome (answered, cancelled or noAnswer), the answers by field name, and as summary a text with one line for each question',
	anyMethod: 'what the server returned',
	checkSetup: 'an item for each cause, with `problem`, `whatToDo` and `isBlocking`',
	deleteMessage: '`deleted`, `chatId` and `messageId`',
	deleteMessages: DELETED,
	deleteWebhook: '`deleted`',
	getChat: '`chatId`, `type` and `title`',
	getChatAdministrators: 'an item for each administrator, with `chatId`, `userId` and `status`',
	getChatMember: '`chatId`, `userId` and `status`',
	getChatMemberCount: '`chatId` and `memberCount`',
	getFile: '`file_path`, and the file in a binary field',
	getGameHighScores: 'an item for each player, with `position`, `user` and `score`',
	getManyChats: 'an item for each chat, with `chatId`, `type` and `title`',
	getMe: '`id` and `username`',
	getMyCommands: 'an item for each command, with `command` and `description`',
	getUpdates: 'an item for each update, with `update_id`',
	getUserProfilePhotos: '`userId`, `fileId` and `photos`',
	getWebhookInfo: '`url` and `pending_update_count`',
	pinChatMessage: DONE,
	purgeMessages: DELETED,
	sendAndWait: '`chatId` and `messageId` of the question, and the answer when it is there',
	sendMediaGroup: 'an item for each message, with `chatId` and `messageId`',
	sendMessageDraft: DONE,
	unpinChatMessage: DONE,
};

const CHANGES = {
	read: 'Changes nothing.',
	repeatable: 'A second run changes nothing more.',
	once: 'A second run does it again.',
};

/** What an operation changes and outputs, for AI builders. */
export function builderText(operation: Operation): string {
	const { resource, value, effect, description } = operation;
	const output = OUTPUTS[value] ?? BY_RESOURCE[resource] ?? DONE;
	return `${description.replace(/\.?$/, '.')} ${CHANGES[effect]} Outputs ${output}.`;
}

const shownFor = (resource: string, operation: string, content: string) => ({
	content,
	displayOptions: { show: { resource: [resource], operation: [operation] } },
});

/** What AI builders read besides the types that n8n generates: a text for each operation and two examples. */
export const builderTexts = (operations: Operation[]): IBuilderHintVariation[] => [
	...operations.map((one) => shownFor(one.resource, one.value, builderText(one))),
	shownFor('member', 'restrictChatMember', MODERATE),
	shownFor('message', 'deleteMessage', MODERATE),
	shownFor('message', 'sendAndWait', ASK_AND_BRANCH),
];
