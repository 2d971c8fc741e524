import {
	sleep,
	type IDataObject,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { MostOf } from '../../../reference';
import type { Call } from '../api/client';
import { settle, tryJson } from '../api/basics';
import { UserError, wasSent } from '../api/errors';
import type { Owner } from '../api/owner';
import { numberOfBot } from '../api/door';
import type { CallbackData } from '../callbackData/buttonData';
import { hidden, proofOf } from '../callbackData/proof';
import { beginningOf } from '../format/characters';
import type { Context } from '../update/context';
import { objectOf } from '../update/update';
import { answersIn, writerKeyOf, CutTexts, isRest } from './answersIn';
import { wireId, type Answering, type Delivery } from './question';
import { personKeyOf, QuestionState, type ChatAnswer } from './state';
import { InstanceReach, type TriggerWords } from './triggerOptions';

/** Reference 5.6. */
export const MOST_IN_NOTICE: MostOf<'answerCallbackQuery', 'text'> = 200;

/** What a trigger provides to deliver answers. */
export interface AnswerContext {
	bot: Owner;
	credential: IDataObject | undefined;
	call: Call;
	words: TriggerWords;
	/** One request to n8n. */
	request: (options: IHttpRequestOptions) => Promise<unknown>;
	/** Addresses of n8n for answers, the likeliest first. */
	bases: string[];
	warn: (words: string) => void;
	/** Whether the trigger has stopped: unfinished answers come again. */
	isOver: () => boolean;
}

const UNREACHABLE =
	'An answer to a question could not be delivered, because this trigger cannot reach n8n. Fill in Instance Address in its Options, for example http://localhost:5678.';

const foreignWords = ({ chatId, messageId }: Answering) =>
	`An answer to message ${messageId} in chat ${chatId} is ignored, because this n8n does not know the question. Another n8n asked it, it used another encryption key, its execution was deleted, or it is a form and the bot token was replaced since.`;

/** For one request: n8n has to read an execution of any size. */
const TIMEOUT_MS = 30_000;

/** After this time, a request frees its slot: others must not wait for an n8n that does not respond. */
const PLACE_MS = 1000;

/**
 * Milliseconds between tries. A person can answer before n8n has saved that the execution waits, and after a
 * restart triggers run before n8n accepts requests.
 */
const PAUSES_MS = {
	running: [100, 200, 400, 800, 1600, 3200],
	unreachable: [300, 700, 1500, 3000, 5000, 10_000, 15_000, 15_000],
};

const SLICE_MS = 100;

/** A proxy got no whole response of n8n, which may have taken the answer. */
const GATEWAY = [502, 504];

/** What a node of this package may say. */
const SAID: unknown[] = ['taken', 'told', 'refused', 'closed'];

/** What n8n itself replies, by status. While it processes another answer, it replies one of the last two. */
const MEANINGS: Array<[status: number, words: RegExp, Delivery['botMessagingOutcome']]> = [
	[200, /No action required/, 'closed'],
	[409, /finished/i, 'closed'],
	// The execution waits at another node.
	[404, /waiting webhook/i, 'closed'],
	[401, /Invalid (Form Link|token)/i, 'foreign'],
	[404, /execution|webhook/i, 'foreign'],
	[409, /^/, 'running'],
	[500, /executing the workflow/i, 'running'],
];

/** Reads a response of n8n; undefined if it comes from something in between, such as a proxy. */
function readResponse({ statusCode, body }: IN8nHttpFullResponse): Delivery | undefined {
	const text = String(body);
	const json = objectOf(tryJson(text)) as IDataObject & Delivery;
	if (statusCode === 200 && SAID.includes(json.botMessagingOutcome)) return json;
	// Other HTML pages could contain such words.
	const words = [200, 401].includes(statusCode) ? text : String(json.message ?? '');
	const meaning = MEANINGS.find(([status, says]) => status === statusCode && says.test(words));
	return meaning && { botMessagingOutcome: meaning[2] };
}

/** The request that delivers an answer to the waiting execution, without the address of n8n. */
function requestFor(callbackData: CallbackData, answering: Answering, credential?: IDataObject) {
	const { step, kind, executionId, nodeId } = callbackData;
	const { signature } = kind === 'form' ? hidden(credential, callbackData) : callbackData;
	const payload = JSON.stringify({ ...answering, ...(step !== undefined && { step }) });
	const proof = proofOf(credential, signature, payload);
	const path = [executionId, nodeId].map(encodeURIComponent).join('/');
	return {
		method: 'POST',
		url: `/${path}?signature=${signature}`,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ payload, proof }),
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: TIMEOUT_MS,
	} as const;
}

/**
 * Requests each address of n8n until one responds; only the one that has responded before, if any. That a
 * question is unknown counts only if no other address was silent.
 */
async function tryOnce(
	sent: ReturnType<typeof requestFor>,
	{ request, bases }: AnswerContext,
	state: QuestionState,
): Promise<Delivery> {
	const known = bases.filter((base) => base === state.reachedAt);
	let mayBeTaken: true | undefined;
	let isSilent = false;
	for (const base of known.length > 0 ? known : bases) {
		const { value, error } = await settle(request({ ...sent, url: base + sent.url }));
		const response = value as IN8nHttpFullResponse | undefined;
		const delivery = response && readResponse(response);
		// A proxy can also lose the response of n8n.
		const isLost = response ? GATEWAY.includes(response.statusCode) : wasSent(error);
		if (isLost) mayBeTaken = true;
		const isForeign = delivery?.botMessagingOutcome === 'foreign';
		if (!delivery || (isForeign && isSilent)) {
			isSilent = true;
			continue;
		}
		if (!isForeign) state.reachedAt = base;
		return { ...delivery, mayBeTaken };
	}
	return { botMessagingOutcome: 'unreachable', mayBeTaken };
}

/** Delivers an answer to the execution that waits for it, with some tries. Rejects if the trigger stops. */
export async function deliver(
	answer: ChatAnswer,
	context: AnswerContext,
	state: QuestionState,
): Promise<Delivery> {
	const { callbackData, answering } = answer;
	if (!callbackData) return { botMessagingOutcome: 'foreign' };
	const request = requestFor(callbackData, answering, context.credential);
	// The execution was busy through all earlier tries, so only one try until it is free.
	const isHasty = state.lastTo(answer) === 'running';
	const tries = { running: 0, unreachable: 0 };
	const person = personKeyOf(answer);
	for (;;) {
		const leave = await state.placeFor(answer, context.call);
		// Meanwhile n8n may have said to somebody else who may answer.
		const refusal = await state.refusal(answer, context.call);
		if (refusal) {
			leave();
			return refusal;
		}
		const trying = tryOnce(request, context, state);
		void settle(Promise.race([trying, sleep(PLACE_MS)])).then(leave);
		const delivery = await trying;
		if (delivery.mayBeTaken) state.doubts.set(person, true);
		const { botMessagingOutcome: outcome } = delivery;
		if (outcome === 'closed') return { ...delivery, mayBeTaken: state.doubts.get(person) };
		if (outcome !== 'running' && outcome !== 'unreachable') {
			state.doubts.delete(person);
			return delivery;
		}
		if (context.isOver()) throw new UserError('The trigger was stopped');
		const ms = PAUSES_MS[outcome][tries[outcome]++];
		if (ms === undefined || (isHasty && outcome === 'running')) return delivery;
		for (let left = ms; left > 0 && !context.isOver(); left -= SLICE_MS) {
			await sleep(Math.min(left, SLICE_MS));
		}
	}
}

/** Whether the question may be closed because n8n has taken this answer. */
const mayBeTheirs = ({ botMessagingOutcome: outcome, mayBeTaken }: Delivery) =>
	outcome === 'closed' && mayBeTaken === true;

/** Tells a person what happened with their answer. Ignores failures: the press may be too old. */
async function tell(
	answer: ChatAnswer,
	delivery: Delivery,
	{ call, words }: AnswerContext,
	state: QuestionState,
): Promise<void> {
	const { answering, queryId, callbackData } = answer;
	const { botMessagingOutcome: outcome, say } = delivery;
	// If it may be theirs that was taken, the question shows whose it was.
	const isTaken = outcome === 'taken' || mayBeTheirs(delivery);
	// A question takes one answer: its confirmation never waits for the notices to others.
	const places = outcome === 'taken' ? undefined : state.notices;
	const closed = state.hasAnswered(answer) ? words.answered : words.closed;
	const usual: Partial<Record<typeof outcome, string>> = { closed, foreign: words.unknown };
	const text = say ?? (isTaken ? undefined : (usual[outcome] ?? words.tryAgain));
	if (queryId !== undefined) {
		const alert = isTaken ? undefined : { show_alert: true };
		const shown = text && { text: beginningOf(text, MOST_IN_NOTICE), ...alert };
		await settle(call('answerCallbackQuery', { callback_query_id: queryId, ...shown }, { places }));
		return;
	}
	if (!text || (!isTaken && !state.mayWrite(answer))) return;
	const { chatId, messageId, replyMessageId } = answering;
	const reply = { chat_id: wireId(chatId), reply_to_message_id: wireId(replyMessageId) };
	const { value } = await settle(call('sendMessage', { ...reply, text }, { places }));
	const id = value?.message_id;
	if (isTaken || id === undefined || !callbackData) return;
	state.noteQuestion(chatId, { callbackData, messageId }, String(id));
}

/** Delivers an answer, remembers what n8n says, and logs what the user has to know. */
async function deliverOnce(
	answer: ChatAnswer,
	context: AnswerContext,
	state: QuestionState,
): Promise<Delivery> {
	const delivery = await deliver(answer, context, state);
	if (delivery.isOwn) return delivery;
	const { botMessagingOutcome: outcome } = delivery;
	context.bot.part(InstanceReach).isLost = outcome === 'unreachable';
	if (outcome === 'unreachable') context.warn(UNREACHABLE);
	const isNews = !answer.isPlain && answer.callbackData && !state.isClosed(answer);
	if (outcome === 'foreign' && isNews) context.warn(foreignWords(answer.answering));
	state.learn(answer, delivery);
	return delivery;
}

/** What n8n has said about an answer; `isNew`: about this one, and not about an earlier one. */
interface Said {
	delivery: Delivery;
	isNew: boolean;
}

/** Tells the person, and takes the buttons off a question that is found to be closed. */
async function react(
	answer: ChatAnswer,
	{ delivery, isNew }: Said,
	context: AnswerContext,
	state: QuestionState,
): Promise<void> {
	if (!isNew && !state.mayTellAgain(answer)) return;
	const { botMessagingOutcome: outcome } = delivery;
	await tell(answer, delivery, context, state);
	if (outcome !== 'closed' || !isNew) return;
	const { chatId, messageId } = answer.answering;
	const message = { chat_id: wireId(chatId), message_id: wireId(messageId) };
	await settle(context.call('editMessageReplyMarkup', message));
}

/** Resolves with whether this is an answer. A plain message is not one if its question is closed. */
async function pass(
	answer: ChatAnswer,
	context: AnswerContext,
	state: QuestionState,
): Promise<boolean> {
	const { isPlain } = answer;
	const said = await state.turns.run(personKeyOf(answer), async (): Promise<Said> => {
		const known = state.known(answer) ?? (await state.refusal(answer, context.call));
		if (known) return { delivery: known, isNew: false };
		const delivery = await deliverOnce(answer, context, state);
		return { delivery, isNew: !delivery.isOwn };
	});
	// Without a word of n8n, a later answer of the same person replaced it.
	if (!said && isPlain) await state.turns.ended(personKeyOf(answer));
	const isTaken =
		said && (said.delivery.botMessagingOutcome === 'taken' || mayBeTheirs(said.delivery));
	if (isPlain && !isTaken && state.isOver(answer)) return false;
	if (said) await react(answer, said, context, state);
	return true;
}

/** Resolves or rejects as `passing` does, but not before all that the same person wrote earlier is decided. */
async function inOrder<T>(
	writer: string,
	passing: Promise<T>,
	{ writers }: QuestionState,
): Promise<T> {
	const turn = writers.begin(writer);
	try {
		return await passing;
	} finally {
		const end = await turn;
		// If this starts the workflow, it gets its place in the chat first.
		void sleep(0).then(end);
	}
}

/**
 * Delivers a press, a reply or a next message to the waiting execution of its question, and tells the person
 * what happened. For each person and question, one answer is delivered at a time and one more waits; others
 * are dropped. Resolves with whether the update was an answer: then it starts no workflow. Rejects if the
 * trigger stops meanwhile.
 */
export async function passToQuestion(update: Context, context: AnswerContext): Promise<boolean> {
	const state = context.bot.part(QuestionState);
	const { identity, isNew, message } = update;
	if (isNew) {
		state.noteMove(update);
		state.noteLast(update);
	}
	const before = state.passed.get(identity);
	if (before) return await before;
	const answers = answersIn(update, state, numberOfBot(context.credential));
	const texts = context.bot.part(CutTexts);
	const cut = texts.continuedBy(update);
	const writer = isNew && message.chat ? writerKeyOf(update) : undefined;
	const isWaiting = writer !== undefined && state.writers.isBusy(writer);
	if (answers.length === 0 && !cut && !isWaiting) return false;
	const passOne = async () => {
		for (const answer of answers) if (await pass(answer, context, state)) return answer;
		return undefined;
	};
	const isAnswer = async () => {
		if (cut && (await isRest(cut, update, context, state))) return true;
		const answer = passOne();
		texts.note(update, answer);
		return (await answer) !== undefined;
	};
	const passing = writer === undefined ? isAnswer() : inOrder(writer, isAnswer(), state);
	state.passed.set(identity, passing);
	const { error } = await settle(passing);
	// The server sends the update again.
	if (error !== undefined) state.passed.delete(identity);
	return await passing;
}
