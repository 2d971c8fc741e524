import type { Field } from '../engine/define';
import { updateKinds } from '../update/kinds';

export const allowedUpdates: Field = {
	displayName: 'Update Types',
	name: 'allowedUpdates',
	type: 'multiOptions',
	options: updateKinds,
	default: [],
	description:
		'Which kinds of update the server sends from now on. An empty list means all but member changes and reactions. Without this field nothing changes.',
	wire: 'asRead',
};

export const dropPendingUpdates: Field = {
	displayName: 'Drop Pending Updates',
	name: 'dropPendingUpdates',
	type: 'boolean',
	default: false,
	description: 'Whether to throw away the updates that wait on the server',
	wire: 'asRead',
};
