import type { INodeProperties, INodePropertyCollection, ITriggerFunctions } from 'n8n-workflow';

import { MEGABYTE } from '../../api/bytes';
import { UserError } from '../../api/errors';
import { menuOf } from '../../commandList/botMenu';
import { numberWithin, readField } from '../../engine/reading';
import { readCollection, readText } from '../../fields/collection';
import { withinLength } from '../../fields/encode';
import type { Menu } from '../../menus/press';
import { readPages } from '../../menus/pages';
import { updateKinds } from '../../update/update';
import type { ItemOptions } from '../item';
import type { UsageAnswer } from '../misfits';
import { groupCommands } from '../nearMiss';
import { compileJudge, compileRouting, type Routing } from '../routing';
import { ALL_KINDS, updateFields } from './fields';
import { gatherMessages, type GatherOptions } from './options';

type FormContext = Pick<ITriggerFunctions, 'getNodeParameter' | 'getNode'>;

/** The value of a field, or its default if the form hides it. */
const valueOf = (context: FormContext, { name, default: fallback }: INodeProperties): unknown =>
	// We check the values ourselves.
	context.getNodeParameter(name, fallback, { skipValidation: true });

/** Readers for fields by name: raw, as text, or the added options of a collection. */
function readerOf(context: FormContext) {
	const fieldOf = (name: string) => updateFields.find((field) => field.name === name)!;
	const by =
		<T>(read: (field: INodeProperties, value: unknown) => T) =>
		(name: string) =>
			read(fieldOf(name), valueOf(context, fieldOf(name)));
	const plain = by((field, value) => readField(field, value, field.displayName));
	return {
		fieldOf,
		read: <T>(name: string) => plain(name) as T,
		words: by((field, value) => readText(field, value)),
		number: by((field, value) => numberWithin(field, value)),
		added: by(readCollection),
	};
}

type FormReader = ReturnType<typeof readerOf>;

/** The options that the user added; the others have the value in `otherwise`, or their default. */
export function readOptions<T>(
	context: FormContext,
	collection: INodeProperties,
	otherwise: Partial<T> = {},
): T {
	const options = collection.options as INodeProperties[];
	const defaults = options.map(({ name, default: value }) => [name, value] as const);
	const added = readCollection(collection, valueOf(context, collection));
	return { ...Object.fromEntries(defaults), ...otherwise, ...added } as T;
}

/** The options of a trigger. Gather Messages counts there first, if it was saved there. */
export const readTriggerOptions = <T extends GatherOptions>(
	context: FormContext,
	collection: INodeProperties,
): T =>
	readOptions<T>(context, collection, {
		gatherSeconds: numberWithin(gatherMessages, valueOf(context, gatherMessages)),
	} as Partial<T>);

function readKinds({ read }: FormReader): string[] {
	const chosen = read<string[]>('updates');
	if (chosen.length === 0) {
		throw new UserError(
			'Trigger On is empty',
			'Choose the kinds of updates that start the workflow, or All.',
		);
	}
	return chosen.includes(ALL_KINDS) ? updateKinds.map(({ value }) => String(value)) : chosen;
}

/** The rows of a repeatable field, with their texts checked. */
function readRows<T>({ read, fieldOf }: FormReader, name: string): T[] {
	const { displayName, options } = fieldOf(name);
	const given = read<Record<string, Array<Record<string, unknown>> | undefined>>(name);
	return (options as INodePropertyCollection[]).flatMap((kind) => {
		const texts = kind.values.filter(({ type }) => type === 'string');
		return (given[kind.name] ?? []).map((row, index) => {
			const prefix = `${displayName} ${index + 1}: `;
			const words = texts.map((text) => [text.name, readText(text, row[text.name] ?? '', prefix)]);
			return { ...row, ...Object.fromEntries(words) } as T;
		});
	});
}

/** Throws UserError if all outputs are for presses, but only menu presses start the workflow. */
function checkPresses(routing: Routing, kinds: string[], menu: Menu['pages']): void {
	if (routing.outputs !== 'buttons' || kinds.includes('callback_query') || menu) return;
	throw new UserError(
		'Outputs is One per Button, but Trigger On does not include Button Press',
		'In Trigger On, choose Button Press too, or choose another value in Outputs.',
	);
}

/** Reference 5.6. */
const LONGEST_NOTICE = 200;

/** The edited counterpart of each kind. */
const EDITED: Record<string, string> = {
	message: 'edited_message',
	channel_post: 'edited_channel_post',
};

/** What rules judge besides the chosen kinds: joins, and messages that were edited. */
function judgedBesides(chosen: string[], rules: Record<string, unknown>): string[] {
	const hasRules = Object.entries(rules).some(
		([name, rule]) => name !== 'logOnly' && rule !== false,
	);
	const edited = hasRules ? chosen.flatMap((kind) => EDITED[kind] ?? []) : [];
	return 'raidJoins' in rules ? [...edited, 'chat_member'] : edited;
}

/** Always requested: the first two bring answers to questions, the third says which chats the bot is in. */
const ALWAYS_ASKED = ['callback_query', 'message', 'my_chat_member'];

/** Reads the form fields that both triggers share. Throws UserError that names the field. */
export function readForm(context: FormContext) {
	const reader = readerOf(context);
	const { read, words, number, added, fieldOf } = reader;
	const chosen = readKinds(reader);
	const people = added('filters');
	const broken = added('rules');
	const judge = compileJudge(people, added('exclude'), broken);
	const judged = [...chosen, ...judgedBesides(chosen, broken)];
	const routing: Routing = {
		outputs: read('outputs'),
		kinds: read('outputKinds'),
		commands: readRows(reader, 'outputCommands'),
		buttons: readRows(reader, 'outputButtons'),
		logOnly: broken.logOnly === true,
	};
	const pages = readPages(context.getNode().parameters);
	checkPresses(routing, chosen, pages);
	const hasMenu = routing.outputs === 'commands' && read('showInMenu') === true;
	const forAdministrators =
		routing.outputs === 'commands' &&
		routing.commands.some(({ where }) => where === 'administrators');
	// Joins, and who becomes or stops being an administrator, come as member updates.
	const needsMembers =
		forAdministrators ||
		'joinedWithinDays' in people ||
		'writtenBy' in people ||
		'newcomerMessages' in broken;
	const asked = [
		...(needsMembers ? ['chat_member'] : []),
		// A wrong command can be corrected.
		...(forAdministrators ? ['edited_message'] : []),
	];
	return {
		/** The kinds to request: servers leave some out unless they are named. */
		kinds: [...new Set([...judged, ...asked, ...ALWAYS_ASKED])],
		/** The kinds that may start the workflow by themselves, and what the filters and rules say of them. */
		judged,
		judge,
		router: compileRouting(routing),
		commands: routing.outputs === 'commands' ? groupCommands(routing.commands) : [],
		usage: {
			where: read<UsageAnswer['where']>('usageAnswer'),
			words: words('usageText').trim(),
			about: readOptions<UsageAnswer['about']>(context, fieldOf('usageTexts')),
		},
		/** The answer to presses; undefined if the workflow answers them itself. */
		notice: read('answerPresses')
			? withinLength(words('pressNotice'), LONGEST_NOTICE, 'Notice')
			: undefined,
		/** The menu pages that the trigger turns by itself. */
		pages: {
			pages,
			words: {
				forOthers: words('menuNoticeForOthers'),
				whenChanged: words('menuNoticeWhenChanged'),
			},
		},
		/** What the bot's menu shows while the workflow is published. */
		menu: hasMenu ? menuOf(routing.commands) : [],
		item: {
			output: read<ItemOptions['output']>('output'),
			alsoAnswered: read<boolean>('downloadAnswered'),
			largestFile: read('downloadFiles') ? number('largestFileMb') * MEGABYTE : undefined,
		},
		dropsPending: read('pendingUpdates') === 'drop',
	};
}

export type TriggerForm = ReturnType<typeof readForm>;
