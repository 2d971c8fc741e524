import {
	createRunExecutionData,
	NodeOperationError,
	Workflow,
	type IConnections,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';

import { readExample } from '../../sandbox/lib/demo';
import { actionFor } from './actionNode';
import { additionalDataFor, core, nodeTypesOf, type CredentialData } from './engine';
import { description } from './waitingExecution';

type Row = IDataObject & { id: number };

interface Condition {
	keyName: string;
	condition: string;
	keyValue: unknown;
}

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** A question that an execution waits at; the answer lets it go on. */
export interface Asked {
	text: string;
	chatId: string;
	userIds?: unknown;
	isOpen: boolean;
	/** By the value of a button where each has an output of its own; undefined if nobody answers. */
	answer: (given: boolean | string | undefined) => void;
}

/** A form that an execution waits at. */
export interface AskedForm {
	chatId: string;
	fields: IDataObject[];
	isOpen: boolean;
	/** Sends these answers; without any, the form is cancelled. */
	send: (answers?: IDataObject) => void;
}

/** A node of n8n: its parameters are taken as they are, and their expressions are n8n's own. */
const typeOf = (names: string[], execute: Execute): INodeType => ({
	description: {
		...description,
		name: 'n8n',
		defaults: {},
		properties: names.map((name) => ({ displayName: name, name, type: 'json', default: '' })),
	},
	execute,
});

interface Conditions {
	conditions: Array<{
		leftValue: unknown;
		rightValue: unknown;
		operator: { operation: string };
	}>;
}

const TESTS: Record<string, (left: unknown, right: unknown) => boolean> = {
	true: (left) => left === true || left === 'true',
	notEmpty: (left) => left !== '' && left !== undefined && left !== null,
	equals: (left, right) => String(left).toLowerCase() === String(right).toLowerCase(),
	notEquals: (left, right) => String(left).toLowerCase() !== String(right).toLowerCase(),
	eq: (left, right) => String(left) === String(right),
	gt: (left, right) => Number(left) > Number(right),
	gte: (left, right) => (left as string | number) >= (right as string | number),
	lt: (left, right) => (left as string | number) < (right as string | number),
	lte: (left, right) => Number(left) <= Number(right),
	like: (left, right) => new RegExp(`^${String(right).replaceAll('%', '.*')}$`).test(String(left)),
	exists: (left) => left !== undefined && left !== null,
	isEmpty: (left) => left === '' || left === undefined || left === null,
};

function holds(name: string, left: unknown, right: unknown): boolean {
	if (!TESTS[name]) throw new Error(`No stand-in for the comparison ${name}`);
	return TESTS[name](left, right);
}

const fit = ({ conditions }: Conditions) =>
	conditions.every(({ leftValue, rightValue, operator }) =>
		holds(operator.operation, leftValue, rightValue),
	);

/** Puts each item to the output that `place` names; undefined drops it. */
const sorting = (outputs: number, place: (context: IExecuteFunctions, item: number) => number) =>
	async function (this: IExecuteFunctions) {
		const sorted = Array.from({ length: outputs }, () => [] as INodeExecutionData[]);
		for (const [index, { json }] of this.getInputData().entries()) {
			sorted[place(this, index)]?.push({ json, pairedItem: { item: index } });
		}
		return await Promise.resolve(sorted);
	};

const conditionsOf = (context: IExecuteFunctions, item: number) =>
	fit(context.getNodeParameter('conditions', item) as unknown as Conditions);

const IF = typeOf(
	['conditions'],
	sorting(2, (context, item) => (conditionsOf(context, item) ? 0 : 1)),
);
const FILTER = typeOf(
	['conditions'],
	sorting(1, (context, item) => (conditionsOf(context, item) ? 0 : 1)),
);
const SWITCH = typeOf(
	['rules'],
	sorting(20, (context, item) => {
		const { values } = context.getNodeParameter('rules', item) as {
			values: Array<{ conditions: Conditions }>;
		};
		const found = values.findIndex(({ conditions }) => fit(conditions));
		return found < 0 ? values.length : found;
	}),
);

/** For each item what `one` makes of it. */
const each = (
	one: (context: IExecuteFunctions, item: number) => IDataObject[] | Promise<IDataObject[]>,
) =>
	async function (this: IExecuteFunctions) {
		const all: INodeExecutionData[] = [];
		for (const item of this.getInputData().keys()) {
			for (const json of await one(this, item)) all.push({ json, pairedItem: { item } });
		}
		return [all];
	};

const SET = typeOf(
	['assignments', 'includeOtherFields'],
	each((context, item) => {
		const { assignments } = context.getNodeParameter('assignments', item) as {
			assignments: Array<{ name: string; value: IDataObject; type: string }>;
		};
		const set = assignments.map(({ name, value, type }) => [
			name,
			type === 'number' ? Number(value) : type === 'string' ? String(value ?? '') : value,
		]);
		const others = context.getNodeParameter('includeOtherFields', item) === true;
		return [
			{
				...(others && context.getInputData()[item].json),
				...(Object.fromEntries(set) as IDataObject),
			},
		];
	}),
);

const SPLIT_OUT = typeOf(
	['fieldToSplitOut', 'options'],
	each((context, item) => {
		const path = context.getNodeParameter('fieldToSplitOut', item) as string;
		const { destinationFieldName: name } = context.getNodeParameter('options', item) as {
			destinationFieldName?: string;
		};
		const { json } = context.getInputData()[item];
		const list = path.split('.').reduce((value, name) => value[name] as IDataObject, json);
		return (list as unknown as IDataObject[]).map((value) => (name ? { [name]: value } : value));
	}),
);

/** Loop Over Items: a batch at its second output, and at the end an item at its first one. */
const LOOP = typeOf(['batchSize'], async function () {
	const loop = this.getContext('node') as {
		items?: INodeExecutionData[];
		currentRunIndex?: number;
	};
	loop.currentRunIndex = loop.items ? loop.currentRunIndex! + 1 : 0;
	loop.items ??= [...this.getInputData()];
	const batch = loop.items.splice(0, Number(this.getNodeParameter('batchSize', 0)));
	const done = batch.length === 0 ? [{ json: {} }] : [];
	return await Promise.resolve([done, batch]);
});

/** A trigger: the test brings its items. */
const TRIGGER: INodeType = {
	description: { ...description, name: 'trigger', defaults: {}, properties: [] },
	trigger: async () => await Promise.resolve(undefined),
};

/** A question is asked of the test, and not in the chat: what the bot then does is the real node's. */
const askingType = (open: Asked[]): INodeType =>
	typeOf(['message', 'chatId', 'userIds', 'approvalOptions', 'outputs'], async function () {
		const { button = [] } = Object(this.getNodeParameter('approvalOptions', 0)) as {
			button?: Array<{ value: string }>;
		};
		const hasOutputs = this.getNodeParameter('outputs', 0) === 'perAnswer';
		const outputs = Array.from({ length: button.length + 1 }, () => [] as INodeExecutionData[]);
		for (const [item, { json }] of this.getInputData().entries()) {
			const text = this.getNodeParameter('message', item) as string;
			const { value } = this.getNodeParameter('chatId', item) as { value: string };
			const chatId = String(value);
			const userIds = this.getNodeParameter('userIds', item);
			const given = await new Promise((resolve: Asked['answer']) => {
				const answer: Asked['answer'] = (one) => {
					asked.isOpen = false;
					resolve(one);
				};
				const asked = { text, chatId, userIds, isOpen: true, answer };
				open.push(asked);
			});
			const place = hasOutputs ? button.findIndex((one) => one.value === given) + 1 : 0;
			const answered = hasOutputs ? { value: given, chatId } : { approved: given, chatId };
			const shown = given === undefined ? json : (answered as IDataObject);
			outputs[place].push({ json: shown, pairedItem: { item } });
		}
		return outputs;
	});

const formType = (open: AskedForm[]): INodeType =>
	typeOf(
		['chatId', 'jsonOutput'],
		each(async (context, item) => {
			const { value } = context.getNodeParameter('chatId', item) as { value: string };
			const fields = context.getNodeParameter('jsonOutput', item) as IDataObject[];
			const answers = await new Promise<IDataObject | undefined>((resolve) => {
				const send: AskedForm['send'] = (given) => {
					form.isOpen = false;
					resolve(given);
				};
				const form = { chatId: String(value), fields, isOpen: true, send };
				open.push(form);
			});
			return [{ outcome: answers ? 'answered' : 'cancelled', answers: answers ?? {} }];
		}),
	);

/**
 * Runs example workflows in n8n-core, with stand-ins for the nodes of n8n that they use, and data tables in
 * memory. The tables and the open questions are all that n8n keeps over a restart.
 */
export class LittleN8n {
	readonly tables = new Map<string, Row[]>();
	/** The questions that were asked, answered or not. */
	readonly asked: Asked[] = [];
	readonly forms: AskedForm[] = [];
	/** What failed: n8n would show it as a failed execution. */
	readonly failed: Error[] = [];
	private rows = 0;
	private readonly running = new Set<Promise<unknown>>();
	private readonly types: Record<string, INodeType> = {
		'n8n-nodes-base.if': IF,
		'n8n-nodes-base.filter': FILTER,
		'n8n-nodes-base.switch': SWITCH,
		'n8n-nodes-base.set': SET,
		'n8n-nodes-base.splitOut': SPLIT_OUT,
		'n8n-nodes-base.splitInBatches': LOOP,
		'n8n-nodes-base.stickyNote': TRIGGER,
		'n8n-nodes-base.scheduleTrigger': TRIGGER,
		'n8n-nodes-base.n8nTrigger': TRIGGER,
		'n8n-nodes-base.executeWorkflowTrigger': TRIGGER,
		'n8n-nodes-bot-messaging.botMessagingPollingTrigger': TRIGGER,
		'@n8n/n8n-nodes-langchain.textClassifier': TRIGGER,
		'@n8n/n8n-nodes-langchain.lmChatOpenAi': TRIGGER,
		'n8n-nodes-base.dataTable': typeOf(
			[
				'operation',
				'tableName',
				'dataTableId',
				'matchType',
				'filters',
				'columns',
				'orderBy',
				'limit',
			],
			each((context, item) => this.inTable(context, item)),
		),
		'n8n-nodes-base.executeWorkflow': typeOf(
			['workflowId', 'workflowInputs', 'options'],
			each(async (context, item) => await this.call(context, item)),
		),
		'message sendAndWait': askingType(this.asked),
		'message askForm': formType(this.forms),
	};
	private readonly workflows: Record<string, Workflow>;

	constructor(
		private readonly credential: CredentialData,
		files: string[],
	) {
		this.workflows = Object.fromEntries(files.map((file) => [file, this.load(file)]));
	}

	private load(file: string): Workflow {
		const { id, nodes, connections } = readExample(file) as unknown as {
			id: string;
			nodes: INode[];
			connections: IConnections;
		};
		for (const node of nodes) {
			if (node.type !== 'n8n-nodes-bot-messaging.botMessaging') continue;
			const { resource, operation } = node.parameters as Record<string, string>;
			node.type = `${resource} ${operation}`;
			this.types[node.type] ??= actionFor(node.parameters);
			node.credentials = { botMessagingApi: { id: '1', name: 'Bot' } };
		}
		const settings = { executionOrder: 'v1' as const };
		const nodeTypes = nodeTypesOf(this.types);
		return new Workflow({ id, name: id, nodes, connections, active: true, settings, nodeTypes });
	}

	/** Starts a workflow by its trigger, with an item at one of its outputs. Resolves at its end. */
	async start(file: string, trigger: string, json: IDataObject, output = 0) {
		const workflow = this.workflows[file];
		const main = [...Array.from({ length: output }, () => []), [{ json }]];
		const data = createRunExecutionData({
			executionData: {
				nodeExecutionStack: [{ node: workflow.getNode(trigger)!, data: { main }, source: null }],
			},
		});
		const additionalData = additionalDataFor({ service: 'other', ...this.credential }, workflow);
		const execute = new core.WorkflowExecute(additionalData, 'trigger', data);
		const run = execute.processRunExecutionData(workflow);
		this.running.add(run);
		const { resultData } = (await run).data;
		this.running.delete(run);
		if (resultData.error) this.failed.push(resultData.error);
		return resultData.runData[resultData.lastNodeExecuted!]?.at(-1)?.data?.main[0] ?? [];
	}

	private async call(context: IExecuteFunctions, item: number): Promise<IDataObject[]> {
		const { value: id } = context.getNodeParameter('workflowId', item) as { value: string };
		const { value } = context.getNodeParameter('workflowInputs', item) as { value: IDataObject };
		const waits = context.getNodeParameter('options.waitForSubWorkflow', item) !== false;
		const [file, workflow] = Object.entries(this.workflows).find(([, one]) => one.id === id)!;
		const [start] = Object.values(workflow.nodes).filter(({ type }) => /Trigger$/.test(type));
		const run = this.start(file, start.name, value);
		return waits ? (await run).map(({ json }) => json) : [];
	}

	private inTable(context: IExecuteFunctions, item: number): IDataObject[] {
		const get = (name: string) => context.getNodeParameter(name, item) as IDataObject;
		const operation = String(get('operation'));
		if (operation === 'create') {
			const name = String(get('tableName'));
			this.tables.set(name, this.tables.get(name) ?? []);
			return [{ name }];
		}
		const { value: name } = get('dataTableId') as { value: string };
		const rows = this.tables.get(name);
		if (!rows) throw new NodeOperationError(context.getNode(), `Could not find ${name}`);
		const { conditions = [] } = Object(get('filters')) as { conditions?: Condition[] };
		const isAny = context.getNodeParameter('matchType', item) === 'anyCondition';
		const found = rows.filter((row) =>
			conditions[isAny ? 'some' : 'every'](({ keyName, condition, keyValue }) =>
				holds(condition, row[keyName], keyValue),
			),
		);
		if (operation === 'get') {
			// By the ID, the last first: no example has another order.
			const isLastFirst = context.getNodeParameter('orderBy', item) === true;
			const limit = context.getNodeParameter('limit', item) as number | '';
			const inOrder = isLastFirst ? [...found].reverse() : found;
			// What an execution has read does not change with the table.
			return inOrder.slice(0, limit === '' ? found.length : limit).map((row) => ({ ...row }));
		}
		if (operation === 'deleteRows') {
			this.tables.set(
				name,
				rows.filter((row) => !found.includes(row)),
			);
			return found;
		}
		const { value } = get('columns') as { value: IDataObject };
		if (operation === 'update' || (operation === 'upsert' && found[0]))
			return found.map((row) => Object.assign(row, value));
		const row = { ...value, id: ++this.rows, createdAt: new Date().toISOString() };
		rows.push(row);
		return [row];
	}

	/** Waits until nothing runs but what waits for an answer. */
	async settled(): Promise<void> {
		const waiting = () => [...this.asked, ...this.forms].filter(({ isOpen }) => isOpen).length;
		while (this.running.size > waiting()) await new Promise((resolve) => setImmediate(resolve));
	}
}
