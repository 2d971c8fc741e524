/** Addresses in networks that are not the public internet, one of each. */
const PRIVATE = [
	'127.0.0.1',
	'127.255.255.254',
	'10.0.0.1',
	'172.16.0.1',
	'172.31.255.255',
	'192.168.0.1',
	'169.254.169.254',
	'100.64.0.1',
	'100.100.100.200',
	'0.0.0.0',
	'224.0.0.1',
	'255.255.255.255',
	'198.18.0.1',
	'192.0.0.192',
	'168.63.129.16',
	'203.0.113.5',
];

const bytes = (address: string) => address.split('.').map(Number);
const number = (address: string) => bytes(address).reduce((sum, byte) => sum * 256 + byte, 0);
const each = (address: string, write: (byte: number) => string) =>
	bytes(address).map(write).join('.');
const groups = (address: string) => {
	const [a, b, c, d] = bytes(address);
	return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};
const shifted = (address: string, digits: string[]) =>
	address.replace(/\d/g, (digit) => digits[Number(digit)]);

/** Spellings of an IPv4 address that a URL accepts. */
const SPELLINGS: Array<(address: string) => string> = [
	(address) => address,
	(address) => `${address}.`,
	(address) => String(number(address)),
	(address) => `0x${number(address).toString(16)}`,
	(address) => `0${number(address).toString(8)}`,
	(address) => each(address, (byte) => `0x${byte.toString(16)}`),
	(address) => each(address, (byte) => `0${byte.toString(8)}`),
	(address) => {
		const [a, b, c, d] = bytes(address);
		return `${a}.${b}.${c * 256 + d}`;
	},
	(address) => {
		const [a, b, c, d] = bytes(address);
		return `${a}.${(b * 256 + c) * 256 + d}`;
	},
	(address) => shifted(address, [...'０１２３４５６７８９']),
	(address) => shifted(address, [...'𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗']),
	(address) => address.replaceAll('.', '。'),
	(address) => shifted(address, [...'⓪①②③④⑤⑥⑦⑧⑨']).replaceAll('.', '．'),
	(address) => each(address, (byte) => `%3${String(byte)[0]}${String(byte).slice(1)}`),
	(address) => `[::ffff:${address}]`,
	(address) => `[::FFFF:${groups(address)}]`,
	(address) => `[0:0:0:0:0:ffff:${groups(address)}]`,
	(address) => `[::${groups(address)}]`,
	(address) => `[64:ff9b::${address}]`,
	(address) => `[2002:${groups(address)}::1]`,
];

const V6 = [
	'::1',
	'::',
	'0:0:0:0:0:0:0:1',
	'0000:0000:0000:0000:0000:0000:0000:0001',
	'fe80::1',
	'FE80::1',
	'febf::1',
	'fec0::1',
	'fc00::1',
	'fd00:ec2::254',
	'ff02::1',
	'ff0e::1',
	'2001:db8::1',
	'2001::1',
	'2001:0:4136:e378:8000:63bf:3fff:fdd2',
	'64:ff9b:1::1',
	'100::1',
	'3fff::1',
	'5f00::1',
	'::ffff:0:127.0.0.1',
	'4000::1',
];

const NAMES = [
	'localhost',
	'LOCALHOST',
	'localhost.',
	'a.localhost',
	'ｌｏｃａｌｈｏｓｔ',
	'localhost.localdomain',
	'printer.local',
	'metadata.google.internal',
	'router.lan',
	'nas.home',
	'wiki.corp',
	'db.intranet',
	'x.home.arpa',
	'postgres',
	'redis.',
];

/** Whole addresses in which a reader sees another host than a client. `HOST` is the private one. */
const TRICKS = [
	'http://files.example.com@HOST/a.jpg',
	'http://files.example.com:80@HOST/a.jpg',
	'http://files.example.com%2f@HOST/a.jpg',
	'http://HOST#@files.example.com/a.jpg',
	'http://HOST?@files.example.com/a.jpg',
	'http://HOST\\@files.example.com/a.jpg',
	'http:///HOST/a.jpg',
	'http://\\HOST/a.jpg',
	'HTTP://HOST/a.jpg',
	'hTTp://HOST/../a.jpg',
	'  http://HOST/a.jpg  ',
	'http://\u00adHOST/a.jpg',
	'https://HOST/a.jpg',
];

/** Addresses that lead into a private network, for a server of this machine at a port. */
export const hostileUrls = (port: number | string): string[] => [
	...PRIVATE.flatMap((address) =>
		SPELLINGS.map((spell) => `http://${spell(address)}:${port}/a.jpg`),
	),
	...V6.map((address) => `http://[${address}]:${port}/a.jpg`),
	...NAMES.map((name) => `http://${name}:${port}/a.jpg`),
	...TRICKS.map((trick) => trick.replace('HOST', `127.0.0.1:${port}`)),
];

/** The addresses just outside those networks, and other public ones. */
export const PUBLIC = [
	'93.184.216.34',
	'1.1.1.1',
	'9.255.255.255',
	'11.0.0.0',
	'100.63.255.255',
	'100.128.0.0',
	'126.255.255.255',
	'128.0.0.0',
	'168.63.129.17',
	'169.253.255.255',
	'169.255.0.0',
	'172.15.255.255',
	'172.32.0.0',
	'192.0.1.1',
	'192.167.255.255',
	'192.169.0.0',
	'198.17.255.255',
	'198.20.0.0',
	'223.255.255.255',
	'[2606:2800:220:1:248:1893:25c8:1946]',
	'[2001:4860:4860::8888]',
	'[64:ff9b::5db8:d822]',
];
