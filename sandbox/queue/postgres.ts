import { randomBytes } from 'node:crypto';

import { requireOfN8n } from '../lib/n8nModules';

/** Address of a Postgres server on which we may create databases. */
export const POSTGRES_URL =
	process.env.QUEUE_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

interface Client {
	connect(): Promise<void>;
	query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
	end(): Promise<void>;
}

type ClientClass = new (options: { connectionString: string }) => Client;

/** Runs one statement on its own connection, so that a restart of the server breaks none. */
async function query<Row>(url: string, text: string, values?: unknown[]): Promise<Row[]> {
	const { Client } = requireOfN8n<{ Client: ClientClass }>('pg');
	const client = new Client({ connectionString: url });
	await client.connect();
	try {
		return (await client.query<Row>(text, values)).rows;
	} finally {
		await client.end();
	}
}

/** A separate database for one n8n. */
export class Database {
	private constructor(
		private readonly serverUrl: string,
		readonly name: string,
	) {}

	/** `serverUrl` names any database of the server. Throws when it cannot be reached. */
	static async create(serverUrl: string): Promise<Database> {
		const name = `bot_messaging_${randomBytes(6).toString('hex')}`;
		await query(serverUrl, `CREATE DATABASE ${name}`);
		return new Database(serverUrl, name);
	}

	/** Checks that a server accepts connections and statements. Throws if it does not. */
	static async answers(serverUrl: string): Promise<boolean> {
		return (await query(serverUrl, 'SELECT 1')).length === 1;
	}

	async query<Row>(text: string, values?: unknown[]): Promise<Row[]> {
		const url = new URL(this.serverUrl);
		url.pathname = `/${this.name}`;
		return await query<Row>(url.href, text, values);
	}

	/** The settings for n8n to use it. */
	settings(): Record<string, string> {
		const { hostname, port, username, password } = new URL(this.serverUrl);
		return {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: hostname,
			DB_POSTGRESDB_PORT: port || '5432',
			DB_POSTGRESDB_USER: decodeURIComponent(username),
			DB_POSTGRESDB_PASSWORD: decodeURIComponent(password),
			DB_POSTGRESDB_DATABASE: this.name,
			// n8n's default is two per process. On a busy machine, executions then fail because they wait too long.
			DB_POSTGRESDB_POOL_SIZE: '10',
		};
	}

	/** Drops it with its content, and closes all open connections. */
	async drop(): Promise<void> {
		await query(this.serverUrl, `DROP DATABASE IF EXISTS ${this.name} WITH (FORCE)`);
	}
}
