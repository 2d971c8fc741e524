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
	/** Words with dashes, e.g. `message-sendVideo-source-fileId`; unique in its node. */
	name: string;
	parameters: IDataObject;
}

function shownProperties(type: INodeTypeDescription, given: IDataObject): INodeProperties[] {
	const values = NodeHelpers.getNodeParameters(
		type.properties,
		given as INodeParameters,
		true,
		false,
		null,
		type,
	);
	return type.properties.filter((property) =>
		NodeHelpers.displayParameter(values ?? {}, property, null, type),
	);
}

const choicesOf = ({ type, options = [] }: INodeProperties): unknown[] => {
	if (type === 'boolean') return [true, false];
	return type === 'options' ? (options as INodePropertyOptions[]).map(({ value }) => value) : [];
};

/** What a property holds when everything that can be added to it has been added once. */
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

/** The form as it is when the node is new, with every choice that changes it, and with all added. */
function statesOf(type: INodeTypeDescription, base: IDataObject, name: string): Form[] {
	const shown = shownProperties(type, base);
	const namesShown = (parameters: IDataObject) =>
		shownProperties(type, parameters)
			.map((property) => `${property.name} ${property.displayName}`)
			.join();
	const chosen = shown
		.filter((property) => !(property.name in base))
		.flatMap((property) =>
			choicesOf(property).map((choice) => ({
				name: `${name}-${property.name}-${String(choice)}`,
				parameters: { ...base, [property.name]: choice } as IDataObject,
			})),
		)
		.filter(({ parameters }) => namesShown(parameters) !== namesShown(base));
	const additions = shown.filter(({ type: kind }) => /collection$/i.test(kind));
	const all = { name: `${name}-all`, parameters: { ...base, ...allFilledIn(additions) } };
	return [{ name, parameters: base }, ...chosen, ...(additions.length > 0 ? [all] : [])];
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
