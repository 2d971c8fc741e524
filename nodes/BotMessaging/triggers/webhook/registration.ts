import { deepCopy, type IDataObject, type IHookFunctions } from 'n8n-workflow';

import type { WebhookInfo } from '../../../../reference';
import { shownAddress } from '../../api/addresses';
import { createCall, loadCredential, type Call } from '../../api/client';
import { UserError } from '../../api/errors';
import { settle } from '../../api/basics';
import { DEFAULT_TRAFFIC } from '../../api/traffic';
import { toNodeError } from '../../engine/nodeErrors';
import { workflowsPolling, type Bot, type Subscription } from '../../memory/bot';
import {
	botOf,
	hold,
	isTestRun,
	nodeKeyOf,
	subscriptionOf,
	workflowNameOf,
} from '../../memory/registry';
import { MenuPart } from '../../commandList/botMenu';
import { readForm, readOptions, type TriggerForm } from '../form/form';
import type { KnownList } from '../../commandList/lists';
import { ASKED, patient, pendingDropOf, reportMenu, warnWith, type PendingDrop } from '../trigger';
import { addressOf, idOf, isSameHome, parseAddress, WEBHOOK_PATH } from './address';
import { webhookOptions, type WebhookOptions } from './fields';
import { restoreChats } from './keptChats';
import { Pushes } from './pushes';
import { keyOf, markOf, secretOf } from './secret';
import {
	infoOf,
	missingAt,
	removeWebhook,
	setWebhook,
	SharedWebhook,
	type WebhookMemory,
} from './server';

const MOST_ORIGINS = 10;

/** Keeps what is remembered of a bot while its webhook leads here. */
class Hold {
	release?: () => void;
}

/** One webhook node's dealings with the server (reference 3.3). */
class Registration {
	readonly memory: WebhookMemory;
	/** The mode does not say: n8n ends live and test webhooks in the same one. */
	readonly isTest: boolean;
	readonly drop: PendingDrop;
	readonly bot: Bot;
	readonly subscription: Subscription;
	readonly shared: SharedWebhook;
	/** Where in this n8n the trigger listens. */
	readonly place: string;
	private readonly home: string;
	private readonly secret: string;
	/** A test run changes nothing there. */
	readonly menu: MenuPart;

	constructor(
		private readonly context: IHookFunctions,
		readonly call: Call,
		credential: IDataObject,
	) {
		this.bot = botOf(credential);
		this.shared = this.bot.part(SharedWebhook);
		this.secret = secretOf(credential);
		this.drop = pendingDropOf(this.bot, context);
		const { home, places } = parseAddress(context.getNodeWebhookUrl('default')!)!;
		this.home = home;
		[this.place] = places;
		const memory: WebhookMemory = context.getWorkflowStaticData('node');
		this.memory = memory;
		// Before anything can fail: n8n then ends the test run, and that must not end the live webhook.
		if (isTestRun(context)) memory.isTest = true;
		this.isTest = memory.isTest === true;
		this.subscription = subscriptionOf(this.bot, context, this.isTest);
		if (!this.isTest) restoreChats(memory, this.bot);
		const own = {
			read: () => deepCopy(memory.menu ?? []),
			write: (lists: KnownList[]) => {
				if (lists.length > 0) memory.menu = deepCopy(lists);
				else delete memory.menu;
			},
		};
		this.menu = new MenuPart(this.bot, own, nodeKeyOf(context));
	}

	hold({ judged, kinds }: TriggerForm): void {
		const { context, isTest, place } = this;
		this.letGo();
		const isAt = (url: string) => this.sharers({ url })?.includes(place) === true;
		const about = { workflow: workflowNameOf(context), isTest, judged, kinds, isAt };
		this.subscription.part(Hold).release = hold(this.subscription, about);
	}

	letGo(): void {
		this.subscription.part(Hold).release?.();
		this.subscription.forget(Hold);
	}

	/**
	 * The places in this n8n to which a webhook leads; nothing if it is somebody else's. This n8n may have
	 * had another address before. If the server does not say, those that this n8n has registered.
	 */
	sharers(info?: WebhookInfo): string[] | undefined {
		if (!info) return [...this.shared.kinds.keys()];
		if (!info.url) return [];
		const { home, places, path } = parseAddress(info.url) ?? {};
		if (!home || !places) return undefined;
		const ids = places.map(idOf);
		const own = idOf(this.place);
		const wasHere = ids.includes(own) && this.memory.origins?.includes(new URL(home).origin);
		const isHere = isSameHome(home, this.home) || wasHere;
		return isHere && (path === WEBHOOK_PATH || ids[0] === own) ? places : undefined;
	}

	/** Without this node. A live trigger ends its tests, but a test does not end the live trigger. */
	others(places: string[]): string[] {
		const mine = this.isTest ? (place: string) => place : idOf;
		return places.filter((place) => mine(place) !== mine(this.place));
	}

	/** Whether the server sends this node's updates here, in these kinds, with the secret of today. */
	isSet(info: WebhookInfo | undefined, wanted: string[]): boolean {
		if (!info) return false;
		const { url, allowed_updates: kinds = [] } = info;
		const places = this.sharers(info) ?? [];
		const key = keyOf(this.secret);
		const hasKey = this.memory.mark === markOf(key);
		const isHere = url === addressOf(this.home, places, hasKey ? key : undefined);
		if (!places.includes(this.place) || !isHere) return false;
		const sameKinds = places.length > 1 || kinds.length === wanted.length;
		const knowsSecret = hasKey || this.memory.mark === markOf(this.secret);
		return sameKinds && knowsSecret && wanted.every((kind) => kinds.includes(kind));
	}

	/** Has the updates sent to these places, in all kinds that they ask for. */
	async set(places: string[], before?: WebhookInfo, dropsPending = false): Promise<void> {
		const { call, context, home, secret } = this;
		const kinds = this.shared.kindsFor(places, before?.allowed_updates);
		const wanted = { home, places, kinds, secret, hasKey: !before, dropsPending };
		const { unknown, hasKey } = await setWebhook(call, wanted, this.memory).catch((error) => {
			throw toNodeError(context.getNode(), error, ASKED);
		});
		const missing = missingAt([before ? '' : 'info', hasKey ? 'key' : '', ...unknown]);
		if (missing) warnWith(context)(missing);
		const { origin } = new URL(home);
		const others = (this.memory.origins ?? []).filter((known) => known !== origin);
		this.memory.origins = [...others, origin].slice(-MOST_ORIGINS);
	}

	/** Throws if workflows of this n8n poll for the bot's updates: a webhook would silence them. */
	refuseIfPolled(): void {
		const names = workflowsPolling(this.bot);
		if (names.length === 0) return;
		const list = names.map((name) => `"${name}"`).join(', ');
		throw new UserError(
			`This bot's updates go to ${list}, by the Bot Messaging Polling Trigger. A webhook would stop them. Unpublish ${list} first, or use another bot.`,
			'A bot sends each update to one receiver only: a webhook or a polling trigger.',
		);
	}

	/** The places of the triggers that share the webhook. Throws if it is not ours, and not to be taken. */
	othersIn(info?: WebhookInfo): string[] {
		const { takeOver } = readOptions<WebhookOptions>(this.context, webhookOptions);
		const places = this.sharers(info) ?? (takeOver ? [] : undefined);
		if (places) return this.others(places);
		// When a workflow is published, n8n shows the message and leaves the description out.
		throw new UserError(
			`This bot already sends its updates to ${shownAddress(info!.url)}. To receive them here instead, turn on Take Over an Existing Webhook.`,
			'A bot has only one webhook at a time. Add Take Over an Existing Webhook under Options of this trigger. To keep both, use another bot. Bot > Check Setup shows what the server says of the webhook.',
		);
	}
}

/** Runs one step of the lifecycle; whatever goes wrong in it is shown to the user. */
async function step<T>(
	context: IHookFunctions,
	action: (registration: Registration) => Promise<T>,
): Promise<T> {
	const run = async () => {
		const credential = await loadCredential(context);
		const call = patient(createCall(context, credential, DEFAULT_TRAFFIC));
		const registration = new Registration(context, call, credential.data ?? {});
		return await registration.shared.order.run('', async () => await action(registration));
	};
	return await run().catch((error) => {
		throw toNodeError(context.getNode(), error, ASKED);
	});
}

/** Whether the server sends this node's updates here, in the kinds that the form asks for. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	return await step(context, async (registration) => {
		if (registration.isTest) return false;
		const info = await infoOf(registration.call);
		const form = readForm(context);
		const { kinds, menu } = form;
		if (!registration.isSet(info, kinds)) return false;
		const { last_error_message: failure, last_error_date: seconds = 0 } = info ?? {};
		if (failure) {
			const when = new Date(seconds * 1000).toUTCString();
			warnWith(context)(
				`The server last failed to push an update to n8n at ${when}: ${failure}. Bot > Check Setup says what to do.`,
			);
		}
		registration.shared.kinds.set(registration.place, kinds);
		registration.hold(form);
		// After a restart of n8n the menu is as it was.
		if (menu.length > 0) await registration.menu.resume(menu);
		return true;
	});
}

/** Points the bot's webhook to this node, beside those of this n8n that share it. */
export async function register(context: IHookFunctions): Promise<boolean> {
	return await step(context, async (registration) => {
		const form = readForm(context);
		const { kinds, dropsPending, menu } = form;
		const { isTest, place, drop, shared, call, memory } = registration;
		registration.refuseIfPolled();
		const before = await infoOf(call);
		const others = registration.othersIn(before);
		if (isTest) registration.subscription.forget(Pushes);
		const isThere = registration.sharers(before)?.includes(place);
		shared.kinds.set(place, kinds);
		// The server pushes to the first one: a test would end too soon.
		const places = isTest ? [...others, place] : [place, ...others];
		const mustDrop = dropsPending && drop.isAllowed(context) && others.length === 0 && !isThere;
		await registration.set(places, before, mustDrop).catch((error) => {
			shared.kinds.delete(place);
			throw error;
		});
		if (mustDrop) drop.note();
		registration.hold(form);
		if (!isTest && (menu.length > 0 || memory.menu)) {
			const { error } = await settle(registration.menu.show(call, menu));
			if (error) reportMenu(context, error);
		}
		return true;
	});
}

/** Removes this node from the webhook; at last the menu, as a server may refuse to empty it. */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	return await step(context, async (registration) => {
		const { memory, isTest, place, shared, call } = registration;
		const before = await infoOf(call);
		const places = registration.sharers(before) ?? [];
		// The process that started this one has started the others. What it does not know is gone.
		const isThere = (other: string) => !shared.kinds.has(place) || shared.kinds.has(other);
		const rest = registration.others(places).filter(isThere);
		shared.kinds.delete(place);
		if (rest.length === 0 && places.length > 0) await removeWebhook(call);
		else if (rest.length < places.length) await registration.set(rest, before);
		if (!isTest) registration.drop.noteStop();
		registration.letGo();
		if (!isTest) await registration.menu.takeBack(call);
		delete memory.isTest;
		return true;
	});
}
