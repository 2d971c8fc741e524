import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { N8nRest } from './rest';
import { nodeForN8n } from './runtime';

/** All executions of a test together, as text. */
const MOST_BYTES = 512 * 1024 ** 2;
/** n8n's page size limit. */
const PAGE = 100;

/** One execution in n8n's database, whose item came from one of our triggers. */
export interface StoredExecution {
	id: number;
	/** E.g. `success`, `error`, `crashed`, `running`. */
	status: string;
	/** `manual` for a test in the editor; `webhook` and `trigger` for published workflows. */
	mode: string;
	/** Unix milliseconds; absent while it has not started or ended. */
	startedAt?: number;
	stoppedAt?: number;
	/** The id of the update that started it. */
	updateId?: number;
	chatId?: number;
}

/** The columns that are read; `data` holds n8n's saved items. */
interface Row {
	id: number;
	status: string;
	mode: string;
	startedAt: string | null;
	stoppedAt: string | null;
	data: string;
}

// node:sqlite exists in the Node that runs n8n, but not in every Node that runs this program.
const QUERY = `
	const { DatabaseSync } = require('node:sqlite');
	const [file, workflowId] = process.argv.slice(1);
	const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
	const rows = database.prepare(
		'SELECT e.id, e.status, e.mode, e.startedAt, e.stoppedAt, d.data' +
		' FROM execution_entity e JOIN execution_data d ON d.executionId = e.id' +
		' WHERE e.workflowId = ? ORDER BY e.id',
	).all(workflowId);
	process.stdout.write(JSON.stringify(rows));
`;

/** n8n's database stores UTC without a time zone. */
const millisecondsOf = (time: string | null) =>
	time === null ? undefined : Date.parse(time.endsWith('Z') ? time : `${time.replace(' ', 'T')}Z`);

/** In an execution's start and result data, n8n stores numbers next to their names. */
function numberIn(data: string, name: string): number | undefined {
	const found = new RegExp(`"${name}":(-?\\d+)`).exec(data);
	return found ? Number(found[1]) : undefined;
}

/** An execution without an item, which our trigger starts to make n8n save its static data. */
export const isEmptyExecution = ({ mode, status, updateId }: StoredExecution): boolean =>
	mode === 'trigger' && status === 'success' && updateId === undefined;

const executionOf = ({ startedAt, stoppedAt, data, ...row }: Row): StoredExecution => ({
	...row,
	startedAt: millisecondsOf(startedAt),
	stoppedAt: millisecondsOf(stoppedAt),
	updateId: numberIn(data, 'updateId'),
	chatId: numberIn(data, 'chatId'),
});

/** A part of n8n's list of executions. */
interface Page {
	results: Array<{ id: string }>;
	nextCursor?: string | null;
}

/** The ids of all executions of a workflow, newest first. */
async function idsBy(rest: N8nRest, workflowId: string): Promise<string[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const ids: string[] = [];
	let after = '';
	for (;;) {
		const path = `/rest/executions?filter=${filter}&limit=${PAGE}${after}`;
		const { results, nextCursor } = await rest.call<Page>('GET', path);
		ids.push(...results.map(({ id }) => id));
		if (results.length < PAGE || nextCursor === null) return ids;
		// An older n8n has no cursor, and a newer one does not accept an id.
		after = nextCursor ? `&cursor=${nextCursor}` : `&lastId=${ids.at(-1)}`;
	}
}

/** The same over n8n's HTTP interface, for an n8n with its database elsewhere. Takes a request for each execution. */
export async function executionsBy(rest: N8nRest, workflowId: string): Promise<StoredExecution[]> {
	const rows: Row[] = [];
	for (const id of await idsBy(rest, workflowId)) {
		rows.push(await rest.call<Row>('GET', `/rest/executions/${id}`));
	}
	const all = rows.map((row) => executionOf({ ...row, id: Number(row.id) }));
	return all.filter((one) => !isEmptyExecution(one)).sort((a, b) => a.id - b.id);
}

/** All executions of a workflow, read from n8n's own database, which may be in use. */
async function rowsOf(folder: string, workflowId: string): Promise<Row[]> {
	const file = join(folder, '.n8n/database.sqlite');
	const { stdout } = await promisify(execFile)(
		nodeForN8n(),
		['--no-warnings', '-e', QUERY, file, workflowId],
		{ maxBuffer: MOST_BYTES },
	);
	return JSON.parse(stdout) as Row[];
}

/**
 * All executions of a workflow that have an item, the oldest first. `folder` is n8n's user folder.
 */
export async function storedExecutions(
	folder: string,
	workflowId: string,
): Promise<StoredExecution[]> {
	const all = (await rowsOf(folder, workflowId)).map(executionOf);
	return all.filter((one) => !isEmptyExecution(one));
}

/** The longest matching text of each execution that has one, including interrupted executions. */
export async function storedTexts(
	folder: string,
	workflowId: string,
	fits: RegExp,
): Promise<string[]> {
	return (await rowsOf(folder, workflowId)).flatMap(({ data }) => {
		const values = JSON.parse(data) as unknown[];
		const texts = values.filter((value) => typeof value === 'string' && fits.test(value));
		return (texts as string[]).sort((one, other) => other.length - one.length).slice(0, 1);
	});
}
