/** The part of JSON Schema that n8n reads to show a node's fields before its first run. */
export interface Schema {
	/** Several if there are values of several types; the editor shows the first. */
	type: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

/** The types of some values: null only if there is no other, and number for whole numbers too. */
function typesOf(values: unknown[]): string | string[] {
	const all = [...new Set(values.map(typeOf))];
	const some = all.filter((type) => type !== 'null' || all.length === 1);
	const types = some.filter((type) => type !== 'integer' || !some.includes('number'));
	const [first, ...others] = types;
	return first !== undefined && others.length === 0 ? first : types;
}

function propertiesOf(objects: object[]): Record<string, Schema> {
	const valuesOf = (name: string) =>
		objects.filter((one) => name in one).map((one) => (one as Record<string, unknown>)[name]);
	const names = [...new Set(objects.flatMap(Object.keys))].sort();
	return Object.fromEntries(names.map((name) => [name, schemaOf(valuesOf(name))]));
}

/** A common schema for JSON values, including fields that only some of them have. */
export function schemaOf(values: unknown[]): Schema {
	const objects = values.filter(isObject);
	const items = values.filter(Array.isArray).flat();
	return {
		type: typesOf(values),
		...(objects.length > 0 && { properties: propertiesOf(objects) }),
		...(items.length > 0 && { items: schemaOf(items) }),
	};
}

/** Parts of a JSON value that a schema lacks, each with its path. Any value may be null. */
export function misfits(value: unknown, schema: Schema | undefined, where = 'item'): string[] {
	if (!schema) return [`${where} is not in the schema`];
	const type = typeOf(value);
	if (type === 'null') return [];
	const types = [schema.type].flat();
	if (!types.includes(type) && !(type === 'integer' && types.includes('number'))) {
		return [`${where} is of the type ${type}, not ${types.join(' or ')}`];
	}
	if (Array.isArray(value)) {
		return value.flatMap((one, index) => misfits(one, schema.items, `${where}[${index}]`));
	}
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		misfits(inner, schema.properties?.[name], `${where}.${name}`),
	);
}
