import { deepCopy, sleep, type ITriggerFunctions } from 'n8n-workflow';

import { loadCredential, type Call } from '../../api/client';
import { AnswerError, UserError } from '../../api/errors';
import { settle } from '../../api/settle';
import { toNodeError } from '../../engine/nodeErrors';
import type { Asked } from '../../engine/hints';
import type { Bot } from '../../bots/bot';
import { hold, subscriptionOf } from '../../bots/registry';
import { MenuPart, type MenuMemory } from '../menu/botMenu';
import { PendingDrop } from '../pendingDrop';
import { getWebhookInfo, shownAddress } from '../webhookInfo';
import { BotAccess } from './botAccess';
import { noteWorkflowStart } from './n8nStart';
import { Poller } from './poller';
import { PollingTrigger } from './pollingTrigger';

/** What a start asks of the server can be asked again without harm. */
const ASKED: Asked = { effect: 'repeatable', hints: [] };

/** A server that is slow with the menu is not to hold n8n's start up. */
const LONGEST_FOR_MENU_MS = 5000;

/** Drops what waits on the server. Throws if a webhook is in the way. */
async function dropPending(call: Call, trigger: PollingTrigger): Promise<void> {
	const { url } = await getWebhookInfo(call);
	if (url && !trigger.options.removeWebhook) {
		throw new UserError(
			`The bot sends its updates to a webhook at ${shownAddress(url)}`,
			'Remove it, or turn on Remove Webhook in the Options of this trigger.',
		);
	}
	await call('deleteWebhook', { drop_pending_updates: true });
}

/** Where a trigger keeps what it has changed in the menu of its bot. */
const menuMemoryOf = ({ memory }: PollingTrigger): MenuMemory => ({
	read: () => memory?.read('menu') ?? [],
	write: (lists) => memory?.write('menu', deepCopy(lists)),
});

/** Whether a server will give the same answer next time: it does not know this token. */
const isFinal = (error: unknown) =>
	error instanceof AnswerError && [401, 403, 404].includes(error.code);

/** One trigger's part in the poller of its bot; a new credential may move it to another bot. */
class Membership {
	private trigger?: PollingTrigger;
	private drop?: PendingDrop;
	private leave = async () => {};
	private menu?: MenuPart;
	private isOver = false;

	constructor(private readonly context: ITriggerFunctions) {}

	async begin(): Promise<void> {
		const credential = await loadCredential(this.context);
		// The caller does not wait for the loops: their own request continues with the new bot.
		const access = new BotAccess(this.context, credential, (bot) => void this.move(bot));
		const trigger = new PollingTrigger(this.context, access);
		const { error } = await settle(access.call('getMe', {}));
		// A failure that may pass is no reason not to start: the loop keeps trying.
		const mustWork = trigger.isTest || (isFinal(error) && !trigger.isStarting);
		if (error && mustWork) throw error;
		this.drop = new PendingDrop(this.context, access.bot);
		const isShared = access.bot.part(Poller).triggers.length > 0;
		if (!error && trigger.form.dropsPending && this.drop.isAllowed && !isShared) {
			await dropPending(access.call, trigger);
			this.drop.note();
		}
		this.trigger = trigger;
		this.leave = this.join(trigger, access.bot);
		if (trigger.isStarting) noteWorkflowStart();
		const isKept = new AbortController();
		const kept = this.showMenu(trigger, access.bot).then(() => isKept.abort());
		// n8n saves what the trigger keeps of the menu when it has started. Older versions do not look at
		// the signal and let the timer run to its end.
		const longest = settle(sleep(LONGEST_FOR_MENU_MS, isKept.signal));
		if (!error) await Promise.race([kept, longest]);
	}

	async end(): Promise<void> {
		this.isOver = true;
		this.trigger?.close();
		if (!this.trigger?.isTest) this.drop?.noteStop();
		await this.leave();
		await this.takeMenuBack();
	}

	/** Joins the bot's poller, and keeps the bot until the trigger leaves. */
	private join(trigger: PollingTrigger, bot: Bot): () => Promise<void> {
		const release = hold(subscriptionOf(bot, this.context));
		const leave = bot.part(Poller).join(trigger);
		return async () => await leave().finally(release);
	}

	/**
	 * Keeps trying beside the loop: updates are not to wait for the menu. Resolves when what is to be
	 * changed in it is kept, or cannot be.
	 */
	private async showMenu(trigger: PollingTrigger, bot: Bot): Promise<void> {
		const { menu: entries } = trigger.form;
		const memory = menuMemoryOf(trigger);
		if (trigger.isTest || (entries.length === 0 && memory.read().length === 0)) return;
		const menu = new MenuPart(bot, memory);
		this.menu = menu;
		await new Promise<void>((resolve) => {
			void settle(menu.show(trigger.patientCall, entries, resolve)).then(({ error }) => {
				if (error) trigger.warn(`The menu of the bot: ${(error as Error).message}`);
				resolve();
			});
		});
	}

	private async takeMenuBack(): Promise<void> {
		const { trigger, menu } = this;
		if (!trigger || !menu) return;
		const { error } = await settle(menu.takeBack(trigger.patientCall));
		if (error) {
			const reason = (error as Error).message;
			trigger.warn(`The menu of the bot may still show commands of this workflow: ${reason}`);
		}
	}

	private async move(bot: Bot): Promise<void> {
		await this.leave();
		if (!this.trigger || this.isOver) return;
		this.leave = this.join(this.trigger, bot);
		await this.menu?.leave();
		await this.showMenu(this.trigger, bot);
	}
}

/**
 * Starts to turn a bot's updates into executions. Returns what stops it.
 * Throws for a filter that cannot be right and, when a person publishes, for a token that the server
 * does not know.
 */
export async function startPolling(context: ITriggerFunctions): Promise<() => Promise<void>> {
	if (['init', 'leadershipChange'].includes(context.getActivationMode())) noteWorkflowStart();
	const membership = new Membership(context);
	await membership.begin().catch((error) => {
		throw toNodeError(context.getNode(), error, ASKED);
	});
	return async () => await membership.end();
}
