import { randomBytes } from 'node:crypto';

import { requireOfN8n } from '../lib/n8nModules';

/** Address of a Redis server. */
export const REDIS_URL = process.env.QUEUE_REDIS_URL ?? 'redis://127.0.0.1:6379/0';

interface RedisClient {
	ping(): Promise<string>;
	keys(pattern: string): Promise<string[]>;
	del(...keys: string[]): Promise<number>;
	disconnect(): void;
	on(event: 'error', listener: () => void): void;
}

type RedisClass = new (url: string, options: object) => RedisClient;

/** Runs `act` on its own connection. Throws if there is no server. */
async function withRedis<Result>(
	url: string,
	act: (client: RedisClient) => Promise<Result>,
): Promise<Result> {
	const Redis = requireOfN8n<RedisClass>('ioredis');
	const client = new Redis(url, { maxRetriesPerRequest: 1 });
	// The command reports errors; without a listener they would be printed too.
	client.on('error', () => {});
	try {
		return await act(client);
	} finally {
		client.disconnect();
	}
}

/** Checks that a Redis server answers. Throws if it does not. */
export const pingRedis = async (url: string) =>
	await withRedis(url, async (client) => (await client.ping()) === 'PONG');

/** A separate key prefix for one n8n on a Redis server. */
export class Queue {
	private readonly prefix = `bot-messaging-${randomBytes(6).toString('hex')}`;

	constructor(private readonly serverUrl: string) {}

	/** The settings for n8n to use it. */
	settings(): Record<string, string> {
		const { hostname, port, username, password, pathname } = new URL(this.serverUrl);
		return {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_PREFIX: this.prefix,
			N8N_REDIS_KEY_PREFIX: this.prefix,
			QUEUE_BULL_REDIS_HOST: hostname,
			QUEUE_BULL_REDIS_PORT: port || '6379',
			QUEUE_BULL_REDIS_DB: pathname.slice(1) || '0',
			QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(username),
			QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(password),
		};
	}

	/** Removes n8n's data from it. */
	async clear(): Promise<void> {
		await withRedis(this.serverUrl, async (client) => {
			const keys = await client.keys(`*${this.prefix}*`);
			if (keys.length > 0) await client.del(...keys);
		});
	}
}
