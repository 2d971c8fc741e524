import { UserError } from '../../../api/errors';
import type { ItemContext, Property } from '../../../engine/define';
import { inWords } from '../../../engine/reading';
import { durationAmount, durationUnit, secondsIn } from '../../../fields/duration';
import { date, secondsOf } from '../../../fields/until';

/** The service does not delete older messages (reference 5.2). */
const OLDEST_SECONDS = 48 * 3600;

const secondsSince = (sent: number) => Date.now() / 1000 - sent;

/** Whether a message is too old for the service to delete it. `sent` is in Unix seconds. */
export const isTooOld = (sent: number) => secondsSince(sent) > OLDEST_SECONDS;

/** The same for a table row; false if it has no date. */
export const isTooOldRow = (row: object, timezone: string): boolean =>
	'date' in row && isTooOld(secondsOf(row.date, timezone));

/** The age of a message, and the age that it must have. */
export const ageFields: Property[] = [
	{
		displayName: 'Message Date',
		name: 'messageDate',
		type: 'string',
		default: '={{ $json.date }}',
		required: true,
		placeholder: 'e.g. 2026-01-31T12:00:00Z',
		description:
			'When the message was sent: a date, or a Unix timestamp in seconds as the triggers output it. Messages older than 48 hours are reported and skipped, because the service does not delete them.',
	},
	{
		...durationAmount({
			displayName: 'Older Than',
			name: 'age',
			default: '24',
			description: 'Delete the message of an input item if it is older than this',
		}),
		required: true,
	},
	{ ...durationUnit, name: 'ageUnit' },
];

/** When the message was sent, in Unix seconds. Throws UserError. */
export const sentAt = ({ values, timezone }: ItemContext) =>
	date(values.messageDate, 'Message Date', timezone);

/** Whether a message has the age that the form asks for. Throws UserError for an age below 0. */
export function isOldEnough(sent: number, { age, ageUnit }: ItemContext['values']): boolean {
	const seconds = secondsIn(age, ageUnit, 'Older Than');
	if (seconds >= 0 && seconds < Infinity) return secondsSince(sent) >= seconds;
	throw new UserError(
		`Older Than is ${inWords(age)}, which is not an age`,
		'Enter a number from 0 upwards, or a time such as 2h or 1d12h. 0 deletes all messages of the input items.',
	);
}
