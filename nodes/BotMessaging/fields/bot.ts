import { snakeCase } from '../api/basics';
import type { Field, ItemContext } from '../engine/define';
import { updateKinds } from '../update/update';
import { chatId, locatedChat } from './chat';
import { optionalText } from './encode';
import { oneOf, sent, shownFor } from './formField';
import { locatedUser, userId } from './user';

/** The API's names of the scopes are those of the choices. */
const everywhere = ({ values }: ItemContext) => ({ type: snakeCase(values.scope as string) });

const inChat = (context: ItemContext) => ({
	...everywhere(context),
	chat_id: locatedChat(context.values.chatId, chatId.displayName),
});

const ofMember = (context: ItemContext) => ({
	...inChat(context),
	user_id: locatedUser(context.values.userId, userId.displayName, context),
});

/** The audience of a command list (reference 5.8). */
export const scopeFields: Field[] = [
	...oneOf(
		{
			displayName: 'Scope',
			name: 'scope',
			default: 'default',
			description:
				'The people who see these commands. The list for the smallest circle of people applies.',
			key: 'scope',
		},
		{
			allChatAdministrators: { name: 'Administrators of All Groups', encode: everywhere },
			chatAdministrators: { name: 'Administrators of One Group', encode: inChat },
			allGroupChats: { name: 'All Groups', encode: everywhere },
			allPrivateChats: { name: 'All Private Chats', encode: everywhere },
			default: { name: 'Everyone', description: 'Used if no other list applies' },
			chat: { name: 'One Chat', encode: inChat },
			chatMember: { name: 'One Member of a Group', encode: ofMember },
		},
	),
	...shownFor(
		'scope',
		['chat', 'chatAdministrators', 'chatMember'],
		[{ ...chatId, wire: 'formOnly' }],
	),
	...shownFor('scope', ['chatMember'], [{ ...userId, wire: 'formOnly' }]),
];

export const languageCode = sent(
	'languageCode',
	'A two-letter language code. The commands are only for people whose app uses this language.',
	optionalText,
	{ displayName: 'Language', placeholder: 'e.g. de' },
);

export const allowedUpdates: Field = {
	displayName: 'Update Types',
	name: 'allowedUpdates',
	type: 'multiOptions',
	options: updateKinds,
	default: [],
	description:
		'The kinds of update to receive. An empty list means all except member changes and reactions. Without this field, nothing changes.',
	wire: 'asRead',
};

export const dropPendingUpdates: Field = {
	displayName: 'Drop Pending Updates',
	name: 'dropPendingUpdates',
	type: 'boolean',
	default: false,
	description: 'Whether to drop the updates that wait on the server',
	wire: 'asRead',
};
