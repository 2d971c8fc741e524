import type { StoredExecution } from '../lib/executions';
import type { Database } from './postgres';

interface Row {
	id: number;
	status: string;
	mode: string;
	startedAt: Date | null;
	stoppedAt: Date | null;
	key: string | null;
	data: string | null;
}

const QUERY = `
	SELECT e.id, e.status, e.mode, e."startedAt", e."stoppedAt", e."deduplicationKey" AS key, d.data
	FROM execution_entity e LEFT JOIN execution_data d ON d."executionId" = e.id
	WHERE e."workflowId" = $1 ORDER BY e.id`;

/** n8n keeps numbers beside their names in what an execution began with. */
function numberIn(data: string | null, name: string): number | undefined {
	const found = new RegExp(`"${name}":(-?\\d+)`).exec(data ?? '');
	return found ? Number(found[1]) : undefined;
}

/** The update in the key that our trigger gives an execution: n8n keeps it where it loses the data. */
function updateInKey(key: string | null): number | undefined {
	const found = /(?:^|:)(\d+)-[0-9a-f]{16}:/.exec(key ?? '');
	return found ? Number(found[1]) : undefined;
}

/** All executions of a workflow in queue mode, the oldest first, read from n8n's Postgres. */
export async function queuedExecutions(
	database: Database,
	workflowId: string,
): Promise<Array<StoredExecution & { key?: string }>> {
	const rows = await database.query<Row>(QUERY, [workflowId]);
	return rows.map(({ id, status, mode, startedAt, stoppedAt, key, data }) => ({
		id: Number(id),
		status,
		mode,
		startedAt: startedAt?.getTime(),
		stoppedAt: stoppedAt?.getTime(),
		key: key ?? undefined,
		updateId: numberIn(data, 'updateId') ?? updateInKey(key),
		chatId: numberIn(data, 'chatId'),
	}));
}
