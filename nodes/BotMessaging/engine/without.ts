/** A copy of an object that lacks some of its properties. */
export function without<T extends object, K extends keyof T>(object: T, ...names: K[]): Omit<T, K> {
	const rest = { ...object };
	for (const name of names) delete rest[name];
	return rest;
}
