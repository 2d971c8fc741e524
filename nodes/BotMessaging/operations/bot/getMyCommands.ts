import type { Operation } from '../../engine/define';
import { languageCode, scopeFields } from '../../fields/commandScope';

/** Service methods, "Commands". */
export const getMyCommands: Operation = {
	resource: 'bot',
	value: 'getMyCommands',
	method: 'getMyCommands',
	effect: 'read',
	ordered: false,
	name: 'Get Commands',
	action: 'Get the commands of the bot',
	description: 'Get the commands that the app offers for the bot, an item for each',
	hints: [],
	fields: scopeFields,
	additionalFields: [languageCode],
};
