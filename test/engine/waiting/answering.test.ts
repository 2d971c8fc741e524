import axios from 'axios';

import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { PATIENCE_MS } from '../../support/patience';
import { WaitingExecution } from '../../support/waitingExecution';

const emulator = useEmulator();
const { users } = emulator.defaults;
const running: WaitingExecution[] = [];

afterEach(() => running.splice(0).forEach((execution) => execution.close()));

const credential = () => ({ baseUrl: emulator.url, botToken: emulator.token });

const lastMessage = async () => (await emulator.state()).messages.at(-1)!;

/** The node has n8n's setting Always Output Data. */
class AlwaysPuttingOut extends WaitingExecution {
	protected override plan() {
		const { nodes, connections } = super.plan();
		const asking = nodes.map((node) =>
			node.name === 'Question' ? { ...node, alwaysOutputData: true } : node,
		);
		return { nodes: asking, connections };
	}
}

async function ask(parameters: object = {}, Execution = WaitingExecution) {
	const all = {
		chatId: { __rl: true, mode: 'id', value: '-1001' },
		message: 'May it stay?',
		...parameters,
	};
	const before = [{ json: { name: 'Mia' } }];
	const read = "={{ $('Before').item.json.name }}";
	const execution = new Execution(credential(), all, before, read);
	running.push(execution);
	await execution.ask();
	const question = await lastMessage();

	const press = async (button: number, user: object = { id: users.olga, first_name: 'Olga' }) =>
		await execution.press(question, button, user as IDataObject);
	const links = () => {
		const { inline_keyboard: rows } = question.reply_markup as {
			inline_keyboard: Array<Array<{ url: string }>>;
		};
		return rows.flat().map(({ url }) => url);
	};
	return { execution, press, links };
}

const shows = async (words: RegExp) =>
	await until(
		'the outcome is shown',
		async () => words.test(String((await lastMessage()).text)),
		PATIENCE_MS,
	);

describe('fields of earlier nodes can be read after every output:', () => {
	test.each([
		['one output', {}, 1, 0],
		['the output of the first answer', { outputs: 'perAnswer' }, 0, 1],
		['the output of the second answer', { outputs: 'perAnswer' }, 1, 2],
	])('%s', async (_which, parameters, button, output) => {
		const { execution, press } = await ask(parameters);
		expect((await press(button)).data).toMatchObject({ botMessagingOutcome: 'taken' });
		expect(execution.ending).toMatchObject({ output, read: 'Mia' });
	});
});

test('with Always Output Data, an answer does not start the output for a missing answer', async () => {
	const { execution, press } = await ask({ outputs: 'perAnswer' }, AlwaysPuttingOut);
	await press(1);
	expect(execution.ending).toMatchObject({ output: 2, json: { answer: 'Decline' } });
});

describe('the chat shows the outcome', () => {
	test('after n8n has taken the answer', async () => {
		const { press } = await ask();
		await press(0);
		await shows(/^May it stay\?\n\nOlga: Approved, \d\d:\d\d$/);
	});

	test('but not if the time was up or another answer came first', async () => {
		const { execution, press } = await ask();
		execution.isTooLate = true;
		expect((await press(0)).status).toBe(500);
		// Its notice would come before the answer to another request.
		await emulator.api('getMe');
		expect((await lastMessage()).text).toBe('May it stay?');
		expect(await emulator.calls('editMessageText')).toEqual([]);
	});

	test('with a name that cannot imitate other text', async () => {
		const { press } = await ask();
		await press(1, { id: users.mia, first_name: 'Mia\u202E', last_name: '\nOlga: Approved' });
		await shows(/\n\nMia⟨U\+202E⟩ {2}⏎ Olga: Approved: Declined, \d\d:\d\d$/);
	});
});

describe('two link buttons that are opened at nearly the same time', () => {
	test('give one answer, which is shown, and the other person sees a page that says so', async () => {
		const { execution, links } = await ask({ responseType: 'links' });
		const [approve, decline] = links();
		const [first, second] = await Promise.all(
			[approve, decline].map(
				async (url) => await axios.post(url, '', { validateStatus: () => true }),
			),
		);
		const [taken, lost] = first.status === 200 ? [first, second] : [second, first];
		expect(taken.data).toContain('Your answer has been received');
		expect(lost).toMatchObject({
			status: 409,
			headers: { 'content-type': 'text/html; charset=utf-8' },
		});
		expect(lost.data).toContain('This question is closed');
		const { answer } = execution.ending!.json;
		await shows(answer === 'Approve' ? /\nApproved, / : /\nDeclined, /);
		expect(await emulator.calls('editMessageText')).toHaveLength(1);
	});
});
