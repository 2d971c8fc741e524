import { deepCopy, sleep, type ITriggerFunctions } from 'n8n-workflow';

import { shownAddress } from '../../api/addresses';
import { loadCredential, type Call } from '../../api/client';
import { AnswerError, TransportError, UserError } from '../../api/errors';
import { settle } from '../../api/basics';
import { MenuPart, type MenuMemory } from '../../commandList/botMenu';
import { toNodeError } from '../../engine/nodeErrors';
import { type Bot, botOf, hold, subscriptionOf, workflowNameOf } from '../../memory/registry';
import { ASKED, patient, pendingDropOf, reportMenu } from '../trigger';
import { isUnauthorized } from './getUpdates';
import { noteWorkflowStart, Poller } from './poller';
import { isStarting, PollingTrigger } from './pollingTrigger';

/** A server that is slow to set the menu must not delay n8n's start. */
const LONGEST_FOR_MENU_MS = 5000;

/** Whether a retry cannot help: the server does not know this token. */
const isFinal = (error: unknown) =>
	error instanceof AnswerError && [401, 403, 404].includes(error.code);

/**
 * One trigger's membership in the poller of its bot. n8n does not restart a trigger when its credential
 * changes. So after a refused token, or without its proxy, the credential is read again before the next
 * request. It may belong to another bot by then: the trigger moves there.
 */
class Membership extends PollingTrigger {
	private readonly drop = pendingDropOf(this.bot, this.context);
	private isRefused = false;
	private leave = async () => {};
	private menu?: MenuPart;

	/** Calls the current bot; refuses if the credential now belongs to another bot. */
	override get call(): Call {
		const { id } = this.bot;
		return async (...request) => {
			if (this.isRefused) await this.renew();
			if (this.bot.id !== id)
				throw new AnswerError(401, 'The credential now belongs to another bot');
			return await super.call(...request).catch((error) => {
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
		// Not awaited: the caller continues with the new bot.
		void this.move(bot);
	}

	private async move(bot: Bot): Promise<void> {
		await this.leave();
		if (this.isClosed) return;
		this.enter(bot);
		await this.menu?.leave();
		await this.showMenu(bot);
	}

	async begin(): Promise<void> {
		const { bot, context, form, isTest } = this;
		const { error } = await settle(this.call('getMe', {}));
		// A temporary failure must not prevent the start: the loop keeps trying.
		if (error && (isTest || (isFinal(error) && !this.isStarting))) throw error as Error;
		const isShared = bot.part(Poller).triggers.length > 0;
		if (!error && form.dropsPending && this.drop.isAllowed(context) && !isShared) {
			await this.dropPending();
			this.drop.note();
		}
		this.enter(bot);
		if (this.isStarting) noteWorkflowStart();
		const isKept = new AbortController();
		const kept = this.showMenu(bot).then(() => isKept.abort());
		// After the start, n8n saves what the trigger remembers of the menu. Older versions ignore the signal and
		// let the timer run to its end.
		const longest = settle(sleep(LONGEST_FOR_MENU_MS, isKept.signal));
		if (!error) await Promise.race([kept, longest]);
	}

	async end(): Promise<void> {
		this.close();
		if (!this.isTest) this.drop.noteStop();
		await this.leave();
		const takeBack = async () => await this.menu?.takeBack(patient(this.call));
		const { error } = await settle(takeBack());
		if (error) {
			const reason = (error as Error).message;
			this.warn(`The menu of the bot may still show commands of this workflow: ${reason}`);
		}
	}

	/** Drops what waits on the server. Throws if a webhook is in the way. */
	private async dropPending(): Promise<void> {
		const { call, options } = this;
		const { url } = await call('getWebhookInfo', {});
		if (url && !options.removeWebhook) {
			throw new UserError(
				`The bot sends its updates to a webhook at ${shownAddress(url)}`,
				'Remove it with Bot > Delete Webhook, or turn on Remove Webhook in the Options of this trigger.',
			);
		}
		await call('deleteWebhook', { drop_pending_updates: true });
	}

	/** Joins the bot's poller, and keeps the bot until the trigger leaves. */
	private enter(bot: Bot): void {
		const { context, isTest, form } = this;
		const poller = bot.part(Poller);
		const release = hold(subscriptionOf(bot, context), {
			workflow: workflowNameOf(context),
			isTest,
			judged: form.judged,
			kinds: form.kinds,
			trouble: () => poller.trouble,
		});
		const leave = poller.join(this);
		this.leave = async () => await leave().finally(release);
	}

	/** Keeps trying in the background. Resolves when the planned changes are saved, or cannot be. */
	private async showMenu(bot: Bot): Promise<void> {
		const { memory: kept, form } = this;
		const memory: MenuMemory = {
			read: () => kept?.read('menu') ?? [],
			write: (lists) => kept?.write('menu', deepCopy(lists)),
		};
		if (this.isTest || (form.menu.length === 0 && memory.read().length === 0)) return;
		const menu = new MenuPart(bot, memory);
		this.menu = menu;
		await new Promise<void>((resolve) => {
			void settle(menu.show(patient(this.call), form.menu, resolve)).then(({ error }) => {
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
