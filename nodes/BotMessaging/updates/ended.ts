import type { IDataObject, ITriggerFunctions, NodeConnectionType } from 'n8n-workflow';

import { identityOf, type Update } from './update';

const MOST_REMEMBERED = 200;

/** Not in n8n's list of connection types, but known to it: sub-nodes, such as the tools of an agent. */
const SUB_NODES = 'ALL_NON_MAIN' as NodeConnectionType;

/** Whether a node behind the trigger keeps something in the workflow's static data. */
function hasOtherUsers(context: ITriggerFunctions): boolean {
	const includeNodeParameters = true;
	const behind = context.getChildNodes(context.getNode().name, { includeNodeParameters });
	const below = behind.flatMap(({ name }) =>
		context.getParentNodes(name, { includeNodeParameters, connectionType: SUB_NODES }),
	);
	return JSON.stringify([behind, below]).includes('getWorkflowStaticData');
}

/**
 * Where a trigger may remember ended updates: its static data, which outlives n8n. But n8n saves a
 * workflow's static data as one piece, as the trigger has it. Where other nodes write there, that
 * would undo what they wrote, so there the memory ends with n8n.
 */
export function memoryOf(context: ITriggerFunctions): IDataObject {
	return hasOtherUsers(context) ? {} : context.getWorkflowStaticData('node');
}

/**
 * The updates whose execution has ended, in a trigger's static data: n8n saves that with the next
 * execution. It tells ended runs from cut-off ones after a crash, when the server has not been told.
 */
export class EndedUpdates {
	private readonly before: Set<string>;

	/** @param bot what names the bot: another bot's updates are others */
	constructor(
		private readonly memory: IDataObject,
		private readonly bot: string,
	) {
		this.before = new Set(this.remembered());
	}

	/** Whether an update's execution had ended before this trigger was started. */
	has(update: Update): boolean {
		return this.before.has(identityOf(update));
	}

	add(updates: Update[]): void {
		const ended = [...this.remembered(), ...updates.map(identityOf)];
		this.memory.bot = this.bot;
		this.memory.ended = ended.slice(-MOST_REMEMBERED);
	}

	private remembered(): string[] {
		const { bot, ended } = this.memory;
		return bot === this.bot && Array.isArray(ended) ? (ended as string[]) : [];
	}
}
