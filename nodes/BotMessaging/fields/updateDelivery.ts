import type { Field } from '../engine/define';
import type { Hint } from '../engine/hints';
import { updateKinds } from '../update/kinds';

/** What to do if the server does not take the address for updates. */
export const WRONG_ADDRESS: Hint = {
	code: 400,
	reason: 'badValue',
	hint: 'Check URL: the server must be able to reach it, over HTTPS with a valid certificate.',
};

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
