import type { Message, ParamsOf } from '../../reference';
import { saysGone, type Answer } from '../answers';
import type { Found } from '../findings';
import { ifClear } from '../obstacles';
import {
	codeOnly,
	is,
	isDone,
	messageIn,
	untested,
	whether,
	wordsOf,
	type Probe,
	type Step,
} from '../probe';
import { idsIn, NO_MESSAGE } from '../messages';
import type { Session } from '../session';
import { isDeletionReport } from '../shapes';

const MOST_TEXT = 4096;
const LONGEST = 'c'.repeat(MOST_TEXT);

/** With what a server may escape, take apart or lose. */
const PLAIN = 'Check: <b> & "quotes", \'one\' 🙂\n1  <  2 \\ *x* _y_';

/** Is before or after one that is deleted. */
const STAYS = 'Check: this message is not deleted';

type Text = Partial<ParamsOf<'sendMessage'>>;

/** What happens to a reply. `reply` sends one to the message with this id. */
export async function repliedTo(
	session: Session,
	id: number,
	reply: (id: number) => Promise<Answer>,
): Promise<Found> {
	const answer = await reply(id);
	if (!isDone(session, answer)) return is('refused', wordsOf(session, answer));
	const target = Object(messageIn(answer).reply_to_message) as Partial<Message>;
	if (target.message_id === id) return is('works');
	// A server that refuses this one does read which message to reply to.
	if (isDone(session, await reply(NO_MESSAGE))) return is('ignored');
	session.findings.lie(answer.method, '`reply_to_message` is missing in a reply');
	return untested('the answer to a reply has no reply_to_message');
}

const replying =
	(parameters: (id: number) => Text): Probe =>
	async (session) => {
		const { message_id: target } = await session.text('Check: a message to reply to');
		return await repliedTo(
			session,
			target,
			async (id) =>
				await session.send('sendMessage', { text: 'Check: a reply', ...parameters(id) }),
		);
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

const PRESSED = { text: 'Check', callback_data: 'check' };
const LINK = { text: 'Link', url: 'https://example.com/' };
export const BUTTONS = { inline_keyboard: [[PRESSED, LINK], [PRESSED]] };

/** What the check marks, all of it bold. */
const MARKED = /^(c+|Check|bold)$/;

const isMarked = (text: string, { type, offset, length }: Record<string, unknown>): boolean =>
	type === 'bold' && MARKED.test(text.slice(Number(offset), Number(offset) + Number(length)));

/** The text without its marks shows how they were parsed; a refusal is a choice too. */
const formatted =
	(text: string, parse_mode: string, shown: Record<string, string>, refused?: string): Probe =>
	async (session) => {
		const answer = await session.send('sendMessage', { text, parse_mode });
		if (!answer.ok && refused !== undefined) return is(refused, wordsOf(session, answer));
		const { text: seen, entities } = session.must('sendMessage', answer);
		if (seen === undefined) return untested('the answer has no text');
		const choice = shown[seen];
		if (choice === undefined && seen !== text && seen.length < MOST_TEXT - 1)
			session.findings.lie('sendMessage', '`text` is not what was asked for');
		if (choice === undefined) return untested('the server does not read the marks');
		const marks = Array.isArray(entities) ? (entities as Array<Record<string, unknown>>) : [];
		if (marks.length === 0) session.findings.lie('sendMessage', '`entities` is missing');
		else if (!marks.every((mark) => isMarked(seen, mark)))
			session.findings.lie('sendMessage', '`entities` is not what was asked for');
		return is(choice);
	};

const deletion = async (session: Session, ids: number[], return_failed?: boolean) =>
	await session.client.call('deleteMessages', { ...session.chat, message_ids: ids, return_failed });

export const texts: Step = {
	does: 'Send about 30 short texts and a dice to the group, edit and delete them',
	isSeen: true,
	requests: 45,
	methods: [
		...(['sendMessage', 'editMessageText', 'editMessageReplyMarkup', 'copyMessage'] as const),
		...(['deleteMessage', 'deleteMessages', 'sendDice'] as const),
	],
	begin: async (session) => {
		const { message_id: before } = await session.text(STAYS);
		const { message_id } = await session.text(PLAIN);
		const { client, chat } = session;
		const about = { ...chat, message_id };
		const change = { ...about, text: `${PLAIN}, edited` };
		const edited = await client.call('editMessageText', change);
		const shown = await session.messages.shown(message_id);
		const after = session.messages.newest;
		const { text: seen } = Object(shown) as { text?: string };
		const marked = await client.call('editMessageReplyMarkup', {
			...about,
			reply_markup: BUTTONS,
		});
		// After a lost answer, a refusal tells nothing.
		const bare = await client.call('editMessageReplyMarkup', about).catch(ifClear);
		if (marked.ok && bare?.ok === false && !saysGone(bare)) {
			session.findings.lie(
				'editMessageReplyMarkup',
				'says that it is done, and there are no buttons to take away',
			);
		}
		await session.remove(message_id, {}, [before, after]);
		await session.send('sendDice', { emoji: '🎯', reply_markup: BUTTONS });
		await session.text('Check: bold', { entities: [{ type: 'bold', offset: 0, length: 5 }] });
		if (edited.ok && messageIn(edited).edit_date === undefined)
			session.findings.lie('editMessageText', '`edit_date` is missing');
		if (edited.ok && seen !== undefined && seen !== change.text) {
			session.findings.lie(
				'editMessageText',
				'says that it is done, and a reply shows another text',
			);
		}
	},
	probes: {
		copyResult: async (session) => {
			const { message_id } = await session.text('Check: copied');
			const from = { from_chat_id: session.place.chatId, message_id };
			const copy = session.must('copyMessage', await session.send('copyMessage', from));
			const [id] = idsIn(copy);
			const shown = id === undefined ? undefined : await session.messages.shown(id);
			const { text, dice } = Object(shown) as Partial<Message>;
			if (text !== 'Check: copied' && (text ?? dice) !== undefined) {
				session.findings.lie('copyMessage', 'a reply shows another message than the copied one');
			}
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
			if (isDone(session, await reply({})))
				return untested('a reply to nothing is not refused anyway');
			const answer = await reply({ allow_sending_without_reply: true });
			return is(isDone(session, answer) ? 'works' : 'ignored');
		},
		messageNotFound: async ({ client, chat }) =>
			codeOnly(
				await client.call('editMessageText', { ...chat, message_id: NO_MESSAGE, text: 'x' }),
			),
		longText: async (session) => {
			const answer = await session.send('sendMessage', { text: 'c'.repeat(MOST_TEXT + 1) });
			if (!isDone(session, answer)) return is('refused');
			const { text } = messageIn(answer);
			if (text === undefined) return untested('the answer has no text');
			return is(text.length > MOST_TEXT ? 'accepted' : 'cut');
		},
		countedCharacters: formatted(
			`*${LONGEST}*`,
			'Markdown',
			{ [LONGEST]: 'without marks' },
			'with marks',
		),
		parseModeCase: formatted('*Check*', 'mArKdOwN', { Check: 'any' }, 'exact'),
		openMarks: formatted('Check: *bold', 'MarkdownV2', { 'Check: bold': 'end' }, 'refused'),
		// A picture has two of the units in which places are counted.
		dotEscape: formatted('🙂 *Check* 1\\.0', 'MarkdownV2', {
			'🙂 Check 1\\.0': 'shown',
			'🙂 Check 1.0': 'left out',
		}),
		unknownTags: formatted('<b>Check</b><br>HTML', 'HTML', { 'Check<br>HTML': 'shown' }, 'refused'),
		keyboardOnEdit: async (session) => {
			const sent = await session.text('Check: buttons', { reply_markup: BUTTONS });
			if (sent.reply_markup === undefined) return untested('the answer has no reply_markup');
			const { message_id } = sent;
			const change = { ...session.chat, message_id, text: 'Check: no buttons' };
			const edited = await session.client.call('editMessageText', change);
			const { reply_markup: left } = session.must('editMessageText', edited);
			const formats = { text: '<b>Check</b>', parse_mode: 'HTML', reply_markup: BUTTONS };
			await session.client.call('editMessageText', { ...change, ...formats }).catch(ifClear);
			return is(left === undefined ? 'removed' : 'kept');
		},
		unchangedEdit: async (session) => {
			const text = 'Check: unchanged';
			const { message_id } = await session.text(text);
			const change = { ...session.chat, message_id, text };
			const answer = await session.client.call('editMessageText', change, { isRepeatable: true });
			return is(isDone(session, answer) ? 'accepted' : 'refused');
		},
		effect: sent(
			'Check: effect',
			{ message_effect_id: '5107584321108051014' },
			'ignored',
			'refused',
		),
		business: sent('Check: business', { business_connection_id: 'AAAA' }, 'ignored', 'refused'),
		diceReplyParameters: async (session) => {
			const { message_id: target } = await session.text('Check: a message for a dice');
			return await repliedTo(
				session,
				target,
				async (message_id) => await session.send('sendDice', { reply_parameters: { message_id } }),
			);
		},
		diceEmoji: async (session) => {
			const answer = await session.send('sendDice', { emoji: '🍎' });
			if (answer.ok) return whether(session, answer, 'accepted', '');
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
			if (!isDone(session, answer)) return is('refused', wordsOf(session, answer));
			await session.messages.mustBeGone('deleteMessages', id);
			const none = await deletion(session, [NO_MESSAGE], true);
			if (none.ok && isDeletionReport(none.result) && none.result.failed_message_ids.length === 0)
				session.findings.lie('deleteMessages', 'deletes a message that is not there, as it says');
			return is(answer.ok && isDeletionReport(answer.result) ? 'works' : 'ignored');
		},
		unknownInDeletion: async (session) => {
			const { message_id: before } = await session.text(STAYS);
			const { message_id: id } = await session.text('Check: deleted with another');
			const { message_id: after } = await session.text(STAYS);
			const answer = await deletion(session, [NO_MESSAGE, id]);
			if (isDone(session, answer)) {
				await session.messages.mustBeGone('deleteMessages', id, [before, after]);
			}
			return whether(session, answer, 'passed over', 'refused');
		},
	},
};
