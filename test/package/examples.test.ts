import { ROOT, sources } from './sources';

interface Reference {
	value: string;
	cachedResultName?: string;
}

interface Node {
	name: string;
	parameters: { workflowId?: Reference };
}

const calls = sources(ROOT, ['examples'], /\.json$/).flatMap(({ file, text }) =>
	(JSON.parse(text) as { nodes: Node[] }).nodes.flatMap(({ name, parameters }) =>
		parameters.workflowId ? [{ where: `${file}: ${name}`, ...parameters.workflowId }] : [],
	),
);

/** With the name, n8n lists the workflow twice after an import: with its new ID, and with one that is not there. */
test('no example names a workflow that it calls', () => {
	expect(calls).not.toEqual([]);
	expect(calls.filter(({ cachedResultName }) => cachedResultName)).toEqual([]);
});
