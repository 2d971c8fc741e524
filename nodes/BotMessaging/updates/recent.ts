/** Puts an entry last in a map that is to stay small, and drops the first one where there are too many. */
export function putLast<K, T>(map: Map<K, T>, key: K, value: T, most: number): void {
	map.delete(key);
	map.set(key, value);
	if (map.size > most) map.delete(map.keys().next().value!);
}
