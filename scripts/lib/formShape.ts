import type {
	ICredentialType,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

/** What saved workflows rely on: by the place of a field, its type, its value at first, and its choices. */
export type FormShape = Record<string, FieldShape>;

interface FieldShape {
	type: string;
	/** As JSON. */
	default: string;
	choices?: string[];
}

const isFilled = <T>(value: T | undefined): value is T => value !== undefined;

/** The places in which a field is shown: fields of two operations may have one name. */
function placesOf({ name, displayOptions }: INodeProperties, path: string): string[] {
	const { resource, operation } = displayOptions?.show ?? {};
	const operations = [operation].flat().filter(isFilled).map(String);
	const resources = [resource].flat().filter(isFilled).map(String);
	const before = resources.flatMap((one) =>
		operations.length > 0 ? operations.map((other) => `${one}.${other}`) : [one],
	);
	return (before.length > 0 ? before : ['']).map((one) =>
		[path, one, name].filter(Boolean).join(' '),
	);
}

function add(shape: FormShape, properties: INodeProperties[], path: string): void {
	for (const property of properties) {
		const { type, options = [], default: initial = null } = property;
		if (type === 'notice' || type === 'callout') continue;
		for (const place of placesOf(property, path)) {
			const isChoice = type === 'options' || type === 'multiOptions';
			const choices = isChoice
				? (options as INodePropertyOptions[]).map(({ value }) => String(value))
				: undefined;
			// One field for each of several kinds of another field: the choices of all.
			const known = shape[place]?.choices ?? [];
			shape[place] = {
				type: [type, ...(property.typeOptions?.multipleValues ? ['rows'] : [])].join(' '),
				default: JSON.stringify(initial),
				...(choices && { choices: [...new Set([...known, ...choices])].sort() }),
			};
			if (type === 'collection') add(shape, options as INodeProperties[], place);
			if (type !== 'fixedCollection') continue;
			for (const { name, values } of options as INodePropertyCollection[]) {
				add(shape, values, `${place} ${name}`);
			}
		}
	}
}

/** The shape of a package: of its nodes, with their outputs, and of its credentials. */
export function shapeOf(nodes: INodeTypeDescription[], credentials: ICredentialType[]): FormShape {
	const shape: FormShape = {};
	for (const { name, version, outputs, properties } of nodes) {
		for (const one of [version].flat()) {
			// Outputs by the form are code of the package, which may change.
			const fixed = typeof outputs === 'string' ? null : outputs;
			shape[`${name} ${one}`] = { type: 'node', default: JSON.stringify(fixed) };
		}
		add(shape, properties, name);
	}
	for (const { name, properties } of credentials) {
		shape[name] = { type: 'credential', default: 'null' };
		add(shape, properties, name);
	}
	return shape;
}

/** What of the later shape breaks workflows that were saved with the earlier one, in words. */
export function breaksOf(earlier: FormShape, later: FormShape): string[] {
	return Object.entries(earlier).flatMap(([place, was]) => {
		const is = later[place];
		if (!is) return [`${place}: is gone`];
		const gone = was.choices?.filter((choice) => !is.choices?.includes(choice)) ?? [];
		return [
			...(is.type === was.type ? [] : [`${place}: was ${was.type}, is ${is.type}`]),
			// n8n does not save a value that is the default.
			...(is.default === was.default
				? []
				: [`${place}: began with ${was.default}, now with ${is.default}`]),
			...gone.map((choice) => `${place}: the choice ${choice} is gone`),
		];
	});
}

/** A shape as text: a field a line, sorted, so that a change of it can be read. */
export const linesOf = (shape: FormShape): string =>
	Object.entries(shape)
		.map(([place, { type, default: initial, choices = [] }]) =>
			[place, type, initial, ...choices].join('\t'),
		)
		.sort()
		.map((line) => `${line}\n`)
		.join('');

/** The shape that `linesOf` wrote. */
export function shapeIn(text: string): FormShape {
	const rows = text.split('\n').filter(Boolean);
	const entries = rows.map((row): [string, FieldShape] => {
		const [place = '', type = '', initial = '', ...choices] = row.split('\t');
		return [place, { type, default: initial, ...(choices.length > 0 && { choices }) }];
	});
	return Object.fromEntries(entries);
}
