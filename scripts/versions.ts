/**
 * `npm run tool -- versions`: what the package does in several versions of n8n, as a table. With
 * `-- 2.8.4` only in those named; `--write` puts the last results of all into the documents, and
 * `--remove` frees the disk after each.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { fill } from './lib/markdown';
import { table } from './lib/table';
import { DATA_FOLDER, ROOT } from './lib/paths';
import { Processes } from './lib/processes';
import { clearingUp, program } from './lib/program';
import { CHECK_NAMES, cellsOf } from './versions/checks';
import { ensureVersion, removeVersion } from './versions/install';
import { folderOf, RECIPES, type Recipe } from './versions/recipes';

const RESULTS = join(DATA_FOLDER, 'versions');

const say = (line: string) => console.log(line);

/** What came out in one n8n: a cell for each check. */
interface Result {
	cells: string[];
	/** Whether all tests passed. */
	isGood: boolean;
}

const fileOf = ({ version }: Recipe, what: string) => join(RESULTS, `${version}.${what}`);

/** Runs the checks in an n8n that is there. */
async function check(processes: Processes, recipe: Recipe): Promise<Result> {
	const report = fileOf(recipe, 'report.json');
	const found = fileOf(recipe, 'found');
	for (const file of [report, found]) rmSync(file, { force: true });
	const env = {
		...process.env,
		BOT_MESSAGING_N8N: folderOf(recipe),
		BOT_MESSAGING_FOUND: found,
	};
	const jest = ['jest', '--selectProjects', 'versions', '--runInBand', '--verbose'];
	const options = { cwd: ROOT, env, logFile: fileOf(recipe, 'log') };
	const run = processes.start('jest', 'npx', [...jest, '--json', '--outputFile', report], options);
	const how = await run.ended;
	// Nothing may go on in a folder that is removed now.
	await processes.end(run);
	if (!existsSync(report)) throw run.unexpectedEnd(how);
	return { cells: cellsOf(report, found), isGood: how === 'ended with exit code 0' };
}

/** Of the chosen n8n's, installs and tries each. Returns whether everything passed everywhere. */
async function tryAll(processes: Processes, chosen: Recipe[], remove: boolean): Promise<boolean> {
	let isGood = true;
	for (const recipe of chosen) {
		await ensureVersion(processes, recipe, say);
		say(`Trying n8n ${recipe.version} ...`);
		const result = await check(processes, recipe);
		writeFileSync(fileOf(recipe, 'json'), JSON.stringify(result));
		if (!result.isGood) say(`  Not everything passed: see ${fileOf(recipe, 'log')}`);
		isGood &&= result.isGood;
		if (remove) removeVersion(recipe);
	}
	return isGood;
}

/** The table of the n8n's with a result, from this run or an earlier one. */
function tableOf(recipes: Recipe[]): string {
	const results = recipes.map(
		(recipe) => JSON.parse(readFileSync(fileOf(recipe, 'json'), 'utf8')) as Result,
	);
	const rows = CHECK_NAMES.map((name, row) => [
		name,
		...results.map(({ cells }) => cells[row] ?? ''),
	]);
	return table(['', ...recipes.map(({ version }) => version)], rows);
}

async function write(): Promise<void> {
	const missing = RECIPES.filter((recipe) => !existsSync(fileOf(recipe, 'json')));
	if (missing.length > 0) {
		throw new Error(`Not written: ${missing.map(({ version }) => version).join(', ')} not run yet`);
	}
	await fill('docs/versions.md', { versions: tableOf(RECIPES) });
	const versions = RECIPES.map(({ version }) => version);
	const list = `${versions.slice(0, -1).join(', ')} and ${versions.at(-1)}`;
	const sentence = `The package was run in n8n ${list}: [what each of them does](docs/versions.md).`;
	await fill('README.md', { versions: sentence });
	say('docs/versions.md and README.md are up to date');
}

function chosenOf(names: string[]): Recipe[] {
	const unknown = names.filter((name) => !RECIPES.some(({ version }) => version === name));
	if (unknown.length > 0) throw new Error(`There is no recipe for n8n ${unknown.join(', ')}`);
	return names.length > 0 ? RECIPES.filter(({ version }) => names.includes(version)) : RECIPES;
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { write: { type: 'boolean' }, remove: { type: 'boolean' } },
	});
	const chosen = chosenOf(positionals);
	const processes = new Processes();
	mkdirSync(RESULTS, { recursive: true });
	const act = async () => {
		const isGood = await tryAll(processes, chosen, values.remove === true);
		say(tableOf(RECIPES.filter((recipe) => existsSync(fileOf(recipe, 'json')))));
		if (values.write) await write();
		process.exitCode = isGood ? 0 : 1;
	};
	await clearingUp(act, async () => await processes.stopAll());
}

program(main);
