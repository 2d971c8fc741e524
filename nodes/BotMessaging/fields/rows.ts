/**
 * The expression that titles the rows of a list by some of their fields, e.g. `/ban, groups`. The editor
 * gives it a row as `$collection.item`. A choice is shown by its name, an expression without its `=`, and
 * not at all what is empty or hidden; a row without a title is numbered by the editor.
 */
export const rowTitle = (...names: string[]) => `={{ ((row, names) => names
	.map((name) => row.properties.find((field) => field.name === name))
	.filter(({ displayOptions }) => Object.entries(displayOptions?.show ?? {})
		.every(([name, values]) => values.includes(row.value[name])))
	.map(({ name, options = [] }, index) => {
		const choice = options.find(({ value }) => value === row.value[name])?.name;
		return (index > 0 ? choice?.toLowerCase() : choice) ?? String(row.value[name] ?? "").replace(/^=/, "");
	})
	.filter(Boolean).join(", "))($collection.item, ${JSON.stringify(names)}) }}`;

/** The same with the row's number before it, where the order matters. */
export const numberedTitle = (...names: string[]) =>
	`={{ ((title) => title && $collection.item.index + 1 + ". " + title)(${rowTitle(...names).slice('={{ '.length, -' }}'.length)}) }}`;

/** What every list of rows has: what its button says, and how a row is titled. */
export const rowList = (button: string, itemTitle: string) => ({
	multipleValues: true,
	multipleValueButtonText: button,
	sortable: true,
	fixedCollection: { itemTitle },
});
