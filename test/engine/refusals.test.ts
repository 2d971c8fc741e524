import { validCases } from '../cases';
import { REFUSAL_CASES, UNKNOWN_REFUSALS } from '../cases/refusals';
import { useBot } from '../support/bot';
import { itemOf } from '../support/caseItem';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const validOf = (operation: string) => validCases.find((one) => one.operation === operation)!;

/** How an operation explains a refusal of the server. */
async function refused(operation: string, said: string, onError?: 'continueRegularOutput') {
	const { method, input } = validOf(operation);
	const items = [await itemOf(input, emulator)];
	const [status, ...words] = said.split(' ');
	const fault = { kind: 'error', method, status: Number(status), description: words.join(' ') };
	await emulator.fault({ ...fault, times: 99 });
	return await run(operation, input.parameters, {
		...{ items, trigger: input.trigger },
		node: { onError },
	});
}

/** Those that say how long to wait are tested below. */
const isWait = (said: string) => /_WAIT_\d/.test(said);

const codeOf = (said: string) => said.split(' ', 1)[0];

/** One for each status code of a case. */
const perCode = (says: string[]) => [
	...new Map(says.map((said) => [codeOf(said), said] as const)).values(),
];

const table = REFUSAL_CASES.flatMap(({ says, ...rest }) =>
	perCode(says.filter((said) => !isWait(said))).map((said) => ({
		said,
		words: said.replace(/^\d+ /, ''),
		...rest,
	})),
);

// All other words, and what each operation makes of them, are in nodes/refusals: all have the same way to it.
describe('an error of the server gets a reason and a next step:', () => {
	test.each(table)('$said', async ({ said, words, reason, hint, of: [operation] }) => {
		const { json } = await refused(operation, said, 'continueRegularOutput');
		const errorReason =
			reason === 'unreachable' && json[0].mayHaveArrived === true ? 'mayHaveArrived' : reason;
		expect(json).toMatchObject([{ error: words, errorReason }]);
		const { error } = await refused(operation, said);
		expect(error).toMatchObject({ message: words, description: expect.stringMatching(hint) });
	});
});

test.each(UNKNOWN_REFUSALS.filter((said) => said.split(' ').length > 1))(
	'%s is reported in the server’s words, with what the code means',
	async (said) => {
		const code = Number(codeOf(said));
		const meant = new Map([
			[400, 'badValue'],
			[403, 'noRight'],
			[404, 'chatNotFound'],
		]).get(code);
		const { error } = await refused('sendMessage', said);
		expect(error!.message).toBe(said.replace(/^\d+ /, ''));
		expect(error!.description ?? '').toMatch(meant ? `The code ${code} means` : /^$/);
		const { json } = await refused('sendMessage', said, 'continueRegularOutput');
		expect(json).toMatchObject([{ errorReason: meant ?? 'refused' }]);
	},
);

describe.each(['CHAT_WRITE_FORBIDDEN', 'have no write access to the chat'])('%s', (words) => {
	test.each([
		[1003, 'blocked', /Filter them out/],
		[-1001, 'noRight', /right to send messages/],
	])('for chat %i means %s', async (chat, errorReason, hint) => {
		for (const operation of ['sendMessage', 'copyMessage']) {
			const { method, input } = validOf(operation);
			const fault = { kind: 'error', method, status: 400, description: `Bad Request: ${words}` };
			await emulator.fault({ ...fault, times: 99 });
			const parameters = { ...input.parameters, chatId: byId(String(chat)) };
			const { json } = await run(operation, parameters, {
				node: { onError: 'continueRegularOutput' },
			});
			expect(json).toMatchObject([{ errorReason }]);
			const { error } = await run(operation, parameters);
			expect(error!.description).toMatch(hint);
		}
	});
});

describe('a refusal for slow mode means a wait', () => {
	const refuse = async (times: number, seconds: number) => {
		const description = `Bad Request: SLOWMODE_WAIT_${seconds}`;
		await emulator.fault({ kind: 'error', status: 400, description, times });
	};
	const { parameters } = validOf('sendMessage').input;

	test('the message is sent again after the wait', async () => {
		await refuse(1, 1);
		const traffic = { longestWait: 5 };
		const { error } = await run('sendMessage', { ...parameters, traffic });
		expect(error).toBeUndefined();
		expect(await emulator.calls('sendMessage')).toHaveLength(2);
	});

	test('a wait that is longer than Max Wait fails the send', async () => {
		await refuse(99, 30);
		const { error } = await run('sendMessage', parameters);
		expect(error!.description).toContain('longer wait than Max Wait');
		expect(await emulator.calls('sendMessage')).toHaveLength(1);
	});
});
