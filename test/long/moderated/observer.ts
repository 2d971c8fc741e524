import type { N8nRest } from '../../../sandbox/lib/rest';
import { until } from '../../../scripts/lib/until';
import {
	DEFAULTS,
	type Json,
	type Member,
	type Message,
	type TestEmulator,
} from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { FRIDA, group, KAI, moderators } from './members';

const ACTS = ['banChatMember', 'restrictChatMember', 'unbanChatMember'];

/** Log lines about warnings, which the server does not know. */
const WARNED = /\b(warned|took back a warning of) .*?\((\d+)\)/su;

/** An act of the bot on somebody. */
export interface Hit {
	what: string;
	id: number;
	untilDate?: number;
	isDone: boolean;
}

const isAboutKai = ({ text = '' }: { text?: string }) => text.startsWith('Kai ');

/** A snapshot of the group, without Kai. */
export class Look {
	constructor(
		readonly at: number,
		readonly members: Map<number, Member>,
		readonly messages: Message[],
		readonly names: Map<number, string>,
		private readonly calls: Json[],
	) {}

	get held() {
		return [...this.members.values()]
			.filter(({ status }) => status === 'kicked' || status === 'restricted')
			.map(({ user_id: id, status }) => ({ id, isBanned: status === 'kicked' }));
	}

	private callsSince({ calls }: Look): Json[] {
		const last = calls.at(-1)?.id ?? 0;
		return this.calls.filter(({ id }) => id > last);
	}

	/** Whether the moderator beside has an answer. */
	hasAnswerAboutKai(before: Look): boolean {
		return this.allSince(before, group).some(isAboutKai);
	}

	/** The bot's messages since another snapshot. */
	writtenSince(before: Look, chat: number): Message[] {
		return this.allSince(before, chat).filter((message) => !isAboutKai(message));
	}

	private allSince(before: Look, chat: number): Message[] {
		const known = new Set(
			before.messages.filter(({ chat_id }) => chat_id === chat).map(({ message_id }) => message_id),
		);
		return this.messages.filter(
			({ chat_id, from_id, message_id }) =>
				chat_id === chat && from_id === DEFAULTS.botId && !known.has(message_id),
		);
	}

	hitsSince(before: Look): Hit[] {
		const acts = this.callsSince(before)
			.filter(({ method, params }) => ACTS.includes(method) && Number(params.chat_id) === group)
			.filter(({ params }) => Number(params.user_id) !== KAI)
			.map(({ method, params, response }) => ({
				what: String(method),
				id: Number(params.user_id),
				untilDate: params.until_date as number | undefined,
				isDone: response?.ok === true,
			}));
		const warnings = this.writtenSince(before, moderators).flatMap(({ text = '' }) => {
			const [, what, id] = WARNED.exec(text) ?? [];
			return what && id !== String(KAI) && !text.startsWith('After that')
				? [{ what, id: Number(id), isDone: true }]
				: [];
		});
		return [...acts, ...warnings];
	}

	/** The ids of the messages deleted since. */
	deletedSince(before: Look): number[] {
		const there = new Set(
			before.messages
				.filter((one) => one.chat_id === group && one.deleted)
				.map((one) => one.message_id),
		);
		return this.messages
			.filter((one) => one.chat_id === group && one.deleted && !there.has(one.message_id))
			.map(({ message_id }) => message_id);
	}

	/** People with another status, except for expired measures and their own acts. */
	changedSince(before: Look): number[] {
		return [...this.members.values()]
			.filter((member) => {
				const former = before.members.get(member.user_id);
				return heldAs(former, this.at) !== heldAs(member, this.at);
			})
			.map(({ user_id }) => user_id);
	}

	/** The changes in words, for the log of the run. */
	since(before: Look): string[] {
		const hits = this.hitsSince(before).map((hit) => `does ${JSON.stringify(hit)}`);
		const said = [group, moderators].flatMap((chat) =>
			this.writtenSince(before, chat).map(({ text }) => `says in ${chat}: ${text}`),
		);
		return [...hits, ...said];
	}
}

/** A person's ban or mute with its end; joining and leaving does not count. */
function heldAs(member: Member | undefined, at: number): string {
	const { status, permissions, until_date: end } = member ?? {};
	if (end !== undefined && end <= at) return 'free';
	if (status === 'kicked') return `banned until ${end}`;
	return permissions ? `restricted until ${end}: ${JSON.stringify(permissions)}` : 'free';
}

export class Observer {
	constructor(
		private readonly emulator: TestEmulator,
		private readonly rest: N8nRest,
	) {}

	/** Waits until the bot has handled everything written before. */
	async settled(): Promise<void> {
		const { chats, botId } = this.emulator.defaults;
		const body = { user_id: FRIDA, chat_id: chats.demoGroup, text: '/rules' };
		const { message } = await this.emulator.act('message', body);
		const isAnswered = async () =>
			(await this.emulator.state()).messages.some(
				({ chat_id, from_id, message_id, text }) =>
					chat_id === group &&
					from_id === botId &&
					message_id > message.message_id &&
					text?.startsWith('1. Be kind'),
			);
		await until('the rules are shown', isAnswered, LONG_PATIENCE_MS);
		await until('n8n is idle', async () => (await this.running()) === 0, LONG_PATIENCE_MS);
	}

	private async running(): Promise<number> {
		const filter = JSON.stringify({ status: ['running', 'new'] });
		const query = new URLSearchParams({ filter, limit: '1' });
		const path = `/rest/executions?${query.toString()}`;
		return (await this.rest.call<{ count: number }>('GET', path)).count;
	}

	async look(): Promise<Look> {
		const { members, messages, users } = await this.emulator.state();
		const ofGroup = members.filter(({ chat_id, user_id }) => chat_id === group && user_id !== KAI);
		return new Look(
			Date.now() / 1000,
			new Map(ofGroup.map((member) => [member.user_id, member])),
			messages,
			new Map(users.map(({ id, first_name }) => [id, first_name])),
			await this.emulator.calls(),
		);
	}
}
