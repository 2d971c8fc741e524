import type { Field } from '../engine/define';
import { updateKinds } from '../update/kinds';

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
