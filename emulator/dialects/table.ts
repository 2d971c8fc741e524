/**
 * Assumptions about a server if its documentation is silent or contradicts itself. The numbers up to 23
 * come from the list "Contradictions and gaps". From 24, they are what this service documents differently
 * from the rest of the family. The first choice is the assumption.
 */
export interface Assumption {
	number: string;
	/** The assumption as a sentence. */
	says: string;
	choices: readonly [string, string, ...string[]];
	/** Why a program that may only touch what it created cannot test it. */
	untested?: string;
}

const ANSWERS = {
	chatNotFound: {
		number: '3a',
		says: 'A chat that is not there is refused with 404',
		choices: ['404', '400'],
	},
	chatNotFoundWords: {
		number: '3b',
		says: 'That refusal says "chat not found"',
		choices: ['chat not found', 'other words'],
	},
	messageNotFound: {
		number: '3c',
		says: 'An edit, a copy or a pin of a message that is not there is refused with 404',
		choices: ['404', '400'],
	},
	userNotFound: {
		number: '3d',
		says: 'A person who is not there is refused with 404',
		choices: ['404', '400'],
	},
	limit: {
		number: '4',
		says: 'Too many sends are refused with 400 MESSAGE_TOO_MUCH',
		choices: ['MESSAGE_TOO_MUCH', '429'],
		untested: 'no limit was reached, and none is provoked',
	},
	photoTooLarge: {
		number: '5a',
		says: 'A photo of more than 10 MB is refused with 400',
		choices: ['400', '413'],
	},
	documentTooLarge: {
		number: '5b',
		says: 'A document of more than 100 MB is refused with 413',
		choices: ['413', '400'],
		untested: 'it takes an upload of 100 MB',
	},
	httpStatus: {
		number: '6',
		says: 'The HTTP status of a refusal is its error_code',
		choices: ['error_code', 'always 200'],
	},
} as const;

const MESSAGES = {
	mediaByUrl: {
		number: '7',
		says: 'A photo given as an address is refused',
		choices: ['refused', 'fetched'],
	},
	albumOfOne: {
		number: '8a',
		says: 'An album of one photo is accepted',
		choices: ['accepted', 'refused'],
	},
	albumOfDocuments: {
		number: '8b',
		says: 'An album of documents is refused',
		choices: ['refused', 'accepted'],
	},
	copyResult: {
		number: '9',
		says: 'copyMessage answers with a list',
		choices: ['list', 'object'],
	},
	diceReplyParameters: {
		number: '10a',
		says: 'sendDice replies by reply_parameters',
		choices: ['works', 'ignored', 'refused'],
	},
	mediaReplyId: {
		number: '10b',
		says: 'sendPhoto replies by reply_to_message_id',
		choices: ['works', 'ignored', 'refused'],
	},
	textReplyId: {
		number: '10c',
		says: 'sendMessage replies by reply_to_message_id',
		choices: ['works', 'ignored', 'refused'],
	},
	textReplyParameters: {
		number: '10d',
		says: 'sendMessage replies by reply_parameters',
		choices: ['works', 'ignored', 'refused'],
	},
	replyWithoutTarget: {
		number: '10e',
		says: 'allow_sending_without_reply has no effect',
		choices: ['ignored', 'works'],
	},
	documentOf100MB: {
		number: '11a',
		says: 'A document may have 100 MB',
		choices: ['100', '50'],
		untested: 'it takes an upload of 100 MB',
	},
	longestTitle: {
		number: '11b',
		says: 'The title of a chat may have 255 characters',
		choices: ['255', '128'],
	},
} as const;

const BOT = {
	emptyUrl: {
		number: '12a',
		says: 'setWebhook with an empty url removes the webhook',
		choices: ['removes', 'refused'],
	},
	webhookDrop: {
		number: '12b',
		says: 'setWebhook takes drop_pending_updates',
		choices: ['accepted', 'refused'],
	},
	inlineCarrier: {
		number: '13',
		says: 'editMessageText does not know inline_message_id',
		choices: ['unknown', 'known'],
	},
} as const;

const CHATS = {
	missingPermissions: {
		number: '14a',
		says: 'A permission that is left out is taken away',
		choices: ['taken away', 'kept', 'refused'],
	},
	newPermissions: {
		number: '14b',
		says: 'A newer permission, such as can_send_photos, is refused',
		choices: ['refused', 'accepted'],
	},
	missingRights: {
		number: '15',
		says: 'A right that promoteChatMember leaves out is taken away',
		choices: ['taken away', 'kept'],
	},
	botsAmongAdministrators: {
		number: '16',
		says: 'getChatAdministrators lists the bot itself',
		choices: ['listed', 'left out'],
	},
	groupIds: {
		number: '17',
		says: 'The id of a group is negative',
		choices: ['negative', 'positive'],
	},
} as const;

const DELETIONS = {
	oldMessages: {
		number: '18a',
		says: 'A message of more than 48 hours cannot be deleted',
		choices: ['kept', 'deleted'],
		untested: 'nothing that the check has made is that old',
	},
	returnFailed: {
		number: '18b',
		says: 'deleteMessages with return_failed answers for each message',
		choices: ['works', 'ignored', 'refused'],
	},
	unknownInDeletion: {
		number: '18c',
		says: 'deleteMessages passes over a message that is not there',
		choices: ['passed over', 'refused'],
	},
	longText: {
		number: '20a',
		says: 'A text of more than 4,096 characters is refused',
		choices: ['refused', 'cut'],
	},
	longCaption: {
		number: '20b',
		says: 'A caption of more than 1,024 characters is refused',
		choices: ['refused', 'cut'],
	},
	countedCharacters: {
		number: '20c',
		says: 'The marks of a formatted text do not count',
		choices: ['without marks', 'with marks'],
	},
	longestPoll: {
		number: '21',
		says: 'getUpdates waits up to 50 seconds',
		choices: ['50', 'less'],
		untested: 'it takes a minute in which no other program gets the updates of the bot',
	},
	copyUsername: {
		number: '22a',
		says: 'copyMessage takes a @username',
		choices: ['accepted', 'refused'],
	},
	pinUsername: {
		number: '22b',
		says: 'pinChatMessage takes a @username',
		choices: ['accepted', 'refused'],
	},
	deleteUsername: {
		number: '22c',
		says: 'deleteMessage takes a @username',
		choices: ['accepted', 'refused'],
	},
	diceUsername: {
		number: '22d',
		says: 'sendDice refuses a @username',
		choices: ['refused', 'accepted'],
	},
	effect: {
		number: '23a',
		says: 'message_effect_id has no effect in a group',
		choices: ['ignored', 'refused'],
	},
	business: {
		number: '23b',
		says: 'A business_connection_id that is not there has no effect',
		choices: ['ignored', 'refused'],
	},
	paidBroadcast: {
		number: '23c',
		says: 'allow_paid_broadcast has no effect',
		choices: ['ignored', 'refused'],
		untested: 'it could cost money',
	},
} as const;

const UPDATES = {
	emptyFields: {
		number: '37',
		says: 'An optional field of an update that is empty is left out',
		choices: ['left out', 'null', 'empty text', '0'],
		untested: 'it takes an update of each kind, and people who make them',
	},
} as const;

export const ASSUMPTION_FAMILIES = [ANSWERS, MESSAGES, BOT, CHATS, DELETIONS, UPDATES] as const;
export { ANSWERS, BOT, CHATS, DELETIONS, MESSAGES, UPDATES };
