import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { ROOT } from '../../scripts/lib/paths';

interface Step {
	uses?: string;
	run?: string;
}

interface Job {
	needs?: string;
	permissions?: Record<string, string>;
	steps: Step[];
}

interface Workflow {
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
}

const FOLDER = join(ROOT, '.github/workflows');
const FILES = readdirSync(FOLDER);

const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

const runsOf = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []);
const actionsOf = ({ steps }: Job) => steps.flatMap(({ uses }) => uses?.split('@')[0] ?? []);

test.each(FILES)('%s pins each action to a commit, with the version beside it', (file) => {
	const used = read(file).match(/uses:.*/g) ?? [];
	expect(used).not.toEqual([]);
	for (const line of used) {
		expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	}
});

test('an action has the same commit everywhere', () => {
	const commits = new Map<string, Set<string>>();
	for (const [, action, rest] of FILES.map(read)
		.join()
		.matchAll(/uses: (\S+?)@(.*)/g)) {
		commits.set(action, (commits.get(action) ?? new Set()).add(rest));
	}
	for (const [action, found] of commits) expect([action, found.size]).toEqual([action, 1]);
});

describe('publishing', () => {
	const { permissions, jobs } = parse(read('publish.yml')) as Workflow;
	const { build, publish } = jobs;

	test('is allowed in only one job', () => {
		expect(permissions).toEqual({ contents: 'read' });
		const allowed = Object.entries(jobs).filter(([, job]) => job.permissions);
		expect(allowed.map(([name, job]) => [name, job.permissions])).toEqual([
			['publish', { 'id-token': 'write' }],
		]);
	});

	test('comes after the whole build with all tests, including those in a whole n8n', () => {
		expect(publish.needs).toBe('build');
		expect(runsOf(build)).toEqual(
			expect.arrayContaining([
				'npm ci',
				expect.stringContaining('npm run tool -- release --check'),
				'npm run lint',
				'npm run build',
				'npm test',
				'npm run test:e2e',
			]),
		);
	});

	test('runs nothing from the repository, and publishes what was built', () => {
		expect(actionsOf(publish)).toEqual(['actions/setup-node', 'actions/download-artifact']);
		expect(actionsOf(build)).toContain('actions/upload-artifact');
		expect(runsOf(publish)).toEqual([
			expect.stringMatching(
				/^npm publish \.\/package\/n8n-nodes-bot-messaging-\[0-9\]\*\.tgz --ignore-scripts --provenance /,
			),
			expect.stringMatching(
				/^npm publish \.\/package\/n8n-nodes-bot-messaging-tools-\*\.tgz --ignore-scripts --provenance /,
			),
		]);
	});
});
