import {
	deepCopy,
	type IDataObject,
	type INode,
	type ITriggerFunctions,
	type IWebhookFunctions,
	sleep,
	type IRun,
} from 'n8n-workflow';

import { ticks } from '../api/basics';
import type { KnownList } from '../commandList/botMenu';
import type { KnownChat } from '../memory/chats';
import { type Bot, type Subscription, isTestRun } from '../memory/registry';
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

const isAlone = (context: Pick<ITriggerFunctions, 'getNode'>): boolean =>
	workflowOf(context)?.nodes !== undefined && !otherUserOf(context);

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
	chats?: { bot: string; list: KnownChat[] };
	/** Only in the static data of a test run, which n8n keeps apart. */
	isTest?: true;
}

/** Restores the chats that a webhook trigger saved before n8n started. */
export function restoreChats({ chats }: WebhookMemory, bot: Bot): void {
	if (chats?.bot === bot.id) bot.chats.restore(deepCopy(chats.list));
}

/** Keeps the bot's chats for the next start: n8n saves them after the push. */
export function keepChats(context: IWebhookFunctions, subscription: Subscription): void {
	const { bot, chatsKept } = subscription;
	if (chatsKept === bot.chats.changes || isTestRun(context) || !isAlone(context)) return;
	const memory: WebhookMemory = context.getWorkflowStaticData('node');
	// In queue mode, another process has registered the webhook.
	if (chatsKept === undefined) restoreChats(memory, bot);
	subscription.chatsKept = bot.chats.changes;
	memory.chats = { bot: bot.id, list: deepCopy(bot.chats.latestFirst) };
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
		context: ITriggerFunctions,
		private readonly bot: string,
	) {
		const workflow = workflowOf(context);
		this.known = new Set(Object.values(workflow?.nodes ?? {}).map(({ name }) => name));
		this.data = isAlone(context) ? context.getWorkflowStaticData('node') : undefined;
		this.saves = new Saves(this.data && workflow);
		const other = otherUserOf(context);
		if (!other) return;
		warnWith(context)(
			`n8n keeps nothing for this trigger, because the node "${other.name}" may use the static data of the workflow, too. If n8n is killed, updates that wait here can be lost, and the list of chats is empty after each start. To avoid that, move that node to another workflow.`,
		);
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
		if (!names.every((name) => this.known.has(name))) this.data = undefined;
	}
}
