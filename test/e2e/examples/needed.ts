import type { INodeTypeDescription } from 'n8n-workflow';

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readExample } from '../../../sandbox/lib/demo';
import { N8N_HOME } from '../../../scripts/lib/paths';
import type { WorkflowNode } from '../../../sandbox/lib/rest';
import { found } from '../../versions/found';
import type { Reached } from '../support/n8n';

/** For examples that need more than the oldest tested n8n: the first version known to have it. */
const NEEDED: { [example: string]: string } = {
	'appointments-book': '2.39',
	assistant: '2.8',
	cleanup: '2.8',
	'join-requests': '2.39',
	moderation: '2.39',
	'night-mode': '2.36',
	report: '2.39',
};

/** The version of the n8n that the tests run in. */
function versionHere(): string {
	const manifest = readFileSync(join(N8N_HOME, 'node_modules/n8n/package.json'), 'utf8');
	return (JSON.parse(manifest) as { version: string }).version;
}

/** How n8n treats it is tested in `test/versions/answers.test.ts`. */
const hasOutputForEachAnswer = ({ parameters }: WorkflowNode) =>
	(parameters as { outputs?: string }).outputs === 'perAnswer';

/** Whether this n8n cannot run an example. */
export const isTooOldFor = (example: string): boolean =>
	example in NEEDED && versionHere().localeCompare(NEEDED[example], 'en', { numeric: true }) < 0;

/** Replaces an example's tests: checks that this n8n really lacks something that it needs. */
export function lacking(n8n: Reached, example: string): void {
	test('needs a newer n8n', async () => {
		const types = await n8n.rest.nodeTypes<INodeTypeDescription>();
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
