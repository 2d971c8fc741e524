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

interface WrongCommand {
	date: number;
	/** The identity of the update by which it was carried out after all. */
	by?: string;
}

/** Commands of a bot that were answered and not carried out, in case that they are corrected or completed. */
export class WrongCommands {
	private readonly commands = new Bounded<string, WrongCommand>(BOUNDS.wrongCommands);

	private readonly keyFor = ({ chat, message }: Context) =>
		`${String(chat.id)}:${String(message.message_id)}`;

	note(command: Context): void {
		const { by } = this.commands.get(this.keyFor(command)) ?? {};
		this.commands.set(this.keyFor(command), { date: command.date, by });
	}

	/** Whether this edits such a command, soon enough. */
	isCorrectedBy(edit: Context): boolean {
		const { date } = this.commands.get(this.keyFor(edit)) ?? {};
		if (edit.kind !== 'edited_message' || date === undefined || !this.mayTake(edit, edit))
			return false;
		return Number(edit.message.edit_date) - date <= CORRECTED_WITHIN;
	}

	/** Whether no other update than this one has carried it out. An update may come again. */
	mayTake(command: Context, { identity }: Context): boolean {
		const { by = identity } = this.commands.get(this.keyFor(command)) ?? {};
		return by === identity;
	}

	/** It is carried out: nothing more is corrected or completed. */
	take(command: Context, { identity }: Context): void {
		this.commands.set(this.keyFor(command), { date: command.date, by: identity });
	}
}
