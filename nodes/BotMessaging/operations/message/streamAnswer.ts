import type { Int } from '../../../../reference';
import { settle, ticks } from '../../api/basics';
import { statusOf, UserError } from '../../api/errors';
import type { Reading, Turn, Values } from '../../engine/define';
import { operation } from '../../engine/define';
import { isBlank } from '../../engine/reading';
import { chatId } from '../../fields/chat';
import { integer, optionalText } from '../../fields/encode';
import { choices, formOnly, shownFor } from '../../fields/formField';
import { buttons } from '../../fields/keyboard';
import { allowPrivateAddresses, binaryNames, storedFiles } from '../../fields/media';
import {
	delivery,
	linkPreviewOptions,
	replyToMessageId,
	sendAnyway,
	withoutReply,
} from '../../fields/message';
import { trafficOf } from '../../fields/traffic';
import { withoutThoughts } from '../../format';
import { CUT_OFF, GrowingAnswers } from '../../questions/growing';
import { Growth } from './streaming/growth';
import { ShownAnswer } from './streaming/shownAnswer';
import { sourceOf } from './streaming/sources';

/** Below an answer that a person has stopped. */
const STOPPED = '⏹';

const NOT_STOPPABLE =
	'The answer had no Stop button: no trigger of this bot runs in the same process of n8n, or none has had an update since n8n was started.';

async function showTyping({ batch }: Turn, growing: GrowingAnswers, chat: Int): Promise<void> {
	if (!growing.hasTyping) return;
	const body = async () => ({ chat_id: chat, action: 'typing' });
	const about = { method: 'sendChatAction', chat: String(chat), body };
	const { error } = await settle(batch.send({ ...about, effect: 'read', ordered: false }));
	// What else the server refuses may be about this chat alone.
	if (statusOf(error) === 404) growing.hasTyping = false;
}

/** Sends an answer while it comes, and changes its message until it is whole. */
async function stream(reading: Reading, turn: Turn) {
	const { item, values } = reading;
	const { context, bot } = turn.batch;
	const chat = reading.body.chat_id as Int;
	const { stopButton, stopUserId } = values.additionalFields as Values;
	const userId = isBlank(stopUserId) ? undefined : String(integer(stopUserId, 'Stop by User ID'));
	const label = optionalText(stopButton ?? '', 'Stop Button');
	const source = sourceOf(context, item, values);
	const { timeoutMs } = trafficOf(context.getNode());
	const growing = bot.part(GrowingAnswers);
	const growth = new Growth(source, timeoutMs, context.getExecutionCancelSignal());
	const isStoppable = label !== '' && growing.areStopsHeard;
	const answer = growing.add({ userId, hasButton: isStoppable, stop: growth.stop });
	if (label !== '' && !isStoppable) turn.notice(NOT_STOPPABLE);
	const button = { text: label, callback_data: answer.data };
	const keyboard = isStoppable ? { inline_keyboard: [[button]] } : undefined;
	const shown = new ShownAnswer(turn, reading, growing);
	const show = async () => {
		const count = await shown.show(growth.text, keyboard);
		const last = shown.parts.at(-1);
		if (last) growing.note(answer, chat, last.message.message_id as Int);
		return count;
	};
	const run = async () => {
		await growth.grow(show, async () => await showTyping(turn, growing, chat));
		const { text, failure, isStopped } = growth;
		const mark = isStopped ? STOPPED : failure ? CUT_OFF : '';
		if (text.trim() !== '' || isStopped) await shown.finish(text, mark);
		growing.ended.set(answer.data, ticks());
	};
	// Before the files: the text is whole, and has its own buttons, whatever becomes of them.
	await run().finally(() => growing.remove(answer));
	const { text, failure, isStopped } = growth;
	const messageIds = await shown.leave(!failure && !isStopped);
	if (failure) throw failure;
	if (messageIds.length === 0) throw new UserError('The answer is empty', 'Nothing was sent.');
	return {
		...shown.parts[0]!.message,
		messageIds,
		answer: withoutThoughts(text),
		stopped: isStopped,
	};
}

const answerSource = formOnly('answerSource', 'Where the text comes from', {
	displayName: 'Answer From',
	...choices('model', {
		model: ['Chat Model', 'The chat model that is connected to this node'],
		address: [
			'URL That Streams',
			'An address that sends a text bit by bit, such as n8n’s Chat Trigger with the Response Mode Streaming, in front of an AI Agent',
		],
	}),
});

const prompt = formOnly('prompt', 'What the model is asked', {
	typeOptions: { rows: 3 },
	required: true,
	placeholder: 'e.g. Explain the rules of chess',
});

const url = formOnly(
	'url',
	'The address, which is asked without a key or login. It sends server-sent events or lines of JSON, for example as Ollama and the Chat Trigger of n8n do. If a service wants a key, use Chat Model.',
	{
		displayName: 'URL',
		required: true,
		placeholder: 'e.g. https://n8n.example.com/webhook/…/chat',
	},
);

const requestBody = formOnly(
	'requestBody',
	'What to post to the address. An empty object makes a GET request.',
	{
		displayName: 'Body (JSON)',
		type: 'json',
		default: '{}',
		hint: 'For a Chat Trigger, an expression: {{ { chatInput: $json.text, sessionId: String($json.chatId) } }}',
	},
);

/** The request is a sendMessage (reference 5.2), and then an editMessageText each second. */
export const streamAnswer = operation('message', 'sendMessage', {
	value: 'streamAnswer',
	effect: 'once',
	ordered: true,
	name: 'Stream Answer',
	action: 'Stream an answer while it is written',
	description: 'Send the answer of an AI while it is written: the message grows until it is whole',
	fields: [
		chatId,
		answerSource,
		...shownFor('answerSource', ['model'], [prompt]),
		...shownFor('answerSource', ['address'], [url, requestBody]),
		...buttons,
	],
	additionalFields: [
		{
			...allowPrivateAddresses,
			description:
				'Whether the URL may be in a private network, as your own n8n often is. Leave this off if people in a chat can choose the URL.',
		},
		linkPreviewOptions,
		{
			...binaryNames,
			default: '',
			required: false,
			description:
				'Files to send below the answer when it is whole: JPEG and PNG as photos, all others as documents',
			wire: { key: 'files', encode: storedFiles },
		},
		...delivery,
		replyToMessageId,
		sendAnyway,
		formOnly(
			'stopButton',
			'The text of a button that ends the answer, shown while it grows. A trigger of this bot must have had an update since this process of n8n was started. In queue mode, a published workflow shows none.',
			{ default: 'Stop' },
		),
		formOnly(
			'stopUserId',
			'The ID of the person who may press the Stop Button. The administrators of a group, and the person in a private chat, may always press it. The triggers output it as userId.',
			{ displayName: 'Stop by User ID', placeholder: 'e.g. 123456789' },
		),
		formOnly('systemMessage', 'How the model should answer. Only for a chat model.', {
			typeOptions: { rows: 3 },
			placeholder: 'e.g. Answer in two sentences',
		}),
	],
	// A node with an input for a model has less room for words.
	belowNode: { answerSource: { model: 'Stream Answer', address: 'Stream Answer' } },
	ifRefused: withoutReply,
	inParts: (reading) => async (turn) => await stream(reading, turn),
});
