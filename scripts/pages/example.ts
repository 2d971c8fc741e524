const DATE = 1795460400;
const TIME = new Date(DATE * 1000).toISOString();

/** What differs from run to run, by field name. */
const FIXED: Record<string, unknown> = {
	...{ date: DATE, edit_date: DATE, until_date: DATE, untilDate: DATE, expire_date: DATE },
	...{ answeredAt: TIME, respondedAt: TIME },
	...{ updateId: 900, update_id: 900 },
	callback_data: '…',
	dice: { emoji: '🎯', value: 5 },
};

/**
 * One item with the fields of all items that an operation gave. A field has the first value that is not
 * empty.
 */
export function exampleOf(items: object[]): string {
	const isEmpty = (value: unknown) =>
		value === null || ['[]', '{}'].includes(JSON.stringify(value));
	const fields = items.flatMap((item) => Object.entries(item));
	const names = new Set(fields.map(([name]) => name));
	const example = [...names].map((name) => {
		const values = fields.filter(([other]) => other === name).map(([, value]) => value as unknown);
		return [name, values.find((value) => !isEmpty(value)) ?? values[0]];
	});
	const fixed = (name: string, value: unknown) =>
		name in FIXED && value !== null ? FIXED[name] : value;
	return JSON.stringify(Object.fromEntries(example), fixed, 2);
}
