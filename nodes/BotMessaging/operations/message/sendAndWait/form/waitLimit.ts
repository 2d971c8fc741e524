import { UserError } from '../../../../api/errors';
import type { Field, Values } from '../../../../engine/define';
import { durationAmount, durationUnit, secondsIn } from '../../../../fields/duration';
import { shownFor } from '../../../../fields/oneOf';
import { date } from '../../../../fields/until';

/** What n8n takes for "without an end". */
const WITHOUT_END = new Date('3000-01-01T00:00:00.000Z');

/** Until when an execution waits, in the form of n8n's own nodes. */
export const limitFields: Field[] = [
	{
		displayName: 'Limit Wait Time',
		name: 'limitWaitTime',
		type: 'boolean',
		default: false,
		description:
			'Whether the workflow continues without an answer after some time. The output is then the input item with the chatId and messageId of the question.',
		wire: 'formOnly',
	},
	...shownFor(
		'limitWaitTime',
		[true],
		[
			{
				displayName: 'Limit Type',
				name: 'limitType',
				type: 'options',
				options: [
					{ name: 'After Time Interval', value: 'afterTimeInterval' },
					{ name: 'At Specified Time', value: 'atSpecifiedTime' },
				],
				default: 'afterTimeInterval',
				description: 'How to set the end of the wait',
				wire: 'formOnly',
			},
			...shownFor(
				'limitType',
				['afterTimeInterval'],
				[
					{
						...durationAmount({
							displayName: 'Amount',
							name: 'resumeAmount',
							default: '45',
							description: 'The time to wait',
						}),
						wire: 'formOnly',
					},
					{
						...durationUnit,
						name: 'resumeUnit',
						default: 'minutes',
						wire: 'formOnly',
					},
				],
			),
			...shownFor(
				'limitType',
				['atSpecifiedTime'],
				[
					{
						displayName: 'Max Date and Time',
						name: 'maxDateAndTime',
						type: 'dateTime',
						default: '',
						required: true,
						description: 'The date and time to wait until',
						wire: 'formOnly',
					},
				],
			),
		],
	),
];

/** The date and time to wait until. Throws UserError for an end that is not ahead. */
export function untilOf(values: Values, timezone: string): Date {
	const { limitWaitTime, limitType, resumeAmount, resumeUnit, maxDateAndTime } = values;
	if (!limitWaitTime) return WITHOUT_END;
	const isInterval = limitType === 'afterTimeInterval';
	const ends = isInterval
		? Date.now() + secondsIn(resumeAmount, resumeUnit, 'Amount') * 1000
		: date(maxDateAndTime, 'Max Date and Time', timezone) * 1000;
	if (ends > Date.now()) return new Date(Math.min(ends, WITHOUT_END.getTime()));
	throw new UserError(
		isInterval ? 'Amount must be more than 0' : 'Max Date and Time has passed',
		'Nothing was sent. Enter a time in the future, or turn off Limit Wait Time.',
	);
}
