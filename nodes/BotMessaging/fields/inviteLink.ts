import type { MostOf } from '../../../reference';
import { UserError } from '../api/errors';
import type { Encode, Field } from '../engine/define';
import { integerWithin, optionalText, text, withinLength } from './encode';
import { secondsInWords } from './duration';
import { number, sent, sentSwitch } from './formField';
import { date, isEndless } from './until';

/** Reference 5.5. */
const LONGEST_NAME: MostOf<'createChatInviteLink', 'name'> = 32;
const MOST_MEMBERS: MostOf<'createChatInviteLink', 'member_limit'> = 99_999;

const linkName: Encode = (value, label) =>
	withinLength(optionalText(value, label), LONGEST_NAME, label);

const future: Encode = (value, label, { timezone }) => {
	const lasting = typeof value === 'string' ? secondsInWords(value) : undefined;
	if (lasting === Infinity || isEndless(value)) return undefined;
	const seconds = Math.round(lasting ? Date.now() / 1000 + lasting : date(value, label, timezone));
	if (seconds > Date.now() / 1000) return seconds;
	throw new UserError(
		`${label} is in the past`,
		`Pick a time in the future, or remove ${label} for a link that does not expire.`,
	);
};

export const inviteLink = sent(
	'inviteLink',
	'The complete link. Create outputs it as inviteLink.',
	(value, label) => text(value, label).trim(),
	{ required: true, placeholder: 'e.g. https://example.com/+AbCdEf' },
);

/** Options of a link. */
export const linkOptions: Field[] = [
	{
		displayName: 'Expires At',
		name: 'expireDate',
		type: 'dateTime',
		default: '',
		description:
			'When the link stops working, in the time zone of the workflow. An expression can also return how long it works, such as 2h or 1d12h.',
		wire: { encode: future, isTimed: true },
	},
	sent(
		'memberLimit',
		'How many people can join with the link. Cannot be combined with Needs Approval.',
		integerWithin(1, MOST_MEMBERS),
		number(1, { minValue: 1, maxValue: MOST_MEMBERS }),
	),
	sent('name', 'The name of the link, up to 32 characters. Only administrators see it.', linkName, {
		placeholder: 'e.g. Spring campaign',
	}),
	sentSwitch(
		'createsJoinRequest',
		'Needs Approval',
		'Whether an administrator or a bot must approve people who use the link. A trigger with Join Request in Trigger On starts then.',
	),
];
