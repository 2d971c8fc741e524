import type { INodeProperties, ITriggerFunctions } from 'n8n-workflow';

import { UserError } from '../api/errors';
import { inWords, numberWithin, readField, readGiven } from '../engine/reading';
import {
	ALL_KINDS,
	downloadFiles,
	filters,
	largestFile,
	LISTS,
	output,
	pendingUpdates,
	triggerOn,
} from './fields';
import { compileFilters } from './filter';
import type { ItemOptions } from './item';
import { updateKinds } from './kinds';
import { kindOf, type Update } from './update';

const MEGABYTE = 1024 * 1024;

/** What n8n hands to either trigger. */
type Context = Pick<ITriggerFunctions, 'getNodeParameter'>;

/** What the form says about the updates of a trigger, checked. */
export interface TriggerForm {
	/** The kinds to ask the server for: servers leave some out unless they are named. */
	kinds: string[];
	/** Whether an update starts the workflow: it is of these kinds, and all filters let it through. */
	accepts: (update: Update) => boolean;
	item: ItemOptions;
	dropsPending: boolean;
}

/** The default counts where the form does not show the field. n8n's own check would be a second one. */
const parameter = (context: Context, { name, default: fallback }: INodeProperties): unknown =>
	context.getNodeParameter(name, fallback, { skipValidation: true });

const read = (context: Context, field: INodeProperties): unknown =>
	readField(field, parameter(context, field), field.displayName);

/** A field's text. Some take several values, separated by commas or as a list. */
function readText({ name, displayName }: INodeProperties, given: unknown): string {
	const isSeveral = Array.isArray(given) && LISTS.has(name);
	const values: unknown[] = isSeveral ? given : [given];
	const wrong = values.find((value) => typeof value === 'object' && value !== null);
	if (wrong === undefined) return values.join();
	throw new UserError(
		`${displayName} must be text, but is ${inWords(wrong)}`,
		'Use an expression that gives one value of it, for example {{ $json.text }}.',
	);
}

/** The fields of a collection that the user has added, by name. Throws UserError. */
function readAdded(context: Context, collection: INodeProperties): Record<string, unknown> {
	const fields = collection.options as INodeProperties[];
	const added = readGiven(fields, parameter(context, collection) as Record<string, unknown>);
	for (const field of fields.filter(({ name }) => name in added)) {
		const { name, type } = field;
		if (type === 'number') added[name] = numberWithin(field, added[name], collection.displayName);
		if (type === 'string') added[name] = readText(field, added[name]);
	}
	return added;
}

/** The options of a trigger: those that the user has added, over the defaults of their fields. */
export function readOptions<T>(context: Context, collection: INodeProperties): T {
	const fields = collection.options as INodeProperties[];
	const defaults = fields.map(({ name, default: value }) => [name, value] as const);
	return { ...Object.fromEntries(defaults), ...readAdded(context, collection) } as T;
}

function readKinds(context: Context): string[] {
	const chosen = read(context, triggerOn) as string[];
	if (chosen.length === 0) {
		throw new UserError(
			'Trigger On is empty',
			'Choose the kinds of update that start the workflow, or All.',
		);
	}
	return chosen.includes(ALL_KINDS) ? updateKinds.map(({ value }) => String(value)) : chosen;
}

/** Reads what both triggers ask for. Throws UserError, which names the field. */
export function readForm(context: Context): TriggerForm {
	const kinds = readKinds(context);
	const passes = compileFilters(readAdded(context, filters));
	const mustFetch = read(context, downloadFiles) as boolean;
	return {
		kinds,
		accepts: (update) => kinds.includes(kindOf(update)) && passes(update),
		item: {
			output: read(context, output) as ItemOptions['output'],
			largestFile: mustFetch
				? numberWithin(largestFile, parameter(context, largestFile)) * MEGABYTE
				: undefined,
		},
		dropsPending: read(context, pendingUpdates) === 'drop',
	};
}
