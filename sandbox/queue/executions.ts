import type { StoredExecution } from '../lib/executions';
import type { Database } from './postgres';

/** An execution in queue mode. */
export interface QueuedExecution extends StoredExecution {
	/** When the trigger handed it over, in Unix milliseconds. */
	createdAt: number;
}

interface Row {
	id: number;
	status: string;
	mode: string;
	createdAt: Date;
	startedAt: Date | null;
	stoppedAt: Date | null;
	key: string | null;
	data: string | null;
}

const QUERY = `
	SELECT e.id, e.status, e.mode, e."createdAt", e."startedAt", e."stoppedAt",
		e."deduplicationKey" AS key, d.data
	FROM execution_entity e LEFT JOIN execution_data d ON d."executionId" = e.id
	WHERE e."workflowId" = $1 ORDER BY e.id`;

/** In an execution's start data, n8n stores numbers next to their names. */
function numberIn(data: string | null, name: string): number | undefined {
	const found = new RegExp(`"${name}":(-?\\d+)`).exec(data ?? '');
	return found ? Number(found[1]) : undefined;
}

/** The update id in the key of an execution from our trigger, which n8n keeps even if it loses the data. */
function updateInKey(key: string | null): number | undefined {
	const found = /(?:^|:)(\d+)-[0-9a-f]{16}:/.exec(key ?? '');
	return found ? Number(found[1]) : undefined;
}

/** A polling trigger's message to its user about an interrupted update. */
export interface Naming {
	updateId: number;
	chatId: number;
	messageId: number;
}

function namingIn(data: string | null): Naming | undefined {
	const words =
		/the execution for update (\d+), chat (-?\d+), message (\d+) (?:was interrupted|within Longest)/i;
	const found = words.exec(data ?? '');
	if (!found) return undefined;
	const [, updateId, chatId, messageId] = found;
	return { updateId: Number(updateId), chatId: Number(chatId), messageId: Number(messageId) };
}

/** What n8n's Postgres contains about a workflow. */
export interface Queued {
	/** Executions for updates, oldest first. */
	executions: QueuedExecution[];
	/** From failed executions that only report something. */
	named: Naming[];
}

/** Reads all executions of a workflow in queue mode from n8n's Postgres. */
export async function queuedExecutions(database: Database, workflowId: string): Promise<Queued> {
	const rows = await database.query<Row>(QUERY, [workflowId]);
	const named = rows.map(({ data }) => namingIn(data));
	const executions = rows
		.filter(({ key }, index) => !named[index] && !/:saved:/.test(key ?? ''))
		.map(({ id, status, mode, createdAt, startedAt, stoppedAt, key, data }) => ({
			id: Number(id),
			status,
			mode,
			createdAt: createdAt.getTime(),
			startedAt: startedAt?.getTime(),
			stoppedAt: stoppedAt?.getTime(),
			updateId: numberIn(data, 'updateId') ?? updateInKey(key),
			chatId: numberIn(data, 'chatId'),
		}));
	return { executions, named: named.filter((naming) => naming !== undefined) };
}
