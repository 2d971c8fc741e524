import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { WISHES, type Wish } from './wishes';
import { ROOT } from './paths';

const NOTE = 'n8n-nodes-base.stickyNote';

const fileOf = (example: string) => join(ROOT, 'examples', `${example}.json`);

/** The number of nodes for a wish; for an example, all of its nodes. Throws if the example is missing. */
export function nodesOf({ by }: Wish): number {
	if (Array.isArray(by)) return by.length;
	const { nodes } = JSON.parse(readFileSync(fileOf(by.example), 'utf8')) as {
		nodes: Array<{ type: string }>;
	};
	return nodes.filter(({ type }) => type !== NOTE).length;
}

/** Errors in the example or the test that a wish names. */
export function faultsOf({ feature, by, test: [file, name] }: Wish): string[] {
	const isMissing = !Array.isArray(by) && !existsSync(fileOf(by.example));
	const path = ['.test.ts', '.ts']
		.map((end) => join(ROOT, 'test', `${file}${end}`))
		.find(existsSync);
	const source = path ? readFileSync(path, 'utf8') : undefined;
	return [
		...(isMissing ? [`${feature}: there is no example ${by.example}`] : []),
		...(source === undefined ? [`${feature}: there is no test/${file}`] : []),
		...(source?.includes(`'${name}'`) === false
			? [`${feature}: test/${file} has no '${name}'`]
			: []),
	];
}

/** The median of a list of numbers. */
function medianOf(numbers: number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	const at = (place: number) => sorted[Math.floor(place)] ?? NaN;
	return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2;
}

export const medianNodes = (): number => medianOf(WISHES.map(nodesOf));
