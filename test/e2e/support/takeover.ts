import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../../scripts/lib/until';
import { Random } from '../../emulator/fuzz/random';
import { DEFAULTS, type TestEmulator } from '../../support/emulator';
import type { Gate } from '../../support/gate';
import type { Asked } from './languageModel';
import type { Seen } from './people';

const { botId, chats, users } = DEFAULTS;
export const { moderators: staff } = chats;

/**
 * How many people write at the same time. The staff's group takes its messages one after the other: with
 * more people, it takes a chat only after the agent has answered everything.
 */
const SIDE_BY_SIDE = 4;
const FIRST_PERSON = 70_001;
/** All of them wait for one n8n: on a busy machine for minutes. It only ends a test that hangs. */
const ORDERS_PATIENCE_MS = 900_000;
/** The longest pause between two steps of an order. */
const MOST_PAUSE_MS = 1500;

const nameOf = (person: number) => `P${person}`;

/** What the agent is asked, and what it says to that. */
export const questionIn = ({ messages }: Asked) => String(messages.at(-1)!.content);
export const agentSays = (question: string) => `Agent: ${question}`;

/** Whether a request sends an answer of the agent to this person; unless told otherwise, to anybody. */
export const isAnswerTo = (body: string, person?: number): boolean => {
	if (!body.includes('"Agent: ')) return false;
	const { chat_id: chat, text } = JSON.parse(body) as { chat_id: number; text?: string };
	return text?.startsWith('Agent: ') === true && (person === undefined || Number(chat) === person);
};

/** All that was ever written, in the order in which the server took it. */
export class Watch {
	messages: Seen[] = [];
	private last: Promise<void> = Promise.resolve();
	private isReading = false;

	constructor(private readonly emulator: TestEmulator) {}

	/** Reads them again; those who ask at the same time share what one of them reads. */
	async read(): Promise<Seen[]> {
		if (!this.isReading) {
			this.isReading = true;
			this.last = this.emulator.state().then(({ messages }) => {
				this.messages = messages as Seen[];
				this.isReading = false;
			});
		}
		await this.last;
		return this.messages;
	}

	/** Waits until they have what is looked for, and gives it back. */
	async sees<Found>(
		what: string,
		find: (messages: Seen[]) => Found | undefined,
		timeoutMs = ORDERS_PATIENCE_MS,
	): Promise<Found> {
		let found: Found | undefined;
		const isThere = async () => (found = find(await this.read())) !== undefined;
		await until(what, isThere, timeoutMs, { pauseMs: 250 });
		return found!;
	}
}

export const fromBot = (messages: Seen[], chat: number) =>
	messages.filter(({ chat_id, from_id }) => chat_id === chat && from_id === botId);

const buttonOf = ({ reply_markup: markup }: Seen) => markup?.inline_keyboard[0][0];

/** People who have a chat with the bot, with these numbers. */
export const seedPeople = async (emulator: TestEmulator, people: number[]) =>
	await emulator.control('post', 'seed', {
		users: people.map((id) => ({ id, is_bot: false, first_name: nameOf(id) })),
		chats: people.map((id) => ({ id, type: 'private' })),
		members: people.flatMap((id) =>
			[id, botId].map((user_id) => ({ chat_id: id, user_id, status: 'member' })),
		),
	});

/** The chat of one person: what the person, the staff and the agent do in it, in a random order. */
class Order {
	readonly name: string;
	private readonly written: string[] = [];
	private readonly replies: string[] = [];
	/** How many messages there were when Give Back was pressed, and when the bot had confirmed it. */
	private readonly backs: Array<{ pressed: number; confirmed: number }> = [];

	constructor(
		private readonly person: number,
		private readonly random: Random,
		private readonly watch: Watch,
		private readonly emulator: TestEmulator,
		private readonly agent: Agent,
	) {
		this.name = nameOf(person);
	}

	private async write(): Promise<void> {
		const text = `${this.name} asks ${this.written.length}`;
		this.written.push(text);
		await this.act('message', { user_id: this.person, chat_id: this.person, text });
	}

	private async act(kind: string, body: object): Promise<void> {
		const { ok, refused } = await this.emulator.act(kind, body);
		if (!ok) throw new Error(refused);
	}

	private member() {
		return this.random.pick([users.olga, users.milan]);
	}

	/**
	 * What somebody acts on: the first copy, and what the group was told about this person. A copy that comes at this
	 * moment is not in the data table yet, and nobody is that quick.
	 */
	private async shown(): Promise<Seen[]> {
		const isTold = ({ text = '' }: Seen) =>
			text === this.written[0] || text.includes(`has the chat with ${this.name}`);
		return fromBot(await this.watch.read(), staff).filter(isTold);
	}

	private async press(words: string): Promise<boolean> {
		const found = (await this.shown()).filter(
			(message) => buttonOf(message)?.text === `${words}: ${this.name}`,
		);
		if (found.length === 0) return false;
		const message = this.random.pick(found);
		const { callback_data } = buttonOf(message)!;
		const { chat_id, message_id } = message;
		await this.act('press', { user_id: this.member(), chat_id, message_id, callback_data });
		return true;
	}

	private async reply(): Promise<void> {
		const { message_id } = this.random.pick(await this.shown());
		const text = `Staff to ${this.name}: ${this.replies.length}`;
		this.replies.push(text);
		const to = { chat_id: staff, reply_to_message_id: message_id };
		await this.act('message', { user_id: this.member(), text, ...to });
	}

	private countBacks = (messages: Seen[]) =>
		fromBot(messages, staff).filter(
			({ text }) => text === `The agent has the chat with ${this.name} again.`,
		).length;

	private async giveBack(): Promise<void> {
		this.agent.deliver(this.person);
		const before = this.countBacks(await this.watch.read());
		const pressed = this.watch.messages.length;
		if (!(await this.press('Give back'))) return;
		const confirmed = await this.watch.sees(`${this.name} is given back`, (messages) =>
			this.countBacks(messages) > before ? messages.length : undefined,
		);
		this.backs.push({ pressed, confirmed });
	}

	private async step(step: string): Promise<void> {
		if (step === 'write') await this.write();
		if (step === 'take') await this.press('Take over');
		if (step === 'reply') await this.reply();
		if (step === 'back') await this.giveBack();
		if (step === 'think') this.agent.think(this.person);
		if (step === 'deliver') this.agent.deliver(this.person);
	}

	private copies = (messages: Seen[], text: string) =>
		fromBot(messages, staff).filter((message) => message.text === text).length;

	async run(): Promise<void> {
		this.agent.hold(this.person);
		await this.write();
		await this.watch.sees(`the agent is asked by ${this.name}`, (messages) =>
			this.agent.asked.has(this.person) ? messages : undefined,
		);
		const some = this.random.list(3, () => this.random.pick(['write', 'reply', 'take', 'back']));
		const steps = ['think', 'deliver', this.random.pick(['take', 'reply']), ...some];
		for (let end = steps.length - 1; end > 0; end--) {
			const place = this.random.integer(end + 1);
			[steps[end], steps[place]] = [steps[place], steps[end]];
		}
		for (const step of steps) {
			await sleep(this.random.integer(MOST_PAUSE_MS));
			await this.step(step);
		}
		this.agent.think(this.person);
		this.agent.deliver(this.person);
		// The group takes its messages in their order: after this reply, all that was pressed is through.
		await this.reply();
		const last = this.replies.at(-1);
		await this.watch.sees(`${this.name} has the last reply`, (messages) =>
			fromBot(messages, this.person).find(({ text }) => text === last),
		);
		await this.watch.sees(`${this.name} can be given back`, (messages) =>
			fromBot(messages, staff).find(
				(message) => buttonOf(message)?.text === `Give back: ${this.name}`,
			),
		);
		await this.giveBack();
		await this.write();
		await this.watch.sees(`${this.name} is answered by the agent again`, (messages) =>
			fromBot(messages, this.person).find(({ text }) => text === agentSays(this.written.at(-1)!)),
		);
	}

	/** What must not be, when all is over, and what the agent was kept from. */
	outcome() {
		const { messages } = this.watch;
		const faults: string[] = [];
		for (const text of this.written) {
			const count = this.copies(messages, text);
			if (count !== 1) faults.push(`"${text}" came ${count} times`);
		}
		const received = fromBot(messages, this.person).flatMap(({ text = '' }) => text);
		const replies = received.filter((text) => text.startsWith('Staff'));
		if (replies.join() !== this.replies.join()) faults.push(`${this.name} got ${replies.join()}`);
		const answers = received.filter((text) => text.startsWith('Agent'));
		if (new Set(answers).size !== answers.length) faults.push(`${this.name} is answered twice`);
		const taken = `has the chat with ${this.name}. `;
		let confirmed = -1;
		let late = 0;
		messages.forEach(({ chat_id: chat, from_id: from, text = '' }, index) => {
			if (chat === staff && from === botId && text.includes(taken)) confirmed = index;
			if (chat !== this.person || !text.startsWith('Agent: ') || confirmed < 0) return;
			const isGivenBack = this.backs.some(
				(back) => back.confirmed > confirmed && back.pressed <= index,
			);
			if (!isGivenBack) faults.push(`after it was taken: ${text}`);
			else late++;
		});
		return { faults, stopped: this.written.length - answers.length, late };
	}
}

/** Holds what the agent thinks and what it sends, for each person, until a test lets it go. */
export class Agent {
	private readonly held = new Set<number>();
	private readonly undelivered = new Set<number>();
	/** Who has asked it. */
	readonly asked = new Set<number>();
	private readonly thinking: Array<{ person: number; go: () => void }> = [];
	gate!: Gate;

	/** What the model says, when it is time. */
	readonly says = async (asked: Asked): Promise<string> => {
		const question = questionIn(asked);
		const person = Number(/^P(\d+) /.exec(question)?.[1]);
		this.asked.add(person);
		if (this.held.has(person)) {
			await new Promise<void>((go) => this.thinking.push({ person, go }));
		}
		return agentSays(question);
	};

	/** Whether a request has to wait at the gate. */
	readonly isHeld = (body: string) =>
		[...this.undelivered].some((person) => isAnswerTo(body, person));

	hold(person: number): void {
		this.held.add(person);
		this.undelivered.add(person);
	}

	think(person: number): void {
		this.held.delete(person);
		for (const { go } of this.thinking.filter((one) => one.person === person)) go();
	}

	deliver(person: number): void {
		this.undelivered.delete(person);
		this.gate.letThrough((body) => isAnswerTo(body, person));
	}
}

/** Has so many people, agents and members of staff act in random orders. Gives back what was seen. */
export async function randomOrders(
	emulator: TestEmulator,
	agent: Agent,
	{ count, seed }: { count: number; seed: number },
) {
	const random = new Random(seed);
	const watch = new Watch(emulator);
	const people = Array.from({ length: count }, (_none, index) => FIRST_PERSON + index);
	await seedPeople(emulator, people);
	const waiting = people.map(
		(person) => new Order(person, new Random(random.integer(2 ** 31)), watch, emulator, agent),
	);
	const orders = [...waiting];
	const work = async () => {
		for (let order = waiting.shift(); order; order = waiting.shift()) await order.run();
	};
	await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
	await watch.read();
	const outcomes = orders.map((order) => order.outcome());
	return {
		faults: outcomes.flatMap(({ faults }) => faults),
		orders: outcomes.length,
		stopped: outcomes.reduce((sum, { stopped }) => sum + stopped, 0),
		answeredAfterGiveBack: outcomes.reduce((sum, { late }) => sum + late, 0),
	};
}
