import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';

const { emulator, run } = useBot();

const list = (values: Record<string, unknown>) => ({
	parameter: Object.entries(values).map(([name, value]) => ({ name, value })),
});

const call = async (method: string, values: Record<string, unknown>, options = {}) =>
	await run('anyMethod', { method, parameters: list(values) }, options);

test('a value of the list is sent as the type that it looks like', async () => {
	await call('noSuchMethod', {
		chat_id: '-1001',
		long: '12345678901234567890',
		flag: 'true',
		list: '[1, 9007199254740993]',
		quoted: '"12"',
		padded: '007',
		price: '1.10',
		words: 'Hello',
		empty: '',
	});
	const [{ params }] = await emulator.calls();
	expect(params).toEqual({
		chat_id: -1001,
		long: '12345678901234567890',
		flag: true,
		list: [1, '9007199254740993'],
		quoted: '12',
		padded: '007',
		price: '1.10',
		words: 'Hello',
		empty: '',
	});
});

test('a number that was rounded before it got here is refused', async () => {
	const parameters = list({ id: '={{ 12345678901234567890 }}' }) as never;
	const { error } = await run('anyMethod', { method: 'getChat', parameters });
	expect(error?.message).toContain('too large for a number');
	expect(await emulator.calls()).toEqual([]);
});

test.each(['../getMe', 'get_me', 'getMe?x', 'https://x', 'getMe2'])(
	'%j is refused as the name of a method',
	async (method) => {
		const { error } = await call(method, {});
		expect(error?.message).toContain('Method must be letters only');
		expect(await emulator.calls()).toEqual([]);
	},
);

test('any number of files can go along, and a list comes out as items', async () => {
	const binary = {
		one: inMemory('a picture', 'a.png', 'image/png'),
		two: inMemory('a clip', 'b.mp4', 'video/mp4'),
	};
	const media = [
		{ type: 'photo', media: 'attach://first' },
		{ type: 'video', media: 'attach://second' },
	];
	const { json, error } = await run(
		'anyMethod',
		{
			method: 'sendMediaGroup',
			specifyParameters: 'json',
			parametersJson: JSON.stringify({ chat_id: -1001, media }),
			additionalFields: {
				files: {
					file: [
						{ name: 'first', binaryPropertyName: 'one' },
						{ name: 'second', binaryPropertyName: 'two' },
					],
				},
			},
		},
		{ items: [{ json: {}, binary }] },
	);
	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ photo: [{ file_size: 9 }] }, { video: { file_size: 6 } }]);
});

test('it is not repeated after a lost answer', async () => {
	await emulator.fault({ kind: 'cut_after', times: 2 });
	const { error } = await call('getMe', {});
	expect(error?.description).toContain('The message may have arrived');
	expect(await emulator.calls()).toHaveLength(1);
});

test('a name that is given twice is refused', async () => {
	const parameter = [
		{ name: 'text', value: 'a' },
		{ name: 'text', value: 'b' },
	];
	const { error } = await run('anyMethod', { method: 'getMe', parameters: { parameter } });
	expect(error?.message).toContain('has "text" twice');
});

test('a method that the server lacks is reported', async () => {
	const { error } = await call('noSuchMethod', {});
	expect(error?.description).toContain('does not offer a method of this name');
});
