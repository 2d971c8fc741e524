import type { Int } from '../../../reference';
import { Bounded, settle, ticks } from '../api/basics';
import { BOUNDS } from '../api/bounds';
import { beginningOf, visible } from '../format/characters';
import type { Context } from '../update/context';
import type { Wrong } from './namedPerson';
import type { Sources } from './sources';
import { OpenCommands, type OpenCommand } from './whom';

export interface Misfit {
	usage: string;
	/** What is wrong, if there is more to say than the usage. */
	wrong?: Wrong;
	/** A command that is right, but could be about several people. */
	open?: OpenCommand;
	/** The workflow starts with the output Other all the same. */
	startsOther?: boolean;
}

/** Limit for one member in one chat, so that usage hints cannot flood a group. */
const MOST_ANSWERS = 3;
const WITHIN_MS = 10_000;

/** Characters of a text of a person that an answer quotes. */
const QUOTED_LENGTH = 40;

/** The texts, each with the placeholder for what the answer quotes. */
const PLACEHOLDERS = /\{(?:name|text|right|command)\}/g;

export interface UsageAnswer {
	where: 'chat' | 'private' | 'none';
	/** Text in front of the usage. */
	words: string;
	/** Used instead if there is more to say. */
	about: Record<NonNullable<Wrong['why']> | 'whom', string>;
}

export class UsageAnswers {
	/** Recent answers by chat and person, in ticks. */
	private readonly answered = new Bounded<string, number[]>(BOUNDS.commandHints);

	/** Whether this member had as many answers as one may have. Notes this one. */
	private hadEnough(update: Context): boolean {
		const key = `${String(update.chat.id)}:${String(update.user.id)}`;
		const lately = (this.answered.get(key) ?? []).filter((at) => ticks() - at < WITHIN_MS);
		if (lately.length >= MOST_ANSWERS) return true;
		this.answered.set(key, [...lately, ticks()]);
		return false;
	}

	/** Answers administrators always, and everybody else within the limit. */
	async answer(
		update: Context,
		{ usage, wrong, open }: Misfit,
		{ where, words, about }: UsageAnswer,
		{ server, subscription }: Pick<Sources, 'server' | 'subscription'>,
	): Promise<void> {
		if (where === 'none') return;
		const { call, warn } = server;
		const { bot } = subscription;
		const isByAdministrator = (await bot.members.isByAdministrator(update, server)) === true;
		if (!isByAdministrator && this.hadEnough(update)) return;
		// The bot does not say in a group what a member makes it say.
		const isQuoted = isByAdministrator || update.chat.type === 'private';
		const isSaid = wrong?.why !== undefined && (isQuoted || !['time', 'named'].includes(wrong.why));
		const quoted = beginningOf(visible(wrong?.text ?? ''), QUOTED_LENGTH);
		const text = open
			? about.whom
			: isSaid
				? about[wrong.why].replaceAll(PLACEHOLDERS, () => quoted)
				: `${words} ${usage}`.trim();
		const reply = { reply_to_message_id: update.message.message_id as Int };
		// Nobody can write in private to an anonymous administrator.
		const isHere = where === 'chat' || update.message.sender_chat !== undefined;
		const to = isHere ? { chat_id: update.chat.id, ...reply } : { chat_id: update.user.id };
		const buttons = open && bot.part(OpenCommands).buttonsFor({ ...open, subscription });
		const body = {
			...to,
			chat_id: to.chat_id as Int,
			text,
			...(buttons && { reply_markup: buttons }),
		};
		const { error } = await settle(call('sendMessage', body));
		if (error) warn(`The usage of a command could not be sent: ${(error as Error).message}`);
	}
}

/** Seconds in which a wrong command can be corrected by editing it. */
const CORRECTED_WITHIN = 60;

/** Commands of a bot that were answered and not carried out, in case that they are corrected. */
export class WrongCommands {
	private readonly dates = new Bounded<string, number>(BOUNDS.wrongCommands);

	note({ chat, message, date }: Context): void {
		this.dates.set(`${String(chat.id)}:${String(message.message_id)}`, date);
	}

	/** Whether this edits such a command, soon enough. */
	isCorrectedBy({ kind, chat, message }: Context): boolean {
		const date = this.dates.get(`${String(chat.id)}:${String(message.message_id)}`);
		if (kind !== 'edited_message' || date === undefined) return false;
		return Number(message.edit_date) - date <= CORRECTED_WITHIN;
	}

	/** It is carried out: nothing more is corrected. */
	forget({ chat, message }: Context): void {
		this.dates.delete(`${String(chat.id)}:${String(message.message_id)}`);
	}
}
