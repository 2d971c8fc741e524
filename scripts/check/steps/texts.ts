import type { Message, ParamsOf } from '../../../reference';
import type { Answer } from '../client';
import type { Found } from '../findings';
import {
	codeOnly,
	is,
	messageIn,
	untested,
	whether,
	wordsOf,
	type Probe,
	type Step,
} from '../probe';
import type { Session } from '../session';
import { isDeletionReport } from '../shapes';

const MOST_TEXT = 4096;
const LONGEST = 'c'.repeat(MOST_TEXT);

/** No chat has that many messages. */
const NO_MESSAGE = 2 ** 31 - 2;

type Text = Partial<ParamsOf<'sendMessage'>>;

/** What a reply turned out to be. */
export function repliedTo(session: Session, answer: Answer<'sendMessage'>, id: number): Found {
	if (!answer.ok) return is('refused', wordsOf(session, answer));
	const target = Object(messageIn(answer).reply_to_message) as Partial<Message>;
	return is(target.message_id === id ? 'works' : 'ignored');
}

const replying =
	(parameters: (id: number) => Text): Probe =>
	async (session) => {
		const { message_id: id } = await session.text('Check: a message to reply to');
		const answer = await session.send('sendMessage', { text: 'Check: a reply', ...parameters(id) });
		return repliedTo(session, answer, id);
	};

/** A text that is accepted or refused. */
const sent =
	(text: string, more: Text, yes: string, no: string): Probe =>
	async (session) =>
		whether(session, await session.send('sendMessage', { text, ...more }), yes, no);

const byName =
	(call: (session: Session, chat_id: string, id: number) => Promise<Answer>): Probe =>
	async (session) => {
		const { username } = session.place;
		if (username === undefined) return untested('the group has no @username');
		const { message_id: id } = await session.text('Check: by @username');
		return whether(session, await call(session, `@${username}`, id), 'accepted', 'refused');
	};

const BUTTON = { inline_keyboard: [[{ text: 'Check', callback_data: 'check' }]] };

/** What the readers see of a text with marks tells how they were read; a refusal is a choice too. */
const formatted =
	(text: string, parse_mode: string, shown: Record<string, string>, refused?: string): Probe =>
	async (session) => {
		const answer = await session.send('sendMessage', { text, parse_mode });
		if (!answer.ok && refused !== undefined) return is(refused, wordsOf(session, answer));
		const { text: seen } = session.must('sendMessage', answer);
		const choice = shown[String(seen)];
		return choice === undefined ? untested('the server does not read the marks') : is(choice);
	};

const deletion = async (session: Session, ids: number[], return_failed?: boolean) =>
	await session.client.call('deleteMessages', { ...session.chat, message_ids: ids, return_failed });

export const texts: Step = {
	does: 'Send about 25 short texts and a dice to the group, edit and delete them',
	isSeen: true,
	methods: [
		...(['sendMessage', 'editMessageText', 'editMessageReplyMarkup', 'copyMessage'] as const),
		...(['deleteMessage', 'deleteMessages', 'sendDice'] as const),
	],
	begin: async (session) => {
		const { message_id } = await session.text('Check: this message is edited and deleted');
		const { client, chat } = session;
		const about = { ...chat, message_id };
		await client.call('editMessageText', { ...about, text: 'Check: edited' });
		await client.call('editMessageReplyMarkup', { ...about, reply_markup: BUTTON });
		await session.remove(message_id);
		await session.send('sendDice', {});
	},
	probes: {
		copyResult: async (session) => {
			const { message_id } = await session.text('Check: copied');
			const from = { from_chat_id: session.place.chatId, message_id };
			const copy = session.must('copyMessage', await session.send('copyMessage', from));
			return is(Array.isArray(copy) ? 'list' : 'object');
		},
		textReplyId: replying((id) => ({ reply_to_message_id: id })),
		textReplyParameters: replying((id) => ({ reply_parameters: { message_id: id } })),
		replyWithoutTarget: async (session) => {
			const reply = async (more: object) =>
				await session.send('sendMessage', {
					text: 'Check: a reply to nothing',
					reply_parameters: { message_id: NO_MESSAGE, ...more },
				});
			if ((await reply({})).ok) return untested('a reply to nothing is not refused anyway');
			const answer = await reply({ allow_sending_without_reply: true });
			return is(answer.ok ? 'works' : 'ignored');
		},
		messageNotFound: async ({ client, chat }) =>
			codeOnly(
				await client.call('editMessageText', { ...chat, message_id: NO_MESSAGE, text: 'x' }),
			),
		longText: async (session) => {
			const answer = await session.send('sendMessage', { text: 'c'.repeat(MOST_TEXT + 1) });
			if (!answer.ok) return is('refused');
			return is(String(messageIn(answer).text).length === MOST_TEXT ? 'cut' : 'accepted');
		},
		countedCharacters: formatted(
			`*${LONGEST}*`,
			'Markdown',
			{ [LONGEST]: 'without marks' },
			'with marks',
		),
		parseModeCase: formatted('*Check*', 'mArKdOwN', { Check: 'any' }, 'exact'),
		openMarks: formatted('Check: *bold', 'MarkdownV2', { 'Check: bold': 'end' }, 'refused'),
		dotEscape: formatted('*Check* 1\\.0', 'MarkdownV2', {
			'Check 1\\.0': 'shown',
			'Check 1.0': 'left out',
		}),
		unknownTags: formatted('<b>Check</b><br>HTML', 'HTML', { 'Check<br>HTML': 'shown' }, 'refused'),
		keyboardOnEdit: async (session) => {
			const { message_id } = await session.text('Check: buttons', { reply_markup: BUTTON });
			const change = { ...session.chat, message_id, text: 'Check: no buttons' };
			const edited = await session.client.call('editMessageText', change);
			const { reply_markup: left } = session.must('editMessageText', edited);
			return is(left === undefined ? 'removed' : 'kept');
		},
		unchangedEdit: async (session) => {
			const { message_id, text } = await session.text('Check: unchanged');
			const change = { ...session.chat, message_id, text };
			const answer = await session.client.call('editMessageText', change);
			return is(answer.ok ? 'accepted' : 'refused');
		},
		effect: sent(
			'Check: effect',
			{ message_effect_id: '5107584321108051014' },
			'ignored',
			'refused',
		),
		business: sent('Check: business', { business_connection_id: 'AAAA' }, 'ignored', 'refused'),
		diceReplyParameters: async (session) => {
			const { message_id: id } = await session.text('Check: a message for a dice');
			const answer = await session.send('sendDice', { reply_parameters: { message_id: id } });
			return repliedTo(session, answer, id);
		},
		diceEmoji: async (session) => {
			const answer = await session.send('sendDice', { emoji: '🍎' });
			if (answer.ok) return is('accepted');
			const words = 'EMOTICON_STICKERPACK_MISSING';
			if (answer.description.includes(words)) return is(words);
			return is('other words', wordsOf(session, answer));
		},
		diceUsername: byName(async (session, chat_id) => await session.send('sendDice', { chat_id })),
		copyUsername: byName(
			async (session, chat_id, message_id) =>
				await session.send('copyMessage', {
					chat_id,
					from_chat_id: session.place.chatId,
					message_id,
				}),
		),
		deleteUsername: byName(async (session, chat_id, id) => await session.remove(id, { chat_id })),
		returnFailed: async (session) => {
			const { message_id: id } = await session.text('Check: deleted with a report');
			const answer = await deletion(session, [id], true);
			if (!answer.ok) return is('refused', wordsOf(session, answer));
			return is(isDeletionReport(answer.result) ? 'works' : 'ignored');
		},
		unknownInDeletion: async (session) => {
			const { message_id: id } = await session.text('Check: deleted with another');
			return whether(session, await deletion(session, [NO_MESSAGE, id]), 'passed over', 'refused');
		},
	},
};
