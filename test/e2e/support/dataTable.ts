import type { IDataObject } from 'n8n-workflow';

import type { N8nRest } from '../../../sandbox/lib/rest';

interface Page<One> {
	data: One[];
}

/** Where n8n has a data table, by its name; undefined if there is no such table. */
async function pathOf(rest: N8nRest, table: string): Promise<string | undefined> {
	const tables = await rest.call<Page<{ id: string; name: string; projectId: string }>>(
		'GET',
		'/rest/data-tables-global?take=250',
	);
	const found = tables.data.find(({ name }) => name === table);
	return found && `/rest/projects/${found.projectId}/data-tables/${found.id}`;
}

/** The rows of a data table, by its name; none if there is no such table. */
export async function rowsOf(rest: N8nRest, table: string): Promise<IDataObject[]> {
	const path = await pathOf(rest, table);
	if (!path) return [];
	return (await rest.call<Page<IDataObject>>('GET', `${path}/rows?take=250`)).data;
}

/** Deletes a data table of the workflows. */
export async function dropTable(rest: N8nRest, table: string): Promise<void> {
	await rest.call('DELETE', (await pathOf(rest, table))!);
}
