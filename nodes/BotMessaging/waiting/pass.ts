import { createHash } from 'crypto';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Call } from '../api/client';
import { UserError } from '../api/errors';
import { settle } from '../api/settle';
import { buttonData, carriedBy, looksCarried, type Carried } from './carrier';
import { deliver, type Delivery } from './deliver';
import { wireId, type Answering, type Envelope } from './messages';
import type { TriggerWords } from './options';
import { numberOfBot, proofOf } from './proof';

/** What a trigger lends for this. */
export interface Messenger {
	/** Names the bot and its address. */
	bot: string;
	/** The decrypted credential. */
	credential: IDataObject | undefined;
	call: Call;
	request: (options: IHttpRequestOptions) => Promise<unknown>;
	/** Where n8n may be reached, the likeliest first. */
	bases: string[];
	words: TriggerWords;
	warn: (words: string) => void;
	/** Whether the trigger has been stopped: what is not done then comes again. */
	isOver: () => boolean;
}

/** An update that belongs to a question. */
interface Found {
	/** Absent: the question had its buttons taken away before the press came. */
	carried?: Carried;
	answering: Answering;
	/** To answer a press with. */
	queryId?: string;
}

const object = (value: unknown) => Object(value) as IDataObject;
const idOf = (value: unknown) => String(object(value).id ?? '');

const UNREACHABLE =
	'An answer to a question could not be brought to n8n, because this trigger does not reach it. Fill in n8n Address in its Options, for example http://localhost:5678.';

function pressIn(query: IDataObject, isOwn: (message: IDataObject) => boolean): Found | undefined {
	const question = object(query.message);
	if (!isOwn(question) || !looksCarried(query.data)) return undefined;
	const data = buttonData(question);
	const button = data.indexOf(String(query.data));
	const carried = carriedBy(question);
	const isGone = data.length === 0;
	if (!isGone && (!carried || button < 0)) return undefined;
	return {
		carried,
		queryId: String(query.id),
		answering: {
			at: Date.now(),
			kind: 'press',
			chatId: idOf(question.chat),
			messageId: String(question.message_id),
			user: object(query.from),
			button,
		},
	};
}

function replyIn(message: IDataObject, isOwn: (message: IDataObject) => boolean) {
	const question = object(message.reply_to_message);
	const carried = isOwn(question) ? carriedBy(question) : undefined;
	if (carried?.kind !== 'reply') return undefined;
	const chatId = idOf(message.chat);
	const replyMessageId = String(message.message_id);
	const found: Found = {
		carried,
		answering: {
			at: Date.now(),
			kind: 'reply',
			chatId,
			messageId: String(question.message_id),
			user: object(message.from),
			senderChatId: idOf(message.sender_chat) || undefined,
			text: typeof message.text === 'string' ? message.text : undefined,
			replyMessageId,
		},
	};
	return found;
}

/** What of an update belongs to a question of this bot, if it does. */
function find(update: IDataObject, { credential }: Messenger): Found | undefined {
	const number = numberOfBot(credential);
	// Nobody else can write in the name of the bot; its posts in channels are in the channel's name.
	const isOwn = ({ from, sender_chat: channel, chat }: IDataObject) =>
		idOf(from) === number || (from === undefined && idOf(channel ?? chat) === idOf(chat));
	if (update.callback_query) return pressIn(object(update.callback_query), isOwn);
	const message = update.message ?? update.channel_post;
	return message ? replyIn(object(message), isOwn) : undefined;
}

/** The words for the person. */
function wordsFor(
	{ words }: Messenger,
	{ botMessagingOutcome: outcome, say }: Delivery,
): string | undefined {
	if (say !== undefined || outcome === 'taken') return say;
	return outcome === 'told' || outcome === 'unreachable' ? words.tryAgain : words.closed;
}

/** What cannot be said any more, because the press is too old or the message gone, stays unsaid. */
async function tell(messenger: Messenger, found: Found, delivery: Delivery): Promise<void> {
	const { call } = messenger;
	const { answering, queryId } = found;
	const text = wordsFor(messenger, delivery);
	if (queryId !== undefined) {
		const isAlert = delivery.botMessagingOutcome !== 'taken';
		const words = text && { text: text.slice(0, 200), ...(isAlert && { show_alert: true }) };
		await settle(call('answerCallbackQuery', { callback_query_id: queryId, ...words }));
	} else if (text) {
		const { chatId, replyMessageId } = answering;
		const reply = { chat_id: wireId(chatId), reply_to_message_id: wireId(replyMessageId) };
		await settle(call('sendMessage', { ...reply, text }));
	}
}

async function removeButtons({ call }: Messenger, { answering }: Found): Promise<void> {
	const { chatId, messageId } = answering;
	const message = { chat_id: wireId(chatId), message_id: wireId(messageId) };
	await settle(call('editMessageReplyMarkup', message));
}

async function bring(messenger: Messenger, found: Found): Promise<void> {
	const { carried, answering } = found;
	if (!carried) return await tell(messenger, found, { botMessagingOutcome: 'closed' });
	const payload = JSON.stringify(answering);
	const proof = proofOf(messenger.credential, carried.signature, payload);
	const body: Envelope = { payload, proof };
	const { request, bases, isOver } = messenger;
	const delivery = await deliver(request, bases, carried, body, isOver);
	const { botMessagingOutcome: outcome } = delivery;
	if (outcome === 'unreachable' && isOver()) throw new UserError('The trigger was stopped');
	if (outcome === 'unreachable') messenger.warn(UNREACHABLE);
	await tell(messenger, found, delivery);
	if (outcome === 'closed') await removeButtons(messenger, found);
}

/** n8n reads and writes a whole execution for each answer: too many at once keep each other waiting. */
const MOST_AT_ONCE = 10;

let underWay = 0;
const waiting: Array<() => void> = [];

/** Runs a task when fewer than so many others are under way. */
async function inPlace(task: () => Promise<void>): Promise<void> {
	if (underWay < MOST_AT_ONCE) underWay++;
	else await new Promise<void>((resolve) => waiting.push(resolve));
	await task().finally(() => {
		const next = waiting.shift();
		if (next) next();
		else underWay--;
	});
}

const MOST_REMEMBERED = 10_000;

/** The same for the same update, however often it comes. */
const keyOf = (bot: string, update: IDataObject) =>
	createHash('sha256')
		.update(`${bot} ${JSON.stringify(update)}`)
		.digest('base64');

/** By bot and update: all triggers of a bot see its updates, and one of them passes an answer on. */
const passed = new Map<string, Promise<void>>();

/** By bot and question: answers are brought one after the other, in the order in which they came. */
const queues = new Map<string, Promise<unknown>>();

async function inOrder(key: string, task: () => Promise<void>): Promise<void> {
	const before = queues.get(key) ?? Promise.resolve();
	const turn = before.then(task, task);
	queues.set(key, turn);
	await settle(turn);
	if (queues.get(key) === turn) queues.delete(key);
	await turn;
}

/**
 * Brings a press or a reply that belongs to a question of Send and Wait for Answer to the execution
 * that waits for it, and tells the person what has become of it. Resolves with whether the update
 * was one: it starts no workflow then. Rejects where the trigger is stopped meanwhile.
 */
export async function passToQuestion(update: IDataObject, messenger: Messenger): Promise<boolean> {
	const found = find(update, messenger);
	if (!found) return false;
	const { chatId, messageId } = found.answering;
	const key = keyOf(messenger.bot, update);
	const task = async () => await inPlace(async () => await bring(messenger, found));
	const passing = passed.get(key) ?? inOrder(`${messenger.bot}:${chatId}:${messageId}`, task);
	passed.set(key, passing);
	if (passed.size > MOST_REMEMBERED) passed.delete(passed.keys().next().value!);
	const { error } = await settle(passing);
	// The server sends it again.
	if (error !== undefined) passed.delete(key);
	await passing;
	return true;
}
