import { deepCopy, sleep, type IDataObject, type IRun, type ITriggerFunctions } from 'n8n-workflow';

import { ticks } from '../../api/basics';
import { isAlone, workflowOf, type N8nWorkflow } from '../staticData';

/** n8n saves within milliseconds; its database may be busy for longer. */
const SAVED_WITHIN_MS = 2000;
const LOOK_AGAIN_MS = 5;
/** n8n says nothing of a save that has failed: by then it has. */
const FAILED_AFTER_MS = 60_000;

/** n8n's own note that static data has to be saved. */
const CHANGED = '__dataChanged';

/**
 * The saves of a workflow's static data that n8n has begun and not ended. Several can be under way at the
 * same time, and each of them clears n8n's one note when it ends, also if a later one has more to save.
 */
class Saves {
	/** When each of them began, in ticks. */
	private begun: number[] = [];

	constructor(workflow: N8nWorkflow = {}) {
		const { staticData } = workflow;
		if (!staticData) return;
		workflow.staticData = new Proxy(staticData, {
			get: (data, name) => {
				const value: unknown = Reflect.get(data, name);
				// n8n asks just before it saves.
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

	get areOver(): boolean {
		return this.open.length === 0;
	}
}

/**
 * What a trigger keeps in the workflow's static data for its next start. n8n saves that when an execution
 * begins, as one piece as the trigger has it, and so would undo what other nodes wrote. So nothing is
 * kept if another node may keep something there, and nothing any more when an execution shows that the
 * workflow has nodes that the trigger does not know.
 */
export class TriggerMemory {
	private readonly known: Set<string>;
	/** As n8n has it. */
	private readonly staticData: N8nWorkflow['staticData'];
	private readonly saves: Saves;
	private data?: IDataObject;

	/** Nothing else may change: it would be taken for saved, too. */
	isSaving = false;

	/** @param bot names the bot: another bot has other updates */
	constructor(
		context: ITriggerFunctions,
		private readonly bot: string,
	) {
		const workflow = workflowOf(context);
		this.known = new Set(Object.values(workflow?.nodes ?? {}).map(({ name }) => name));
		this.data = isAlone(context) ? context.getWorkflowStaticData('node') : undefined;
		this.staticData = workflow?.staticData;
		this.saves = new Saves(this.data && workflow);
	}

	get isKept(): boolean {
		return this.data !== undefined;
	}

	/** What was kept as a list under a name for this bot. */
	read<T>(name: string): T[] {
		const { bot, [name]: list } = this.data ?? {};
		// What n8n gives out notes each change of it.
		return bot === this.bot && Array.isArray(list) ? deepCopy(list as T[]) : [];
	}

	/** Returns whether the list is as it was given. */
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
	 * Writes a list, and resolves with whether n8n has saved it.
	 *
	 * @param listNow gives the list, when nothing else is being saved any more
	 * @param haveSaved makes n8n save what was changed
	 * @param onSaved is called before anything else is written
	 */
	async save(
		name: string,
		listNow: () => unknown[],
		haveSaved: () => void,
		onSaved: () => void,
	): Promise<boolean> {
		this.isSaving = true;
		try {
			if (this.isChanged) haveSaved();
			if (!(await this.isSaved())) return false;
			this.set(name, listNow());
			haveSaved();
			if (!(await this.isSaved())) return false;
			onSaved();
			return true;
		} finally {
			this.isSaving = false;
		}
	}

	private get isChanged(): boolean {
		return this.staticData?.[CHANGED] === true;
	}

	/** Resolves with whether n8n has saved all that was changed. */
	private async isSaved(): Promise<boolean> {
		const begunAt = ticks();
		const isOpen = () => this.isChanged || !this.saves.areOver;
		while (isOpen() && ticks() - begunAt < SAVED_WITHIN_MS) await sleep(LOOK_AGAIN_MS);
		return !isOpen();
	}

	learnNodes(run: IRun): void {
		const names = Object.keys(run.data?.resultData?.runData ?? {});
		if (!names.every((name) => this.known.has(name))) this.data = undefined;
	}
}
