import { QuestionState, type ExpectedAnswer } from '../../nodes/BotMessaging/questions/state';
import type { Delivery } from '../../nodes/BotMessaging/questions/question';
import { Context } from '../../nodes/BotMessaging/update/context';
import { oneOf, playModel, stepsOf, type Step } from '../support/model';

const PEOPLE = ['1', '2', '3'];
const MOST_IN_A_CHAT = 20;
/** How long n8n's word counts without another request, and how often the bot writes to a person. */
const [KNOWN_MS, MOST_WORDS] = [4000, 3];

let now = 0;
beforeEach(() => {
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const names = [
	...(['asks', 'asks', 'asks', 'is taken', 'is closed', 'is refused', 'is wrong'] as const),
	...(['asks for more', 'moves', 'a second', 'a minute'] as const),
];
type Asked = ExpectedAnswer & { chat: string; isOver?: true; closedAt?: number; by?: string };

function play(steps: Array<Step<(typeof names)[number]>>) {
	const state = new QuestionState();
	const chats = ['-1', '-2'];
	let asked: Asked[] = [];
	const refusedAt = new Map<string, number>();
	const words = new Map<string, number>();
	const keyOf = ({ chat, messageId }: Asked, user: string) => `${chat} ${messageId} ${user}`;
	const answerTo = ({ chat, messageId, callbackData }: Asked, user: string) => ({
		callbackData,
		answering: { chatId: chat, messageId, user: { id: user } } as never,
	});
	const doStep = ({ what, which }: Step<(typeof names)[number]>) => {
		const chat = chats[which % 2];
		const user = PEOPLE[which % 3];
		const one = oneOf(asked, which);
		const learn = (delivery: object) => state.learn(answerTo(one!, user), delivery as Delivery);
		if (what === 'asks') {
			const messageId = String(asked.length + 1);
			const isForm = which % 5 === 0;
			// Several questions can belong to one execution.
			const executionId = isForm ? `form ${messageId}` : String(Math.ceil(asked.length / 3));
			const kind = isForm ? ('form' as const) : ('reply' as const);
			const callbackData = { executionId, nodeId: 'n', signature: 'a'.repeat(64), kind };
			const userIds = PEOPLE.slice(0, 1 + (which % 3));
			const until = which % 4 === 0 ? now + 30_000 : Infinity;
			const question = { callbackData, messageId, userIds, until };
			state.expect(chat, question);
			asked.push({ ...question, chat });
		} else if (what === 'a second') now += 1000;
		else if (what === 'a minute') now += 60_000;
		else if (what === 'moves') {
			const to = `${chat}0`;
			if (asked.some((any) => any.chat === to)) return;
			const message = { chat: { id: chat }, migrate_to_chat_id: to };
			state.noteMove(new Context({ update_id: 1, message }));
			asked.push(
				...asked
					.filter((any) => any.chat === chat)
					.map((any) => ({ ...any, chat: to, closedAt: undefined, by: undefined })),
			);
			asked = asked.filter((any) => any.chat !== chat);
			chats[which % 2] = to;
		} else if (!one || one.isOver) return;
		else if (what === 'is taken') {
			learn({ botMessagingOutcome: 'taken' });
			refusedAt.delete(keyOf(one, user));
			[one.isOver, one.by] = [true, one.callbackData.kind === 'form' ? undefined : user];
		} else if (what === 'is closed') {
			learn({ botMessagingOutcome: 'closed' });
			[one.isOver, one.closedAt] = [true, now];
		} else if (what === 'is refused') {
			learn({ botMessagingOutcome: 'refused' });
			refusedAt.set(keyOf(one, user), now);
		} else if (what === 'is wrong') {
			learn({ botMessagingOutcome: 'told', say: 'A number, please' });
			refusedAt.delete(keyOf(one, user));
			const times = (words.get(keyOf(one, user)) ?? 0) + 1;
			words.set(keyOf(one, user), times);
			expect(state.mayWrite(answerTo(one, user))).toBe(times <= MOST_WORDS);
		} else if (what === 'asks for more') {
			learn({ botMessagingOutcome: 'told', next: true });
			refusedAt.delete(keyOf(one, user));
			asked.splice(asked.indexOf(one), 1);
			const isOpen = one.until > now;
			const userIds = isOpen ? [...new Set([...one.userIds, user])] : [user];
			asked.push({ ...one, userIds, until: isOpen ? one.until : Infinity });
		}
	};
	/** What the state says is what a list of all questions says. */
	const compare = () => {
		const [seen, wanted]: unknown[][] = [[], []];
		for (const user of PEOPLE) {
			const mayTry = (one: Asked) => (words.get(keyOf(one, user)) ?? 0) < MOST_WORDS;
			for (const chat of chats) {
				const own = asked
					.filter((one) => one.chat === chat && !one.isOver && one.until > now)
					.filter((one) => one.userIds.includes(user) && mayTry(one));
				seen.push(
					state
						.expectedOf(chat, user)
						.map(({ messageId }) => messageId)
						.join(),
				);
				wanted.push(
					own
						.map(({ messageId }) => messageId)
						.reverse()
						.join(),
				);
			}
			for (const one of asked) {
				const answer = answerTo(one, user);
				seen.push(state.hasAnswered(answer), state.known(answer) !== undefined);
				const saidAt = one.closedAt ?? refusedAt.get(keyOf(one, user)) ?? -Infinity;
				wanted.push(one.by === user, now - saidAt < KNOWN_MS);
			}
		}
		expect(seen.join(' ')).toBe(wanted.join(' '));
	};
	for (const step of steps) {
		if (step.what === 'asks' && asked.length >= MOST_IN_A_CHAT) continue;
		doStep(step);
		compare();
	}
}

test('each message goes to the questions that it may answer, in any order of events', async () => {
	await playModel(stepsOf(...names), play);
});
