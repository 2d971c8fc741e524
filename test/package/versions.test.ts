import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { RECIPES } from '../../scripts/versions/recipes';
import { ROOT } from './sources';

/** The text that `npm run tool -- versions --write` has put into a file. */
function written(file: string): string {
	const text = readFileSync(join(ROOT, file), 'utf8');
	return /<!-- versions:begin -->\n(.*)<!-- versions:end -->/s.exec(text)![1];
}

describe('the versions of n8n that are said to have been run are those of the recipes', () => {
	const versions = RECIPES.map(({ version }) => version);

	test('in the table', () => {
		const [head] = written('docs/versions.md').trim().split('\n');
		expect(head.match(/[\d.]+/g)).toEqual(versions);
	});

	test('in the README', () => {
		expect(written('README.md').match(/\d+\.\d+\.\d+/g)).toEqual(versions);
	});
});
