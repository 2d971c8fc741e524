import type { INodeProperties, INodePropertyCollection, ITriggerFunctions } from 'n8n-workflow';

import { MEGABYTE } from '../../api/bytes';
import { UserError } from '../../api/errors';
import { numberWithin, readField } from '../../engine/reading';
import { readCollection, readText } from '../../fields/collection';
import * as fields from './fields';
import { exclude, filters } from './filterFields';
import type { ItemOptions } from '../item';
import { compileJudge, type Judge, compileRouting, type Router, type Routing } from '../routing';
import { updateKinds } from '../../update/kinds';
import { menuOf, type MenuEntry } from '../../commandList/lists';
import { checkNotice, type UsageAnswer } from '../answers';
import * as routingFields from './routingFields';
import { rules } from '../../fields/rules';
import { noticeForOthers, noticeWhenChanged } from '../../menus/fields';
import type { Menu } from '../../menus/press';
import { readPages } from '../../menus/read';

type FormContext = Pick<ITriggerFunctions, 'getNodeParameter' | 'getNode'>;

export interface TriggerForm {
	/** The kinds to ask the server for: servers leave some out unless they are named. */
	kinds: string[];
	/** The kinds that may start the workflow by themselves, and what the filters and rules say of them. */
	judged: string[];
	judge: Judge;
	router: Router;
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

/** Reads fields of the form: as they are, as texts, and what of a collection is added. */
function readerOf(context: FormContext) {
	// The default counts if the form does not show the field. n8n's own check would be a second one.
	const parameter = ({ name, default: fallback }: INodeProperties): unknown =>
		context.getNodeParameter(name, fallback, { skipValidation: true });
	return {
		read: <T>(field: INodeProperties): T =>
			readField(field, parameter(field), field.displayName) as T,
		words: (field: INodeProperties) => readText(field, parameter(field)),
		number: (field: INodeProperties) => numberWithin(field, parameter(field)),
		added: (collection: INodeProperties) => readCollection(collection, parameter(collection)),
	};
}

type ReadField = ReturnType<typeof readerOf>['read'];

/**
 * The options of a trigger: those that the user has added, over the defaults of their fields.
 *
 * @param otherwise what counts instead of a default if an option was not added
 */
export function readOptions<T>(
	context: FormContext,
	collection: INodeProperties,
	otherwise: Partial<T> = {},
): T {
	const options = collection.options as INodeProperties[];
	const defaults = options.map(({ name, default: value }) => [name, value] as const);
	const added = readerOf(context).added(collection);
	return { ...Object.fromEntries(defaults), ...otherwise, ...added } as T;
}

function readKinds(read: ReadField): string[] {
	const chosen = read<string[]>(fields.triggerOn);
	if (chosen.length === 0) {
		throw new UserError(
			'Trigger On is empty',
			'Choose the kinds of updates that start the workflow, or All.',
		);
	}
	return chosen.includes(fields.ALL_KINDS) ? updateKinds.map(({ value }) => String(value)) : chosen;
}

/** The rows of a field that takes any number of them, with their texts checked. */
function readRows<T>(read: ReadField, field: INodeProperties): T[] {
	const given = read<Record<string, Array<Record<string, unknown>> | undefined>>(field);
	return (field.options as INodePropertyCollection[]).flatMap(({ name, values }) => {
		const texts = values.filter(({ type }) => type === 'string');
		return (given[name] ?? []).map((row, index) => {
			const prefix = `${field.displayName} ${index + 1}: `;
			const words = texts.map((text) => [text.name, readText(text, row[text.name] ?? '', prefix)]);
			return { ...row, ...Object.fromEntries(words) } as T;
		});
	});
}

/** Throws UserError if only presses have outputs, and only those of menus start the workflow. */
function checkPresses(routing: Routing, kinds: string[], menu: Menu['pages']): void {
	if (routing.outputs !== 'buttons' || kinds.includes('callback_query') || menu) return;
	throw new UserError(
		'Outputs is One per Button, but Trigger On does not include Button Press',
		'In Trigger On, choose Button Press too, or choose another value in Outputs.',
	);
}

/** What a message of a kind comes as when it is edited. */
const EDITED: Record<string, string> = {
	message: 'edited_message',
	channel_post: 'edited_channel_post',
};

/** What rules judge besides the kinds that were chosen: joins, and what became bad when it was edited. */
function judgedBesides(chosen: string[], rules: Record<string, unknown>): string[] {
	const hasRules = Object.entries(rules).some(
		([name, rule]) => name !== 'logOnly' && rule !== false,
	);
	const edited = hasRules ? chosen.flatMap((kind) => EDITED[kind] ?? []) : [];
	return 'raidJoins' in rules ? [...edited, 'chat_member'] : edited;
}

/**
 * What is asked for whatever starts the workflow: answers to questions come as the first two, and in which
 * chats the bot is comes as the third.
 */
const ALWAYS_ASKED = ['callback_query', 'message', 'my_chat_member'];

/** Reads what both triggers ask for. Throws UserError, which names the field. */
export function readForm(context: FormContext): TriggerForm {
	const { read, words, number, added } = readerOf(context);
	const chosen = readKinds(read);
	const people = added(filters);
	const broken = added(rules);
	const judge = compileJudge(people, added(exclude), broken);
	const judged = [...chosen, ...judgedBesides(chosen, broken)];
	const routing: Routing = {
		outputs: read(routingFields.outputs),
		kinds: read(routingFields.outputKinds),
		commands: readRows(read, routingFields.outputCommands),
		buttons: readRows(read, routingFields.outputButtons),
		logOnly: broken.logOnly === true,
	};
	const pages = readPages(context.getNode().parameters);
	checkPresses(routing, chosen, pages);
	const hasMenu = routing.outputs === 'commands' && read(routingFields.showInMenu) === true;
	// Who joined, and who became an administrator, is learned from these.
	const needsMembers =
		'joinedWithinDays' in people || 'writtenBy' in people || 'newcomerMessages' in broken;
	const asked = needsMembers ? ['chat_member'] : [];
	return {
		kinds: [...new Set([...judged, ...asked, ...ALWAYS_ASKED])],
		judged,
		judge,
		router: compileRouting(routing),
		usage: {
			where: read(routingFields.usageAnswer),
			words: words(routingFields.usageText).trim(),
			about: readOptions(context, routingFields.usageTexts),
		},
		notice: read(fields.answerPresses) ? checkNotice(words(fields.pressNotice)) : undefined,
		pages: {
			pages,
			words: { forOthers: words(noticeForOthers), whenChanged: words(noticeWhenChanged) },
		},
		menu: hasMenu ? menuOf(routing.commands) : [],
		item: {
			output: read(fields.output),
			alsoAnswered: read(fields.alsoAnswered),
			largestFile: read(fields.downloadFiles) ? number(fields.largestFile) * MEGABYTE : undefined,
		},
		dropsPending: read(fields.pendingUpdates) === 'drop',
	};
}
