import type { IDataObject } from 'n8n-workflow';

import type { CredentialReference, N8nRest } from '../../../sandbox/lib/rest';
import { execute, type Step } from './execute';

/** Does something with the rows of a data table, as a workflow of one's own would, after some other steps. Gives back its items. */
export async function rowsOf(
	rest: N8nRest,
	credential: CredentialReference,
	table: string,
	parameters: IDataObject = { operation: 'get', returnAll: true },
	before: Step[] = [],
): Promise<IDataObject[]> {
	const dataTableId = { __rl: true, mode: 'name', value: table };
	const step = {
		name: 'Rows',
		type: 'n8n-nodes-base.dataTable',
		typeVersion: 1.1,
		parameters: { resource: 'row', dataTableId, ...parameters } as never,
	};
	return (await execute(rest, credential, [...before, step])).items;
}

/** Gives a column of numbers this value, in the rows that meet all conditions. */
export const numberIn = (
	column: string,
	value: number,
	conditions: Array<[column: string, condition: string, value: string | number]>,
): IDataObject => ({
	operation: 'update',
	matchType: 'allConditions',
	filters: {
		conditions: conditions.map(([keyName, condition, keyValue]) => {
			return { keyName, condition, keyValue };
		}),
	},
	columns: {
		mappingMode: 'defineBelow',
		value: { [column]: value },
		schema: [{ id: column, displayName: column, display: true, type: 'number' }],
	},
	options: {},
});
