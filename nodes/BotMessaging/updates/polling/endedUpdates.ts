import type { IDataObject, INode, IRun, ITriggerFunctions } from 'n8n-workflow';

import { identityOf, type Update } from '../update';

const MOST_REMEMBERED = 200;

/** All nodes of the workflow. n8n shows a trigger the nodes behind it; its own copy has the others, too. */
function nodesOf(context: ITriggerFunctions): INode[] | undefined {
	const { workflow } = context as unknown as { workflow?: { nodes?: { [name: string]: INode } } };
	return workflow?.nodes && Object.values(workflow.nodes);
}

/** Triggers remember there how far they got, and code whatever it likes. */
const usesStaticData = ({ type, parameters }: INode) =>
	/trigger|cron|interval/i.test(type) ||
	JSON.stringify(parameters).includes('getWorkflowStaticData');

/**
 * The updates whose execution has ended, in a trigger's static data: n8n saves that with the next
 * execution. After a crash it tells ended runs from cut-off ones, which are begun again.
 *
 * n8n saves a workflow's static data as one piece, as the trigger has it, and so would undo what
 * other nodes wrote. So nothing is remembered where another node may keep something there, and
 * nothing any more when an execution shows that the workflow has nodes that the trigger does not know.
 */
export class EndedUpdates {
	private readonly before: Set<string>;
	private readonly known: Set<string>;
	private memory?: IDataObject;

	/** @param bot names the bot: another bot has other updates */
	constructor(
		context: ITriggerFunctions,
		private readonly bot: string,
	) {
		const nodes = nodesOf(context);
		const others = nodes?.filter(({ id }) => id !== context.getNode().id);
		this.known = new Set(nodes?.map(({ name }) => name));
		const isAlone = others !== undefined && !others.some(usesStaticData);
		this.memory = isAlone ? context.getWorkflowStaticData('node') : undefined;
		this.before = new Set(this.remembered());
	}

	/** Whether an update's execution had ended before this trigger was started. */
	has(update: Update): boolean {
		return this.before.has(identityOf(update));
	}

	/** Learns from an execution which nodes the workflow has now. */
	learnNodes(run: IRun): void {
		const names = Object.keys(run.data?.resultData?.runData ?? {});
		if (!names.every((name) => this.known.has(name))) this.memory = undefined;
	}

	add(updates: Update[]): void {
		if (!this.memory) return;
		const ended = [...this.remembered(), ...updates.map(identityOf)];
		this.memory.bot = this.bot;
		this.memory.ended = ended.slice(-MOST_REMEMBERED);
	}

	private remembered(): string[] {
		const { bot, ended } = this.memory ?? {};
		return bot === this.bot && Array.isArray(ended) ? (ended as string[]) : [];
	}
}
