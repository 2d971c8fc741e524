import type { IDataObject } from 'n8n-workflow';

/**
 * The output of one result: an object is one item, an array one item an element, a bare `true`
 * becomes `{ success: true }`, any other single value `{ result: value }`.
 */
export function outputOf(result: unknown): IDataObject[] {
	if (Array.isArray(result)) return result.flatMap(outputOf);
	if (result === true) return [{ success: true }];
	if (typeof result === 'object' && result !== null) return [result as IDataObject];
	return [{ result: result as IDataObject['result'] }];
}
