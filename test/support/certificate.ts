import { generateKeyPairSync, sign } from 'node:crypto';

/** One value encoded as in certificates (DER). */
function der(tag: number, ...contents: Buffer[]): Buffer {
	const content = Buffer.concat(contents);
	const { length } = content;
	const bytes =
		length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
	return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

const sequence = (...contents: Buffer[]) => der(0x30, ...contents);
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const time = (words: string) => der(0x17, Buffer.from(words));

/** A key and a certificate that only clients accept which ignore SSL issues. */
export function selfSigned(): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
	const commonName = sequence(objectId('550403'), der(0x0c, Buffer.from('test')));
	const name = sequence(der(0x31, commonName));
	const content = sequence(
		der(0x02, Buffer.from([1])),
		ecdsaWithSha256,
		name,
		sequence(time('200101000000Z'), time('491231235959Z')),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
	);
	const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
	const certificate = sequence(content, ecdsaWithSha256, signature).toString('base64');
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
	};
}
