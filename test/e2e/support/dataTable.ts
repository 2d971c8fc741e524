import type { IDataObject } from 'n8n-workflow';

import type { N8nRest } from '../../../sandbox/lib/rest';

interface Page<One> {
	data: One[];
}

/** The rows of a data table, by its name; none if there is no such table. */
export async function rowsOf(rest: N8nRest, table: string): Promise<IDataObject[]> {
	const tables = await rest.call<Page<{ id: string; name: string; projectId: string }>>(
		'GET',
		'/rest/data-tables-global?take=250',
	);
	const found = tables.data.find(({ name }) => name === table);
	if (!found) return [];
	const path = `/rest/projects/${found.projectId}/data-tables/${found.id}/rows?take=250`;
	return (await rest.call<Page<IDataObject>>('GET', path)).data;
}
