import type { Plan } from './plan';
import { recordOf, type Connection, type Connections, type WorkflowNode } from './workflow';

type Outputs = Array<Connection[] | null>;

/** Whether conversion disables a node that made the workflow wait: what follows must not run at once. */
export const isStop = ({ disabled }: WorkflowNode, plan: Plan | undefined): boolean =>
	plan !== undefined && 'missing' in plan && plan.stops === true && disabled !== true;

/** The outputs of a form, No Answer, Answered and Cancelled, in place of the single output. */
function outputsOfForm(
	{ disabled, parameters }: WorkflowNode,
	[answered = [], ...others]: Outputs,
): Outputs {
	const { limitWaitTime } = recordOf(parameters.options);
	// A disabled node passes items to its first output.
	const isAlsoFirst = limitWaitTime !== undefined || disabled === true;
	return [isAlsoFirst ? answered : [], answered, [], ...others];
}

/** The connections after the conversion. */
export function connectionsOf(
	connections: Connections,
	nodes: WorkflowNode[],
	plans: Map<string, Plan>,
): Connections {
	const changed = nodes.flatMap((node): Array<[string, Connections[string]]> => {
		const { name } = node;
		const { main, ...others } = connections[name] ?? {};
		const plan = plans.get(name);
		if (!main || !plan) return [];
		if (isStop(node, plan)) return [[name, others]];
		const isForm = 'counterpart' in plan && plan.counterpart?.shape === 'form';
		return isForm ? [[name, { ...others, main: outputsOfForm(node, main) }]] : [];
	});
	return { ...connections, ...Object.fromEntries(changed) };
}
