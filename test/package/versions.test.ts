import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { n8n } from '../../package.json';
import { NOT_RUN } from '../../scripts/versions/checks';
import { columnsIn } from '../../scripts/versions/columns';
import { RECIPES } from '../../scripts/versions/recipes';
import { ROOT } from './sources';

/** The text that `npm run tool -- versions --write` has put into a file. */
function written(file: string): string {
	const text = readFileSync(join(ROOT, file), 'utf8');
	return /<!-- versions:begin -->\n(.*)<!-- versions:end -->/s.exec(text)![1];
}

describe('the versions of n8n in docs/versions.md', () => {
	const columns = columnsIn(written('docs/versions.md'));
	const versions = [...columns.keys()];

	test('include those of the recipes', () => {
		expect(versions).toEqual(expect.arrayContaining(RECIPES.map(({ version }) => version)));
	});

	test('are the same in the README', () => {
		expect(written('README.md').match(/\d+\.\d+\.\d+(-[\w.]*\w)?/g)).toEqual(versions);
	});

	test('have a result in every row if they have a recipe', () => {
		for (const { version } of RECIPES) expect(columns.get(version)).not.toContain(NOT_RUN);
	});
});

test('the level of the package is a number that every version of n8n accepts', () => {
	// Newer versions also know "1.0". For 2.41.1 that is no level, and it loads nothing of the package.
	expect(n8n.n8nNodesApiVersion).toBe(1);
});
