import type { Operation } from '../../engine/define';

/** Reference 5.1. */
export const getMe: Operation<'getMe'> = {
	resource: 'bot',
	value: 'getMe',
	method: 'getMe',
	effect: 'read',
	ordered: false,
	name: 'Get Me',
	action: 'Get the bot',
	description: 'Get the name and the ID of the bot. Use this to check the bot token.',
	fields: [],
};
