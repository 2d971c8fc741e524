import { readCode } from './reader';
import { isRecord, recordOf, type Parameters, type WorkflowNode } from './workflow';

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

/** Nodes that give only data of their own; so does what has a credential, if it is not below. */
const OWN =
	/Trigger$|^@n8n\/|\.(?:httpRequest|html|htmlExtract|aggregate|summarize|webhook|graphql|rssFeedRead|convertToFile|spreadsheetFile|readPDF|executeCommand|n8n|form|stopAndError|hackerNews|openAi|airtable|notion|gmail|emailSend|googleDrive|googleCalendar|slack|discord|supabase|mongoDb|wordpress|openWeatherMap|coinGecko|start|cron|interval|twitter|linkedIn|hubspot|trello|github|todoist|jira|awsS3|s3|youTube|whatsApp|googleDocs|googleTranslate|deepL|perplexity|quickChart|nasa|reddit|spotify)$/;

/** Nodes that do so for some operations. */
const MAY_PASS = new Set(
	[
		...['dateTime', 'redis', 'readWriteFile', 'moveBinaryData', 'editImage', 'itemLists', 'xml'],
		...['splitOut', 'jwt', 'ftp', 'ssh', 'executeWorkflow', 'compareDatasets', 'aiTransform'],
		...['debugHelper', 'googleSheets', 'dataTable', 'nocoDb', 'postgres', 'mySql'],
	].map((name) => N8N + name),
);

/** Fields of a message at the top of our answer. */
export const AT_THE_TOP = /^(?:caption|chat|chatId|date|from|message_id|text)$/;

/** Whether a Set node overwrites a field at the top level of our answer. */
function writesOverAnswer({ parameters }: WorkflowNode): boolean {
	const names = [...JSON.stringify(parameters).matchAll(/"name":"(\w+)"/g)];
	return names.some(([, name = '']) => AT_THE_TOP.test(name));
}

/** Whether a Merge node makes one item of two: of two fields of one name, one is lost. */
export const makesOneOfTwo = ({ type, parameters: { mode } }: WorkflowNode) =>
	type === `${N8N}merge` && /^(?:combine|merge|multiplex)/.test(String(mode));

/** What a node does with its input, and other nodes whose items it gives. */
type WayOut = { way: Way; gives?: string[] };

/** What JavaScript or Python gives to the next node. */
function wayOfCode({ type, parameters }: WorkflowNode): WayOut {
	const { jsCode, functionCode, pythonCode } = parameters;
	if (typeof pythonCode === 'string') {
		return { way: /\breturn\s+\[?_?(?:input|items?)\b/.test(pythonCode) ? 'may' : 'own' };
	}
	const uses = readCode(String(jsCode ?? functionCode ?? ''), type.endsWith('Item'));
	if (!uses) return { way: 'unknown' };
	const all = uses.filter(({ as }) => as === 'gives').map(({ of }) => of);
	const gives = all.filter((name) => name !== undefined);
	const writes = uses.some(({ as, path: [name = ''] }) => as === 'write' && AT_THE_TOP.test(name));
	return { way: !all.includes(undefined) ? 'own' : writes ? 'unknown' : 'may', gives };
}

export const isSet = ({ type }: WorkflowNode) => type === `${N8N}set`;

/** What a Set node gives to the next node: before version 3.3, it keeps its input if nothing else is chosen. */
function wayOfSet(node: WorkflowNode): Way {
	const { include, includeOtherFields, keepOnlySet } = node.parameters;
	const { typeVersion: version = 1 } = node;
	const isKept =
		version < 3
			? keepOnlySet !== true
			: version < 3.3
				? include !== 'none'
				: includeOtherFields === true;
	return !isKept ? 'own' : writesOverAnswer(node) ? 'unknown' : 'may';
}

/** Whether Extract From File gives the fields that come in, too. */
const keepsSource = ({ options }: Parameters) =>
	/^(?:json|both)$/.test(String(recordOf(options).keepSource));

export function wayOf(node: WorkflowNode): WayOut {
	const { type, disabled, parameters, credentials = {} } = node;
	if (disabled === true) return { way: 'passes' };
	if (isSet(node)) return { way: wayOfSet(node) };
	if (/\.(?:code|function|functionItem)$/.test(type)) return wayOfCode(node);
	if (PASSES.has(type)) {
		return { way: ['webhook', 'form'].includes(String(parameters.resume)) ? 'own' : 'passes' };
	}
	if (ADDS.has(type)) return { way: 'adds' };
	if (type === `${N8N}extractFromFile`) return { way: keepsSource(parameters) ? 'adds' : 'own' };
	if (MAY_PASS.has(type) || /^(?:download|sendAndWait)$/.test(String(parameters.operation))) {
		return { way: 'may' };
	}
	const isOwn = OWN.test(type) || Object.keys(credentials).length > 0;
	return { way: isOwn ? 'own' : 'unknown' };
}

/** Operations of Convert to File that write whole items. */
const WHOLE_FILES = [undefined, 'csv', 'html', 'ods', 'rtf', 'toJson', 'xls', 'xlsx'];

const hasFields = (value: unknown) =>
	isRecord(value) ? Object.keys(value).length > 0 : Boolean(value);

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
			return hasFields(recordOf(workflowInputs).value) ? undefined : 'Workflow';
		default:
			return undefined;
	}
}
