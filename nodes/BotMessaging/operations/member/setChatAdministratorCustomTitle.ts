import type { MostOf } from '../../../../reference';
import { UserError } from '../../api/errors';
import { chatId } from '../../fields/chat';
import { sent } from '../../fields/formField';
import { userId } from '../../fields/user';
import { text, withinLength } from '../../fields/encode';
import { operation } from '../../engine/define';
import { doneTo } from '../done';
import { lookFirst } from './named';

/** Reference 5.4. */
const LONGEST: MostOf<'setChatAdministratorCustomTitle', 'custom_title'> = 16;
const EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\uFE0F/u;

/** The empty text is a value: it removes the title. An expression without a value is a mistake. */
function titleOf(value: unknown, label: string): string {
	if (value === '') return '';
	const title = withinLength(text(value, label), LONGEST, label);
	if (!EMOJI.test(title)) return title;
	throw new UserError(
		`${label} holds an emoji`,
		`The server does not accept emoji. Use letters in ${label}.`,
	);
}

/** Reference 5.4. */
export const setChatAdministratorCustomTitle = operation(
	'member',
	'setChatAdministratorCustomTitle',
	{
		effect: 'repeatable',
		ordered: false,
		name: 'Set Title',
		action: 'Set the title of an administrator',
		description: 'Set a title, such as Support, beside the name of an administrator',
		fields: [
			chatId,
			userId,
			sent(
				'customTitle',
				'The title, up to 16 characters without emoji. Leave empty to remove it. Works only for administrators promoted by the bot.',
				titleOf,
				{ placeholder: 'e.g. Support' },
			),
		],
		output: doneTo('chat_id', 'user_id', 'custom_title'),
		inParts: lookFirst,
	},
);
