import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BotMessagingApi } from '../../credentials/BotMessagingApi.credentials';
import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { BotMessagingPollingTrigger } from '../../nodes/BotMessaging/BotMessagingPollingTrigger.node';
import { BotMessagingTrigger } from '../../nodes/BotMessaging/BotMessagingTrigger.node';
import { importedNames, ROOT, type Source, sources } from './sources';

const MAX_PACKED_BYTES = 268_000;

/** Not part of a checkout, or too large to copy. */
const LEFT_OUT = new Set(['node_modules', '.git', 'dist', '.data', '.temp', 'coverage']);

/** Available in every n8n from 1.95; anything else would fail to load there. */
const PROVIDED_BY_N8N = new Set(['n8n-workflow', 'lodash', 'luxon', 'zod', 'crypto']);

const LIFECYCLE_SCRIPT = /^(pre|post)?(install|prepare|pack|publish|publishOnly|version)$/;

interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
	scripts: Record<string, string>;
	peerDependencies: Record<string, string>;
}

const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as Manifest;

/** The standard output of a command; throws all of its output if the exit code is not 0. */
function run(cwd: string, command: string, ...args: string[]): string {
	const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
	if (status !== 0) throw new Error([command, ...args, '\n', stdout, stderr].join(' '));
	return stdout;
}

function foreignModules(source: Source): string[] {
	return importedNames(source)
		.filter((name) => !name.startsWith('.') && !PROVIDED_BY_N8N.has(name))
		.map((name) => `${source.file}: ${name}`);
}

describe('the packed tarball', () => {
	let checkout: string;
	let packed: { size: number; integrity: string; files: Array<{ path: string }> };
	let paths: string[];

	// Built in a copy, so that the test uses the current sources, and does not touch a dist that a running
	// n8n may have loaded.
	const copy = (name: string) => {
		const folder = mkdtempSync(path.join(tmpdir(), name));
		cpSync(ROOT, folder, {
			recursive: true,
			filter: (file) => !LEFT_OUT.has(path.basename(file)),
		});
		symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
		return folder;
	};

	beforeAll(() => {
		checkout = copy('pack-');
		run(checkout, 'npm', 'run', 'build');
		[packed] = JSON.parse(run(checkout, 'npm', 'pack', '--dry-run', '--json')) as [typeof packed];
		paths = packed.files.map((file) => file.path);
	});

	afterAll(() => rmSync(checkout, { recursive: true, force: true }));

	test('contains what n8n needs and nothing else', () => {
		const shipped = /^dist\/(nodes|credentials)\/.*(\.(js|svg|node\.json)|__schema__\/.*\.json)$/;
		expect(paths.filter((file) => !shipped.test(file)).sort()).toEqual([
			'LICENSE.md',
			'README.md',
			'package.json',
		]);
	});

	test('contains every node and credential that package.json names', () => {
		const { nodes, credentials } = manifest.n8n;
		expect(paths).toEqual(expect.arrayContaining([...nodes, ...credentials]));
	});

	test('contains the codex file of each node, and the icons', () => {
		const codexFiles = manifest.n8n.nodes.map((file) => file.replace(/\.js$/, '.json'));
		const icons = ['botMessaging.svg', 'botMessaging.dark.svg'];
		expect(paths).toEqual(
			expect.arrayContaining([
				...codexFiles,
				...icons.map((icon) => `dist/nodes/BotMessaging/${icon}`),
			]),
		);
	});

	test('is the same file if it is packed in another folder, time zone and language, by a strict user', () => {
		const other = copy('another-folder-');
		try {
			const commands = 'umask 077; npx gulp bundle > log; npm pack --dry-run --json';
			const settings = ['TZ=Asia/Kolkata', 'LC_ALL=tr_TR.UTF-8', 'SOURCE_DATE_EPOCH=1'];
			const [again] = JSON.parse(run(other, 'env', ...settings, 'sh', '-c', commands)) as [
				typeof packed,
			];
			expect(again.integrity).toBe(packed.integrity);
		} finally {
			rmSync(other, { recursive: true, force: true });
		}
	});

	test('is small', () => {
		expect(packed.size).toBeLessThan(MAX_PACKED_BYTES);
	});

	/** The code of the package: what n8n loads when it starts, and what it loads when something runs. */
	const code = () =>
		['package.js', 'later.js']
			.map((file) => readFileSync(path.join(checkout, 'dist/nodes/BotMessaging', file), 'utf8'))
			.join('');

	/** The sources of the parts, from `nodes/BotMessaging/` or from the root. */
	const headers = () => code().match(/(?<=^\/\/ )\S+\.ts$/gm)!;

	test('is readable: each part follows the name of its file, and has its own lines', () => {
		expect(headers().length).toBeGreaterThan(200);
		expect(code().length / code().split('\n').length).toBeLessThan(60);
	});

	test('has the names of the sources: few have a number', () => {
		expect(code().match(/\b[a-z]\w*[a-z]\d+\b/g)!.length).toBeLessThan(2500);
	});

	test('makes n8n load only the first of two files when it starts, and has the forms of the sources', () => {
		const { nodes, credentials } = manifest.n8n;
		const script = `
			const files = ${JSON.stringify([...nodes, ...credentials].map((file) => `./${file}`))};
			const made = files.map((file) => new (Object.values(require(file))[0])());
			console.log(require('crypto').hash('sha256', JSON.stringify(made).replaceAll('  ', ' ')));
			console.log(Object.keys(require.cache).filter((file) => file.endsWith('later.js')));
			const later = Object.values(require('./dist/nodes/BotMessaging/later.js'));
			console.log(later.length > 100, later.filter((one) => one === undefined));`;
		const made = [BotMessaging, BotMessagingTrigger, BotMessagingPollingTrigger, BotMessagingApi];
		// Texts are indented by one space there.
		const forms = JSON.stringify(made.map((Made) => new Made())).replaceAll('  ', ' ');
		expect(run(checkout, process.execPath, '-e', script).split('\n')).toEqual([
			createHash('sha256').update(forms).digest('hex'),
			'[]',
			'true []',
			'',
		]);
	});

	test('contains only parts that the page for reviewers names', () => {
		const page = readFileSync(path.join(ROOT, 'docs/for-reviewers.md'), 'utf8');
		const named = new Set(page.match(/(?<=^\| `)[^`]+/gm));
		const parts = headers().map((source) =>
			existsSync(path.join(ROOT, 'nodes/BotMessaging', source))
				? 'nodes/'
				: /^[^/]+\//.exec(source)![0],
		);
		expect(new Set(parts)).toEqual(named);
	});

	test('requires no module that n8n does not provide', () => {
		const built = sources(checkout, ['dist'], /\.js$/);
		expect(built.flatMap(foreignModules)).toEqual([]);
	});

	test("passes n8n's scan of built files", () => {
		const eslint = path.join(ROOT, 'node_modules/eslint/bin/eslint.js');
		const options = ['--config', 'eslint.repository.config.mjs', '--no-ignore'];
		expect(run(checkout, process.execPath, eslint, ...options, 'dist')).toBe('');
	});
});

describe('package.json', () => {
	test.each(['dependencies', 'optionalDependencies', 'bundledDependencies', 'overrides'])(
		'has no %s',
		(field) => {
			expect(manifest).not.toHaveProperty(field);
		},
	);

	test('requires only n8n-workflow', () => {
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	test('runs nothing when it is installed, packed or published', () => {
		const scripts = Object.keys(manifest.scripts);
		expect(scripts.filter((name) => LIFECYCLE_SCRIPT.test(name))).toEqual([]);
	});
});

describe('the guards find mistakes:', () => {
	test.each(["require('axios');", "void import('node:fs');", "export * from 'p-limit';"])(
		'a foreign module: %s',
		(text) => {
			expect(foreignModules({ file: 'dist/a.js', text })).toHaveLength(1);
		},
	);

	test.each(['preinstall', 'postinstall', 'prepare', 'prepublishOnly', 'prepack'])(
		'a lifecycle script: %s',
		(name) => {
			expect(name).toMatch(LIFECYCLE_SCRIPT);
		},
	);
});
