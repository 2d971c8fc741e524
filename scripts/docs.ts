/**
 * `npm run docs` generates from the code: the list of operations, the tables of docs/, the page that
 * converts workflows, the list of top-level domains, and the schemas of the nodes' outputs. A new operation
 * gets a line in the changelog.
 * `npm run docs -- --check` changes nothing and ends with exit code 1 if anything is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';

import { withEntries } from './lib/changelog';
import { CONVERT_PAGE, writeConvertPage } from '../converter/bundle';
import { DOMAINS, writeDomains } from './lib/domains';
import { fill, reword, writePages } from './lib/markdown';
import { OPERATION_LIST, writeOperationList } from './lib/operationList';
import { SCHEMAS, writeOutputSchemas } from './lib/outputSchemas';
import { parityTable } from './lib/parityTable';
import { program } from './lib/program';
import { toolsList } from './lib/toolList';
import { compatibilityTable, RECORDINGS, writeRecordings } from './pages/compatibility';
import { keptTable, mostTable } from './pages/limits';
import { movingWords } from './pages/moving';
import { messageWalk, pressWalk } from './pages/route';
import { rulesTable } from './pages/rules';

/** Found from the folder that npm runs scripts in. */
const CHANGELOG = 'CHANGELOG.md';
const CONTRIBUTING = 'CONTRIBUTING.md';
const OPERATIONS = 'docs/operations.md';
const HINTS = 'docs/troubleshooting.md';
const MODERATION = 'docs/moderation.md';
const RIGHTS = 'docs/rights.md';
const REVIEWERS = 'docs/for-reviewers.md';
const MOVING = 'docs/moving-from-telegram.md';
const LIMITS = 'docs/limits.md';
const TRIGGERS = 'docs/triggers.md';
const COMPATIBILITY = 'docs/compatibility.md';

async function main(): Promise<void> {
	const check = process.argv.includes('--check');
	const listed = writeOperationList({ check });
	// Loaded only now, so that they read the new list.
	const { operationsTable, hintsTable, operationCount } = await import('./lib/operationTables');
	const walks = { message: messageWalk(), press: pressWalk() };
	const developers = { tools: toolsList(), ...walks };
	const written = [
		...(listed ? [OPERATION_LIST] : []),
		...((await fill(OPERATIONS, { operations: operationsTable() }, { check })) ? [OPERATIONS] : []),
		...((await fill(HINTS, { hints: hintsTable() }, { check })) ? [HINTS] : []),
		...((await fill(MODERATION, { parity: parityTable() }, { check })) ? [MODERATION] : []),
		...((await fill(CONTRIBUTING, developers, { check })) ? [CONTRIBUTING] : []),
		...((await fill(LIMITS, { kept: keptTable(), most: mostTable() }, { check })) ? [LIMITS] : []),
		...((await fill(TRIGGERS, { rules: rulesTable() }, { check })) ? [TRIGGERS] : []),
		...((await reword(REVIEWERS, [operationCount()], { check })) ? [REVIEWERS] : []),
		...((await reword(MOVING, movingWords(), { check })) ? [MOVING] : []),
		...(writeDomains({ check }) ? [DOMAINS] : []),
		...((await writeConvertPage({ check })) ? [CONVERT_PAGE] : []),
		...(writeOutputSchemas({ check }) ? [SCHEMAS] : []),
	];
	// Their examples use the schemas just written.
	const { newEntries, operationPages, PAGES, rightsTable } = await import('./pages/operations');
	if (await writeRecordings({ check })) written.push(RECORDINGS);
	const compatibility = compatibilityTable();
	if (await fill(COMPATIBILITY, { compatibility }, { check })) written.push(COMPATIBILITY);
	if (await fill(RIGHTS, { rights: rightsTable() }, { check })) written.push(RIGHTS);
	const entries = newEntries();
	if (entries.length > 0) written.push(CHANGELOG);
	if (entries.length > 0 && !check) {
		writeFileSync(CHANGELOG, withEntries(readFileSync(CHANGELOG, 'utf8'), entries));
	}
	if (await writePages(PAGES, operationPages(), { check })) written.push(PAGES);
	if (written.length === 0) return;
	if (check) throw new Error(`Stale: ${written.join(', ')}. Run npm run docs.`);
	console.log(`Written: ${written.join(', ')}`);
}

program(main);
