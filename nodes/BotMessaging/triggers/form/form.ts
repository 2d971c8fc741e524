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
import { noticeForOthers, noticeWhenChanged } from '../../pages/fields';
import type { Menu } from '../../pages/press';
import { readPages } from '../../pages/read';
import { kindOf } from '../../update/update';

const MEGABYTE = 1024 * 1024;

/** What n8n hands to either trigger. */
type Context = Pick<ITriggerFunctions, 'getNodeParameter' | 'getNode'>;

/** What the form says about the updates of a trigger, checked. */
export interface TriggerForm {
	/** The kinds to ask the server for: servers leave some out unless they are named. */
	kinds: string[];
	/**
	 * An update starts the workflow if it is of these kinds, or the press of a button that says so, and
	 * all filters let it through.
	 */
	judge: (...given: [...Parameters<Judge>, isChosen: boolean]) => ReturnType<Judge>;
	/** Finds the output for it. */
	router: Router;
	/** How to answer a command whose arguments do not fit. */
	usage: UsageAnswer;
	/** What to answer presses with; nothing if the workflow does that itself. */
	notice?: string;
	/** The pages of buttons that the trigger turns. */
	pages: Menu;
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
	const given = read(context, field) as Record<string, Array<Record<string, unknown>> | undefined>;
	return (field.options as INodePropertyCollection[]).flatMap(({ name, values }) => {
		const texts = values.filter(({ type }) => type === 'string');
		return (given[name] ?? []).map((row, index) => {
			const prefix = `${field.displayName} ${index + 1}: `;
			const read = texts.map((text) => [text.name, readText(text, row[text.name] ?? '', prefix)]);
			return { ...row, ...Object.fromEntries(read) } as T;
		});
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

/**
 * Throws UserError if each button has its own output and no press starts the workflow: those outputs
 * would stay silent. Buttons of a menu that start the workflow do so by themselves.
 */
function checkPresses(routing: Routing, kinds: string[], menu: Menu['pages']): void {
	if (routing.outputs !== 'buttons' || kinds.includes('callback_query') || menu) return;
	throw new UserError(
		'Outputs is One per Button, but Trigger On does not include Button Press',
		'In Trigger On, choose Button Press too, or choose another value in Outputs.',
	);
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
	const pages = readPages(context.getNode().parameters);
	checkPresses(routing, chosen, pages);
	const hasMenu = routing.outputs === 'commands' && read(context, showInMenu) === true;
	const mustAnswer = read(context, answerPresses) as boolean;
	const mustFetch = read(context, downloadFiles) as boolean;
	// Who joined, and who became an administrator, is learned from these.
	const needsMembers =
		'joinedWithinDays' in people || 'writtenBy' in people || 'newcomerMessages' in broken;
	const asked = needsMembers ? ['chat_member'] : [];
	return {
		kinds: [...new Set([...judged, ...asked, ...KINDS_OF_ANSWERS])],
		judge: async (parts, context, isChosen) =>
			isChosen || judged.includes(kindOf(parts[0])) ? await judge(parts, context) : undefined,
		router: compileRouting(routing),
		usage: {
			where: read(context, usageAnswer) as UsageAnswer['where'],
			words: readText(usageText, parameter(context, usageText)).trim(),
		},
		notice: mustAnswer
			? checkNotice(readText(pressNotice, parameter(context, pressNotice)))
			: undefined,
		pages: {
			pages,
			words: {
				forOthers: readText(noticeForOthers, parameter(context, noticeForOthers)),
				whenChanged: readText(noticeWhenChanged, parameter(context, noticeWhenChanged)),
			},
		},
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
