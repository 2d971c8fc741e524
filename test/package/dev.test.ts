import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { until } from '../../scripts/lib/until';
import { LONG_PATIENCE_MS } from '../support/patience';
import { ROOT } from './sources';

interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
	scripts: Record<string, string>;
}

const { n8n, scripts } = JSON.parse(
	readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
) as Manifest;

/** The sources of the package. */
const PARTS = [
	'nodes',
	'credentials',
	'reference',
	'gulpfile.js',
	'scripts/bundle.cjs',
	'package.json',
	'tsconfig.json',
];

const SOURCE = 'nodes/BotMessaging/BotMessaging.node.ts';

test('npm run dev builds a package that loads, and rebuilds it after a change', async () => {
	expect(scripts.dev).toBe('gulp dev');
	const checkout = mkdtempSync(path.join(tmpdir(), 'dev-'));
	for (const part of PARTS) {
		cpSync(path.join(ROOT, part), path.join(checkout, part), { recursive: true });
	}
	symlinkSync(path.join(ROOT, 'node_modules'), path.join(checkout, 'node_modules'));
	const gulp = path.join(ROOT, 'node_modules/gulp/bin/gulp.js');
	const running = spawn(process.execPath, [gulp, 'dev'], { cwd: checkout });
	let printed = '';
	running.stdout.on('data', (text: Buffer) => (printed += text.toString()));
	const built = () =>
		readFileSync(path.join(checkout, 'dist/nodes/BotMessaging/package.js'), 'utf8');
	try {
		await until(
			'it says that it waits',
			async () => /Ctrl-C ends this/.test(printed),
			LONG_PATIENCE_MS,
		);
		for (const file of [...n8n.nodes, ...n8n.credentials]) {
			const name = path.basename(file).replace(/\.(node|credentials)\.js$/, '');
			const loaded = (await import(path.join(checkout, file))) as Record<string, new () => unknown>;
			expect(new loaded[name]()).toHaveProperty(
				name.endsWith('Api') ? 'properties' : 'description',
			);
		}
		const file = path.join(checkout, SOURCE);
		const text = readFileSync(file, 'utf8');
		await until(
			'the change is built',
			async () => {
				// The first one may come before the folders are watched.
				writeFileSync(file, text.replace("displayName: 'Bot Messaging'", "displayName: 'Changed'"));
				return built().includes('Changed');
			},
			LONG_PATIENCE_MS,
			{ pauseMs: 500 },
		);
	} finally {
		running.kill();
		await once(running, 'close');
		rmSync(checkout, { recursive: true, force: true });
	}
});
