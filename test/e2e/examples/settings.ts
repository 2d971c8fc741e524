import type { N8nRest, Workflow } from '../../../scripts/lib/rest';

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

/** The workflow with this list of groups in its node Settings. */
export function changeGroups(workflow: Workflow, groups: number[]): Workflow {
	const settings = workflow.nodes.find(({ name }) => name === 'Settings')!;
	const [field] = (settings.parameters as Assignments).assignments.assignments;
	field.value = String(field.value).replace(/'[^']+'/, `'${groups.join(', ')}'`);
	return workflow;
}
