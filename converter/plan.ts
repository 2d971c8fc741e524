import { requestCounterpart } from './http';
import { counterpartOf } from './operations';
import type { Counterpart, Missing, Shape } from './telegram';
import type { Workflow, WorkflowNode } from './workflow';

export type TriggerKind = 'polling' | 'webhook';

/** The conversion of a node: another type, or none. The table has no entry for triggers. */
export type Plan = { type: string; counterpart?: Counterpart } | Missing;

/** Output shapes of converted, enabled nodes, by name. */
export type Shapes = Map<string, Shape | 'gone'>;

const TELEGRAM = 'n8n-nodes-base.telegram';
/** The step in which a person reviews an agent's action. */
const REVIEW = `${TELEGRAM}HitlTool`;
const OURS = 'n8n-nodes-bot-messaging.botMessaging';
const TRIGGERS = { polling: `${OURS}PollingTrigger`, webhook: `${OURS}Trigger` };

export type Plans = Map<string, Plan>;

/** The conversions of the nodes that have one, by name. */
export function plansOf({ nodes, connections }: Workflow, trigger: TriggerKind): Plans {
	const planned = (asking: Set<string>): Plans =>
		new Map(
			nodes.flatMap((node) => {
				const request = requestCounterpart(node, connections, asking);
				const plan = planOf(node, trigger, request);
				return plan ? [[node.name, plan] as const] : [];
			}),
		);
	const asking = [...planned(new Set())].filter(
		([, plan]) => 'counterpart' in plan && plan.counterpart?.operation === 'getFile',
	);
	return planned(new Set(asking.map(([name]) => name)));
}

function planOf(
	{ type, parameters }: WorkflowNode,
	trigger: TriggerKind,
	request: Counterpart | Missing | undefined,
): Plan | undefined {
	if (request) return 'missing' in request ? request : { type: OURS, counterpart: request };
	if (type === `${TELEGRAM}Trigger`) return { type: TRIGGERS[trigger] };
	if (![TELEGRAM, `${TELEGRAM}Tool`, REVIEW].includes(type)) return undefined;
	// The operation of a review step is not saved in the workflow.
	const counterpart = counterpartOf(
		type === REVIEW ? { ...parameters, resource: 'message', operation: 'sendAndWait' } : parameters,
	);
	return 'missing' in counterpart
		? counterpart
		: { type: type.replace(TELEGRAM, OURS), counterpart };
}

/** Whether it becomes one of our triggers. */
export const isTrigger = (plan: Plan | undefined): boolean =>
	plan !== undefined && 'type' in plan && plan.counterpart === undefined;

export const shapeOf = (plan: Plan): Shape | 'gone' =>
	'missing' in plan ? 'gone' : (plan.counterpart?.shape ?? 'same');
