import type { N8nRest } from '../../../sandbox/lib/rest';

/** A font of the server, as the list of n8n's Edit Image has it: not every server has Arial. */
export async function anyFont(rest: N8nRest): Promise<string> {
	const [font] = await rest.call<Array<{ value: string }>>(
		'POST',
		'/rest/dynamic-node-parameters/options',
		{
			nodeTypeAndVersion: { name: 'n8n-nodes-base.editImage', version: 1 },
			methodName: 'getFonts',
			path: 'parameters.font',
			currentNodeParameters: {},
		},
	);
	return font.value;
}
