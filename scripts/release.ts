/**
 * `npm run tool -- release` tags this commit with the version of package.json and its part of the changelog.
 * `npm run tool -- release --check v1.2.3` only checks that the three agree.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { version } from '../package.json';
import { notesOf } from './lib/changelog';
import { ROOT } from './lib/paths';
import { program } from './lib/program';

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });

program(async () => {
	const { check } = parseArgs({ options: { check: { type: 'string' } } }).values;
	const tag = `v${version}`;
	const notes = notesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
	if (check !== undefined) {
		if (check !== tag) throw new Error(`The tag is ${check}, but package.json says ${version}`);
		return;
	}
	if (git('status', '--porcelain') !== '') throw new Error('Commit first: the tag is for a commit');
	// Otherwise, git drops the headings of the changelog as comments.
	git('tag', '--annotate', '--cleanup=verbatim', tag, '--message', `${tag}\n\n${notes}`);
	console.log(`Tagged ${tag}. Publish it: git push origin ${tag}`);
});
