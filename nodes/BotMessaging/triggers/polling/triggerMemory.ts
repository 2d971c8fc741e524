import {
	deepCopy,
	type IDataObject,
	type INode,
	type IRun,
	type ITriggerFunctions,
} from 'n8n-workflow';

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
 * What a trigger keeps in the workflow's static data for its next start. n8n saves that when the next
 * execution begins.
 *
 * n8n saves a workflow's static data as one piece, as the trigger has it, and so would undo what
 * other nodes wrote. So nothing is kept if another node may keep something there, and nothing any
 * more when an execution shows that the workflow has nodes that the trigger does not know.
 */
export class TriggerMemory {
	private readonly known: Set<string>;
	private data?: IDataObject;

	/** @param bot names the bot: another bot has other updates */
	constructor(
		context: ITriggerFunctions,
		private readonly bot: string,
	) {
		const nodes = nodesOf(context);
		const others = nodes?.filter(({ id }) => id !== context.getNode().id);
		this.known = new Set(nodes?.map(({ name }) => name));
		const isAlone = others !== undefined && !others.some(usesStaticData);
		this.data = isAlone ? context.getWorkflowStaticData('node') : undefined;
	}

	/** What was kept as a list under a name for this bot. */
	read<T>(name: string): T[] {
		const { bot, [name]: list } = this.data ?? {};
		// What n8n gives out notes each change of it.
		return bot === this.bot && Array.isArray(list) ? deepCopy(list as T[]) : [];
	}

	write(name: string, list: unknown[]): void {
		const { data, bot } = this;
		const isEmpty = list.length === 0 && this.read(name).length === 0;
		if (!data || isEmpty) return;
		if (data.bot !== bot) {
			for (const other of Object.keys(data)) delete data[other];
			data.bot = bot;
		}
		data[name] = list;
	}

	/** Learns from an execution which nodes the workflow has now. */
	learnNodes(run: IRun): void {
		const names = Object.keys(run.data?.resultData?.runData ?? {});
		if (!names.every((name) => this.known.has(name))) this.data = undefined;
	}
}
