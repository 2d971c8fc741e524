import type { Field } from '../engine/define';
import type { Hint } from '../engine/hints';
import { updateKinds } from '../update/kinds';

/** What to do if the server does not take a webhook. */
export const NO_WEBHOOK: Hint[] = [
	{
		description: 'drop_pending_updates',
		reason: 'badValue',
		hint: 'This server cannot drop updates that wait. Remove Drop Pending Updates, or set Pending Updates to Keep.',
	},
	{
		code: 400,
		reason: 'badValue',
		hint: 'Check URL: the server must be able to reach it, over HTTPS with a valid certificate.',
	},
];

export const allowedUpdates: Field = {
	displayName: 'Update Types',
	name: 'allowedUpdates',
	type: 'multiOptions',
	options: updateKinds,
	default: [],
	description:
		'The kinds of update to receive. An empty list means all except member changes and reactions. Without this field, nothing changes.',
	wire: 'asRead',
};

export const dropPendingUpdates: Field = {
	displayName: 'Drop Pending Updates',
	name: 'dropPendingUpdates',
	type: 'boolean',
	default: false,
	description: 'Whether to drop the updates that wait on the server',
	wire: 'asRead',
};
