import type { Int } from '../../../reference';
import { Bounded, settle } from '../api/basics';
import { BOUNDS } from '../api/bounds';
import { KeyedQueue } from '../api/queues';
import { passToMenu, type Chosen } from '../menus/press';
import type { Findings } from '../moderation/findings';
import { passToQuestion } from '../questions/deliver';
import { GrowingAnswers, stopByPress } from '../questions/growing';
import { Context, type UpdateParts } from '../update/context';
import { Gatherer } from '../update/gathering';
import type { Start } from './item';
import { UsageAnswers, WrongCommands } from './misfits';
import type { RouteTrigger } from './routeTrigger';
import type { Destination } from './routing';
import { completedBy, isByWriter, OpenCommands } from './whom';

/** What happens with an update. `answer`: it went to a waiting execution, or turned a menu page. */
export type Verdict = 'answer' | 'ignored' | Start;

/** An update on its way, with what the stations so far have found out about it. */
export interface Journey {
	readonly update: Context;
	readonly trigger: RouteTrigger;
	/** Called for what is no answer; if it returns false, the update is ignored. */
	readonly claim: () => boolean;
	/** A press in a menu that may start the workflow. */
	chosen?: Chosen;
	/** A press that says whom a command means. */
	pressed?: ReturnType<OpenCommands['pressedIn']>;
	/** The command as its writer completed or corrected it. */
	completed?: Context;
	/** Whether that was a wrong command, and its writer has edited it. */
	isCorrected?: boolean;
	/** The updates that get one verdict and one item with this one, when they are complete. */
	whole: Promise<UpdateParts>;
	/** The same, as filters, rules and outputs read them. */
	parts: UpdateParts;
	findings: Findings;
	destination: Omit<Destination, 'misfit'>;
}

/** One station of the route: returns the verdict, or what the stations behind it say. */
export type Station = (journey: Journey, next: () => Promise<Verdict>) => Promise<Verdict>;

/** The updates of a subscription that are being judged. */
export class UpdateQueue {
	readonly gathering = new Gatherer<Verdict>();

	/** By chat: a rule may count what came before. */
	readonly order = new KeyedQueue();
}

const memberIn = (chat: Context['chat'], id: unknown) => `${String(chat.id)}:${String(id)}`;

/** The server reports a join twice, as a message and as a member change, this far apart at most. */
const SAME_JOIN_SECONDS = 30;

class StartedJoins {
	/** The joins that have started the workflow of a subscription, by chat and person. */
	private readonly joins = new Bounded<string, { kind: string; date: number }>(BOUNDS.startedJoins);

	/** When who has left did so last. */
	private readonly leaves = new Bounded<string, number>(BOUNDS.startedJoins);

	noteLeft({ date, left, chat }: Context): void {
		for (const { id } of left) this.leaves.set(memberIn(chat, id), date);
	}

	/** Notes who joined. Returns whether the other kind of update has started the workflow for all of them. */
	hasAllOf({ kind, date, joined, chat }: Context): boolean {
		const people = joined.map(({ id }) => memberIn(chat, id));
		const fresh = people.filter((person) => {
			const known = this.joins.get(person);
			// Without a date we cannot tell.
			const isSame = known && Math.abs(known.date - date) <= SAME_JOIN_SECONDS;
			const leftAt = this.leaves.get(person) ?? NaN;
			const isAgain = isSame && date > known.date && leftAt >= known.date && leftAt <= date;
			return !isSame || isAgain || known.kind === kind;
		});
		for (const person of fresh) this.joins.set(person, { kind, date });
		return people.length > 0 && fresh.length === 0;
	}
}

/** The bot remembers the chat and the people. */
const learn: Station = async ({ update, trigger }, next) => {
	const { subscription } = trigger;
	subscription.learn(update);
	if (update.left.length > 0) subscription.part(StartedJoins).noteLeft(update);
	return await next();
};

/** A press of Stop ends an answer that grows. */
const stops: Station = async ({ update, trigger }, next) => {
	const { bot } = trigger.subscription;
	const say = await stopByPress(update, bot.part(GrowingAnswers), trigger.server.call);
	if (say === undefined) return await next();
	trigger.answerPress(update, say);
	return 'answer';
};

/** An answer to a question goes to the execution that waits for it. */
const answers: Station = async ({ update, trigger }, next) =>
	(await passToQuestion(update, trigger.answers)) ? 'answer' : await next();

/** A press in a menu turns its page, or may start the workflow. */
const menus: Station = async (journey, next) => {
	const { update, trigger } = journey;
	const chosen = await passToMenu(update, trigger.answers, () => trigger.form.pages);
	if (chosen === 'done') return 'answer';
	journey.chosen = chosen;
	return await next();
};

/** Only who wrote a command that names two people says by a press whom it means. */
const whom: Station = async (journey, next) => {
	const { update, trigger } = journey;
	const { subscription } = trigger;
	const { bot } = subscription;
	const pressed = bot.part(OpenCommands).pressedIn(update);
	const isOpen = pressed?.asked && bot.part(WrongCommands).mayTake(pressed.asked.command, update);
	const asked = isOpen ? pressed?.asked : undefined;
	if (pressed && (!asked || !isByWriter(update, asked))) {
		const { closed } = trigger.answers.words;
		trigger.answerPress(update, asked ? trigger.form.pages.words.forOthers : closed);
		return 'answer';
	}
	// The trigger that asked takes it.
	if (asked && asked.subscription !== subscription) return 'answer';
	journey.pressed = pressed;
	return await next();
};

/** The server may push an update twice: a second push stops here. */
const once: Station = async ({ claim }, next) => (claim() ? await next() : 'ignored');

/** The press completes the command, and removes the question. */
const complete: Station = async (journey, next) => {
	const { update, trigger, pressed } = journey;
	if (!pressed?.asked) return await next();
	const { chat, message } = update;
	const question = { chat_id: chat.id as Int, message_id: message.message_id as Int };
	trigger.answerPress(update, '');
	void settle(trigger.answers.call('deleteMessage', question));
	trigger.subscription.bot.part(WrongCommands).take(pressed.asked.command, update);
	journey.completed = completedBy(update, pressed.asked, pressed.person);
	journey.whole = Promise.resolve([journey.completed]);
	return await next();
};

/** A press in a menu that starts nothing is answered, too: its button would keep spinning. */
const ignoredPress: Station = async ({ update, trigger, chosen }, next) => {
	const verdict = await next();
	if (chosen && verdict === 'ignored') trigger.answerPress(update, '');
	return verdict;
};

/** The parts of a burst wait for each other here, those of an album at the next station. The first one gets all. */
const gather: Station = async (journey, next) => {
	const { update, trigger, completed } = journey;
	const together = completed ? undefined : trigger.togetherOf(update);
	if (!together) return await next();
	const { gathering } = trigger.subscription.part(UpdateQueue);
	return await gathering.join(update, together, async (whole) => {
		// An album keeps its place in the chat. The chat does not wait for the rest of a burst.
		journey.whole = trigger.isGathered(update) ? Promise.resolve(await whole) : whole;
		return await next();
	});
};

/** What came earlier in the same chat is judged first. */
const inOrder: Station = async (journey, next) => {
	const { update, trigger } = journey;
	const { id } = update.chat;
	const goOn = async () => {
		journey.parts = await journey.whole;
		return await next();
	};
	if (id === undefined) return await goOn();
	return await trigger.subscription.part(UpdateQueue).order.run(String(id), goOn);
};

/** A wrong command that its writer soon edits counts as written now, but only once. */
const corrected: Station = async (journey, next) => {
	const { update, trigger, completed } = journey;
	const { form, subscription } = trigger;
	// If edited messages start the workflow, they are commands anyway.
	const isOwn = completed !== undefined || form.judged.includes(update.kind);
	if (isOwn || !subscription.bot.part(WrongCommands).isCorrectedBy(update)) return await next();
	const { update_id, edited_message: message } = update.raw;
	journey.isCorrected = true;
	journey.completed = new Context({ update_id, message });
	journey.parts = [journey.completed];
	return await next();
};

/** Kinds of updates that are not chosen in Trigger On stop here. */
const kinds: Station = async ({ update, trigger, chosen, completed }, next) => {
	const { form, subscription } = trigger;
	const { tally } = subscription;
	if (!chosen && !completed && !form.judged.includes(update.kind)) {
		tally.leftOut.add(update.kind);
		tally.last = { update, by: 'Trigger On' };
		return 'ignored';
	}
	tally.judged++;
	return await next();
};

/** A press in a menu is read as if the button had its value as data. If a command names a bot, it is looked up. */
const read: Station = async (journey, next) => {
	const { update, trigger, chosen } = journey;
	const { raw, payload } = update;
	const press = chosen && { ...raw, callback_query: { ...payload, data: chosen.value } };
	if (press) journey.parts = [new Context(press)];
	const isBotNamed = journey.parts.some(({ command }) => command?.bot);
	const { subscription, server } = trigger;
	const ownName = isBotNamed ? await subscription.bot.ownUsername(server) : undefined;
	for (const part of journey.parts) part.ownName = ownName;
	return await next();
};

/** Filters, Exclude and Rules of the form leave it out, or have findings about it. */
const filtersAndRules: Station = async (journey, next) => {
	const { update, trigger, parts } = journey;
	const findings = await trigger.form.judge(parts, trigger);
	if (typeof findings === 'string') {
		const { tally } = trigger.subscription;
		tally.lastLeftOut = tally.last = { update, by: findings };
		return 'ignored';
	}
	journey.findings = findings;
	return await next();
};

/** The output is found; a command that does not fit is answered. */
const outputs: Station = async (journey, next) => {
	const { update, trigger, parts, findings, completed, isCorrected } = journey;
	const { form, subscription } = trigger;
	const { misfit, ...destination } = await form.router.find(parts, trigger, findings);
	const command = completed ?? update;
	const wrongCommands = subscription.bot.part(WrongCommands);
	if (misfit !== undefined) {
		wrongCommands.note(command);
		const { tally } = subscription;
		tally.lastLeftOut = tally.last = { update, by: 'Outputs > Commands > Arguments' };
		// Not awaited: it only logs failures.
		void subscription.part(UsageAnswers).answer(command, misfit, form.usage, {
			server: trigger.answers,
			subscription,
		});
		if (!misfit.startsOther) return 'ignored';
	}
	if (isCorrected && destination.command === undefined) return 'ignored';
	if (isCorrected) wrongCommands.take(command, update);
	journey.destination = destination;
	return await next();
};

/** A join that the server reports twice starts the workflow once, but for a report that finds a raid. */
const joins: Station = async ({ update, trigger: { subscription }, findings }, next) => {
	subscription.tally.passed++;
	subscription.tally.last = { update };
	const isKnown = subscription.part(StartedJoins).hasAllOf(update);
	return isKnown && !findings.raid ? 'ignored' : await next();
};

/** What the workflow starts with is put together. */
const start: Station = async (journey) => {
	const { update, trigger, chosen, completed, whole, findings, destination } = journey;
	// The item has the updates as they came.
	const parts: UpdateParts = completed ? [update] : await whole;
	const isGathered = !completed && trigger.isGathered(update);
	return { parts, isGathered, findings, chosen, completed, ...destination };
};

/** All stations of an update, in their order: the same for both triggers. */
export const ROUTE = [
	learn,
	stops,
	answers,
	menus,
	whom,
	once,
	complete,
	ignoredPress,
	gather,
	inOrder,
	corrected,
	kinds,
	read,
	filtersAndRules,
	outputs,
	joins,
	start,
];

/** Decides what happens with an update. Rejects if the trigger stops, or if the update cannot be read. */
export async function verdictOn(
	update: Context,
	trigger: RouteTrigger,
	claim: () => boolean,
): Promise<Verdict> {
	const alone: UpdateParts = [update];
	const found = {
		whole: Promise.resolve(alone),
		parts: alone,
		findings: {},
		destination: { output: 0 },
	};
	const journey: Journey = { update, trigger, claim, ...found };
	const from = async (station: number): Promise<Verdict> =>
		await ROUTE[station]!(journey, async () => await from(station + 1));
	return await from(0);
}
