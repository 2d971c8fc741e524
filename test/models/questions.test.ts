import { oneOf, playModel, stepsOf, useModelClock, type Step } from '../support/model';
import { keyOf, newQuestion, Questions, type Question } from './support/questions';

const PEOPLE = ['1', '2', '3'];
const MOST_ASKED = 20;
/** How long n8n's word counts without another request, and how often the bot writes to a person. */
const [KNOWN_MS, MOST_WORDS] = [4000, 3];
const clock = useModelClock();
const EVENTS = ['asks', 'asks', 'asks', 'moves', 'time passes'] as const;
const OUTCOMES = ['taken', 'closed', 'refused', 'told', 'more'] as const;
type What = (typeof EVENTS)[number] | (typeof OUTCOMES)[number];

function play(steps: Array<Step<What>>) {
	const real = new Questions();
	const chats = ['-1', '-2'];
	const asked: Question[] = [];
	const [refusedAt, words] = [new Map<string, number>(), new Map<string, number>()];
	const isOpen = ({ isOver }: Question) => !isOver;
	const ask = (which: number) => {
		const userIds = PEOPLE.slice(0, 1 + (which % 3));
		const until = which % 4 === 0 ? clock.now + 30_000 : Infinity;
		asked.push(newQuestion(chats[which % 2], asked.length + 1, which, { userIds, until }));
		real.ask({ ...asked.at(-1)! });
	};
	const move = (which: number) => {
		const from = chats[which % 2];
		real.move(from, (chats[which % 2] = `${from}0`));
		for (const one of asked.filter(({ chat }) => chat === from)) {
			Object.assign(one, { chat: `${from}0`, closedAt: undefined, by: undefined });
		}
	};
	const answer = (what: What, which: number) => {
		const one = oneOf(asked.filter(isOpen), which);
		if (!one) return;
		const user = PEOPLE[which % 3];
		const [key, isMore] = [keyOf(one, user), what === 'more'];
		real.hear(one, user, { botMessagingOutcome: isMore ? 'told' : what, next: isMore });
		if (what === 'refused') refusedAt.set(key, clock.now);
		else if (what !== 'closed') refusedAt.delete(key);
		one.isOver = what === 'taken' || what === 'closed';
		if (what === 'taken' && one.callbackData.kind !== 'form') one.by = user;
		if (what === 'closed') one.closedAt = clock.now;
		if (what === 'told') {
			words.set(key, (words.get(key) ?? 0) + 1);
			expect(real.mayWriteTo(one, user)).toBe(words.get(key)! <= MOST_WORDS);
		}
		if (!isMore) return;
		asked.push(...asked.splice(asked.indexOf(one), 1));
		if (one.until > clock.now) one.userIds = [...new Set([...one.userIds, user])];
		else Object.assign(one, { userIds: [user], until: Infinity });
	};
	const isOpenTo = (one: Question, user: string) =>
		isOpen(one) &&
		one.until > clock.now &&
		one.userIds.includes(user) &&
		(words.get(keyOf(one, user)) ?? 0) < MOST_WORDS;
	const saidAt = (one: Question, user: string) =>
		one.closedAt ?? refusedAt.get(keyOf(one, user)) ?? -Infinity;
	const numbersIn = (chat: string, user: string) =>
		asked.flatMap((one) => (one.chat === chat && isOpenTo(one, user) ? one.messageId : []));
	for (const { what, which } of steps) {
		if (what === 'time passes') clock.now += which % 2 ? 1000 : 60_000;
		else if (what === 'moves') move(which);
		else if (what !== 'asks') answer(what, which);
		else if (asked.length < MOST_ASKED) ask(which);
		const seen = PEOPLE.map((user) => [
			...chats.map((chat) => real.openTo(chat, user)),
			...asked.map((one) => real.saidOf(one, user)),
		]);
		const wanted = PEOPLE.map((user) => [
			...chats.map((chat) => numbersIn(chat, user)),
			...asked.map((one) => [one.by === user, clock.now - saidAt(one, user) < KNOWN_MS]),
		]);
		expect(JSON.stringify(seen)).toBe(JSON.stringify(wanted));
	}
}

test('each message goes to the questions that it may answer, in any order of events', async () => {
	await playModel(stepsOf<What>(...EVENTS, ...OUTCOMES), play);
});
