import type { INodeProperties, INodePropertyCollection, ITriggerFunctions } from 'n8n-workflow';

import { UserError } from '../../api/errors';
import { numberWithin, readField } from '../../engine/reading';
import { readCollection, readText } from '../../fields/collection';
import {
	ALL_KINDS,
	answerPresses,
	downloadFiles,
	largestFile,
	output,
	pendingUpdates,
	pressNotice,
	triggerOn,
} from './fields';
import { exclude, filters } from './filterFields';
import type { ItemOptions } from '../item';
import { compileJudge, type Judge } from '../judge';
import { updateKinds } from '../../update/kinds';
import { menuOf, type MenuEntry } from '../menu/menu';
import { checkNotice } from '../pressAnswer';
import type { UsageAnswer } from '../usageAnswer';
import { compileRouting, type Router, type Routing } from '../routing';
import {
	outputButtons,
	outputCommands,
	outputKinds,
	outputs,
	showInMenu,
	usageAnswer,
	usageText,
} from './routingFields';
import { rules } from '../../fields/rules';
import { kindOf } from '../../update/update';

const MEGABYTE = 1024 * 1024;

/** What n8n hands to either trigger. */
type Context = Pick<ITriggerFunctions, 'getNodeParameter'>;

/** What the form says about the updates of a trigger, checked. */
export interface TriggerForm {
	/** The kinds to ask the server for: servers leave some out unless they are named. */
	kinds: string[];
	/** An update starts the workflow if it is of these kinds, and all filters let it through. */
	judge: Judge;
	/** Finds the output for it. */
	router: Router;
	/** How to answer a command whose arguments do not fit. */
	usage: UsageAnswer;
	/** What to answer presses with; nothing if the workflow does that itself. */
	notice?: string;
	/** What the bot's menu shows while the workflow is published. */
	menu: MenuEntry[];
	item: ItemOptions;
	dropsPending: boolean;
}

/** The default counts if the form does not show the field. n8n's own check would be a second one. */
const parameter = (context: Context, { name, default: fallback }: INodeProperties): unknown =>
	context.getNodeParameter(name, fallback, { skipValidation: true });

const read = (context: Context, field: INodeProperties): unknown =>
	readField(field, parameter(context, field), field.displayName);

const readAdded = (context: Context, collection: INodeProperties) =>
	readCollection(collection, parameter(context, collection));

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
			'Choose the kinds of updates that start the workflow, or All.',
		);
	}
	return chosen.includes(ALL_KINDS) ? updateKinds.map(({ value }) => String(value)) : chosen;
}

/** The rows of a field that takes any number of them, with their texts checked. */
function readRows<T>(context: Context, field: INodeProperties): T[] {
	const [{ name, values }] = field.options as INodePropertyCollection[];
	const given = read(context, field) as Record<string, Array<Record<string, unknown>> | undefined>;
	const texts = values.filter(({ type }) => type === 'string');
	return (given[name] ?? []).map((row, index) => {
		const prefix = `${field.displayName} ${index + 1}: `;
		const read = texts.map((text) => [text.name, readText(text, row[text.name] ?? '', prefix)]);
		return { ...row, ...Object.fromEntries(read) } as T;
	});
}

function readRouting(context: Context, logOnly: boolean): Routing {
	return {
		outputs: read(context, outputs) as Routing['outputs'],
		kinds: read(context, outputKinds) as string[],
		commands: readRows(context, outputCommands),
		buttons: readRows(context, outputButtons),
		logOnly,
	};
}

/** What answers to questions come as, whatever starts the workflow. */
const KINDS_OF_ANSWERS = ['callback_query', 'message'];

/** Reads what both triggers ask for. Throws UserError, which names the field. */
export function readForm(context: Context): TriggerForm {
	const chosen = readKinds(context);
	const people = readAdded(context, filters);
	const broken = readAdded(context, rules);
	const judge = compileJudge(people, readAdded(context, exclude), broken);
	// Joins are counted, whether or not they start the workflow by themselves.
	const judged = 'raidJoins' in broken ? [...chosen, 'chat_member'] : chosen;
	const routing = readRouting(context, broken.logOnly === true);
	const hasMenu = routing.outputs === 'commands' && read(context, showInMenu) === true;
	const mustAnswer = read(context, answerPresses) as boolean;
	const mustFetch = read(context, downloadFiles) as boolean;
	// Who joined, and who became an administrator, is learned from these.
	const needsMembers =
		'joinedWithinDays' in people || 'writtenBy' in people || 'newcomerMessages' in broken;
	const asked = needsMembers ? ['chat_member'] : [];
	return {
		kinds: [...new Set([...judged, ...asked, ...KINDS_OF_ANSWERS])],
		judge: async (parts, context) =>
			judged.includes(kindOf(parts[0])) ? await judge(parts, context) : undefined,
		router: compileRouting(routing),
		usage: {
			where: read(context, usageAnswer) as UsageAnswer['where'],
			words: readText(usageText, parameter(context, usageText)).trim(),
		},
		notice: mustAnswer
			? checkNotice(readText(pressNotice, parameter(context, pressNotice)))
			: undefined,
		menu: hasMenu ? menuOf(routing.commands) : [],
		item: {
			output: read(context, output) as ItemOptions['output'],
			largestFile: mustFetch
				? numberWithin(largestFile, parameter(context, largestFile)) * MEGABYTE
				: undefined,
		},
		dropsPending: read(context, pendingUpdates) === 'drop',
	};
}
