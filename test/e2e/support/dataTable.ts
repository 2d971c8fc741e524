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
	const rows: IDataObject[] = [];
	for (let isMore = true; isMore;) {
		const query = `take=250&skip=${rows.length}&sortBy=id:asc`;
		const { data } = await rest.call<Page<IDataObject>>('GET', `${path}/rows?${query}`);
		isMore = rows.push(...data) > 0 && data.length === 250;
	}
	return rows;
}

/** Rows at a time: n8n takes 16 MB with a request. */
const AT_ONCE = 5000;

/** Writes rows into a data table of the workflows. */
export async function addRows(rest: N8nRest, table: string, rows: IDataObject[]): Promise<void> {
	const path = `${(await pathOf(rest, table))!}/insert`;
	for (let at = 0; at < rows.length; at += AT_ONCE) {
		await rest.call('POST', path, { data: rows.slice(at, at + AT_ONCE), returnType: 'count' });
	}
}

/** Deletes a data table of the workflows. */
export async function dropTable(rest: N8nRest, table: string): Promise<void> {
	await rest.call('DELETE', (await pathOf(rest, table))!);
}
