import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readExample } from '../../../scripts/lib/demo';
import { N8N_HOME } from '../../../scripts/lib/paths';
import type { WorkflowNode } from '../../../scripts/lib/rest';
import { found } from '../../versions/found';
import type { Reached } from '../support/n8n';

/** Where an example needs more than the oldest n8n that is tried: the first that was seen to have it. */
const NEEDED: { [example: string]: string } = {
	'appointments-book': '2.39',
	assistant: '2.8',
	cleanup: '2.8',
	'join-requests': '2.39',
	moderation: '2.39',
	'night-mode': '2.8',
	report: '2.39',
};

/** The version of the n8n that the tests run in. */
function versionHere(): string {
	const manifest = readFileSync(join(N8N_HOME, 'node_modules/n8n/package.json'), 'utf8');
	return (JSON.parse(manifest) as { version: string }).version;
}

/** What n8n does with it is a test of its own, `test/versions/answers.test.ts`. */
const hasOutputForEachAnswer = ({ parameters }: WorkflowNode) =>
	(parameters as { outputs?: string }).outputs === 'perAnswer';

/** Whether this n8n cannot run an example. */
export const isTooOldFor = (example: string): boolean =>
	example in NEEDED && versionHere().localeCompare(NEEDED[example], 'en', { numeric: true }) < 0;

/** In place of an example's tests: that it really has something that is missing here. */
export function lacking(n8n: Reached, example: string): void {
	test('needs a newer n8n', async () => {
		const types = await n8n.rest.nodeTypes();
		const isThere = ({ type, typeVersion }: WorkflowNode) =>
			types.some(
				({ name, version }) => name === type && [version].flat().includes(typeVersion as number),
			);
		const { nodes } = readExample(example);
		const isMissing = nodes.some((node) => !isThere(node) || hasOutputForEachAnswer(node));
		expect(isMissing).toBe(true);
		found(`needs n8n ${NEEDED[example]}`);
	});
}
