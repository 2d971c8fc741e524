import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { files } from '../../package.json';
import { dependencies } from '../../sandbox/package.json';
import { packageFolder } from '../../sandbox/lib/n8n';
import { ROOT } from '../../scripts/lib/paths';

interface Service {
	image?: string;
	build?: { dockerfile_inline: string };
	command?: string | string[];
	environment?: Record<string, string>;
	ports?: string[];
	volumes?: string[];
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const { services } = parse(read('sandbox/compose.yaml'), { merge: true }) as {
	services: Record<string, Service>;
};
const parts = Object.entries(services).filter(([, { build }]) => build);

/** The settings with which `npm run test:queue` tests n8n. */
const tested = new Map(
	['queueMode', 'postgres', 'redis'].flatMap((file) =>
		[...read(`sandbox/queue/${file}.ts`).matchAll(/^\t+([A-Z][A-Z0-9_]+): (?:'(\w+)')?/gm)].map(
			([, name, value]) => [name, value] as const,
		),
	),
);

/** Needed only if several n8n share a Redis, or on a machine without containers. */
const NOT_NEEDED = [
	'QUEUE_BULL_PREFIX',
	'N8N_REDIS_KEY_PREFIX',
	'QUEUE_BULL_REDIS_DB',
	'QUEUE_BULL_REDIS_USERNAME',
	'QUEUE_BULL_REDIS_PASSWORD',
	'QUEUE_HEALTH_CHECK_PORT',
	'N8N_WORKER_SERVER_ADDRESS',
];

test('it has a main, a process for webhooks and two workers', () => {
	expect(parts.map(([name, { command }]) => [name, command])).toEqual([
		['main', undefined],
		['webhooks', 'webhook'],
		['worker-1', 'worker'],
		['worker-2', 'worker'],
	]);
});

describe.each(parts)('%s', (_name, { build, environment = {}, volumes = [] }) => {
	test('uses the n8n that the tests run', () => {
		expect(build!.dockerfile_inline).toContain(
			`FROM docker.n8n.io/n8nio/n8n:\${N8N_VERSION:-${dependencies.n8n}}\n`,
		);
	});

	test('is configured like the n8n of the queue tests', () => {
		const wanted = [...tested.keys()].filter((name) => !NOT_NEEDED.includes(name));
		expect(Object.keys(environment).sort()).toEqual(wanted.sort());
		const fixed = [...tested].filter(([name, value]) => value && wanted.includes(name));
		expect(fixed.length).toBeGreaterThan(0);
		expect(environment).toMatchObject(Object.fromEntries(fixed));
	});

	test('has no setting that docs/scaling.md leaves out', () => {
		const words = read('docs/scaling.md');
		expect(Object.keys(environment).filter((name) => !words.includes(`\`${name}\``))).toEqual([]);
	});

	test('has the package where n8n looks for it', () => {
		const folder = packageFolder('/home/node');
		expect(build!.dockerfile_inline).toContain(`mkdir -p ${folder}\n`);
		for (const file of ['package.json', ...files]) {
			expect(volumes).toContain(`../${file}:${folder}/${file}:ro`);
		}
	});
});

test.each(Object.entries(services))('%s is pinned, private, and without a secret', (_, service) => {
	const { image, environment = {}, ports = [] } = service;
	if (image) expect(image).toMatch(/:\d+(\.\d+)+$/);
	for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
	for (const [name, value] of Object.entries(environment)) {
		if (/PASSWORD|KEY/.test(name)) expect(value).toMatch(/^\$\{[A-Z0-9_]+:\?/);
	}
});
