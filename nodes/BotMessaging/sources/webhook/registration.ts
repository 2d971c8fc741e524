import { deepCopy, type ICredentialsDecrypted, type IHookFunctions } from 'n8n-workflow';

import type { WebhookInfo } from '../../../../reference';
import { shownAddress } from '../../api/addresses';
import { loadCredential, type Call } from '../../api/client';
import { UserError } from '../../api/errors';
import { settle } from '../../api/basics';
import { patient } from '../../api/retry';
import { MenuPart, type MenuMemory } from '../../commandList/botMenu';
import { toNodeError } from '../../engine/nodeErrors';
import {
	ActiveTriggers,
	hold,
	isTestRun,
	nodeKeyOf,
	type Subscription,
	subscriptionOf,
	workflowsPolling,
} from '../../memory/registry';
import { readForm, readTriggerOptions, type TriggerForm } from '../../dispatch/form/form';
import { webhookOptions, type WebhookOptions } from '../../dispatch/form/options';
import { keepGrowing, restoreChats, type WebhookMemory } from '../../dispatch/staticData';
import { ASKED, BotAccess, pendingDropOf, reportMenu, warnWith } from '../../dispatch/botAccess';
import { GrowingAnswers } from '../../questions/growing';
import { missingAt } from '../../memory/unknownParameters';
import {
	addressOf,
	idOf,
	isSameHome,
	addressKeyOf,
	markOf,
	parseAddress,
	secretOf,
	WEBHOOK_PATH,
	infoOf,
	removeWebhook,
	setWebhook,
	SharedWebhook,
} from './server';
import { Pushes } from './pushes';

const menuIn = (memory: WebhookMemory): MenuMemory => ({
	read: () => deepCopy(memory.menu ?? []),
	write: (lists) => (memory.menu = lists.length > 0 ? deepCopy(lists) : undefined),
});

const WITHOUT = 'To do without all this, use the Bot Messaging Polling Trigger.';

/** What one webhook node does at the server (reference 3.3). */
class Registration extends BotAccess<IHookFunctions> {
	private readonly memory: WebhookMemory = this.context.getWorkflowStaticData('node');
	/** The mode does not say: n8n ends live and test webhooks in the same one. */
	private readonly isTest: boolean;
	private readonly subscription: Subscription;
	private readonly drop = pendingDropOf(this.bot, this.context);
	readonly shared = this.bot.part(SharedWebhook);
	private readonly address = parseAddress(this.context.getNodeWebhookUrl('default')!)!;
	private readonly home = this.address.home;
	/** Where in this n8n the trigger listens. */
	private readonly place = this.address.places[0];
	private readonly secret = secretOf(this.credential.data);
	/** A test run does not change the menu. */
	private readonly menu = new MenuPart(this.bot, menuIn(this.memory), nodeKeyOf(this.context));

	constructor(context: IHookFunctions, credential: ICredentialsDecrypted) {
		super(context, credential);
		const { bot, memory } = this;
		// Before anything can fail: n8n then ends the test run, and that must not end the live webhook.
		if (isTestRun(context)) memory.isTest = true;
		this.isTest = memory.isTest === true;
		this.subscription = subscriptionOf(bot, context, this.isTest);
		if (!this.isTest) restoreChats(memory, bot);
		keepGrowing(context, this.subscription, this.call);
	}

	override get call(): Call {
		return patient(super.call);
	}

	private hold({ judged, kinds, commands }: TriggerForm): void {
		const { context, isTest, place, subscription } = this;
		const isAt = (url: string) => this.sharers({ url })?.includes(place) === true;
		hold(subscription, context, { isTest, judged, kinds, commands, isAt });
	}

	/**
	 * The places in this n8n that the webhook leads to; undefined if it is not ours. This n8n may have had
	 * another address before. If the server does not say, the places that this n8n has registered.
	 */
	private sharers(info?: WebhookInfo): string[] | undefined {
		if (!info) return [...this.shared.kinds.keys()];
		if (!info.url) return [];
		const { home, places, path } = parseAddress(info.url) ?? {};
		if (!home || !places) return undefined;
		const ids = places.map(idOf);
		const own = idOf(this.place);
		const wasHere = ids.includes(own) && this.memory.origin === new URL(home).origin;
		const isHere = isSameHome(home, this.home) || wasHere;
		return isHere && (path === WEBHOOK_PATH || ids[0] === own) ? places : undefined;
	}

	/** Without this node. A live trigger ends its tests, but a test does not end the live trigger. */
	private others(places: string[]): string[] {
		const mine = this.isTest ? (place: string) => place : idOf;
		return places.filter((place) => mine(place) !== mine(this.place));
	}

	/** Whether the server sends this node's updates here, with these kinds and the current secret. */
	private isSet(info: WebhookInfo | undefined, wanted: string[]): boolean {
		if (!info) return false;
		const { url, allowed_updates: kinds = [] } = info;
		const places = this.sharers(info) ?? [];
		const key = addressKeyOf(this.secret);
		const hasKey = this.memory.mark === markOf(key);
		const isHere = url === addressOf(this.home, places, hasKey ? key : undefined);
		if (!places.includes(this.place) || !isHere) return false;
		const sameKinds = places.length > 1 || kinds.length === wanted.length;
		const knowsSecret = hasKey || this.memory.mark === markOf(this.secret);
		return sameKinds && knowsSecret && wanted.every((kind) => kinds.includes(kind));
	}

	/** Points the webhook to these places, with all kinds that they request. */
	private async set(places: string[], before?: WebhookInfo, dropsPending = false): Promise<void> {
		const { call, context, home, secret } = this;
		const kinds = this.shared.kindsFor(places, before?.allowed_updates);
		const wanted = { home, places, kinds, secret, hasKey: !before, dropsPending };
		const { unknown, hasKey } = await setWebhook(call, wanted, this.memory);
		const missing = missingAt([before ? '' : 'info', hasKey ? 'key' : '', ...unknown]);
		if (missing) warnWith(context)(`${missing} ${WITHOUT}`);
		this.memory.origin = new URL(home).origin;
		this.memory.bot = this.bot.id;
	}

	/** Throws if workflows of this n8n poll for the bot's updates: a webhook would silence them. */
	private refuseIfPolled(): void {
		const names = workflowsPolling(this.bot);
		if (names.length === 0) return;
		const list = names.map((name) => `"${name}"`).join(', ');
		throw new UserError(
			`This bot's updates go to ${list}, by the Bot Messaging Polling Trigger. A webhook would stop them. Unpublish ${list} first, or use another bot.`,
			'A bot sends each update to one receiver only: a webhook or a polling trigger.',
		);
	}

	/** The other places that share the webhook. Throws if it belongs to others and must not be replaced. */
	private othersIn(info?: WebhookInfo): string[] {
		const { takeOver } = readTriggerOptions<WebhookOptions>(this.context, webhookOptions);
		const places = this.sharers(info) ?? (takeOver ? [] : undefined);
		if (places) return this.others(places);
		// On publishing, n8n shows the message and hides the description.
		throw new UserError(
			`This bot already sends its updates to ${shownAddress(info!.url)}. To receive them here instead, turn on Take Over an Existing Webhook.`,
			'A bot has only one webhook at a time. Add Take Over an Existing Webhook under Options of this trigger. To keep both, use another bot. Bot > Check Setup shows what the server says of the webhook.',
		);
	}

	/** Whether the server sends this node's updates here, in the kinds that the form asks for. */
	async isRegistered(): Promise<boolean> {
		if (this.isTest) return false;
		const { context, shared, menu, call } = this;
		const form = readForm(context);
		const info = await infoOf(call);
		if (!this.isSet(info, form.kinds)) return false;
		if (info?.last_error_message) {
			const when = new Date((info.last_error_date ?? 0) * 1000).toUTCString();
			warnWith(context)(
				`The server last failed to push an update to n8n at ${when}: ${info.last_error_message}. Bot > Check Setup says what to do.`,
			);
		}
		shared.kinds.set(this.place, form.kinds);
		this.hold(form);
		// A restart of n8n does not change the menu.
		if (form.menu.length > 0) await menu.resume(form.menu);
		return true;
	}

	/** Points the bot's webhook to this node, beside those of this n8n that share it. */
	async register(): Promise<boolean> {
		const { context, isTest, place, drop, shared, call, memory } = this;
		const form = readForm(context);
		this.refuseIfPolled();
		const before = await infoOf(call);
		const others = this.othersIn(before);
		if (isTest) this.subscription.forget(Pushes);
		const isThere = this.sharers(before)?.includes(place);
		shared.kinds.set(place, form.kinds);
		// The server pushes to the first one: a test would end too soon.
		const places = isTest ? [...others, place] : [place, ...others];
		const mustDrop =
			form.dropsPending && drop.isAllowed(context) && others.length === 0 && !isThere;
		await this.set(places, before, mustDrop).catch((error) => {
			shared.kinds.delete(place);
			throw error;
		});
		if (mustDrop) drop.note();
		this.hold(form);
		if (!isTest && (form.menu.length > 0 || memory.menu)) {
			const { error } = await settle(this.menu.show(call, form.menu));
			if (error) reportMenu(context, error);
		}
		return true;
	}

	/** Removes this node from the webhook. The menu comes last, because a server may refuse to empty it. */
	async unregister(): Promise<boolean> {
		const { memory, isTest, place, shared, call, bot } = this;
		const before = await infoOf(call);
		const places = this.sharers(before) ?? [];
		// If this process started this trigger, it also started the others: what it does not know is gone.
		const isThere = (other: string) => !shared.kinds.has(place) || shared.kinds.has(other);
		const rest = this.others(places).filter(isThere);
		shared.kinds.delete(place);
		if (rest.length === 0 && places.length > 0) await removeWebhook(call);
		else if (rest.length < places.length) await this.set(rest, before);
		if (!isTest) this.drop.noteStop();
		bot.part(GrowingAnswers).leave(this.subscription.id);
		delete memory.growing;
		bot.part(ActiveTriggers).get(this.subscription.id)?.release();
		if (!isTest) await this.menu.takeBack(call);
		delete memory.isTest;
		return true;
	}
}

/** Runs one step of the lifecycle, and shows any error to the user. */
const step =
	(action: 'isRegistered' | 'register' | 'unregister') => async (context: IHookFunctions) => {
		const run = async () => {
			const registration = new Registration(context, await loadCredential(context));
			return await registration.shared.order.run('', async () => await registration[action]());
		};
		return await run().catch((error) => {
			throw toNodeError(context.getNode(), error, ASKED);
		});
	};

export const isRegistered = step('isRegistered');
export const register = step('register');
export const unregister = step('unregister');
