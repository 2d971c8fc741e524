import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { freePort, LOOPBACK } from '../../scripts/lib/ports';
import { until } from '../../scripts/lib/until';
import { Database, POSTGRES_URL } from './postgres';
import { pingRedis, REDIS_URL } from './redis';

const UP_WITHIN_MS = 120_000;
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** A server started here, so that no other server is touched. */
export interface Service {
	url: string;
	/** Kills the server and starts it again with its data. */
	restart(): Promise<void>;
	stop(): Promise<void>;
}

/** The two servers of queue mode. */
export interface Services<Kind = Service> {
	postgres: Kind;
	redis: Kind;
}

/** Postgres refuses to run as root; Debian's package brings an account for it. */
function accountOfPostgres(): { uid?: number; gid?: number } {
	if (process.getuid?.() !== 0) return {};
	const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}

/** The folder with `initdb` and `postgres`. Throws when Debian's package is not there. */
function postgresPrograms(): string {
	const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : [];
	const newest = versions.sort((one, other) => Number(other) - Number(one))[0];
	if (newest) return join(DEBIAN_POSTGRES, newest, 'bin');
	throw new Error('Postgres is not installed: apt-get install postgresql');
}

/** Starts a server with `begin`; it is ready when `answers` does not throw. */
async function service(
	url: string,
	begin: () => ChildProcess,
	answers: () => Promise<unknown>,
	lastWords: NodeJS.Signals,
): Promise<Service> {
	let server: ChildProcess;
	const start = async () => {
		server = begin();
		const isUp = async () => Boolean(await answers());
		const up = until(`${new URL(url).protocol} answers`, isUp, UP_WITHIN_MS);
		await Promise.race([
			up,
			once(server, 'error').then(([cause]) => Promise.reject(cause as Error)),
		]);
	};
	const stop = async (signal: NodeJS.Signals) => {
		if (server.exitCode !== null || server.signalCode !== null) return;
		const ended = once(server, 'exit');
		server.kill(signal);
		await ended;
	};
	try {
		await start();
	} catch (obstacle) {
		await stop('SIGKILL');
		throw obstacle;
	}
	return {
		url,
		restart: async () => {
			await stop(lastWords);
			await start();
		},
		stop: async () => await stop('SIGKILL'),
	};
}

/** A Redis that writes down each change, in `folder`. */
export async function startRedis(folder: string): Promise<Service> {
	mkdirSync(folder, { recursive: true });
	const port = await freePort();
	const url = `redis://${LOOPBACK}:${port}/0`;
	const args = ['--port', String(port), '--bind', LOOPBACK, '--dir', folder, '--save', ''];
	const begin = () =>
		spawn('redis-server', [...args, '--appendonly', 'yes', '--appendfsync', 'always'], {
			stdio: 'ignore',
		});
	return await service(url, begin, async () => await pingRedis(url), 'SIGTERM');
}

/** A Postgres with its data in `folder`. */
export async function startPostgres(folder: string): Promise<Service> {
	const programs = postgresPrograms();
	const account = accountOfPostgres();
	mkdirSync(folder, { recursive: true });
	if (account.uid !== undefined) chownSync(folder, account.uid, account.gid!);
	const data = join(folder, 'data');
	const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'];
	execFileSync(join(programs, 'initdb'), init, { ...account, cwd: folder, stdio: 'ignore' });
	const port = await freePort();
	const url = `postgres://postgres@${LOOPBACK}:${port}/postgres`;
	const args = ['-D', data, '-h', LOOPBACK, '-p', String(port), '-k', folder];
	const begin = () =>
		spawn(join(programs, 'postgres'), args, { ...account, cwd: folder, stdio: 'ignore' });
	const answers = async () => await Database.answers(url);
	// SIGINT is Postgres' fast shutdown: it breaks off all connections and transactions.
	return await service(url, begin, answers, 'SIGINT');
}

/** A server that may not be ours; `stop` then leaves it alone. */
export type Given = Pick<Service, 'url' | 'stop'>;

/** Starts both or none: stops the first if the second fails. */
async function both<Kind extends Given>(
	postgres: Kind,
	redis: () => Promise<Kind>,
): Promise<Services<Kind>> {
	try {
		return { postgres, redis: await redis() };
	} catch (obstacle) {
		await postgres.stop();
		throw obstacle;
	}
}

/** Starts both with their data in `folder`. */
export async function startServices(folder: string): Promise<Services> {
	const redis = async () => await startRedis(join(folder, 'redis'));
	return await both(await startPostgres(join(folder, 'postgres')), redis);
}

async function useOrStart(
	url: string,
	isDemanded: boolean,
	answers: (url: string) => Promise<unknown>,
	start: () => Promise<Service>,
): Promise<Given> {
	try {
		await answers(url);
		return { url, stop: async () => {} };
	} catch (obstacle) {
		if (isDemanded) throw obstacle;
		return await start();
	}
}

/**
 * The servers named in the environment, or those of this machine; otherwise starts its own, with their data
 * in `folder`. Throws if a server named in the environment does not answer.
 */
export async function findServices(folder: string): Promise<Services<Given>> {
	const { QUEUE_POSTGRES_URL, QUEUE_REDIS_URL } = process.env;
	const startOwnPostgres = async () => await startPostgres(join(folder, 'postgres'));
	const startOwnRedis = async () => await startRedis(join(folder, 'redis'));
	const isPostgres = async (url: string) => await Database.answers(url);
	return await both(
		await useOrStart(POSTGRES_URL, Boolean(QUEUE_POSTGRES_URL), isPostgres, startOwnPostgres),
		async () => await useOrStart(REDIS_URL, Boolean(QUEUE_REDIS_URL), pingRedis, startOwnRedis),
	);
}
