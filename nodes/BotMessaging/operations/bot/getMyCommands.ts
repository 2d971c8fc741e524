import { operation } from '../../engine/define';
import { languageCode, scopeFields } from '../../fields/bot';

/** Reference 5.8. */
export const getMyCommands = operation('bot', 'getMyCommands', {
	effect: 'read',
	ordered: false,
	name: 'Get Commands',
	action: 'Get the commands of the bot',
	description: 'Get the commands in the menu of the bot, one item each',
	fields: scopeFields,
	additionalFields: [languageCode],
});
