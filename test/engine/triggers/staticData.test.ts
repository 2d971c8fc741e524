import { NodeConnectionTypes, type INode, type IRun, type NodeConnectionType } from 'n8n-workflow';

import { usePolling } from '../../support/pollingTests';

const { create, say, pending, soon } = usePolling();

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

/** The trigger, then a Code node, then an agent with a code tool. */
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

/** The trigger, and a node that is not connected to it. */
const withOther = (type: string, code: string) => ({
	others: { nodes: [node('Elsewhere', type, code)], connections: {} },
});

const AGAIN = { options: { afterInterruption: 'again' } };

/** How often n8n saves the static data of the workflow when the trigger runs two executions. */
async function savings(
	others: object = workflowWith({}),
	parameters: object = AGAIN,
	outcome?: IRun,
	warnings: unknown[] = [],
): Promise<number> {
	const trigger = create(parameters, others);
	if (outcome) trigger.outcomes = [outcome, outcome];
	let times = 0;
	trigger.onSave = () => times++;
	await trigger.start();
	for (const text of ['one', 'two']) await say(text);
	await soon('both have run', () => trigger.started.length === 2);
	await soon('both are confirmed', async () => (await pending()) === 0);
	expect(trigger.logged).toEqual(warnings);
	return times;
}

test('with Run Again, the static data remembers what has started and ended', async () => {
	expect(await savings()).toBeGreaterThan(0);
});

test('with Do Not Retry, the static data remembers the chats once', async () => {
	expect(await savings(workflowWith({}), {})).toBe(1);
});

test.each([
	['a Code node', workflowWith({ code: "const seen = $getWorkflowStaticData('global');" })],
	['a Code node in Python', workflowWith({ code: "seen = _getWorkflowStaticData('global')" })],
	['a tool of an agent', workflowWith({ tool: "const seen = $getWorkflowStaticData('global');" })],
	['a Code node in another branch', withOther('n8n-nodes-base.code', 'getWorkflowStaticData()')],
	['another trigger', withOther('n8n-nodes-base.scheduleTrigger', '')],
])('the static data is left alone if it belongs to %s', async (_who, others) => {
	const warning = expect.stringContaining('n8n keeps nothing for this trigger');
	expect(await savings(others, AGAIN, undefined, [warning])).toBe(0);
});

test.each(['manual', 'error', 'executeWorkflow'])(
	'%s triggers of n8n store nothing',
	async (what) => {
		expect(await savings(withOther(`n8n-nodes-base.${what}Trigger`, ''))).toBeGreaterThan(0);
	},
);

test('the static data is left alone once the execution ran a node that was added later', async () => {
	const run = {
		data: { resultData: { runData: { Polling: [], 'Code that came later': [] } } },
	} as unknown as IRun;
	const warning = expect.stringMatching(/keeps nothing .*"Code that came later".*Unpublish/);
	// The first save records that the first one starts.
	expect(await savings(workflowWith({}), AGAIN, run, [warning])).toBe(1);
});
