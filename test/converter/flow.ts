import type { Converted } from '../../converter/findings';
import { convert } from '../../converter/index';
import type { TriggerKind } from '../../converter/plan';
import type { Parameters, Workflow, WorkflowNode } from '../../converter/workflow';

/** A node of a test's workflow; `next` are the nodes after it. */
export type FlowNode = Partial<WorkflowNode> & { name: string; next?: string[] };

const TELEGRAM = 'n8n-nodes-base.telegram';

/** A node of n8n's Telegram package. */
export const telegram = (
	name: string,
	parameters: Parameters,
	more: Partial<FlowNode> = {},
): FlowNode => ({ name, type: TELEGRAM, typeVersion: 1.2, parameters, ...more });

/** n8n's Telegram Trigger. */
export const telegramTrigger = (
	parameters: Parameters,
	more: Partial<FlowNode> = {},
): FlowNode => ({
	name: 'Telegram Trigger',
	type: `${TELEGRAM}Trigger`,
	typeVersion: 1.2,
	parameters,
	...more,
});

/** Another node of n8n, by the name of its type. */
export const other = (
	name: string,
	type: string,
	parameters: Parameters = {},
	next?: string[],
): FlowNode => ({ name, type: `n8n-nodes-base.${type}`, typeVersion: 1, parameters, next });

/** A workflow with these nodes. */
export function flow(...nodes: FlowNode[]): Workflow {
	const to = (node: string) => ({ node, type: 'main', index: 0 });
	const connections = nodes
		.filter(({ next }) => next !== undefined)
		.map(({ name, next = [] }) => [name, { main: [next.map(to)] }]);
	return {
		name: 'Written by hand',
		nodes: nodes.map(({ next: _next, ...node }, index) => ({
			id: `id-${index}`,
			position: [index * 200, 0],
			type: TELEGRAM,
			parameters: {},
			...node,
		})),
		connections: Object.fromEntries(connections),
	};
}

/** Converts one Telegram node: its parameters, and the notes for a person. */
export function convertNode(parameters: Parameters, typeVersion = 1.2) {
	const original = flow(telegram('Telegram', parameters, { typeVersion }));
	const { workflow, findings, remarks } = convert(original);
	const [node] = workflow.nodes;
	const told = [...findings.map(({ text }) => text).slice(1), ...remarks];
	return { node, parameters: node.parameters, told };
}

/** Converts a Telegram Trigger. */
export function convertTrigger(parameters: Parameters, typeVersion = 1.2, trigger?: TriggerKind) {
	const original = flow(telegramTrigger(parameters, { typeVersion, webhookId: 'w' }));
	const { workflow, findings } = convert(original, { trigger });
	const [node] = workflow.nodes;
	return { node, parameters: node.parameters, told: findings.map(({ text }) => text).slice(1) };
}

/** The notes about a node. */
export const toldAbout = ({ findings }: Converted, name: string) =>
	findings.filter(({ nodes }) => nodes.includes(name)).map(({ text }) => text);
