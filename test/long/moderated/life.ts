import type { Random } from '../../emulator/fuzz/random';
import type { TestEmulator } from '../../support/emulator';
import type { Now, Written } from './attempts';
import { ADAM, CHANNEL, group, type Member, userOf } from './members';

const LINES = [
	'Hello',
	'How are you?',
	'ban',
	'/ban',
	'/mute 2h',
	'@olga look',
	'你好',
	'ok',
	'2h',
	'spam',
];

/** Texts that break a rule of the group, if moderators have set it. */
const BREAKING = ['Win at our CASINO', 'See https://evil.example', 'Get free money'];

/** What members do while others moderate. */
export class Life {
	/** People who wrote something that the group's rules may punish. */
	readonly breakers = new Set<number>();

	/** People with a new name since the last step. */
	readonly renamed = new Set<number>();

	constructor(
		private readonly emulator: TestEmulator,
		private readonly random: Random,
		private readonly now: Now,
		private readonly tell: (line: string) => void,
	) {}

	/** Several acts in parallel, in no order. */
	async step(): Promise<void> {
		this.breakers.clear();
		this.renamed.clear();
		const count = 1 + this.random.integer(3);
		for (let left = count; left > 0; left--) await this.one();
	}

	private async one(): Promise<void> {
		const { random } = this;
		const member = random.pick(this.now.members);
		const chance = random.fraction();
		if (chance < 0.08) return await this.rename(member);
		if (chance < 0.12) return await this.swap(member, random.pick(this.now.members));
		if (chance < 0.18) return await this.leave(member);
		if (chance < 0.22) return await this.add(member);
		if (chance < 0.25) return await this.asChannel();
		await this.join(member);
		await this.say(member, random.pick(random.isHit(0.07) ? BREAKING : LINES));
	}

	/** Brings back people who left, unless they are banned. */
	private async join({ id }: Member): Promise<void> {
		const { ok, message } = await this.emulator.act('join', { user_id: id, chat_id: group });
		if (ok) this.note(message, id, `${id} joins`);
	}

	private async say(member: Member, text: string): Promise<void> {
		const replyTo = this.random.isHit(0.3)
			? this.random.pick(this.now.written)?.message_id
			: undefined;
		const body = { user_id: member.id, chat_id: group, text, reply_to_message_id: replyTo };
		const { ok, message } = await this.emulator.act('message', body);
		if (!ok) return;
		member.isMet = true;
		if (BREAKING.includes(text)) this.breakers.add(member.id);
		this.note(message, member.id, `${member.id} writes: ${text}`);
	}

	private async leave({ id }: Member): Promise<void> {
		const { ok } = await this.emulator.act('leave', { user_id: id, chat_id: group });
		if (ok) this.tell(`${id} leaves`);
	}

	private async rename(member: Member): Promise<void> {
		const { random } = this;
		member.firstName = random.pick(this.now.members).firstName;
		if (random.isHit(0.5)) member.username = random.isHit(0.3) ? undefined : this.free();
		await this.store(member);
	}

	/** A username that nobody has now, but somebody may have had. */
	private free(): string {
		const taken = new Set(this.now.members.map(({ username }) => username));
		return ['star', 'moon', 'sun', 'comet', 'venus', 'mars'].find((name) => !taken.has(name)) ?? '';
	}

	private async swap(one: Member, other: Member): Promise<void> {
		[one.username, other.username] = [other.username, one.username];
		await this.store(one, other);
	}

	private async store(...members: Member[]): Promise<void> {
		for (const member of members) {
			member.isMet = false;
			this.renamed.add(member.id);
			this.tell(`${member.id} is now ${member.firstName}, @${member.username ?? ''}`);
		}
		await this.emulator.control('post', 'seed', { users: members.map(userOf) });
	}

	/** Adam adds somebody: he sends the message, and it is about them. */
	private async add(member: Member): Promise<void> {
		const { members, messages } = await this.emulator.state();
		const found = members.find(
			({ chat_id, user_id }) => chat_id === group && user_id === member.id,
		);
		if (found?.status !== 'left' || found.permissions) return;
		const message_id = 1 + Math.max(...messages.map((message) => message.message_id));
		const message = { chat_id: group, message_id, from_id: ADAM, new_chat_members: [member.id] };
		const joined = { chat_id: group, user_id: member.id, status: 'member' };
		await this.emulator.control('post', 'seed', { messages: [message], members: [joined] });
		this.note(message, member.id, `${ADAM} adds ${member.id}`);
	}

	private async asChannel(): Promise<void> {
		const body = { user_id: ADAM, sender_chat_id: CHANNEL, chat_id: group, text: 'News' };
		const { ok, message } = await this.emulator.act('message', body);
		if (ok) this.note(message, undefined, 'the channel writes');
	}

	private note({ message_id }: Written, authorId: number | undefined, line: string): void {
		this.now.written.push({ message_id, authorId });
		this.tell(`[${message_id}] ${line}`);
	}
}
