import type { FastifyInstance, FastifyRequest } from 'fastify';

import { forbidden } from '../world/refusal';

const OWN = ['localhost', '127.0.0.1', '[::1]'];

/** The host of an address in lower case, without its port; `undefined` if the address has no host. */
function hostIn(address: string): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const { hostname, username, password } = new URL(address);
	return username || password ? undefined : hostname;
}

/** The local address of the connection. */
function addressOf({ socket: { localAddress = '' } }: FastifyRequest): string {
	const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '');
	return address.includes(':') ? `[${address}]` : address;
}

/** A page from elsewhere may link to the chats, but no more. */
const isVisit = ({ headers, method, url }: FastifyRequest) =>
	method === 'GET' &&
	headers['sec-fetch-mode'] === 'navigate' &&
	/^\/_emulator\/chat\/?(?:[?#]|$)/.test(url);

/**
 * Refuses requests from web pages elsewhere. Browsers name the page in Origin or say `cross-site`. If
 * a DNS trick points a foreign name here, Host shows that name.
 *
 * @param hosts names of the emulator besides those of this machine
 */
export function refuseStrangers(app: FastifyInstance, hosts: string[]): void {
	const known = new Set([...OWN, ...hosts.map((host) => hostIn(`http://${host}`) ?? host)]);
	app.addHook('onRequest', async (request) => {
		const { host, origin, 'sec-fetch-site': site } = request.headers;
		const isKnown = (address: string) => {
			const name = hostIn(address);
			return name !== undefined && (known.has(name) || name === addressOf(request));
		};
		if (host !== undefined && !isKnown(`http://${host}`)) {
			throw forbidden(
				'the header Host names a host that the emulator does not know: start it with --hosts',
			);
		}
		const isForeign = origin !== undefined && !isKnown(origin);
		if (isForeign || (site === 'cross-site' && !isVisit(request))) {
			throw forbidden('the request comes from a page of another host');
		}
	});
}
