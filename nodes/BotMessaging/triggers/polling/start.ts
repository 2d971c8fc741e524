import { deepCopy, sleep, type ITriggerFunctions } from 'n8n-workflow';

import { shownAddress } from '../../api/addresses';
import { loadCredential, type Call } from '../../api/client';
import { AnswerError, TransportError, UserError } from '../../api/errors';
import { settle, ticks } from '../../api/basics';
import { MenuPart, type MenuMemory } from '../../commandList/botMenu';
import { toNodeError } from '../../engine/nodeErrors';
import { botIdOf, hold, nodeKeyOf, registry, subscriptionOf } from '../../memory/registry';
import { ASKED, patient, pendingDropOf, reportMenu } from '../trigger';
import { isUnauthorized } from './getUpdates';
import { Poller } from './poller';
import { isStarting, PollingTrigger } from './pollingTrigger';

/** A server that is slow to set the menu must not delay n8n's start. */
const LONGEST_FOR_MENU_MS = 5000;

/** Whether a retry cannot help: the server does not know this token. */
const isFinal = (error: unknown) =>
	error instanceof AnswerError && [401, 403, 404].includes(error.code);

/**
 * One trigger's membership in the poller of its bot. n8n does not restart a trigger when its credential
 * changes, so after a refused token, or without its proxy, the trigger reads the credential again.
 */
class Membership extends PollingTrigger {
	private readonly drop = pendingDropOf(this.bot, this.context);
	private isRefused = false;
	private leave = async () => {};
	private menu?: MenuPart;

	override get call(): Call {
		return async (...request) => {
			if (this.isRefused) await this.renew();
			return await super.call(...request).catch((error) => {
				const isAtProxy = error instanceof TransportError && error.atProxy;
				this.isRefused = isAtProxy || isUnauthorized(error);
				throw error;
			});
		};
	}

	private async renew(): Promise<void> {
		const credential = await loadCredential(this.context);
		if (botIdOf(credential.data) !== this.bot.id) {
			throw new UserError(
				'The credential now belongs to another bot. Publish this workflow again.',
			);
		}
		this.credential = credential;
		this.isRefused = false;
	}

	async begin(): Promise<void> {
		const { bot, context, form, isTest } = this;
		const poller = bot.part(Poller);
		const { error } = await settle(this.call('getMe', {}));
		// A temporary failure must not prevent the start: the loop keeps trying.
		if (error && (isTest || (isFinal(error) && !this.isStarting))) throw error as Error;
		const isShared = poller.triggers.length > 0;
		if (!error && form.dropsPending && this.drop.isAllowed(context) && !isShared) {
			await this.dropPending();
			this.drop.note();
		}
		const { judged, kinds } = form;
		const trouble = () => poller.trouble;
		const release = hold(subscriptionOf(bot, context), context, { isTest, judged, kinds, trouble });
		const leave = poller.join(this);
		this.leave = async () => await leave().finally(release);
		if (this.isStarting) registry.lastStartAt = ticks();
		const shown = this.showMenu();
		// After the start, n8n saves what the trigger remembers of the menu.
		if (!error) await Promise.race([shown, sleep(LONGEST_FOR_MENU_MS)]);
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

	/** Keeps trying in the background. Resolves when the planned changes are saved, or cannot be. */
	private async showMenu(): Promise<void> {
		const { memory: kept, form, bot, context } = this;
		const memory: MenuMemory = {
			read: () => kept?.read('menu') ?? [],
			write: (lists) => kept?.write('menu', deepCopy(lists)),
		};
		if (this.isTest || (form.menu.length === 0 && memory.read().length === 0)) return;
		const menu = new MenuPart(bot, memory, nodeKeyOf(context));
		this.menu = menu;
		await new Promise<void>((resolve) => {
			void settle(menu.show(patient(this.call), form.menu, resolve)).then(({ error }) => {
				if (error) reportMenu(context, error);
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
	if (isStarting(context)) registry.lastStartAt = ticks();
	const begin = async () => {
		const membership = new Membership(context, await loadCredential(context));
		await membership.begin();
		return async () => await membership.end();
	};
	return await begin().catch((error) => {
		throw toNodeError(context.getNode(), error, ASKED);
	});
}
