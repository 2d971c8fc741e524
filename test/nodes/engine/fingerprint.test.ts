import { fingerprintOfInput, fingerprintOfPart } from '../../../nodes/BotMessaging/engine/memory';

describe('a fingerprint', () => {
	const file = (more: object = {}) => ({ data: 'eA==', mimeType: 'a/b', fileName: 'a', ...more });

	test('of the input changes with anything in it', () => {
		const inputs: Array<[form: unknown, items: object[]]> = [
			[{}, []],
			[{ a: 1 }, []],
			[{}, [{ json: {} }]],
			[{}, [{ json: { a: 1 } }]],
			[{}, [{ json: { a: 1 } }, { json: {} }]],
			[{}, [{ json: {}, binary: { f: file() } }]],
			[{}, [{ json: {}, binary: { f: file({ data: 'eQ==' }) } }]],
			[{}, [{ json: {}, binary: { f: file({ mimeType: 'c/d' }) } }]],
			[{}, [{ json: {}, binary: { f: file({ fileName: 'b' }) } }]],
			[{}, [{ json: {}, binary: { f: file({ fileSize: '1 kB' }) } }]],
			[{}, [{ json: {}, binary: { f: file({ id: 'disk:1' }) } }]],
			[{}, [{ json: {}, binary: { f: file({ id: 'disk:2' }) } }]],
		];
		const all = inputs.map(([form, items]) => fingerprintOfInput(form, items as never));
		expect(new Set(all).size).toBe(inputs.length);
		expect(fingerprintOfInput({}, [{ json: {} }])).toBe(all[2]);
		for (const one of all) expect(one).toMatch(/^[\w-]{43}$/);
	});

	test('of a file that n8n keeps elsewhere comes from its place', () => {
		const [one, other] = ['eA==', 'eQ=='].map((data) =>
			fingerprintOfInput({}, [{ json: {}, binary: { f: file({ id: 'disk:1', data }) } }] as never),
		);
		expect(one).toBe(other);
	});

	test('of a part depends on the bot and the body', () => {
		const all = [
			fingerprintOfPart('a', { text: 'x' }),
			fingerprintOfPart('b', { text: 'x' }),
			fingerprintOfPart('a', { text: 'y' }),
		];
		expect(new Set(all).size).toBe(3);
		expect(fingerprintOfPart('a', { text: 'x' })).toBe(all[0]);
	});
});
