/**
 * Why an item failed, for If and Switch nodes. docs/troubleshooting.md says what each of them means.
 * The names are in people's workflows: they stay.
 */
export const REASONS = [
	'blocked',
	'chatNotFound',
	'noRight',
	'notMember',
	'messageGone',
	'topicGone',
	'alreadyDone',
	'tooFast',
	'tooLong',
	'badFile',
	'badValue',
	'token',
	'unreachable',
	'mayHaveArrived',
	'refused',
	'other',
] as const;

export type ErrorReason = (typeof REASONS)[number];
