import type { ParamsOf } from '../../../reference';
import type { Answer } from '../client';
import type { Found } from '../findings';
import { codeOnly, is, untested, whether, wordsOf, type Probe, type Step } from '../probe';
import type { Session } from '../session';

const MOST_TEXT = 4096;

/** No chat has that many messages. */
const NO_MESSAGE = 2 ** 31 - 2;

type Text = Partial<ParamsOf<'sendMessage'>>;

/** What a reply turned out to be. */
export function repliedTo(session: Session, answer: Answer<'sendMessage'>, id: number): Found {
	if (!answer.ok) return is('refused', wordsOf(session, answer));
	const { reply_to_message: target } = answer.result;
	return is(
		(target as { message_id?: number } | undefined)?.message_id === id ? 'works' : 'ignored',
	);
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

/** Shown texts: what the readers see of a text with marks. */
async function shownOf(session: Session, text: string, parse_mode: string): Promise<string> {
	const { text: shown } = await session.text(text, { parse_mode });
	return String(shown);
}

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
			return is(String(answer.result.text).length === MOST_TEXT ? 'cut' : 'accepted');
		},
		countedCharacters: sent(
			`*${'c'.repeat(MOST_TEXT)}*`,
			{ parse_mode: 'Markdown' },
			'without marks',
			'with marks',
		),
		parseModeCase: sent('*Check*', { parse_mode: 'mArKdOwN' }, 'any', 'exact'),
		openMarks: sent('Check: *bold', { parse_mode: 'MarkdownV2' }, 'end', 'refused'),
		dotEscape: async (session) => {
			const shown = await shownOf(session, 'Check 1\\.0', 'MarkdownV2');
			return is(shown.includes('\\.') ? 'shown' : 'left out');
		},
		unknownTags: sent('Check<br>HTML', { parse_mode: 'HTML' }, 'shown', 'refused'),
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
			return is(typeof answer.result === 'object' ? 'works' : 'ignored');
		},
		unknownInDeletion: async (session) => {
			const { message_id: id } = await session.text('Check: deleted with another');
			return whether(session, await deletion(session, [NO_MESSAGE, id]), 'passed over', 'refused');
		},
	},
};
