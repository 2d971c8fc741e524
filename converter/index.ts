import { connectionsOf, isStop } from './connections';
import { Findings, type Finding } from './findings';
import { counterpartNode, notConvertedNode } from './nodes';
import { Doubts } from './doubts';
import { NO_ATTRIBUTION } from './extras';
import { originsIn, type Origin } from './origins';
import {
	botsIn,
	comparesError,
	fixedNumbers,
	foreignUse,
	linkToTelegram,
	tokenIn,
	updatesByWebhook,
} from './others';
import { handsOver } from './passing';
import { isTrigger, plansOf, shapeOf, type Plans, type Shapes, type TriggerKind } from './plan';
import { rewriteReferences, type Reach } from './references';
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
	/** Number of converted nodes. */
	converted: number;
	/** Number of nodes that were disabled, because nothing corresponds to them. */
	disabled: number;
	findings: Finding[];
	/** Differences that need no action. */
	remarks: string[];
}

/** Needed by every converted workflow. */
export const CREDENTIAL =
	'Create the credential Bot Messaging (SafeW) API with the token of your bot, and choose it here.';

const LAST = (what: string) =>
	`What calls the ${what} gets the answer of this node, as it is the last one. In what calls it, read message_id in place of result.message_id.`;

const SEVERAL =
	'It gives one item for each entry of the list, where it gave one item: what follows runs once for each, and not at all for an empty list. In the settings of the next node, switch on Execute Once; in those of this one, Always Output Data.';

const SEVERAL_BOTS = (bot: string) =>
	`The workflow has several bots, and here it was “${bot}”. Choose the credential of the bot that is to do this.`;

const MISSING = (name: string) =>
	`It reads “${name}”, which is not in what you gave. If that is a Telegram node, give both nodes together.`;

const EMPTY_PINNED =
	'Of the data pinned to it, what is empty was left out. Look at them before you run it.';

/** Throws ConvertError if nothing of the workflow can be converted. */
function checkPlans({ nodes }: Workflow, plans: Plans): void {
	if (plans.size > 0) return;
	const foreign = nodes.filter(foreignUse).map(({ name }) => name);
	throw new ConvertError(
		foreign.length > 0
			? `This workflow has no node that can be converted. These call Telegram: ${foreign.join(', ')}. Use Bot Messaging nodes in their place.`
			: 'This workflow has no Telegram node. There is nothing to convert.',
	);
}

function shapesOf({ nodes }: Workflow, plans: Plans): Shapes {
	const enabled = nodes.filter(({ name, disabled }) => plans.has(name) && disabled !== true);
	return new Map(enabled.map(({ name }) => [name, shapeOf(plans.get(name)!)]));
}

/** What the code of each node can refer to. */
function reachIn(workflow: Workflow, shapes: Shapes): (name: string) => Omit<Reach, 'isMissing'> {
	const origins = originsIn(workflow, shapes);
	const given = workflow.nodes.flatMap(({ name }): Array<[string, Origin]> => {
		const shape = shapes.get(name);
		if (shape === 'same') return [];
		const origin =
			shape === undefined || shape === 'passes'
				? origins.outOf(name)
				: { ...origins.itself(name), shape };
		return origin ? [[name, origin]] : [];
	});
	const named = new Map(given);
	const types = new Map(workflow.nodes.map(({ name, type }) => [name, type]));
	const isItemData = (name: string) => types.get(name)?.endsWith('.functionItem') === true;
	return (name) => ({ direct: origins.into(name), named, isItemData: isItemData(name) });
}

/** The last nodes of a workflow whose output goes to what called it, which is `what`. */
function lastNodes({ nodes, connections }: Workflow): { what: string; last: Set<string> } {
	const isCalled = nodes.some(({ type }) => type === 'n8n-nodes-base.executeWorkflowTrigger');
	const answers = nodes.some(
		({ type, parameters }) =>
			type === 'n8n-nodes-base.webhook' && parameters.responseMode === 'lastNode',
	);
	const what = answers ? 'webhook' : 'workflow';
	if (!answers && !isCalled) return { what, last: new Set() };
	const isLast = ({ name }: WorkflowNode) =>
		!Object.values(connections[name] ?? {})
			.flat()
			.some((output) => output !== null && output.length > 0);
	return { what, last: new Set(nodes.filter(isLast).map(({ name }) => name)) };
}

type Item = Record<string, unknown>;

/** Pinned items in the form of our nodes; undefined if they have to be pinned again. */
function pinnedTo(items: Item[], shape: Shape | 'gone'): Item[] | undefined {
	if (['same', 'gone', 'passes'].includes(shape)) return items;
	if (shape !== 'atTheTop') return undefined;
	return items.map(({ json, ...item }) => ({
		...item,
		json: isRecord(json) && isRecord(json.result) ? json.result : json,
	}));
}

/** The pinned data of all nodes, in the form of our nodes. */
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
 * Converts n8n's Telegram nodes in a workflow to ours, and lists what a person has to look at. Throws
 * ConvertError if there is nothing to convert.
 *
 * @param trigger which of our triggers replaces the Telegram Trigger
 */
export function convert(
	original: Workflow,
	{ trigger = 'polling' }: { trigger?: TriggerKind } = {},
): Converted {
	const findings = new Findings();
	const remarks = new Set<string>();
	const plans = plansOf(original, trigger);
	checkPlans(original, plans);
	const shapes = shapesOf(original, plans);
	const reachOf = reachIn(original, shapes);
	const { what, last } = lastNodes(original);
	const whole = JSON.stringify(original.nodes);
	const bots = botsIn(original.nodes.filter(({ name }) => plans.has(name)));
	const inStatic = tokenIn(original.staticData, ' in its static data');
	if (inStatic) findings.add(inStatic, 'Workflow');
	const given = new Set(original.nodes.map(({ name }) => name));
	const hasTrigger = original.nodes.some(
		({ name, disabled: isOff }) => isOff !== true && isTrigger(plans.get(name)),
	);

	const nodes = original.nodes.map((node) => {
		const { name } = node;
		const isOff = node.disabled === true;
		const tell = (text: string) =>
			text === NO_ATTRIBUTION ? remarks.add(text) : findings.add(text, name);
		// A disabled node needs no notes.
		const note = (text: string) => (isOff ? undefined : tell(text));
		const reach = { ...reachOf(name), isMissing: (one: string) => !given.has(one) };
		const doubts = new Doubts();
		const rewritten = rewriteReferences(node.parameters, reach, doubts);
		const current = { ...node, parameters: rewritten as Parameters };
		const plan = plans.get(name);
		const handing = handsOver(node);
		if (handing !== undefined && reach.direct) doubts.add('whole', handing, reach.direct);
		if (reach.direct && comparesError(node)) doubts.add('error', '', reach.direct);
		doubts.all().forEach(note);
		doubts.missing.forEach((one) => note(MISSING(one)));
		const beside = tokenIn(
			[node.notes, original.pinData?.[name]],
			', in its notes or its pinned data',
		);
		if (beside) note(beside);
		if (!plan) {
			const uses = [foreignUse, fixedNumbers, linkToTelegram].map((use) => use(current));
			const others = [tokenIn(current.parameters), updatesByWebhook(node, whole)];
			for (const use of [...uses, ...others]) if (use) note(use);
			return current;
		}
		if ('missing' in plan) {
			const passesOn = isStop(node, plan) ? '' : ', and passes on what it gets';
			note(`It was switched off${passesOn}. ${plan.missing}`);
			return notConvertedNode(current, plan);
		}
		tell(CREDENTIAL);
		const bot = bots.get(name);
		if (bot !== undefined) note(SEVERAL_BOTS(bot));
		if (last.has(name) && !['same', 'passes'].includes(shapes.get(name) ?? 'same'))
			note(LAST(what));
		const isFollowed = (original.connections[name]?.main ?? []).flat().length > 0;
		if (shapes.get(name) === 'items' && isFollowed) note(SEVERAL);
		const link = linkToTelegram(current);
		if (link) note(link);
		return counterpartNode(current, plan, { note, hasTrigger });
	});

	const disabled = [...plans.values()].filter((plan) => 'missing' in plan).length;
	// Without the id, an import does not replace the original.
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
		remarks: [...remarks],
	};
}
