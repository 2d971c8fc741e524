import { integer, optionalText, text } from '../../fields/encode';
import { sent, number, sentSwitch } from '../../fields/formField';
import { operation } from '../../engine/define';
import { doneOrAlready } from '../done';

/** Reference 5.6: a bot answers every button press. */
export const answerCallbackQuery = operation('callback', 'answerCallbackQuery', {
	effect: 'repeatable',
	ordered: false,
	name: 'Answer',
	action: 'Answer a button press',
	description: 'Confirm the press of an inline button, optionally with a message',
	fields: [
		sent(
			'callbackQueryId',
			'The ID of the button press to answer. The triggers output it as callbackQueryId.',
			text,
			{ displayName: 'Callback Query ID', required: true, placeholder: 'e.g. 4382bfdwdsb323b2d9' },
		),
	],
	additionalFields: [
		sent('cacheTime', 'How long the app may cache the answer', integer, {
			displayName: 'Cache Time (Seconds)',
			...number(0, { minValue: 0 }),
		}),
		sentSwitch(
			'showAlert',
			'Show Alert',
			'Whether to show the text as an alert that the person must close, instead of a notification',
		),
		sent('text', 'The text of the notification. Without it, nothing is shown.', optionalText, {
			placeholder: 'e.g. Done',
		}),
		sent('url', 'The URL for the app to open: of a game, or a link to the bot', optionalText, {
			displayName: 'URL',
			placeholder: 'e.g. https://example.com/my-game',
		}),
	],
	// The first attempt got no answer, but it was not too old yet.
	...doneOrAlready({ says: /query is too old/i }, 'callback_query_id'),
});
