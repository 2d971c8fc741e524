import type { Field } from '../engine/define';
import { locatedChat, locatedNumericChat, USERNAME } from './chatEncode';

/** For another chat parameter, spread this and give it its own names. */
export const chatId: Field = {
	displayName: 'Chat',
	name: 'chatId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a chat',
			typeOptions: { searchListMethod: 'searchChats', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. -1001234567890',
			hint: 'To find the ID, write in the chat while a trigger listens: it outputs the ID as chatId',
		},
		{
			displayName: 'By Name',
			name: USERNAME,
			type: 'string',
			placeholder: 'e.g. @my_group',
		},
	],
	description: 'The chat to use. The triggers output its ID as chatId.',
	wire: { encode: locatedChat },
};

/** The same for parameters of the API that take no username. */
export const numericChatId: Field = {
	...chatId,
	modes: chatId.modes?.filter(({ name }) => name !== USERNAME),
	description:
		'The ID of the chat. A username does not work here. The triggers output the ID as chatId.',
	wire: { encode: locatedNumericChat },
};
