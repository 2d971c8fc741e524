/**
 * The expression for a row's title from some of its fields, e.g. `/ban, groups`. The editor passes a row as
 * `$collection.item`. Shows a choice by its name and an expression without its `=`; skips empty and hidden
 * fields. The editor numbers rows without a title.
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

/** The same with the row's number in front, for lists in which the order matters. */
export const numberedTitle = (...names: string[]) =>
	`={{ ((title) => title && $collection.item.index + 1 + ". " + title)(${rowTitle(...names).slice('={{ '.length, -' }}'.length)}) }}`;

/** Settings of every row list: the button's text, and the title of a row. */
export const rowList = (button: string, itemTitle: string) => ({
	multipleValues: true,
	multipleValueButtonText: button,
	sortable: true,
	fixedCollection: { itemTitle },
});
