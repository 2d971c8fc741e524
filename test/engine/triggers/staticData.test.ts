import { NodeConnectionTypes, type INode, type NodeConnectionType } from 'n8n-workflow';

import { usePolling } from '../../support/pollingTests';

const { start, say, pending, soon } = usePolling();

const node = (name: string, type: string, jsCode: string): INode => ({
	id: name,
	name,
	type,
	typeVersion: 2,
	position: [200, 0],
	parameters: { jsCode },
});

const to = (name: string, type: NodeConnectionType) => ({
	[type]: [[{ node: name, type, index: 0 }]],
});

const { Main, AiTool } = NodeConnectionTypes;

/** The trigger, a Code node, an agent behind that, and a code tool below the agent. */
const workflowWith = (codes: { code?: string; tool?: string }) => ({
	others: {
		nodes: [
			node('Code', 'n8n-nodes-base.code', codes.code ?? 'return [];'),
			node('Agent', '@n8n/n8n-nodes-langchain.agent', ''),
			node('Tool', '@n8n/n8n-nodes-langchain.toolCode', codes.tool ?? 'return "";'),
		],
		connections: {
			Polling: to('Code', Main),
			Code: to('Agent', Main),
			Tool: to('Agent', AiTool),
		},
	},
});

/** Whether n8n saves the static data of the workflow when the trigger has run executions. */
async function savesStaticData(codes: { code?: string; tool?: string }): Promise<boolean> {
	const trigger = await start({}, workflowWith(codes));
	for (const text of ['one', 'two']) await say(text);
	await soon('both have run', () => trigger.started.length === 2);
	await soon('both are confirmed', async () => (await pending()) === 0);
	return trigger.workflow.staticData.__dataChanged === true;
}

test('what has ended is remembered in the static data', async () => {
	expect(await savesStaticData({})).toBe(true);
});

test.each([
	['a Code node', { code: "const seen = $getWorkflowStaticData('global');" }],
	['a Code node in Python', { code: "seen = _getWorkflowStaticData('global')" }],
	['a tool of an agent', { tool: "const seen = $getWorkflowStaticData('global');" }],
])('the static data is left alone where %s keeps something there', async (_who, codes) => {
	expect(await savesStaticData(codes)).toBe(false);
});
