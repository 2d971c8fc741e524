import type { N8nRest, Workflow } from '../../../sandbox/lib/rest';

interface Assignments {
	assignments: { assignments: Array<{ name: string; value: unknown }> };
}

/** Changes a value in the node Settings of a workflow, and publishes it again. */
export async function changeSetting(
	rest: N8nRest,
	id: string,
	name: string,
	value: unknown,
): Promise<void> {
	const { nodes } = await rest.call<Workflow>('GET', `/rest/workflows/${id}`);
	const settings = nodes.find((node) => node.name === 'Settings')!;
	const { assignments } = (settings.parameters as Assignments).assignments;
	assignments.find((field) => field.name === name)!.value = value;
	await rest.call('PATCH', `/rest/workflows/${id}`, { nodes });
	await rest.publish(id);
}

type Connections = Record<string, { main: Array<object[] | null> }>;

/** The workflow for these groups, with a copied node for each, as its note says. */
export function changeGroups(workflow: Workflow, groups: number[]): Workflow {
	const connections = workflow.connections as Connections;
	const named = (wanted: string) => workflow.nodes.find(({ name }) => name === wanted)!;
	const [first, all] = [named('First Group'), named('All Groups')];
	const copies = groups.map((group, place) => ({
		...first,
		id: `group-${place}`,
		name: `Group ${place}`,
		parameters: {
			...(first.parameters as object),
			chatId: { __rl: true, mode: 'list', value: group },
		},
	}));
	Object.assign(all.parameters as object, { numberInputs: groups.length });
	const lead = (name: string, index = 0) => ({ node: name, type: 'main', index });
	connections['When a Moderator Writes'].main[0] = copies.map(({ name }) => lead(name));
	copies.forEach(({ name }, place) => (connections[name] = { main: [[lead(all.name, place)]] }));
	for (const name of ['First Group', 'Second Group']) delete connections[name];
	const others = workflow.nodes.filter(({ name }) => !/^(First|Second) Group$/.test(name));
	return { ...workflow, nodes: [...others, ...copies] };
}
