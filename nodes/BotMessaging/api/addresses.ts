/**
 * Networks that are not the public internet (RFC 6890, IANA registries). The last two: a service of Azure that
 * gives out the secrets of its own machines; and multicast, reserved and broadcast addresses.
 */
const NOT_PUBLIC_V4 = `
	0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
	192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24
	168.63.129.16/32 224.0.0.0/3`;

const GLOBAL_V6 = '2000::/3';

/** What 2000::/3 holds besides the public internet: Teredo and others, documentation, 6to4. */
const NOT_PUBLIC_V6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20';

/** Contains an IPv4 address (RFC 6052): how networks without IPv4 reach the IPv4 internet. */
const NAT64 = '64:ff9b::/96';

/** Names that no public server has (RFC 6761, 6762, 8375; .internal by ICANN, the others by custom). */
const LOCAL_NAME =
	/(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;

const BYTES = /^\d{1,3}(\.\d{1,3}){3}$/;

/** The bits of an address as 32 or 128 characters 0 and 1; undefined if it is not an address. */
function bitsOf(address: string): string | undefined {
	const binary = (number: number, length: number) => number.toString(2).padStart(length, '0');
	if (BYTES.test(address)) {
		return address
			.split('.')
			.map((byte) => binary(Number(byte), 8))
			.join('');
	}
	if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return undefined;
	// URL normalizes an address, with at most one gap.
	const [front, back] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
	const groups = (text = '') => (text === '' ? [] : text.split(':'));
	const gap = 8 - groups(front).length - groups(back).length;
	const all = [...groups(front), ...Array<string>(gap).fill('0'), ...groups(back)];
	return all.map((group) => binary(parseInt(group, 16), 16)).join('');
}

/** Whether the bits of an address begin as one of these networks does. */
const isInNetworks = (bits: string, networks: string) =>
	networks
		.trim()
		.split(/\s+/)
		.map((network) => network.split('/'))
		.some(([first, length]) => bits.startsWith(bitsOf(first!)!.slice(0, Number(length))));

/** Whether an IP address, without brackets, belongs to the public internet. False for one with a zone. */
export function isPublicAddress(address: string): boolean {
	const bits = bitsOf(address);
	if (bits === undefined) return false;
	if (bits.length === 32) return !isInNetworks(bits, NOT_PUBLIC_V4);
	if (isInNetworks(bits, NAT64)) return !isInNetworks(bits.slice(96), NOT_PUBLIC_V4);
	return isInNetworks(bits, GLOBAL_V6) && !isInNetworks(bits, NOT_PUBLIC_V6);
}

/** The IP address in a URL; undefined if it has a name. */
export function literalOf({ hostname }: URL): string | undefined {
	if (hostname.startsWith('[')) return hostname.slice(1, -1);
	// URL normalizes every spelling of an IPv4 address to this form.
	return BYTES.test(hostname) ? hostname : undefined;
}

/** Whether a hostname belongs to a local network, whatever it resolves to. */
export function isLocalName(hostname: string): boolean {
	const name = hostname.toLowerCase().replace(/\.+$/, '');
	return !name.includes('.') || LOCAL_NAME.test(name);
}

/** The host of a webhook, for messages: the rest may hold secrets, such as the token of a bot. */
export function shownAddress(url: string): string {
	return URL.canParse(url) ? new URL(url).host : 'an address that cannot be read';
}
