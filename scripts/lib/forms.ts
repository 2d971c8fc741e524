import {
	NodeHelpers,
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** A node's form in one of its states. */
export interface Form {
	/** Words with dashes, e.g. `message-sendVideo-source-fileId`; unique in its package. */
	name: string;
	/** The node's name in its package, e.g. `botMessaging`. */
	type: string;
	parameters: IDataObject;
	/** Labels of the visible fields, including nested ones. */
	labels: string[];
}

/** Parameters plus the defaults of the other visible fields. */
const withDefaults = (type: INodeTypeDescription, given: IDataObject) =>
	NodeHelpers.getNodeParameters(
		type.properties,
		given as INodeParameters,
		true,
		false,
		null,
		type,
	) as IDataObject;

/** The properties that the form shows for the values next to them; `root` is all values. */
const shownOf = (
	type: INodeTypeDescription,
	properties: INodeProperties[],
	values: IDataObject,
	root: IDataObject,
): INodeProperties[] =>
	properties.filter((property) =>
		NodeHelpers.displayParameter(
			values as INodeParameters,
			property,
			null,
			type,
			root as INodeParameters,
		),
	);

function shownProperties(type: INodeTypeDescription, given: IDataObject): INodeProperties[] {
	const values = withDefaults(type, given);
	return shownOf(type, type.properties, values, values);
}

const choicesOf = ({ type, options = [] }: INodeProperties): unknown[] => {
	if (type === 'boolean') return [true, false];
	return type === 'options' ? (options as INodePropertyOptions[]).map(({ value }) => value) : [];
};

/** The value of a property after everything that can be added was added once. */
function filledIn({ type, typeOptions, options = [], default: initial }: INodeProperties): unknown {
	if (type === 'collection') return allFilledIn(options as INodeProperties[]);
	if (type !== 'fixedCollection') return initial;
	const groups = (options as INodePropertyCollection[]).map(({ name, values }) => {
		const entry = allFilledIn(values);
		return [name, typeOptions?.multipleValues ? [entry] : entry] as const;
	});
	return Object.fromEntries(groups);
}

const allFilledIn = (properties: INodeProperties[]): IDataObject =>
	Object.fromEntries(
		properties.map((property) => [property.name, filledIn(property)]),
	) as IDataObject;

/** Whether a row of this list shows the field only after a user adds it there. */
const isLeftOut = (list: INodeProperties, field: INodeProperties, row: IDataObject) =>
	list.typeOptions?.hideOptionalFields === true &&
	field.required !== true &&
	row[field.name] === field.default;

/** The labels of a form with these parameters; a notice has none. */
function labelsOf(type: INodeTypeDescription, parameters: IDataObject): string[] {
	const root = withDefaults(type, parameters);
	const among = (properties: INodeProperties[], values: IDataObject): string[] =>
		shownOf(type, properties, values, root)
			.filter((property) => property.type !== 'notice')
			.flatMap((property) => [property.displayName, ...inside(property, values[property.name])]);
	const inside = (property: INodeProperties, value: unknown): string[] => {
		const { type: kind, options = [] } = property;
		const held = (value ?? {}) as Record<string, IDataObject | IDataObject[]>;
		if (kind === 'collection') {
			const added = (options as INodeProperties[]).filter(({ name }) => name in held);
			return among(added, held);
		}
		if (kind !== 'fixedCollection') return [];
		return (options as INodePropertyCollection[]).flatMap(({ name, values }) =>
			[held[name] ?? []].flat().flatMap((row) => {
				const shown = values.filter((field) => !isLeftOut(property, field, row));
				return among(shown, row);
			}),
		);
	};
	return among(type.properties, root);
}

/** The form of a new node, one with each choice that changes the form, and one with everything added. */
function statesOf(type: INodeTypeDescription, base: IDataObject, name: string): Form[] {
	const form = (state: string, parameters: IDataObject): Form => ({
		name: [name, state].filter(Boolean).join('-'),
		type: type.name,
		parameters,
		labels: labelsOf(type, parameters),
	});
	const shown = shownProperties(type, base);
	const fresh = form('', base);
	const chosen = shown
		.filter((property) => !(property.name in base))
		.flatMap((property) =>
			choicesOf(property).map((choice) =>
				form(`${property.name}-${String(choice)}`, { ...base, [property.name]: choice as string }),
			),
		)
		.filter(({ labels }) => labels.join() !== fresh.labels.join());
	const additions = shown.filter(({ type: kind }) => /collection$/i.test(kind));
	const all = form('all', { ...base, ...allFilledIn(additions) });
	return [fresh, ...chosen, ...(additions.length > 0 ? [all] : [])];
}

/** Every state of every form of a node: for each operation, if it has operations. */
export function formsOf(type: INodeTypeDescription): Form[] {
	const resource = type.properties.find(({ name }) => name === 'resource');
	if (!resource) return statesOf(type, {}, type.name);
	return choicesOf(resource).flatMap((value) => {
		const base = { resource: value as string };
		const operation = shownProperties(type, base).find(({ name }) => name === 'operation');
		return choicesOf(operation as INodeProperties).flatMap((method) =>
			statesOf(
				type,
				{ ...base, operation: method as string },
				`${base.resource}-${String(method)}`,
			),
		);
	});
}
