import { connectionsOf, isStop } from './connections';
import { Findings, type Converted } from './findings';
import { counterpartNode, notConvertedNode } from './nodes';
import { Doubts } from './doubts';
import { REMARKS } from './extras';
import { originsIn } from './origins';
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
import { rewriteReferences } from './references';
import {
	ConvertError,
	isRecord,
	listOf,
	type Parameters,
	type Workflow,
	type WorkflowNode,
} from './workflow';

/** Needed by every converted workflow. */
export const CREDENTIAL =
	'Create the credential Bot Messaging (SafeW) API with the token of your bot, and choose it here.';

const LAST = (what: string) =>
	`What calls the ${what} gets the answer of this node, as it is the last one. In what calls it, read message_id in place of result.message_id.`;

const SEVERAL =
	'It gives one item for each entry of the list, where it gave one item: what follows runs once for each, and not at all for an empty list. In the settings of the next node, switch on Execute Once; in those of this one, Always Output Data.';

const SEVERAL_BOTS = (bot: string) =>
	`The workflow has several bots, and here it was “${bot}”. Choose the credential of the bot that is to do this.`;

const SEVERAL_TRIGGERS =
	'The workflow has several triggers with one bot. On Telegram, only the one that n8n set up last got updates. Here all of them do: switch off those that you do not want.';

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

/** What gets the output of the last node, if something calls the workflow. */
function callerIn({ nodes }: Workflow): 'webhook' | 'workflow' | undefined {
	const isAnswering = ({ type, parameters }: WorkflowNode) =>
		type === 'n8n-nodes-base.webhook' && parameters.responseMode === 'lastNode';
	if (nodes.some(isAnswering)) return 'webhook';
	const isCalled = nodes.some(({ type }) => type === 'n8n-nodes-base.executeWorkflowTrigger');
	return isCalled ? 'workflow' : undefined;
}

/** The pinned data of all nodes, in the form of our nodes. */
function pinnedIn({ pinData = {} }: Workflow, shapes: Shapes, findings: Findings) {
	const pinned = Object.entries(pinData).flatMap(([name, given]): Array<[string, Parameters[]]> => {
		const items = listOf(given).filter(isRecord);
		if (!Array.isArray(given) || items.length < given.length) findings.add(EMPTY_PINNED, name);
		if (items.length === 0) return [];
		const shape = shapes.get(name) ?? 'same';
		if (['same', 'gone', 'passes'].includes(shape)) return [[name, items]];
		if (shape === 'atTheTop') {
			const resultOf = ({ json, ...item }: Parameters) => ({
				...item,
				json: isRecord(json) && isRecord(json.result) ? json.result : json,
			});
			return [[name, items.map(resultOf)]];
		}
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
	const isOff = new Set(original.nodes.flatMap((one) => (one.disabled === true ? one.name : [])));
	checkPlans(original, plans);
	const enabled = [...plans].filter(([name]) => !isOff.has(name));
	const shapes = new Map(enabled.map(([name, plan]) => [name, shapeOf(plan)]));
	const origins = originsIn(original, shapes);
	const named = new Map(original.nodes.map(({ name }) => [name, origins.outOf(name)]));
	const caller = callerIn(original);
	const whole = JSON.stringify(original.nodes);
	const bots = botsIn(original.nodes.filter(({ name }) => plans.has(name)));
	const inStatic = tokenIn(original.staticData, ' in its static data');
	if (inStatic) findings.add(inStatic, 'Workflow');
	const triggers = enabled.flatMap(([name, plan]) => (isTrigger(plan) ? [name] : []));
	const hasTrigger = triggers.length > 0;

	const nodes = original.nodes.map((node) => {
		const { name, type } = node;
		const tell = (text: string) =>
			REMARKS.includes(text) ? remarks.add(text) : findings.add(text, name);
		// A disabled node needs no notes.
		const note = (text?: string) => text !== undefined && !isOff.has(name) && tell(text);
		const direct = origins.into(name);
		const reach = { direct, named, isItemData: type.endsWith('.functionItem') };
		const doubts = new Doubts();
		const current = { ...node, parameters: rewriteReferences(node.parameters, reach, doubts) };
		const plan = plans.get(name);
		const handing = handsOver(node);
		if (handing !== undefined && direct) doubts.add('whole', handing, direct);
		if (direct && comparesError(node)) doubts.add('error', '', direct);
		doubts.all().forEach(note);
		doubts.missing.forEach((one) => note(MISSING(one)));
		const beside = [node.notes, original.pinData?.[name]];
		note(tokenIn(beside, ', in its notes or its pinned data'));
		if (!plan) {
			for (const use of [foreignUse, fixedNumbers, linkToTelegram]) note(use(current));
			note(tokenIn(current.parameters));
			note(updatesByWebhook(node, whole));
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
		const alike = triggers.filter((one) => bots.get(one) === bot);
		if (triggers.includes(name) && alike.length > 1) note(SEVERAL_TRIGGERS);
		const outputs = original.connections[name] ?? {};
		const ends = Object.values(outputs).flat(2);
		const isLast = ends.every((end) => end === null);
		const shape = shapes.get(name) ?? 'same';
		if (caller && isLast && !['same', 'passes'].includes(shape)) note(LAST(caller));
		const isFollowed = (outputs.main ?? []).flat().length > 0;
		if (shape === 'items' && isFollowed) note(SEVERAL);
		note(linkToTelegram(current));
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
