import {
	deepCopy,
	sleep,
	type ICredentialsDecrypted,
	type IDataObject,
	type ITriggerFunctions,
} from 'n8n-workflow';

import { shownAddress } from '../../api/addresses';
import { createCall, loadCredential, type Call } from '../../api/client';
import { createDownload, type Download } from '../../api/download';
import { AnswerError, TransportError, UserError } from '../../api/errors';
import { settle } from '../../api/basics';
import { DEFAULT_TRAFFIC } from '../../api/traffic';
import { MenuPart, type MenuMemory } from '../../commandList/botMenu';
import { toNodeError } from '../../engine/nodeErrors';
import type { Bot } from '../../memory/bot';
import { botOf, hold, subscriptionOf } from '../../memory/registry';
import {
	ASKED,
	patient,
	pendingDropOf,
	reportMenu,
	type BotAccess,
	type PendingDrop,
} from '../trigger';
import { isUnauthorized } from './diagnosis';
import { noteWorkflowStart, Poller } from './poller';
import { isStarting, PollingTrigger } from './pollingTrigger';

/** A server that is slow with the menu is not to hold n8n's start up. */
const LONGEST_FOR_MENU_MS = 5000;

/** Drops what waits on the server. Throws if a webhook is in the way. */
async function dropPending(call: Call, trigger: PollingTrigger): Promise<void> {
	const { url } = await call('getWebhookInfo', {});
	if (url && !trigger.options.removeWebhook) {
		throw new UserError(
			`The bot sends its updates to a webhook at ${shownAddress(url)}`,
			'Remove it, or turn on Remove Webhook in the Options of this trigger.',
		);
	}
	await call('deleteWebhook', { drop_pending_updates: true });
}

/** Whether a server will give the same answer next time: it does not know this token. */
const isFinal = (error: unknown) =>
	error instanceof AnswerError && [401, 403, 404].includes(error.code);

/**
 * One trigger's part in the poller of its bot. n8n does not restart a trigger when its credential
 * changes, so after a refused token or without its proxy the credential is read again before the next
 * request. It may be another bot's then: the trigger moves there.
 */
class Membership implements BotAccess {
	bot: Bot;
	private readonly trigger: PollingTrigger;
	private readonly drop: PendingDrop;
	private isRefused = false;
	private leave = async () => {};
	private menu?: MenuPart;

	constructor(
		private readonly context: ITriggerFunctions,
		private credential: ICredentialsDecrypted,
	) {
		this.bot = botOf(credential.data);
		this.trigger = new PollingTrigger(context, this);
		this.drop = pendingDropOf(this.bot, context);
	}

	get data(): IDataObject | undefined {
		return this.credential.data;
	}

	readonly download: Download = async (path) =>
		await createDownload(this.context, this.credential, DEFAULT_TRAFFIC)(path);

	/** Calls today's bot; refused once the credential has become another bot's. */
	get call(): Call {
		const { id } = this.bot;
		return async (...request) => {
			if (this.isRefused) await this.renew();
			if (this.bot.id !== id)
				throw new AnswerError(401, 'The credential now belongs to another bot');
			const call = createCall(this.context, this.credential, DEFAULT_TRAFFIC);
			return await call(...request).catch((error) => {
				const isAtProxy = error instanceof TransportError && error.atProxy;
				this.isRefused = isAtProxy || isUnauthorized(error);
				throw error;
			});
		};
	}

	private async renew(): Promise<void> {
		this.credential = await loadCredential(this.context);
		this.isRefused = false;
		const bot = botOf(this.credential.data);
		if (bot.id === this.bot.id) return;
		this.bot = bot;
		// Nobody waits for it: what asks now continues with the new bot.
		void this.move(bot);
	}

	private async move(bot: Bot): Promise<void> {
		await this.leave();
		if (this.trigger.isClosed) return;
		this.join(bot);
		await this.menu?.leave();
		await this.showMenu(bot);
	}

	async begin(): Promise<void> {
		const { trigger, drop, bot } = this;
		const { error } = await settle(this.call('getMe', {}));
		// A failure that may pass is no reason not to start: the loop keeps trying.
		if (error && (trigger.isTest || (isFinal(error) && !trigger.isStarting))) throw error;
		const isShared = bot.part(Poller).triggers.length > 0;
		const mayDrop = trigger.form.dropsPending && drop.isAllowed(this.context) && !isShared;
		if (!error && mayDrop) {
			await dropPending(this.call, trigger);
			drop.note();
		}
		this.join(bot);
		if (trigger.isStarting) noteWorkflowStart();
		const isKept = new AbortController();
		const kept = this.showMenu(bot).then(() => isKept.abort());
		// n8n saves what the trigger keeps of the menu when it has started. Older versions do not look at
		// the signal and let the timer run to its end.
		const longest = settle(sleep(LONGEST_FOR_MENU_MS, isKept.signal));
		if (!error) await Promise.race([kept, longest]);
	}

	async end(): Promise<void> {
		this.trigger.close();
		if (!this.trigger.isTest) this.drop.noteStop();
		await this.leave();
		const takeBack = async () => await this.menu?.takeBack(patient(this.call));
		const { error } = await settle(takeBack());
		if (error) {
			const reason = (error as Error).message;
			this.trigger.warn(`The menu of the bot may still show commands of this workflow: ${reason}`);
		}
	}

	/** Joins the bot's poller, and keeps the bot until the trigger leaves. */
	private join(bot: Bot): void {
		const poller = bot.part(Poller);
		const release = hold(subscriptionOf(bot, this.context), {
			...this.trigger.about,
			trouble: () => poller.trouble,
		});
		const leave = poller.join(this.trigger);
		this.leave = async () => await leave().finally(release);
	}

	/** Keeps trying beside the loop. Resolves when what is to be changed is kept, or cannot be. */
	private async showMenu(bot: Bot): Promise<void> {
		const { trigger } = this;
		const { memory: kept, form } = trigger;
		const entries = form.menu;
		const memory: MenuMemory = {
			read: () => kept?.read('menu') ?? [],
			write: (lists) => kept?.write('menu', deepCopy(lists)),
		};
		if (trigger.isTest || (entries.length === 0 && memory.read().length === 0)) return;
		const menu = new MenuPart(bot, memory);
		this.menu = menu;
		await new Promise<void>((resolve) => {
			void settle(menu.show(patient(this.call), entries, resolve)).then(({ error }) => {
				if (error) reportMenu(this.context, error);
				resolve();
			});
		});
	}
}

/**
 * Starts to turn a bot's updates into executions. Returns what stops it. Throws for a filter that cannot
 * be right and, when a person publishes, for a token that the server does not know.
 */
export async function startPolling(context: ITriggerFunctions): Promise<() => Promise<void>> {
	if (isStarting(context)) noteWorkflowStart();
	const begin = async () => {
		const membership = new Membership(context, await loadCredential(context));
		await membership.begin();
		return async () => await membership.end();
	};
	return await begin().catch((error) => {
		throw toNodeError(context.getNode(), error, ASKED);
	});
}
