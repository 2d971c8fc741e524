import { readTable, table } from '../lib/table';
import { CHECK_NAMES, NOT_RUN } from './checks';

/** A cell for each check, by version of n8n. */
export type Columns = ReadonlyMap<string, string[]>;

const numbersOf = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10));

/** From the oldest to the newest. */
function compareVersions(one: string, other: string): number {
	const others = numbersOf(other);
	const differences = numbersOf(one).map((number, place) => number - (others[place] ?? 0));
	return differences.find((difference) => difference !== 0) ?? 0;
}

/** Reads the columns of a table from tableOf, which may have other checks. */
export function columnsIn(text: string): Columns {
	const [[, ...versions] = [], ...rows] = readTable(text);
	const byName = new Map(rows.map(([name, ...cells]) => [name, cells]));
	return new Map(
		versions.map((version, place) => [
			version,
			CHECK_NAMES.map((name) => byName.get(name)?.[place] ?? NOT_RUN),
		]),
	);
}

/** Adds the result for a version. A check that was not run keeps its earlier result. */
export function withColumn(columns: Columns, version: string, cells: string[]): Columns {
	const known = columns.get(version);
	const merged = cells.map((cell, row) => (cell === NOT_RUN ? (known?.[row] ?? cell) : cell));
	const all = [...columns].filter(([other]) => other !== version);
	all.push([version, merged]);
	return new Map(all.sort(([one], [other]) => compareVersions(one, other)));
}

export const tableOf = (columns: Columns): string =>
	table(
		['', ...columns.keys()],
		CHECK_NAMES.map((name, row) => [
			name,
			...[...columns.values()].map((cells) => cells[row] ?? NOT_RUN),
		]),
	);
