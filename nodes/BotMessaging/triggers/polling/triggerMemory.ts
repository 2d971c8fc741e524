import { deepCopy, sleep, type IDataObject, type IRun, type ITriggerFunctions } from 'n8n-workflow';

import { ticks } from '../../api/basics';
import { isAlone, workflowOf, type N8nWorkflow } from '../staticData';

/** n8n saves within milliseconds; its database may be busy for longer. */
const SAVED_WITHIN_MS = 2000;
const LOOK_AGAIN_MS = 5;

/**
 * What a trigger keeps in the workflow's static data for its next start. n8n saves that when an execution
 * begins, as one piece as the trigger has it, and so would undo what other nodes wrote. So nothing is
 * kept if another node may keep something there, and nothing any more when an execution shows that the
 * workflow has nodes that the trigger does not know.
 */
export class TriggerMemory {
	private readonly known: Set<string>;
	private readonly workflow?: N8nWorkflow;
	private data?: IDataObject;

	/** What is to be saved is set: another change now would be taken for saved, too. */
	isSaving = false;

	/** @param bot names the bot: another bot has other updates */
	constructor(
		context: ITriggerFunctions,
		private readonly bot: string,
	) {
		this.workflow = workflowOf(context);
		this.known = new Set(Object.values(this.workflow?.nodes ?? {}).map(({ name }) => name));
		this.data = isAlone(context) ? context.getWorkflowStaticData('node') : undefined;
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
	 * @param haveSaved makes n8n save what was changed
	 */
	async save(name: string, list: unknown[], haveSaved: () => void): Promise<boolean> {
		if (this.isChanged) haveSaved();
		if (!(await this.isSaved())) return false;
		// Also if it is the same list: n8n notes the end of an earlier saving as that of a later one.
		this.set(name, list);
		this.isSaving = true;
		haveSaved();
		return await this.isSaved().finally(() => (this.isSaving = false));
	}

	private get isChanged(): boolean {
		return this.workflow?.staticData?.__dataChanged === true;
	}

	/** Resolves with whether n8n has saved all that was changed. */
	private async isSaved(): Promise<boolean> {
		const begunAt = ticks();
		while (this.isChanged && ticks() - begunAt < SAVED_WITHIN_MS) await sleep(LOOK_AGAIN_MS);
		return !this.isChanged;
	}

	learnNodes(run: IRun): void {
		const names = Object.keys(run.data?.resultData?.runData ?? {});
		if (!names.every((name) => this.known.has(name))) this.data = undefined;
	}
}
