import type { IDataObject } from 'n8n-workflow';

import { VALUES_IF_EMPTY } from '../../../reference/updates';
import { isObject } from '../api/basics';

const EMPTY: unknown[] = [null, undefined, '', 0];

const isLeftOut = ([name, value]: [string, unknown]): boolean =>
	(Array.isArray(value) && value.length === 0) ||
	(EMPTY.includes(value) && (value === null || !VALUES_IF_EMPTY.includes(name)));

const partOf = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(partOf);
	return isObject(value) ? given(value) : value;
};

/** An object of the server without the optional fields that it left empty (reference 6.1), in all depths. */
export function given(object: IDataObject): IDataObject {
	const present = Object.entries(object).filter((field) => !isLeftOut(field));
	return Object.fromEntries(present.map(([name, value]) => [name, partOf(value)])) as IDataObject;
}
