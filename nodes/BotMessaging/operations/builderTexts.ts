import type { IBuilderHintVariation } from 'n8n-workflow';

import type { Operation } from '../engine/define';
import { descriptionOf } from '../engine/form';
import { ASK_AND_BRANCH, MODERATE } from './builderPatterns';

const DONE = '`success`';
const MESSAGE = 'the message, with `chatId` and `messageId`';
const DELETED = 'how many messages were `requested`, `deleted` and `failed`';
const LINK = '`chatId` and `inviteLink`';

/** Outputs of operations that return neither a message nor just `success`. */
const OUTPUTS: { [operation: string]: string } = {
	askForm:
		'`chatId` and `messageId` of the form, and at its end the outcome (answered, cancelled or noAnswer) and the answers by field name',
	anyMethod: 'what the server returned',
	checkSetup: 'an item for each cause, with `problem`, `whatToDo` and `isBlocking`',
	createChatInviteLink: LINK,
	deleteMessage: '`deleted`, `chatId` and `messageId`',
	deleteMessages: DELETED,
	deleteWebhook: '`deleted`',
	editChatInviteLink: LINK,
	exportChatInviteLink: LINK,
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
	revokeChatInviteLink: LINK,
	sendAndWait: '`chatId` and `messageId` of the question, and the answer when it is there',
	sendGame: MESSAGE,
	sendMediaGroup: 'an item for each message, with `chatId` and `messageId`',
	sendMessageDraft: DONE,
	setGameScore: MESSAGE,
	unpinChatMessage: DONE,
};

const CHANGES = {
	read: 'Changes nothing.',
	repeatable: 'A second run changes nothing more.',
	once: 'A second run does it again.',
};

/** What an operation changes and outputs, for AI builders. */
export function builderText(operation: Operation): string {
	const { resource, value, effect } = operation;
	const output = OUTPUTS[value] ?? (resource === 'message' ? MESSAGE : DONE);
	return `${descriptionOf(operation).replace(/\.?$/, '.')} ${CHANGES[effect]} Outputs ${output}.`;
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
