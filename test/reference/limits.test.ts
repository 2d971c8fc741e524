import { readFileSync } from 'node:fs';
import path from 'node:path';

import { METHODS } from '../../reference';
import { ROOT } from '../package/sources';

const page = readFileSync(path.join(ROOT, 'docs/limits.md'), 'utf8');
const limits = page.split('## Limits of the API')[1].split('\n## ')[0];

const { photo } = METHODS.sendPhoto.params;
const { document } = METHODS.sendDocument.params;

test.each([
	['Photos and videos in one album', `${METHODS.sendMediaGroup.params.media.most}`],
	['Size of a photo', `${photo.most / 1e6} MB`],
	['Size of a document', `${document.most / 1e6} MB`],
	[
		'Messages in one request to delete',
		`${METHODS.deleteMessages.params.message_ids.most}; the node`,
	],
])('docs/limits.md has the limit of the reference: %s', (what, limit) => {
	const row = limits.split('\n').find((line) => line.startsWith(`| ${what} `));
	const said = row?.split('|')[2].trim() ?? '';
	expect(said.startsWith(limit)).toBe(true);
	expect(said.slice(limit.length)).not.toMatch(/^\d/);
});
