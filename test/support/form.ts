import type { INodeProperties } from 'n8n-workflow';

/** A property and everything nested in it: fields of collections, of rows, of rows in rows. */
export function within(property: INodeProperties): INodeProperties[] {
	const inner = (property.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
	return [property, ...inner.flatMap(within)];
}
