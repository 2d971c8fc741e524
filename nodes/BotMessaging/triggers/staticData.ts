import type { INode, ITriggerFunctions } from 'n8n-workflow';

/** What n8n keeps of a workflow, and its own note whether it has to save that. */
export interface N8nWorkflow {
	nodes?: { [name: string]: INode };
	staticData?: { __dataChanged?: boolean };
}

/** n8n shows a trigger the nodes behind it; its own copy of the workflow has the others, too. */
export const workflowOf = (context: object): N8nWorkflow | undefined =>
	(context as { workflow?: N8nWorkflow }).workflow;

/** Triggers remember there how far they got, and code whatever it likes. */
const usesStaticData = ({ type, parameters }: INode) =>
	/trigger|cron|interval/i.test(type) ||
	JSON.stringify(parameters).includes('getWorkflowStaticData');

/** Whether no other node of the workflow may keep something in its static data. */
export function isAlone(context: Pick<ITriggerFunctions, 'getNode'>): boolean {
	const nodes = workflowOf(context)?.nodes;
	const others = Object.values(nodes ?? {}).filter(({ id }) => id !== context.getNode().id);
	return nodes !== undefined && !others.some(usesStaticData);
}
