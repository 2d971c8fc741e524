/**
 * `npm run tool -- versions`: tests the package in several versions of n8n, and prints a table. `-- 2.8.4`
 * tests only the named versions; BOT_MESSAGING_N8N_URL only the n8n that runs there. `--write` adds the
 * results to the documents, and `--remove` frees the disk after each version.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { elsewhereUrl, reachElsewhere } from '../sandbox/lib/elsewhere';
import { fill, writtenBetween } from './lib/markdown';
import { DATA_FOLDER, ROOT } from './lib/paths';
import { Processes } from './lib/processes';
import { clearingUp, program } from './lib/program';
import { cellsOf } from './versions/checks';
import { columnsIn, tableOf, withColumn, type Columns } from './versions/columns';
import { ensureVersion, removeVersion } from './versions/install';
import { folderOf, RECIPES, type Recipe } from './versions/recipes';

const RESULTS = join(DATA_FOLDER, 'versions');
const PAGE = 'docs/versions.md';

const say = (line: string) => console.log(line);

/** An n8n to test. */
interface Candidate {
	version: string;
	/** Variables that tell the tests where it is. */
	env: Record<string, string>;
	/** Installs it if needed. */
	ensure(): Promise<void>;
	remove(): void;
}

/** The result for one n8n: a cell for each check. */
interface Result {
	cells: string[];
	/** Whether all tests passed. */
	isGood: boolean;
}

const fileOf = ({ version }: Candidate, what: string) => join(RESULTS, `${version}.${what}`);

/** Runs the checks in an installed n8n. */
async function check(processes: Processes, candidate: Candidate): Promise<Result> {
	const report = fileOf(candidate, 'report.json');
	const found = fileOf(candidate, 'found');
	for (const file of [report, found]) rmSync(file, { force: true });
	const env = { ...process.env, ...candidate.env, BOT_MESSAGING_FOUND: found };
	const jest = ['jest', '--selectProjects', 'versions', '--runInBand', '--verbose'];
	const options = { cwd: ROOT, env, logFile: fileOf(candidate, 'log') };
	const run = processes.start('jest', 'npx', [...jest, '--json', '--outputFile', report], options);
	const how = await run.ended;
	// Nothing may still run in a folder that is about to be removed.
	await processes.end(run);
	if (!existsSync(report)) throw run.unexpectedEnd(how);
	return { cells: cellsOf(report, found), isGood: how === 'ended with exit code 0' };
}

/** Tries each n8n. Returns their columns, and whether everything passed everywhere. */
async function tryAll(processes: Processes, candidates: Candidate[], remove: boolean) {
	const results = new Map<string, string[]>();
	let isGood = true;
	for (const candidate of candidates) {
		await candidate.ensure();
		say(`Trying n8n ${candidate.version} ...`);
		const result = await check(processes, candidate);
		results.set(candidate.version, result.cells);
		if (!result.isGood) say(`  Not everything passed: see ${fileOf(candidate, 'log')}`);
		isGood &&= result.isGood;
		if (remove) candidate.remove();
	}
	return { results, isGood };
}

async function write(columns: Columns): Promise<void> {
	await fill(PAGE, { versions: tableOf(columns) });
	const versions = [...columns.keys()];
	const list = `${versions.slice(0, -1).join(', ')} and ${versions.at(-1)}`;
	const sentence = `The package was run in n8n ${list}: [what each of them does](docs/versions.md).`;
	await fill('README.md', { versions: sentence });
	say(`${PAGE} and README.md are up to date`);
}

const fetched = (processes: Processes, recipe: Recipe): Candidate => ({
	version: recipe.version,
	env: { BOT_MESSAGING_N8N: folderOf(recipe) },
	ensure: async () => await ensureVersion(processes, recipe, say),
	remove: () => removeVersion(recipe),
});

async function elsewhere(url: string): Promise<Candidate> {
	const { rest } = await reachElsewhere(url);
	const nothing = { ensure: () => Promise.resolve(), remove: () => undefined };
	return { version: await rest.version(), env: {}, ...nothing };
}

async function chosen(processes: Processes, names: string[]): Promise<Candidate[]> {
	const url = elsewhereUrl();
	if (url && names.length > 0) {
		throw new Error(`Name no version: BOT_MESSAGING_N8N_URL says to try the n8n at ${url}`);
	}
	if (url) return [await elsewhere(url)];
	const unknown = names.filter((name) => !RECIPES.some(({ version }) => version === name));
	if (unknown.length > 0) throw new Error(`There is no recipe for n8n ${unknown.join(', ')}`);
	const recipes = RECIPES.filter(({ version }) => names.length === 0 || names.includes(version));
	return recipes.map((recipe) => fetched(processes, recipe));
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { write: { type: 'boolean' }, remove: { type: 'boolean' } },
	});
	const processes = new Processes();
	mkdirSync(RESULTS, { recursive: true });
	const act = async () => {
		const candidates = await chosen(processes, positionals);
		const { results, isGood } = await tryAll(processes, candidates, values.remove === true);
		say(tableOf(results));
		if (values.write) {
			let columns = columnsIn(writtenBetween(readFileSync(PAGE, 'utf8'), 'versions', PAGE));
			for (const [version, cells] of results) columns = withColumn(columns, version, cells);
			await write(columns);
		}
		process.exitCode = isGood ? 0 : 1;
	};
	await clearingUp(act, async () => await processes.stopAll());
}

program(main);
