import { withCredential } from '../../sandbox/lib/demo';
import { storedExecutions } from '../../sandbox/lib/executions';
import { until } from '../../scripts/lib/until';
import { useEmulator } from '../support/emulator';
import { useOwnN8n } from '../e2e/support/n8n';
import type { Seen } from '../e2e/support/people';
import { ASK, askingOnMessages } from '../e2e/support/askingWorkflow';
import { Questions } from '../e2e/support/questions';
import { memoryOfN8n } from './memory';

const COUNT = 1000;
const WITHIN_MS = 1_500_000;

const emulator = useEmulator();
const n8n = useOwnN8n();
const questions = new Questions(() => n8n.rest, emulator);
const { chats, users } = emulator.defaults;

/** The number in the words of a question. */
const numberIn = (text?: string) => Number(text?.split(' ')[1]);

/** Numbers from 0 in an order that looks random but is the same each time. */
const shuffled = (count: number) =>
	Array.from({ length: count }, (_none, n) => n).sort(
		(a, b) => ((a * 7919) % 1009) - ((b * 7919) % 1009),
	);

test(
	`${COUNT} questions at the same time take their answers in random order`,
	async () => {
		const workflow = askingOnMessages(
			'botMessagingPollingTrigger',
			{ parallel: 20, chatOrder: false },
			{ message: '={{ $json.text }}', afterAnswer: 'remove' },
		);
		const id = await n8n.rest.importWorkflow(withCredential(workflow, await questions.reference()));
		await n8n.rest.publish(id);
		const before = memoryOfN8n();
		for (let n = 0; n < COUNT; n++) {
			const text = `Question ${n}`;
			await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text });
		}
		let open: Seen[] = [];
		const areOpen = async () => (open = await questions.open()).length === COUNT;
		await until('all questions are open', areOpen, WITHIN_MS, { pauseMs: 1000 });
		const whileOpen = memoryOfN8n();

		const begun = performance.now();
		for (const n of shuffled(COUNT)) {
			const { message_id, text, reply_markup: markup } = open[n];
			const button = markup!.inline_keyboard[0][numberIn(text) % 2];
			const { callback_data } = button;
			const press = { user_id: users.milan, chat_id: chats.demoGroup, message_id, callback_data };
			await emulator.act('press', press);
		}
		const areAnswered = async () => (await n8n.rest.countEnded(id)) === COUNT;
		await until('all executions have ended', areAnswered, WITHIN_MS, { pauseMs: 1000 });
		const perPress = (performance.now() - begun) / COUNT;
		console.log(
			`${COUNT} questions: n8n has ${before} MB before, ${whileOpen} MB while they are open, ${memoryOfN8n()} MB after; ${perPress.toFixed(0)} ms a press`,
		);

		const executions = await storedExecutions(n8n.folder, id);
		expect(executions).toHaveLength(COUNT);
		expect(new Set(executions.map(({ status }) => status))).toEqual(new Set(['success']));
		const byMessage = new Map(open.map(({ message_id, text }) => [message_id, text]));
		for (const { id: execution } of executions) {
			const { json, counts } = await questions.whenAnswered(String(execution), ASK);
			expect(counts).toEqual([1]);
			const n = numberIn(byMessage.get(json.messageId as number));
			expect([n, json.value]).toEqual([n, n % 2 ? 'decline' : 'approve']);
		}
	},
	2 * WITHIN_MS,
);
