import {
	assumption,
	ASSUMPTION_NAMES,
	DOCUMENTED,
	type AssumptionName,
} from '../../../scripts/check/findings';
import { checked, type Checked } from '../../support/check';
import { useEmulator } from '../../support/emulator';

const emulator = useEmulator();
const { chats } = emulator.defaults;

/** What people would see of the world: what is deleted or revoked is gone. */
async function seen() {
	const state = await emulator.state();
	const { messages, chats: all, members, bots, invite_links: links } = state;
	return {
		messages: messages.filter(({ deleted }) => !deleted),
		titles: all.map(({ id, title }) => [id, title]),
		forbidden: all.flatMap(({ permissions = {} }) =>
			Object.values(permissions).filter((value) => !value),
		),
		members,
		links: links.filter(({ is_revoked }) => !is_revoked),
		bots: bots.map(({ webhook, commands = [], updates }) => ({ webhook, commands, updates })),
	};
}

const differing = ({ assumptions, methods }: Checked) =>
	[...assumptions, ...methods].filter(({ verdict }) => verdict === 'differs');

const plant = async (name: AssumptionName, choice: string) => {
	await emulator.settings({ dialect: { [name]: choice } });
	// The world has the numbers of its groups from the dialect too.
	await emulator.control('post', 'reset', {});
};

describe('against the emulator as it is', () => {
	test('nothing differs, and of each number it says something', async () => {
		const check = await checked(emulator);
		const { assumptions, methods, row } = check;
		expect(differing(check)).toEqual([]);
		const numbers = new Set(assumptions.map(({ number }) => Number.parseInt(number, 10)));
		expect([...numbers]).toEqual(Array.from({ length: 36 }, (_none, index) => index + 1));
		expect(methods.map(({ number }) => number)).toEqual(DOCUMENTED);
		expect(DOCUMENTED).toHaveLength(51);
		const untested = assumptions.filter(({ verdict }) => verdict === 'not tested');
		expect(untested.map(({ number }) => number).join(' ')).toBe('1 4 5b 11a 18a 19 21 23c');
		expect(untested.every(({ how }) => how !== '')).toBe(true);
		expect(row('promoteChatMember').verdict).toBe('holds');
		expect(row('leaveChat').verdict).toBe('not tested');
		expect(row('leaveChat').how).toContain('could not come back');
	});

	test('nothing is left, and what was there before is untouched', async () => {
		const { messages } = await emulator.state();
		expect(messages.filter(({ chat_id }) => chat_id === chats.demoGroup).length).toBeGreaterThan(3);
		const before = await seen();
		const { left, text } = await checked(emulator);
		expect(left).toEqual([]);
		expect(text).toContain('Nothing of the check is left in the group.');
		expect(await seen()).toEqual(before);
	});
});

/** What a server may do instead, one thing at a time: of what can be found out. */
const DEVIATIONS = ASSUMPTION_NAMES.filter((name) => !assumption(name).untested).flatMap((name) =>
	assumption(name)
		.choices.slice(1)
		.map((choice): [string, AssumptionName, string] => [assumption(name).number, name, choice]),
);

describe('each deviation is named', () => {
	test('there are more than 40', () => {
		expect(DEVIATIONS.length).toBeGreaterThan(40);
	});

	test.each(DEVIATIONS)('%s: %s is %s', async (number, name, choice) => {
		await plant(name, choice);
		const before = await seen();
		const check = await checked(emulator, { isLarge: name === 'photoTooLarge' });
		expect(check.row(number)).toMatchObject({ verdict: 'differs' });
		expect(check.row(number).how).toContain(choice);
		expect(differing(check).map((row) => row.number)).toEqual([number]);
		expect(check.dialect).toMatchObject({ [name]: choice });
		expect(check.left).toEqual([]);
		expect(await seen()).toEqual(before);
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

	test('what a missing method would tell is not tested, instead of guessed', async () => {
		await emulator.settings({ missingMethods: ['copyMessage', 'deleteMessages'] });
		const check = await checked(emulator, { isLarge: false });
		expect(differing(check).map((row) => row.number)).toEqual(['deleteMessages', 'copyMessage']);
		expect(check.row('9').how).toBe('the server has no copyMessage');
		expect(check.row('18b').how).toBe('the server has no deleteMessages');
		expect(check.left).toEqual([]);
	});
});
