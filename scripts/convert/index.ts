import { connectionsOf, isStop } from './connections';
import { Findings, type Finding } from './findings';
import {
	counterpartNode,
	fixedNumbers,
	foreignUse,
	linkToTelegram,
	notConvertedNode,
	tokenIn,
} from './nodes';
import { handsOver, originOf } from './origins';
import { planOf, shapeOf, type Plan, type Shapes, type TriggerKind } from './plan';
import { isOther, rewriteReferences } from './references';
import type { Shape } from './telegram';
import {
	ConvertError,
	isRecord,
	type Parameters,
	type Workflow,
	type WorkflowNode,
} from './workflow';

export interface Converted {
	workflow: Workflow;
	/** How many nodes are ours now. */
	converted: number;
	/** How many nodes were switched off, because there is nothing like them. */
	disabled: number;
	findings: Finding[];
}

/** What every converted workflow needs. */
export const CREDENTIAL =
	'Create the credential Bot Messaging (SafeW) API with the token of your bot, and choose it here.';
const DOUBTFUL =
	'It reads the answer of a Telegram node in a way that was not converted. What was under “result” is at the top now: result.message_id is message_id. So does what Send and Wait had under “data”: data.approved is approved. What a form had there is under “answers”.';

const LAST =
	'What calls the webhook gets the answer of this node, as it is the last one. What was under “result” is at the top now.';

const EMPTY_PINNED =
	'Of the data pinned to it, what is empty was left out. Look at them before you run it.';

function plansOf({ nodes }: Workflow, trigger: TriggerKind): Map<string, Plan> {
	const plans = new Map<string, Plan>();
	for (const node of nodes) {
		const plan = planOf(node, trigger);
		if (plan) plans.set(node.name, plan);
	}
	if (plans.size > 0) return plans;
	const foreign = nodes.filter(foreignUse).map(({ name }) => name);
	throw new ConvertError(
		foreign.length > 0
			? `This workflow has no node that can be converted. These call Telegram: ${foreign.join(', ')}. Use Bot Messaging nodes in their place.`
			: 'This workflow has no Telegram node. There is nothing to convert.',
	);
}

function shapesOf({ nodes }: Workflow, plans: Map<string, Plan>): Shapes {
	const enabled = nodes.filter(({ name, disabled }) => plans.has(name) && disabled !== true);
	return new Map(enabled.map(({ name }) => [name, shapeOf(plans.get(name)!)]));
}

/** The last nodes of a workflow whose webhook answers with what they give. */
function lastNodes({ nodes, connections }: Workflow): Set<string> {
	const answers = nodes.some(
		({ type, parameters }) =>
			type === 'n8n-nodes-base.webhook' && parameters.responseMode === 'lastNode',
	);
	if (!answers) return new Set();
	const isLast = ({ name }: WorkflowNode) =>
		!Object.values(connections[name] ?? {})
			.flat()
			.some((output) => output !== null && output.length > 0);
	return new Set(nodes.filter(isLast).map(({ name }) => name));
}

type Item = Record<string, unknown>;

/** Pinned items as our nodes would give them; undefined if they have to be pinned again. */
function pinnedTo(items: Item[], shape: Shape | 'gone'): Item[] | undefined {
	if (shape === 'same' || shape === 'gone') return items;
	if (shape !== 'atTheTop') return undefined;
	return items.map(({ json, ...item }) => ({
		...item,
		json: isRecord(json) && isRecord(json.result) ? json.result : json,
	}));
}

/** The data pinned to nodes, as our nodes would give them. */
function pinnedIn({ pinData = {} }: Workflow, shapes: Shapes, findings: Findings) {
	const pinned = Object.entries(pinData).flatMap(([name, given]) => {
		const list: unknown[] = Array.isArray(given) ? given : [];
		const whole = list.filter(isRecord);
		if (!Array.isArray(given) || whole.length < list.length) findings.add(EMPTY_PINNED, name);
		if (whole.length === 0) return [];
		const items = pinnedTo(whole, shapes.get(name) ?? 'same');
		if (items) return [[name, items] as const];
		findings.add('The data pinned to it were removed. Run it, and pin them again.', name);
		return [];
	});
	return Object.fromEntries(pinned);
}

/**
 * The same workflow with our nodes in place of n8n's Telegram nodes, and a list of what a person
 * has to look at. Throws ConvertError where there is nothing to convert.
 *
 * @param trigger which of our triggers takes the place of the Telegram Trigger
 */
export function convert(
	original: Workflow,
	{ trigger = 'polling' }: { trigger?: TriggerKind } = {},
): Converted {
	const findings = new Findings();
	const plans = plansOf(original, trigger);
	const shapes = shapesOf(original, plans);
	const origin = originOf(original, shapes);
	const last = lastNodes(original);

	const nodes = original.nodes.map((node) => {
		const { name } = node;
		const note = (text: string) => findings.add(text, name);
		const reach = { direct: origin(name), named: shapes };
		const rewritten = rewriteReferences(node.parameters, reach, () => note(DOUBTFUL));
		const current = { ...node, parameters: rewritten as Parameters };
		const plan = plans.get(name);
		if (handsOver(node) && isOther(reach.direct)) note(DOUBTFUL);
		if (!plan) {
			const uses = [foreignUse, fixedNumbers, linkToTelegram, tokenIn].map((use) => use(current));
			for (const use of uses) if (use) note(use);
			return current;
		}
		if ('missing' in plan) {
			const passesOn = isStop(node, plan) ? '' : ', and passes on what it gets';
			note(`It was switched off${passesOn}. ${plan.missing}`);
			return notConvertedNode(current, plan);
		}
		note(CREDENTIAL);
		if (last.has(name) && isOther(shapes.get(name))) note(LAST);
		const link = linkToTelegram(current);
		if (link) note(link);
		return counterpartNode(current, plan, note);
	});

	const disabled = [...plans.values()].filter((plan) => 'missing' in plan).length;
	// Without its number it does not take the place of the original where it is imported.
	const { id: _id, versionId: _versionId, ...rest } = original;
	return {
		workflow: {
			...rest,
			...('active' in rest && { active: false }),
			nodes,
			connections: connectionsOf(original.connections, original.nodes, plans),
			...(rest.pinData && { pinData: pinnedIn(original, shapes, findings) }),
		},
		converted: plans.size - disabled,
		disabled,
		findings: findings.all(),
	};
}
