import { faultsOf, medianNodes, nodesOf } from './parity';
import { table } from './table';
import { WISHES, type Wish } from './wishes';

function rowOf(wish: Wish): string[] {
	const { number, feature, how, by, test } = wish;
	const nodes = Array.isArray(by)
		? `${by.length}: ${by.join(', ')}`
		: `${nodesOf(wish)}: [${by.example}](../examples/${by.example}.json)`;
	return [String(number), feature, how, nodes, `\`${test[0]}\`: ${test[1].replace(': %j', '')}`];
}

/** The table of docs/moderation.md. Throws if a wish names an example or a test that is not there. */
export function parityTable(): string {
	const faults = WISHES.flatMap(faultsOf);
	if (faults.length > 0) throw new Error(faults.join('\n'));
	const rows = table(
		['', 'Feature', 'What to choose', 'Nodes', 'Its test in `test/`'],
		WISHES.map(rowOf),
	);
	return `${WISHES.length} of 40 features. Half of them take ${medianNodes()} nodes or fewer.\n\n${rows}`;
}
