import { setTimeout as pause } from 'node:timers/promises';

import { credentialFor } from '../../../sandbox/lib/demo';
import type { N8nRest } from '../../../sandbox/lib/rest';
import { triggerWorkflow, type TriggerType } from '../../../sandbox/lib/triggers';
import { until } from '../../../scripts/lib/until';
import { DEFAULTS, type TestEmulator } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import type { Seen } from './people';
import { Questions } from './questions';

const { chats, users } = DEFAULTS;

const MEMBERS = Array.from({ length: 10 }, (_none, index) => 7001 + index);

/** Who presses, how often each of them, and in how many seconds. */
interface Crowd {
	members: number[];
	each: number;
	seconds: number;
}

/** One member, then ten of them: ten presses a second each, and faster than n8n takes pushes on most computers. */
const CROWDS: Crowd[] = [
	{ members: [users.mia], each: 600, seconds: 3 },
	{ members: MEMBERS, each: 100, seconds: 10 },
	{ members: MEMBERS, each: 100, seconds: 5 },
	{ members: MEMBERS, each: 100, seconds: 3 },
];

const secondsOf = async (task: () => Promise<unknown>): Promise<number> => {
	const begun = performance.now();
	await task();
	return (performance.now() - begun) / 1000;
};

/** Members of a group who press the button of a question that only administrators may answer. */
export class PressFlood {
	private readonly questions: Questions;

	constructor(
		private readonly rest: N8nRest,
		private readonly emulator: TestEmulator,
	) {
		this.questions = new Questions(() => rest, emulator);
	}

	/**
	 * Lets them press. Measures, before and meanwhile, how long a message in another chat and an
	 * administrator's Approve take. Prints the times, and fails if surplus presses are not dropped.
	 */
	async run(type: TriggerType): Promise<void> {
		await this.admitMembers();
		const listening = await this.listen(type);
		const quiet = await this.askAdministrators('A quiet one?');
		const lines = [`before: ${await this.measure(listening, quiet.question)}`];
		const other = await this.askAdministrators('Another one?');
		for (const crowd of CROWDS) {
			const { members, each, seconds } = crowd;
			const { execution, question } = await this.askAdministrators('May it stay?');
			const presses = members.map(async (id) => await this.pressOften(question, id, crowd));
			await pause(500);
			const isOne = members.length === 1;
			const figures = await this.measure(listening, isOne ? other.question : question);
			await Promise.all(presses);
			lines.push(`${members.length} × ${each} presses in ${seconds} s: ${figures}`);
			if (isOne) continue;
			const { json } = await this.questions.whenAnswered(execution);
			expect(json).toMatchObject({ approved: true, user: { id: users.olga } });
		}
		console.log(`${type}\n${lines.join('\n')}`);
		await this.isDealtWith();
		const presses = CROWDS.reduce((sum, { members, each }) => sum + members.length * each, 0);
		const notices = (await this.emulator.calls('answerCallbackQuery')).length;
		expect(notices).toBeLessThan(presses / 10);
		await this.rest.unpublish(listening);
	}

	/**
	 * Many people press the buttons of many questions, each in turn, spread over ten seconds. Measures as `run`
	 * does, and the processor time of n8n. Fails if a press gets no answer or several.
	 *
	 * @param cpuMs the processor time that n8n has used, in milliseconds
	 */
	async runMany(
		type: TriggerType,
		{ people, presses, questions }: Record<'people' | 'presses' | 'questions', number>,
		cpuMs: () => number,
	): Promise<void> {
		const members = Array.from({ length: people }, (_none, index) => 9001 + index);
		await this.admitMembers(members);
		const listening = await this.listen(type);
		const asked: Array<Awaited<ReturnType<PressFlood['askAdministrators']>>> = [];
		for (let n = 0; n < questions; n++) asked.push(await this.askAdministrators(`May ${n} stay?`));
		const [before, during, later] = [
			await this.askAdministrators('A quiet one?'),
			await this.askAdministrators('Another one?'),
			asked[0],
		];
		const lines = [`before: ${await this.measure(listening, before.question)}`];
		const used = cpuMs();
		const sent = (await this.emulator.calls('answerCallbackQuery')).length;
		const end = Date.now() + 10_000;
		let left = presses;
		const pressed: string[] = [];
		const press = async (user_id: number, start: number) => {
			for (let n = start; left > 0; n++) {
				left--;
				const { chat_id, message_id, reply_markup: markup } = asked[n % questions].question;
				const { callback_data } = markup!.inline_keyboard[0][0];
				const act = { user_id, chat_id, message_id, callback_data };
				const { query_id } = await this.emulator.act('press', act);
				// The buttons are gone from the question that the administrator has answered.
				if (query_id) pressed.push(String(query_id));
				await pause(Math.max(0, ((end - Date.now()) * people) / (left || 1)));
			}
		};
		const pressing = Promise.all(members.map(press));
		await pause(1000);
		lines.push(`another question: ${await this.measure(listening, during.question)}`);
		lines.push(`one of the questions: ${await this.measure(listening, later.question)}`);
		await pressing;
		const answers = async () =>
			(await this.emulator.calls('answerCallbackQuery'))
				.slice(sent)
				.map(({ params }) => String(params.callback_query_id));
		const dealtWith = await secondsOf(async () => {
			await this.isDealtWith();
			// Two more are those of the administrator.
			const areThere = async () => (await answers()).length >= pressed.length + 2;
			await until('each press is answered', areThere, LONG_PATIENCE_MS);
		});
		const own = await answers();
		lines.push(
			`all dealt with ${dealtWith.toFixed(1)} s after the last press; n8n used ${Math.round(cpuMs() - used)} ms of its processor`,
			`answers: ${own.length}, to ${pressed.length + 2} presses`,
		);
		console.log(
			`${type}, ${people} people, ${presses} presses, ${questions} questions\n${lines.join('\n')}`,
		);
		expect(new Set(own).size).toBe(own.length);
		expect(own).toEqual(expect.arrayContaining(pressed));
		await this.rest.unpublish(listening);
	}

	private async isDealtWith(): Promise<void> {
		const isDealtWith = async () =>
			(await this.emulator.api('getWebhookInfo')).body.result.pending_update_count === 0;
		await until('all is dealt with', isDealtWith, LONG_PATIENCE_MS);
	}

	private async admitMembers(members = MEMBERS): Promise<void> {
		await this.emulator.control('post', 'seed', {
			users: members.map((id) => ({ id, is_bot: false, first_name: `Member ${id}` })),
			members: members.map((user_id) => ({
				chat_id: chats.demoGroup,
				user_id,
				status: 'member',
			})),
		});
	}

	private async listen(type: TriggerType): Promise<string> {
		const credential = await this.rest.createCredential(credentialFor(this.emulator.url));
		const parameters = { updates: ['message'] };
		const id = await this.rest.importWorkflow(
			triggerWorkflow({ name: `Listens ${type}`, type, parameters, credential }),
		);
		await this.rest.publish(id);
		return id;
	}

	private async askAdministrators(message: string) {
		const asked = await this.questions.ask({
			message,
			whoMayAnswer: 'administrators',
			afterAnswer: 'leave',
		});
		await this.questions.waits(asked.execution);
		return asked;
	}

	/** Presses the first button again and again, spread over the time. */
	private async pressOften(question: Seen, user_id: number, { each, seconds }: Crowd) {
		const { chat_id, message_id, reply_markup: markup } = question;
		const { callback_data } = markup!.inline_keyboard[0][0];
		const end = Date.now() + seconds * 1000;
		for (let left = each; left > 0; left--) {
			await this.emulator.act('press', { user_id, chat_id, message_id, callback_data });
			await pause(Math.max(0, (end - Date.now()) / left));
		}
	}

	/** The seconds from a message to the start of its execution, by n8n's own record. */
	private async untilStarted(listening: string): Promise<number> {
		const before = await this.rest.countEnded(listening);
		const sentAt = Date.now();
		const act = { user_id: users.mia, chat_id: chats.privateMia, text: 'In another chat' };
		await this.emulator.act('message', act);
		const hasEnded = async () => (await this.rest.countEnded(listening)) > before;
		await until('the workflow has run', hasEnded, LONG_PATIENCE_MS);
		return ((await this.rest.lastStarted(listening)) - sentAt) / 1000;
	}

	/** How long a message elsewhere takes to start its workflow, and an administrator's Approve to be taken. */
	private async measure(listening: string, question: Seen): Promise<string> {
		const message = this.untilStarted(listening);
		const approve = secondsOf(async () => {
			expect(await this.questions.press('olga', question, 'Approve')).toBe('Approve');
		});
		const [elsewhere, taken] = [await message, await approve].map((s) => s.toFixed(1));
		return `a message elsewhere starts its workflow after ${elsewhere} s, Approve is taken after ${taken} s`;
	}
}
