import { operation } from '../../engine/define';

/** Reference 5.1. */
export const getMe = operation('bot', 'getMe', {
	effect: 'read',
	ordered: false,
	name: 'Get Me',
	action: 'Get the bot',
	description: 'Get the name and the ID of the bot. Use this to check the bot token.',
	fields: [],
});
