import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { freePort, LOOPBACK } from '../lib/ports';
import { until } from '../lib/until';
import { Database } from './postgres';
import { pingRedis } from './redis';

const UP_WITHIN_MS = 60_000;
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** A server that a test may restart without touching anybody else's. */
export interface Service {
	url: string;
	/** Ends the server at once and starts it again with the data that it had. */
	restart(): Promise<void>;
	stop(): Promise<void>;
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

/** A server process that is begun with `begin` and answers when `answers` does not throw. */
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
		await until(`${new URL(url).protocol} answers`, isUp, UP_WITHIN_MS);
	};
	const stop = async (signal: NodeJS.Signals) => {
		if (server.exitCode !== null || server.signalCode !== null) return;
		const ended = once(server, 'exit');
		server.kill(signal);
		await ended;
	};
	await start();
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
