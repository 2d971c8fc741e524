import { isRecord, type WorkflowNode } from './workflow';

/** Output of a node: its input; its input with more fields; its input or its own data; its own data; unknown. */
export type Way = 'passes' | 'adds' | 'may' | 'own' | 'unknown';

const N8N = 'n8n-nodes-base.';
const LANGCHAIN = '@n8n/n8n-nodes-langchain.';

/** Nodes that output their input. */
const PASSES = new Set([
	...[
		...['if', 'switch', 'filter', 'noOp', 'limit', 'sort', 'removeDuplicates', 'splitInBatches'],
		...['merge', 'wait', 'respondToWebhook', 'executionData', 'timeSaved', 'mqtt'],
		...['readBinaryFile', 'compression'],
	].map((name) => N8N + name),
	`${LANGCHAIN}textClassifier`,
]);

/** Nodes that add fields to their input, or rename its fields. */
const ADDS = new Set([
	...['crypto', 'renameKeys', 'writeBinaryFile', 'markdown'].map((name) => N8N + name),
	`${LANGCHAIN}sentimentAnalysis`,
]);

/** Nodes that do so for some operations. */
const MAY_PASS = new Set(
	[
		...['dateTime', 'redis', 'readWriteFile', 'moveBinaryData', 'editImage', 'itemLists', 'xml'],
		...['splitOut', 'jwt', 'ftp', 'ssh', 'executeWorkflow', 'compareDatasets', 'aiTransform'],
		...['debugHelper', 'googleSheets', 'dataTable', 'nocoDb', 'postgres', 'mySql'],
	].map((name) => N8N + name),
);

/** Code that returns its input items, or all fields of one. */
const GIVES_BACK =
	/\breturn\s+\[?(?:[$_]input\.\w+(?:\(\))?|_?items?)\]?\s*(?:;|$)|\.\.\.\s*(?:items?\b|\$json|\$input|\w+\.json\b)/m;

/** Set and Code can keep their input. */
function mayKeep({ type, parameters }: WorkflowNode): boolean {
	if (/\.(?:code|function|functionItem)$/.test(type)) {
		const { jsCode, functionCode, pythonCode } = parameters;
		return GIVES_BACK.test([jsCode, functionCode, pythonCode].join('\n'));
	}
	return (
		type === `${N8N}set` &&
		(parameters.includeOtherFields === true ||
			(parameters.include !== undefined && parameters.include !== 'none') ||
			(parameters.values !== undefined && parameters.keepOnlySet !== true))
	);
}

/** Fields of a message at the top of our answer. */
export const AT_THE_TOP = new Set([
	'caption',
	'chat',
	'chatId',
	'date',
	'from',
	'message_id',
	'text',
]);

/** Whether a Set node overwrites a field at the top level of our answer. */
function writesOverAnswer({ type, parameters }: WorkflowNode): boolean {
	if (type !== `${N8N}set`) return false;
	const names = [...JSON.stringify(parameters).matchAll(/"name":"(\w+)"/g)];
	return names.some(([, name = '']) => AT_THE_TOP.has(name));
}

/** Whether a Merge node makes one item of two: of two fields of one name, one is lost. */
export const makesOneOfTwo = ({ type, parameters: { mode } }: WorkflowNode) =>
	type === `${N8N}merge` && /^(?:combine|merge|multiplex)/.test(String(mode));

export function wayOf(node: WorkflowNode): Way {
	const { type, disabled, parameters } = node;
	if (disabled === true) return 'passes';
	if (PASSES.has(type)) {
		return ['webhook', 'form'].includes(String(parameters.resume)) ? 'own' : 'passes';
	}
	if (ADDS.has(type)) return 'adds';
	if (mayKeep(node)) return writesOverAnswer(node) ? 'unknown' : 'may';
	if (MAY_PASS.has(type)) return 'may';
	return type.startsWith(N8N) || type.startsWith('@n8n/') ? 'own' : 'unknown';
}

/** Operations of Convert to File that write whole items. */
const WHOLE_FILES = [undefined, 'csv', 'html', 'ods', 'rtf', 'toJson', 'xls', 'xlsx'];

/** For nodes that pass all input fields to something else: the field that causes it. */
export function handsOver({ type, parameters }: WorkflowNode): string | undefined {
	const { respondWith = 'firstIncomingItem', aggregate, operation, workflowInputs } = parameters;
	switch (type.replace(N8N, '')) {
		case 'respondToWebhook':
			return /^(?:first|all)Incoming/.test(String(respondWith)) ? 'Respond With' : undefined;
		case 'aggregate':
			return aggregate === 'aggregateAllItemData' ? 'Aggregate' : undefined;
		case 'convertToFile':
			return WHOLE_FILES.some((one) => one === operation) ? 'Operation' : undefined;
		case 'executeWorkflow':
			return isRecord(workflowInputs) ? undefined : 'Workflow';
		default:
			return undefined;
	}
}
