import { requestCounterpart } from './http';
import { counterpartOf } from './operations';
import type { Counterpart, Missing, Shape } from './telegram';
import type { WorkflowNode } from './workflow';

export type TriggerKind = 'polling' | 'webhook';

/** What becomes of a node: another type, or nothing; a trigger has no counterpart in the table. */
export type Plan = { type: string; counterpart?: Counterpart } | Missing;

/** What nodes put out, by name, where they are converted and enabled. */
export type Shapes = Map<string, Shape | 'gone'>;

const TELEGRAM = 'n8n-nodes-base.telegram';
/** The step in which a person reviews what an agent wants to do. */
const REVIEW = `${TELEGRAM}HitlTool`;
const OURS = 'n8n-nodes-bot-messaging.botMessaging';
const TRIGGERS = { polling: `${OURS}PollingTrigger`, webhook: `${OURS}Trigger` };

export function planOf(node: WorkflowNode, trigger: TriggerKind): Plan | undefined {
	const { type, parameters } = node;
	const request = requestCounterpart(node);
	if (request) return { type: OURS, counterpart: request };
	if (type === `${TELEGRAM}Trigger`) return { type: TRIGGERS[trigger] };
	if (![TELEGRAM, `${TELEGRAM}Tool`, REVIEW].includes(type)) return undefined;
	// n8n knows what a review step does without its file saying so.
	const counterpart = counterpartOf(
		type === REVIEW ? { ...parameters, resource: 'message', operation: 'sendAndWait' } : parameters,
	);
	return 'missing' in counterpart
		? counterpart
		: { type: type.replace(TELEGRAM, OURS), counterpart };
}

export const shapeOf = (plan: Plan): Shape | 'gone' =>
	'missing' in plan ? 'gone' : (plan.counterpart?.shape ?? 'same');
