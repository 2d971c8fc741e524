import dns from 'node:dns';
import net from 'node:net';

/** A small internet: names have addresses, and these lead to this machine. */
export interface Internet {
	/** Sets the addresses of a name; further answers are for further lookups. */
	name(name: string, ...answers: string[][]): void;
	/** Makes an address unreachable. */
	kill(address: string): void;
	/** The names that were looked up. */
	readonly resolved: string[];
	/** The addresses outside this machine that were connected to. */
	readonly connected: string[];
}

/** Port 1 of this machine, on which nothing listens. */
const NOBODY = 1;

/** For the tests of this file. Ports stay the same, so a server can be reached as if it were far away. */
export function useInternet(): Internet {
	const names = new Map<string, string[][]>();
	const dead = new Set<string>();
	const resolved: string[] = [];
	const connected: string[] = [];

	const system = dns.lookup as unknown as typeof lookup;
	const lookup = (
		name: string,
		options: object,
		callback: (...answer: unknown[]) => void,
	): void => {
		// A server also looks up its own address when it starts to listen.
		if (net.isIP(name) !== 0) return system(name, options, callback);
		resolved.push(name);
		const answers = names.get(name);
		const addresses = answers && answers.length > 1 ? answers.shift() : answers?.[0];
		const found = addresses?.map((address) => ({ address, family: net.isIP(address) }));
		setImmediate(() => {
			if (!found) {
				const error = { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: name };
				callback(Object.assign(new Error('not found'), error));
			} else if ('all' in options && options.all) callback(null, found);
			else callback(null, found[0].address, found[0].family);
		});
	};
	const original = net.Socket.prototype.connect;
	const connect = function (this: net.Socket, ...given: unknown[]) {
		const first = (Array.isArray(given[0]) ? (given[0] as unknown[])[0] : given[0]) as {
			host?: string;
			port?: unknown;
		};
		const isFar =
			first?.host && net.isIP(first.host) !== 0 && !['127.0.0.1', '::1'].includes(first.host);
		if (isFar) {
			connected.push(first.host!);
			if (dead.has(first.host!)) first.port = NOBODY;
			first.host = '127.0.0.1';
		}
		return (original as (...args: unknown[]) => net.Socket).apply(this, given);
	};

	beforeEach(() => {
		names.clear();
		dead.clear();
		resolved.length = connected.length = 0;
		jest.spyOn(dns, 'lookup').mockImplementation(lookup as never);
		jest.spyOn(dns.promises, 'lookup').mockImplementation(
			(async (name: string, options: object) =>
				await new Promise((resolve, reject) =>
					lookup(name, options, (error, found, family) => {
						if (error instanceof Error) reject(error);
						else resolve(Array.isArray(found) ? found : { address: found, family });
					}),
				)) as never,
		);
		jest.spyOn(net.Socket.prototype, 'connect').mockImplementation(connect);
	});
	afterEach(() => jest.restoreAllMocks());
	return {
		name: (name, ...answers) => void names.set(name, answers),
		kill: (address) => void dead.add(address),
		resolved,
		connected,
	};
}
