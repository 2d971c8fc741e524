import type { Chat, Entity } from '../reference';
import { isUnknownMethod, type Answer } from './answers';
import type { Client } from './client';
import type { Mask } from './mask';
import { Unexpected, without } from './obstacles';
import type { Report } from './report';
import { PATH_FORMS, type PathForm } from './requests';
import type { Place } from './session';

/** A public picture that has had this address for decades. */
const PICTURE = 'https://www.w3.org/Icons/w3c_home.png';

const isNumber = (given?: string) => given !== undefined && Number.isSafeInteger(Number(given));

/** The check ended before the user agreed to anything. */
export class NoStart extends Error {}

export interface PlaceOptions {
	/** The server's address, without the token. */
	service: string;
	/** A group made for the check. */
	chat: string;
	memberId?: string;
	picture?: string;
	isLarge?: boolean;
	/** Whether to use the chat even if the server lacks getChat, and so cannot describe it. */
	isUnread?: boolean;
}

/** Examines the bot and the group with reading calls only. */
export class PlaceFinder {
	/** The choices of Token Path in the credential, with the result of each. */
	readonly paths: Report['paths'] = [];

	/** The forms of the path that work. */
	private pathForms: PathForm[] = [];

	constructor(
		private readonly client: Client,
		private readonly mask: Mask,
		private readonly options: PlaceOptions,
	) {}

	/** Throws NoStart if the server, the bot or the group is unsuitable. */
	async find(): Promise<Place> {
		const {
			chat: given,
			memberId: member,
			picture = PICTURE,
			isLarge = true,
			service,
		} = this.options;
		const me = await this.whoAmI();
		const shown: Entity & Partial<Chat> = await this.chatOf(given);
		const { type, username, title, id } = shown;
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
			...{ chatId, username, title, shown, memberId, picture, isLarge, service },
			botId: me.id,
			pathForms: this.pathForms,
			...(await this.webhookHindrance()),
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

	/** Tries each form of the path, and uses the first that works. */
	private async whoAmI() {
		const forms = Object.keys(PATH_FORMS) as PathForm[];
		const answers = new Map<PathForm, Answer<'getMe'>>();
		for (const form of forms) {
			const name = PATH_FORMS[form].name;
			try {
				const answer = await this.client.call('getMe', {}, { pathForm: form });
				answers.set(form, answer);
				this.paths.push({ name, found: this.words(answer) || 'works' });
			} catch (obstacle) {
				if (!(obstacle instanceof Unexpected)) throw obstacle;
				this.paths.push({ name, found: obstacle.message });
			}
		}
		this.pathForms = forms.filter((form) => answers.get(form)?.ok);
		const [first] = this.pathForms;
		const answer = first && answers.get(first);
		if (answer?.ok) {
			this.client.pathForm = first!;
			return Object(answer.result) as { id: number };
		}
		const all = this.paths.map(({ name, found }) => `${name}: ${found}`).join('; ');
		throw new NoStart(`The server does not accept the token (${all})`);
	}

	/** Reads the names of people that a refusal may contain, so that they can be masked. */
	private async learnNames(chat: number | string, member?: number | string): Promise<void> {
		await this.client.call('getChatAdministrators', { chat_id: chat }).catch(without);
		if (member === undefined) return;
		await this.client.call('getChatMember', { chat_id: chat, user_id: member }).catch(without);
	}

	private async webhookHindrance(): Promise<Partial<Place>> {
		const info = await this.client.call('getWebhookInfo').catch(without);
		if (!info?.ok || typeof info.result?.url !== 'string') {
			return { webhookHindrance: 'getWebhookInfo does not tell whether the bot has one' };
		}
		const { url, pending_update_count: waiting = 0, allowed_updates: allowedUpdates } = info.result;
		if (url !== '') return { webhookHindrance: 'the bot has a webhook, which is left alone' };
		if (waiting === 0) return { allowedUpdates };
		return { webhookHindrance: 'updates wait for the bot, and they are left alone' };
	}

	private words(answer: Answer): string {
		return answer.ok ? '' : `${answer.code} ${this.mask.quote(answer.description)}`;
	}
}
