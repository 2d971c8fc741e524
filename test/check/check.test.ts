import {
	assumption,
	ASSUMPTION_NAMES,
	DOCUMENTED,
	type AssumptionName,
} from '../../check/findings';
import { checked, seen, type Checked } from '../support/check';
import { useEmulator } from '../support/emulator';

const emulator = useEmulator();
const { chats } = emulator.defaults;

const differing = ({ assumptions, methods }: Checked) =>
	[...assumptions, ...methods].filter(({ verdict }) => verdict === 'differs');

const plant = async (name: AssumptionName, choice: string) => {
	await emulator.settings({ dialect: { [name]: choice } });
	// The dialect also decides the ids of the world's groups.
	await emulator.control('post', 'reset', {});
};

describe('against the emulator with its defaults', () => {
	test('no difference is reported, and every number gets a comment', async () => {
		const check = await checked(emulator);
		const { assumptions, methods, row } = check;
		expect(differing(check)).toEqual([]);
		const numbers = new Set(assumptions.map(({ number }) => Number.parseInt(number, 10)));
		expect([...numbers]).toEqual(Array.from({ length: 37 }, (_none, index) => index + 1));
		expect(methods.map(({ number }) => number)).toEqual(DOCUMENTED);
		expect(DOCUMENTED).toHaveLength(51);
		const untested = assumptions.filter(({ verdict }) => verdict === 'not tested');
		expect(untested.map(({ number }) => number).join(' ')).toBe('1 4 5b 11a 18a 19 21 23c 37');
		expect(untested.every(({ how }) => how !== '')).toBe(true);
		expect(row('promoteChatMember').verdict).toBe('holds');
		expect(row('leaveChat').verdict).toBe('not tested');
		expect(row('leaveChat').how).toContain('could not come back');
	});

	test('nothing is left behind, and existing content is untouched', async () => {
		const { messages } = await emulator.state();
		expect(messages.filter(({ chat_id }) => chat_id === chats.demoGroup).length).toBeGreaterThan(3);
		const before = await seen(emulator);
		const { left, text } = await checked(emulator);
		expect(left).toEqual([]);
		expect(text).toContain('Nothing of the check is left in the group.');
		expect(await seen(emulator)).toEqual(before);
	});
});

describe('the path of the token', () => {
	test.each<[choice: string, found: string[], chosen: string]>([
		['both', ['works', 'works'], 'With Bot Prefix'],
		['only with bot', ['works', '404 "Not Found: method not found"'], 'With Bot Prefix'],
		['only without', ['401 "Unauthorized"', 'works'], 'Without Prefix'],
	])(
		'%s: each form is tried, and the report says which to choose',
		async (choice, found, chosen) => {
			await plant('tokenPath', choice);
			const { paths, text } = await checked(emulator, { isLarge: false });
			expect(paths).toEqual([
				{ name: 'With Bot Prefix', found: found[0] },
				{ name: 'Without Prefix', found: found[1] },
				{ name: 'With Bot/V1 as Folders', found: expect.stringMatching(/^404 /) },
			]);
			expect(text).toContain(`In Token Path of the credential, choose **${chosen}**.`);
		},
	);
});

/** Other behaviours of a server that the check can detect, one at a time. */
const DEVIATIONS = ASSUMPTION_NAMES.filter((name) => !assumption(name).untested).flatMap((name) =>
	assumption(name)
		.choices.slice(1)
		.map((choice): [string, AssumptionName, string] => [assumption(name).number, name, choice]),
);

describe('each deviation is reported:', () => {
	test('there are more than 40', () => {
		expect(DEVIATIONS.length).toBeGreaterThan(40);
	});

	test.each(DEVIATIONS)('%s: %s is %s', async (number, name, choice) => {
		await plant(name, choice);
		const before = await seen(emulator);
		const check = await checked(emulator, { isLarge: name === 'photoTooLarge' });
		expect(check.row(number)).toMatchObject({ verdict: 'differs' });
		expect(check.row(number).how).toContain(choice);
		expect(differing(check).map((row) => row.number)).toEqual([number]);
		expect(check.dialect).toMatchObject({ [name]: choice });
		expect(check.left).toEqual([]);
		expect(await seen(emulator)).toEqual(before);
	});

	test.each(
		DOCUMENTED.filter((method) =>
			/^(sendPhoto|sendDice|edit|copy|setChatTitle|leave)/.test(method),
		),
	)('%s is missing', async (method) => {
		await emulator.settings({ missingMethods: [method] });
		const check = await checked(emulator, { isLarge: false });
		expect(check.row(method)).toMatchObject({ verdict: 'differs', says: 'missing' });
		expect(check.left).toEqual([]);
	});

	test('a missing method makes its checks untested, and nothing is guessed', async () => {
		await emulator.settings({ missingMethods: ['copyMessage', 'deleteMessages'] });
		const check = await checked(emulator, { isLarge: false });
		expect(differing(check).map((row) => row.number)).toEqual(['deleteMessages', 'copyMessage']);
		expect(check.row('9').how).toBe('the server has no copyMessage');
		expect(check.row('18b').how).toBe('the server has no deleteMessages');
		expect(check.left).toEqual([]);
	});
});
