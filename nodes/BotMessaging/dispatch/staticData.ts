import {
	deepCopy,
	type IDataObject,
	type IHookFunctions,
	type INode,
	type ITriggerFunctions,
	type IWebhookFunctions,
	sleep,
	type IRun,
} from 'n8n-workflow';

import { ticks } from '../api/basics';
import type { Call } from '../api/client';
import type { KnownList } from '../commandList/botMenu';
import type { KeptChats } from '../memory/chats';
import { type Bot, type Subscription, isTestRun } from '../memory/registry';
import { endInterrupted, GrowingAnswers, type GrowingMessage } from '../questions/growing';
import { warnWith } from './botAccess';

/** What n8n keeps of a workflow, and its own flag for unsaved changes. */
interface N8nWorkflow {
	nodes?: { [name: string]: INode };
	staticData?: { __dataChanged?: boolean };
}

/** n8n shows a trigger only the nodes behind it; n8n's own copy of the workflow has all. */
const workflowOf = (context: object): N8nWorkflow | undefined =>
	(context as { workflow?: N8nWorkflow }).workflow;

/** n8n's triggers that store nothing. */
const STORING_NOTHING = /^n8n-nodes-base\.(manual|error|executeWorkflow)Trigger$/;

/** Triggers store their progress there, and code can store anything. */
const usesStaticData = ({ type, parameters }: INode) =>
	(/trigger|cron|interval/i.test(type) && !STORING_NOTHING.test(type)) ||
	JSON.stringify(parameters).includes('getWorkflowStaticData');

/** Another node of the workflow that can use the static data, if there is one. */
function otherUserOf(context: Pick<ITriggerFunctions, 'getNode'>): INode | undefined {
	const others = Object.values(workflowOf(context)?.nodes ?? {});
	return others.find((node) => node.id !== context.getNode().id && usesStaticData(node));
}

/** Why n8n keeps nothing for a trigger, and what to do. */
type Unsaved = [why: string, whatToDo: string];
type Noted = Partial<Pick<Subscription['tally'], 'unsaved'>>;

const NEWER: Unsaved = [
	'a newer version of this package has written the static data of this node',
	'Install that version again.',
];

/** Why nothing may be kept in the static data of this workflow; undefined if it may. */
function whyUnsaved(
	context: Pick<ITriggerFunctions, 'getNode' | 'getWorkflowStaticData'>,
): Unsaved | undefined {
	if (!workflowOf(context)?.nodes)
		return ['this n8n does not say which nodes the workflow has', 'Update n8n.'];
	if (context.getWorkflowStaticData('node').layout !== undefined) return NEWER;
	const other = otherUserOf(context);
	if (!other) return undefined;
	return [
		`the node "${other.name}" may use the static data of the workflow, too`,
		'To avoid that, move that node to another workflow.',
	];
}

const WITH_ITEM: Unsaved = [
	'Always Output Data is on in its settings',
	'To avoid that, turn it off.',
];
const UPDATES = 'If n8n is killed, updates that wait here can be lost.';
const CHATS = 'The list of chats is empty after each start.';

/** Says once for each publication that n8n keeps nothing: in the log, and for Check Setup. */
function sayUnsaved(
	context: Parameters<typeof warnWith>[0],
	tally: Noted,
	[why, whatToDo]: Unsaved,
	...lost: string[]
): void {
	if (tally.unsaved) return;
	const words = [`n8n keeps nothing for this trigger, because ${why}.`, ...lost].join(' ');
	tally.unsaved = { words, whatToDo };
	warnWith(context)(`${words} ${whatToDo}`);
}

export interface WebhookMemory extends IDataObject {
	/** The origin under which this n8n last registered this node. */
	origin?: string;
	/** The bot whose webhook it registered. */
	bot?: string;
	/** A fingerprint of today's secret at the server, or of the key in the address. It reveals neither. */
	mark?: string;
	/** The changes to the bot's menu. */
	menu?: KnownList[];
	/** The chats of the bot of this id, the latest first. */
	chats?: { bot: string; list: KeptChats };
	/** The messages that grow, of the bot of this id. */
	growing?: { bot: string; list: GrowingMessage[] };
	/** The number of the layout, if it is not the first one: a later version writes it. */
	layout?: number;
	/** Only in the static data of a test run, which n8n keeps apart. */
	isTest?: true;
}

/** Restores the chats that a webhook trigger saved before n8n started. */
export function restoreChats({ chats, layout }: WebhookMemory, bot: Bot): void {
	if (chats?.bot === bot.id && layout === undefined) bot.chats.restore(deepCopy(chats.list));
}

/** Keeps the bot's chats for the next start: n8n saves them after the push. */
export function keepChats(context: IWebhookFunctions, subscription: Subscription): void {
	const { bot, chatsKept } = subscription;
	if (chatsKept === bot.chats.changes || isTestRun(context)) return;
	const why = whyUnsaved(context);
	if (why) return sayUnsaved(context, subscription.tally, why, CHATS);
	const memory: WebhookMemory = context.getWorkflowStaticData('node');
	// In queue mode, another process has registered the webhook.
	if (chatsKept === undefined) restoreChats(memory, bot);
	subscription.chatsKept = bot.chats.changes;
	memory.chats = { bot: bot.id, list: bot.chats.toKeep() };
}

/**
 * Keeps which messages grow for the next start: n8n saves it after the push. Ends those of an earlier start.
 * Returns whether it can keep them.
 */
export function keepGrowing(
	context: IWebhookFunctions | IHookFunctions,
	{ bot, id }: Subscription,
	call: Call,
): boolean {
	if (isTestRun(context) || whyUnsaved(context)) return false;
	const memory: WebhookMemory = context.getWorkflowStaticData('node');
	const growing = bot.part(GrowingAnswers);
	const { bot: whose, list = [] } = memory.growing ?? {};
	const cutOff = growing.leftBefore(id, whose === bot.id ? deepCopy(list) : []);
	if (cutOff.length > 0) void endInterrupted(cutOff, call, async () => true);
	const { messages } = growing;
	if (messages.length + list.length > 0) memory.growing = { bot: bot.id, list: messages };
	return true;
}

/** n8n usually saves within milliseconds, but its database can be busy. */
const SAVED_WITHIN_MS = 2000;
const LOOK_AGAIN_MS = 5;
/** n8n does not report a failed save; after this time, it has failed. */
const FAILED_AFTER_MS = 60_000;

/** n8n's own flag for unsaved static data. */
const CHANGED = '__dataChanged';

/**
 * The saves of static data that n8n has begun but not finished. Several can overlap, and each one clears
 * n8n's single flag when it ends, even if there are newer changes.
 */
class Saves {
	/** Start times of the saves, in ticks. */
	private begun: number[] = [];

	/** As n8n has it. */
	private readonly staticData: N8nWorkflow['staticData'];

	constructor(workflow: N8nWorkflow = {}) {
		const { staticData } = workflow;
		this.staticData = staticData;
		if (!staticData) return;
		workflow.staticData = new Proxy(staticData, {
			get: (data, name) => {
				const value: unknown = Reflect.get(data, name);
				// n8n reads the flag just before it saves.
				if (name === CHANGED && value === true) this.begun = [...this.open, ticks()];
				return value;
			},
			set: (data, name, value) => {
				if (name === CHANGED && value === false) this.begun = this.open.slice(1);
				return Reflect.set(data, name, value);
			},
		});
	}

	private get open(): number[] {
		return this.begun.filter((at) => ticks() - at < FAILED_AFTER_MS);
	}

	get isNeeded(): boolean {
		return this.staticData?.[CHANGED] === true;
	}

	/** Resolves with whether n8n has saved all changes. */
	async areOver(): Promise<boolean> {
		const begunAt = ticks();
		const isOpen = () => this.isNeeded || this.open.length > 0;
		while (isOpen() && ticks() - begunAt < SAVED_WITHIN_MS) await sleep(LOOK_AGAIN_MS);
		return !isOpen();
	}
}

/**
 * What a trigger keeps in the workflow's static data for its next start. When an execution begins, n8n saves
 * the trigger's copy as a whole, which would undo what other nodes wrote. So we keep nothing if another node
 * may use it, and stop as soon as an execution shows nodes that the trigger does not know.
 */
export class TriggerMemory {
	private readonly known: Set<string>;
	private readonly saves: Saves;
	private data?: IDataObject;

	/** Nothing else may change now: it would count as saved, too. */
	isSaving = false;

	/** @param bot names the bot: another bot has other updates */
	constructor(
		private readonly context: ITriggerFunctions,
		private readonly bot: string,
		private readonly tally: Noted = {},
	) {
		const workflow = workflowOf(context);
		this.known = new Set(Object.values(workflow?.nodes ?? {}).map(({ name }) => name));
		const why = whyUnsaved(context);
		this.data = why ? undefined : context.getWorkflowStaticData('node');
		this.saves = new Saves(this.data && workflow);
		if (why) sayUnsaved(context, tally, why, UPDATES, CHATS);
		// To save what waits, n8n would need an execution without an item.
		else if (context.getNode().alwaysOutputData) sayUnsaved(context, tally, WITH_ITEM, UPDATES);
	}

	get isKept(): boolean {
		return this.data !== undefined;
	}

	/** The list kept under a name for this bot. */
	read<T>(name: string): T[] {
		const { bot, [name]: list } = this.data ?? {};
		// n8n's object notes each change, so we return a copy.
		return bot === this.bot && Array.isArray(list) ? deepCopy(list as T[]) : [];
	}

	/** Returns false if a save under way kept the list from being written. */
	write(name: string, list: unknown[]): boolean {
		const isEmpty = list.length === 0 && this.read(name).length === 0;
		if (!isEmpty && !this.isSaving) this.set(name, list);
		return isEmpty || !this.isSaving;
	}

	private set(name: string, list: unknown[]): void {
		const { data, bot } = this;
		if (!data) return;
		if (data.bot !== bot) {
			for (const other of Object.keys(data)) delete data[other];
			data.bot = bot;
		}
		data[name] = list;
	}

	/**
	 * Writes the list that `listNow` returns when no other save is under way, and calls `haveSaved` to have n8n
	 * save it. Resolves with whether n8n has; `onSaved` is called before anything else is written.
	 */
	async save(
		name: string,
		listNow: () => unknown[],
		haveSaved: () => void,
		onSaved: () => void,
	): Promise<boolean> {
		this.isSaving = true;
		try {
			if (this.saves.isNeeded) haveSaved();
			if (!(await this.saves.areOver())) return false;
			this.set(name, listNow());
			haveSaved();
			if (!(await this.saves.areOver())) return false;
			onSaved();
			return true;
		} finally {
			this.isSaving = false;
		}
	}

	learnNodes(run: IRun): void {
		const names = Object.keys(run.data?.resultData?.runData ?? {});
		const late = names.find((name) => !this.known.has(name));
		if (late === undefined || !this.data) return;
		this.data = undefined;
		const why = `the node "${late}" came into the workflow later, and may use the static data, too`;
		const again = 'Unpublish the workflow, and publish it again.';
		sayUnsaved(this.context, this.tally, [why, again], UPDATES, CHATS);
	}
}
