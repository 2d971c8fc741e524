import type { AssumptionName, Dialect } from '../../emulator/dialects';
import type { Chat, MethodName } from '../../reference';
import { Client, Stopped, type Answer } from './client';
import { Findings, isUnknownMethod, type Found } from './findings';
import { Mask } from './mask';
import type { Step } from './probe';
import type { Report } from './report';
import { Session, Unexpected, type Place } from './session';
import { STEPS } from './steps';

export interface CheckOptions {
	/** The server's address, without the token. */
	service: string;
	token: string;
	/** A group that was made for this. */
	chat: string;
	memberId?: string;
	picture?: string;
	isLarge?: boolean;
	/** Whether the chat is used also if the server has no getChat, which tells what it is. */
	isUnread?: boolean;
	/** Whether a step that others can see may be done. */
	agrees(does: string): Promise<boolean>;
	/** Milliseconds. */
	pause(ms: number): Promise<void>;
}

/** An unknown address is what these are about. */
const ABOUT_UNKNOWN = new Set<AssumptionName>(['tokenPath', 'methodCase', 'getRequests']);

/** A public picture that has been at this address for decades. */
const PICTURE = 'https://www.w3.org/Icons/w3c_home.png';

const isNumber = (given?: string) => given !== undefined && Number.isSafeInteger(Number(given));

/** What ended the check while nobody had agreed to anything. */
export class NoStart extends Error {}

/** A check of one server with one bot. */
export class Check {
	private readonly mask: Mask;

	private readonly findings: Findings;

	private readonly client: Client;

	private session: Session | undefined;

	private stopped: string | undefined;

	/** The last method that the server has turned out not to know. */
	private missing: MethodName | undefined;

	constructor(private readonly options: CheckOptions) {
		const { service, token, pause } = options;
		this.mask = new Mask(token);
		this.findings = new Findings(this.mask);
		this.client = new Client({
			service,
			token,
			mask: this.mask,
			pause,
			heard: (method, answer) => {
				this.findings.hear(method, answer);
				if (isUnknownMethod(answer)) this.missing = method;
			},
			limited: (style) => this.findings.add('limit', { is: style }),
		});
	}

	/** Throws NoStart if the server, the bot or the group does not fit. */
	async run(): Promise<void> {
		const place = await this.findPlace();
		this.session = new Session(this.client, this.findings, this.mask, place);
		try {
			for (const step of STEPS) await this.carryOut(this.session, step);
		} catch (obstacle) {
			if (!(obstacle instanceof Stopped)) throw obstacle;
			this.stopped = obstacle.message;
		}
	}

	/** Ends what is under way, and removes what was made. */
	async clear(): Promise<void> {
		await this.client.end();
		await this.session?.clear();
	}

	report(): Report {
		const unknown = this.stopped ?? 'the check ended before';
		return {
			assumptions: this.findings.rows(unknown),
			methods: this.findings.methodRows(),
			stopped: this.stopped,
			left: this.session?.left ?? [],
		};
	}

	dialect(): Partial<Dialect> {
		return this.findings.dialect();
	}

	/** The group and the bot, by reading alone. */
	private async findPlace(): Promise<Place> {
		const {
			chat: given,
			memberId: member,
			picture = PICTURE,
			isLarge = true,
			service,
		} = this.options;
		const me = await this.whoAmI();
		const { type, username, title, id } = await this.chatOf(given);
		if (type !== 'group' && type !== 'supergroup') {
			throw new NoStart(
				`The chat is no group, but ${type ?? 'of no kind'}. Make a group for the check.`,
			);
		}
		// As it was given: numbers beyond 2^53 would lose digits.
		const isReadable = isNumber(given) || given.startsWith('@');
		const chatId = (isReadable ? id : undefined) ?? (isNumber(given) ? Number(given) : given);
		const memberId = isNumber(member) ? Number(member) : member;
		await this.learnNames(chatId, memberId);
		return {
			...{ chatId, username, title, memberId, picture, isLarge, service },
			botId: me.id,
			webhookHindrance: await this.webhookHindrance(),
		};
	}

	private async chatOf(given: string): Promise<Partial<Chat>> {
		const chat = await this.client.call('getChat', { chat_id: given });
		if (chat.ok) return Object(chat.result) as Partial<Chat>;
		const isUnknown = isUnknownMethod(chat);
		if (isUnknown && this.options.isUnread) return { type: 'group' };
		const advice = isUnknown ? '. Add --unread if it is a group made for this' : '';
		throw new NoStart(`The bot cannot read this chat: ${this.words(chat)}${advice}`);
	}

	/** Tries both forms of the address. */
	private async whoAmI() {
		for (const form of ['bot', 'plain'] as const) {
			const answer = await this.client.call('getMe', {}, { pathForm: form });
			this.client.pathForm = form;
			if (answer.ok) return Object(answer.result) as { id: number };
			if (answer.code === 401 || form === 'plain') {
				throw new NoStart(`The server does not accept the token: ${this.words(answer)}`);
			}
		}
		throw new NoStart('The server does not accept the token.');
	}

	/** Reads the names of people who may be in a refusal, so that they can be left out. */
	private async learnNames(chat: number | string, member?: number | string): Promise<void> {
		await this.client.call('getChatAdministrators', { chat_id: chat });
		if (member === undefined) return;
		await this.client.call('getChatMember', { chat_id: chat, user_id: member });
	}

	private async webhookHindrance(): Promise<string | undefined> {
		const info = await this.client.call('getWebhookInfo');
		if (!info.ok) return 'getWebhookInfo does not tell whether the bot has one';
		if (info.result?.url !== '') return 'the bot has a webhook, which is left alone';
		const waiting = info.result.pending_update_count ?? 0;
		return waiting > 0 ? 'updates wait for the bot, and they are left alone' : undefined;
	}

	private async carryOut(session: Session, step: Step): Promise<void> {
		const why = step.hindrance?.(session) ?? (await this.refusal(step));
		if (why !== undefined) return this.passOver(step, why);
		try {
			await step.begin?.(session);
		} catch (obstacle) {
			if (!(obstacle instanceof Unexpected)) throw obstacle;
			await this.endStep(session, step);
			return this.passOver(step, obstacle.message);
		}
		for (const [name, probe] of Object.entries(step.probes)) {
			this.missing = undefined;
			const found = await probe(session).catch(unexpected);
			this.findings.add(name as AssumptionName, this.orMissing(name as AssumptionName, found));
		}
		await this.endStep(session, step);
		this.passOver(step, 'what has to come before it did not work');
	}

	/** A refusal by a server that does not know the method says nothing else. */
	private orMissing(name: AssumptionName, found: Found): Found {
		const isSo = this.missing === undefined || ABOUT_UNKNOWN.has(name);
		return isSo ? found : { untested: `the server has no ${this.missing}` };
	}

	/** What could not be put back now is tried once more at the end. */
	private async endStep(session: Session, step: Step): Promise<void> {
		await step.end?.(session).catch(unexpected);
	}

	private async refusal({ isSeen, does }: Step): Promise<string | undefined> {
		if (!isSeen || (await this.options.agrees(does))) return undefined;
		return 'you did not agree to this step';
	}

	private passOver({ probes, methods = [] }: Step, why: string): void {
		for (const name of Object.keys(probes) as AssumptionName[]) {
			if (!this.findings.knows(name)) this.findings.add(name, { untested: why });
		}
		for (const method of methods) {
			if (!this.findings.isCalled(method)) this.findings.passOver(method, why);
		}
	}

	private words(answer: Answer<MethodName>): string {
		return answer.ok ? '' : `${answer.code} ${this.mask.quote(answer.description)}`;
	}
}

function unexpected(obstacle: unknown): { untested: string } {
	if (obstacle instanceof Unexpected) return { untested: obstacle.message };
	throw obstacle;
}
