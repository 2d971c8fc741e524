import { withCredential } from '../../sandbox/lib/demo';
import { storedExecutions } from '../../sandbox/lib/executions';
import { until } from '../../scripts/lib/until';
import { askingOnMessages } from '../e2e/support/askingWorkflow';
import { useOwnN8n } from '../e2e/support/n8n';
import type { Seen } from '../e2e/support/people';
import { Questions } from '../e2e/support/questions';
import { useEmulator } from '../support/emulator';
import { byId } from '../support/locators';
import { memoryOfN8n } from './memory';

const COUNT = 1000;
const WITHIN_MS = 3_000_000;

const emulator = useEmulator();
const n8n = useOwnN8n();
const questions = new Questions(() => n8n.rest, emulator);
const { chats, users } = emulator.defaults;

/** Mia's answer in the form with this number. */
const sizeOf = (n: number) => ['S', 'M', 'L'][n % 3];
const giftOf = (n: number) => (n % 2 === 0 ? 'Yes' : 'No');
const nameOf = (n: number) => `Name of ${n}`;

const FIELDS = {
	values: [
		{
			fieldLabel: "={{ $('Start').item.json.text }}: size?",
			fieldName: 'size',
			fieldType: 'radio',
			fieldOptions: 'S, M, L',
		},
		{ fieldLabel: 'Name?', fieldName: 'name' },
		{ fieldLabel: 'Gift?', fieldName: 'gift', fieldType: 'yesNo' },
	],
};

/** Numbers from 0 in an order that looks random but is the same each time. */
const shuffled = (step: number) =>
	Array.from({ length: COUNT }, (_none, n) => n).sort(
		(a, b) => ((a * 7919 + step * 131) % 1009) - ((b * 7919 + step * 131) % 1009),
	);

test(
	`${COUNT} forms of one person in one chat take their answers in random order`,
	async () => {
		const parameters = {
			operation: 'askForm',
			outputs: 'perAnswer',
			chatId: byId(chats.demoGroup),
			personId: String(users.mia),
			formFields: FIELDS,
		};
		const options = { parallel: 20, chatOrder: false };
		const workflow = askingOnMessages('botMessagingPollingTrigger', options, parameters, 3);
		const id = await n8n.rest.importWorkflow(withCredential(workflow, await questions.reference()));
		await n8n.rest.publish(id);
		const before = memoryOfN8n();
		for (let n = 0; n < COUNT; n++) {
			const text = `Form ${n}`;
			await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text });
		}
		let open: Seen[] = [];
		const all = async (what: string, isSo: (form: Seen) => boolean) => {
			const areSo = async () => {
				open = await questions.open();
				return open.filter(isSo).length === COUNT;
			};
			await until(`all forms ${what}`, areSo, WITHIN_MS, { pauseMs: 1000 });
		};
		await all('ask for the size', ({ text = '' }) => text.includes('size?'));
		const whileOpen = memoryOfN8n();
		const numbers = new Map(
			open.map(({ message_id: message, text }) => [message, Number(/Form (\d+)/.exec(text!)![1])]),
		);
		expect(new Set(numbers.values()).size).toBe(COUNT);

		const begun = performance.now();
		const press = async ({ message_id, reply_markup: markup }: Seen, words: string) => {
			const button = markup!.inline_keyboard.flat().find(({ text }) => text === words)!;
			const { callback_data } = button;
			const pressed = { user_id: users.mia, chat_id: chats.demoGroup, message_id, callback_data };
			await emulator.act('press', pressed);
		};
		const inTurn = async (step: number, answer: (form: Seen, n: number) => Promise<unknown>) => {
			for (const place of shuffled(step)) {
				await answer(open[place], numbers.get(open[place].message_id)!);
			}
		};
		await inTurn(1, async (form, n) => await press(form, sizeOf(n)));
		await all('ask for the name', ({ text = '' }) => text.includes('Name?'));
		await inTurn(2, async (form, n) => await questions.reply('mia', form, nameOf(n)));
		await all('ask about the gift', ({ text = '' }) => text.includes('Gift?'));
		await inTurn(3, async (form, n) => await press(form, giftOf(n)));
		await all('show the answers', ({ text = '' }) => /Gift\?: (Yes|No)/.test(text));
		await inTurn(4, async (form) => await press(form, 'Send'));
		const areAnswered = async () => (await n8n.rest.countEnded(id)) === COUNT;
		await until('all executions have ended', areAnswered, WITHIN_MS, { pauseMs: 1000 });
		const perAnswer = (performance.now() - begun) / (4 * COUNT);
		console.log(
			`${COUNT} forms: n8n has ${before} MB before, ${whileOpen} MB while they are open, ${memoryOfN8n()} MB after; ${perAnswer.toFixed(0)} ms an answer`,
		);

		const executions = await storedExecutions(n8n.folder, id);
		expect(executions).toHaveLength(COUNT);
		for (const { id: execution } of executions) {
			const { status, output, json } = await questions.whenAnswered(String(execution));
			const n = numbers.get(json.messageId as number)!;
			const answers = { size: sizeOf(n), name: nameOf(n), gift: giftOf(n) === 'Yes' };
			expect({ status, output, answers: json.answers }).toEqual({
				status: 'success',
				output: 1,
				answers,
			});
		}
	},
	2 * WITHIN_MS,
);
