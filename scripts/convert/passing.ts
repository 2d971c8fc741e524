import { isRecord, type WorkflowNode } from './workflow';

/** What a node gives: the items it gets; those with more; those or its own; its own; or nobody knows. */
export type Way = 'passes' | 'adds' | 'may' | 'own' | 'unknown';

const N8N = 'n8n-nodes-base.';
const LANGCHAIN = '@n8n/n8n-nodes-langchain.';

/** Nodes that pass on the items they get. */
const PASSES = new Set([
	...[
		...['if', 'switch', 'filter', 'noOp', 'limit', 'sort', 'removeDuplicates', 'splitInBatches'],
		...['merge', 'wait', 'respondToWebhook', 'executionData', 'timeSaved', 'mqtt'],
		...['readBinaryFile', 'compression'],
	].map((name) => N8N + name),
	`${LANGCHAIN}textClassifier`,
]);

/** Nodes that pass them on with more in them, or with other names. */
const ADDS = new Set([
	...['crypto', 'renameKeys', 'writeBinaryFile', 'markdown'].map((name) => N8N + name),
	`${LANGCHAIN}sentimentAnalysis`,
]);

/** Nodes that do so in some of their operations. */
const MAY_PASS = new Set(
	[
		...['dateTime', 'redis', 'readWriteFile', 'moveBinaryData', 'editImage', 'itemLists', 'xml'],
		...['splitOut', 'jwt', 'ftp', 'ssh', 'executeWorkflow', 'compareDatasets', 'aiTransform'],
		...['debugHelper', 'googleSheets', 'dataTable', 'nocoDb', 'postgres', 'mySql'],
	].map((name) => N8N + name),
);

/** Code that gives back the items it gets, or all fields of one. */
const GIVES_BACK =
	/\breturn\s+\[?(?:[$_]input\.\w+(?:\(\))?|_?items?)\]?\s*(?:;|$)|\.\.\.\s*(?:items?\b|\$json|\$input|\w+\.json\b)/m;

/** Set and Code can keep what they get beside what they set. */
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

/** Whether a Set node writes a field that an answer has at its top now. */
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

/** What Convert to File makes of the items whole. */
const WHOLE_FILES = [undefined, 'csv', 'html', 'ods', 'rtf', 'toJson', 'xls', 'xlsx'];

/** Nodes that give all fields they get to somebody or something else, and the field that says so. */
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
