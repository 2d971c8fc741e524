import { deepCopy, type IDataObject, type IHookFunctions } from 'n8n-workflow';

import type { WebhookInfo } from '../../../../reference';
import { createCall, loadCredential, type Call } from '../../api/client';
import { UserError } from '../../api/errors';
import { withRetries } from '../../api/retry';
import { settle } from '../../api/settle';
import { DEFAULT_TRAFFIC } from '../../api/traffic';
import type { Asked } from '../../engine/hints';
import { statusOf, toNodeError } from '../../engine/nodeErrors';
import { NO_WEBHOOK } from '../../fields/updateDelivery';
import type { Bot, Subscription } from '../../bots/bot';
import { botOf, hold, isTestRun, nodeKeyOf, subscriptionOf } from '../../bots/registry';
import { MenuPart } from '../menu/botMenu';
import { PATIENCE } from '../mediaSource';
import { readForm, readOptions } from '../form/form';
import type { KnownList } from '../menu/menuLists';
import { PendingDrop } from '../pendingDrop';
import { workflowsPolling } from '../polling/poller';
import { getWebhookInfo, shownAddress } from '../webhookInfo';
import { webhookOptions, type WebhookOptions } from './fields';
import { Intake } from './intake';
import { addressOf, idOf, isSameHome, receiversAt, WEBHOOK_PATH } from './receivers';
import { markOf, secretOf } from './secret';
import { pushesAtOnce, Sharing } from './sharing';

const MOST_ORIGINS = 10;

/** All that a webhook's life asks of the server leads to the same end however often it is asked. */
const ASKED: Asked = { effect: 'repeatable', hints: [] };

/** What the node remembers between its calls, in its static data. */
interface Memory extends IDataObject {
	/** Origins under which this n8n has registered this node, oldest first. */
	origins?: string[];
	/** Shows whether the server has today's secret, without showing the secret. */
	mark?: string;
	/** The bot's menu: what was changed in it. */
	menu?: KnownList[];
	/** Only in the static data of a test run, which n8n keeps apart. */
	isTest?: true;
}

/** Keeps what is remembered of a bot while its webhook leads here. */
class Hold {
	release?: () => void;
}

/** One webhook node's dealings with the server (service facts, "Updates"). */
class Registration {
	readonly memory: Memory;
	readonly drop: PendingDrop;
	readonly bot: Bot;
	readonly sharing: Sharing;
	/** Where in this n8n the trigger listens. */
	readonly place: string;
	private readonly home: string;
	private readonly secret: string;

	constructor(
		private readonly context: IHookFunctions,
		readonly call: Call,
		credential: IDataObject,
	) {
		this.bot = botOf(credential);
		this.sharing = this.bot.part(Sharing);
		this.secret = secretOf(credential);
		this.drop = new PendingDrop(context, this.bot);
		const url = context.getNodeWebhookUrl('default')!;
		({
			home: this.home,
			places: [this.place],
		} = receiversAt(url)!);
		this.memory = context.getWorkflowStaticData('node');
		// Before anything can fail: n8n then ends the test run, and that must not end the live webhook.
		if (this.isTest) this.memory.isTest = true;
	}

	get isTest(): boolean {
		return isTestRun(this.context);
	}

	/** Keeps what is remembered of the bot, until the webhook is removed. */
	hold(): void {
		const subscription = this.subscription(this.isTest);
		subscription.part(Hold).release ??= hold(subscription);
	}

	letGo(isTest: boolean): void {
		const held = this.subscription(isTest).part(Hold);
		held.release?.();
		held.release = undefined;
	}

	private subscription(isTest: boolean): Subscription {
		return subscriptionOf(this.bot, this.context, isTest);
	}

	async info(): Promise<WebhookInfo> {
		return await getWebhookInfo(this.call).catch(async (error) => {
			const isUnknown = statusOf(error) === 404;
			if (!isUnknown || (await settle(this.call('getMe', {}))).error) throw error;
			// The address and the token work, so the server lacks this method.
			throw new UserError(
				'This server does not report the webhook of a bot (it does not know getWebhookInfo), so this trigger cannot work with it. Use the Bot Messaging Polling Trigger instead.',
			);
		});
	}

	/**
	 * The places in this n8n to which a webhook leads, none if there is no webhook; nothing if it is
	 * somebody else's. This n8n may have had another address when it registered this node.
	 */
	sharers({ url }: WebhookInfo): string[] | undefined {
		if (!url) return [];
		const { home, places, path } = receiversAt(url) ?? {};
		if (!home || !places) return undefined;
		const ids = places.map(idOf);
		const own = idOf(this.place);
		const wasHere = ids.includes(own) && this.memory.origins?.includes(new URL(home).origin);
		const isHere = isSameHome(home, this.home) || wasHere;
		return isHere && (path === WEBHOOK_PATH || ids[0] === own) ? places : undefined;
	}

	/** Without this node. A live trigger ends its tests, but a test does not end the live trigger. */
	others(places: string[], isTest: boolean): string[] {
		const mine = isTest ? (place: string) => place : idOf;
		return places.filter((place) => mine(place) !== mine(this.place));
	}

	/** Whether the server sends this node's updates here, in these kinds, with the secret of today. */
	isSet(info: WebhookInfo, wanted: string[]): boolean {
		const { url, allowed_updates: kinds = [] } = info;
		const places = this.sharers(info) ?? [];
		if (!places.includes(this.place) || url !== addressOf(this.home, places)) return false;
		const sameKinds = places.length > 1 || kinds.length === wanted.length;
		const knowsSecret = this.memory.mark === markOf(this.secret);
		return sameKinds && knowsSecret && wanted.every((kind) => kinds.includes(kind));
	}

	/** Has the updates sent to these places, in all kinds that they ask for. */
	async set(places: string[], before: WebhookInfo, dropPending = false): Promise<void> {
		const body = {
			url: addressOf(this.home, places),
			allowed_updates: this.sharing.kindsFor(places, before.allowed_updates),
			secret_token: this.secret,
			...(places.length > 1 && { max_connections: pushesAtOnce(places.length) }),
		};
		const drop = dropPending && { drop_pending_updates: true };
		await this.call('setWebhook', { ...body, ...drop }).catch((error) => {
			throw toNodeError(this.context.getNode(), error, { ...ASKED, hints: NO_WEBHOOK });
		});
	}

	remember(): void {
		const { origin } = new URL(this.home);
		const others = (this.memory.origins ?? []).filter((known) => known !== origin);
		this.memory.origins = [...others, origin].slice(-MOST_ORIGINS);
		this.memory.mark = markOf(this.secret);
	}

	/** Puts the form's commands into the bot's menu; a test run changes nothing there. */
	async showMenu(): Promise<void> {
		const { menu } = readForm(this.context);
		if (this.isTest || (menu.length === 0 && !this.memory.menu)) return;
		await this.menu.show(this.call, menu);
	}

	/** After a restart of n8n the menu is as it was. */
	async resumeMenu(): Promise<void> {
		const { menu } = readForm(this.context);
		if (menu.length > 0) await this.menu.resume(menu);
	}

	async takeMenuBack(): Promise<void> {
		if (!this.memory.isTest) await this.menu.takeBack(this.call);
	}

	private get menu(): MenuPart {
		const { memory } = this;
		const own = {
			read: () => deepCopy(memory.menu ?? []),
			write: (lists: KnownList[]) => {
				if (lists.length > 0) memory.menu = deepCopy(lists);
				else delete memory.menu;
			},
		};
		const { context, bot } = this;
		return new MenuPart(bot, own, nodeKeyOf(context));
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

	/**
	 * The places of the other triggers here that share the bot's webhook. Throws if it is somebody
	 * else's and the user did not choose to take it.
	 */
	othersIn(info: WebhookInfo): string[] {
		const { takeOver } = readOptions<WebhookOptions>(this.context, webhookOptions);
		const places = this.sharers(info) ?? (takeOver ? [] : undefined);
		if (places) return this.others(places, this.isTest);
		// When a workflow is published, n8n shows the message and leaves the description out.
		throw new UserError(
			`This bot already sends its updates to ${shownAddress(info.url)}. To receive them here instead, turn on Take Over an Existing Webhook.`,
			'A bot has only one webhook at a time. Add Take Over an Existing Webhook under Options of this trigger. To keep both, use another bot.',
		);
	}
}

async function prepare(context: IHookFunctions): Promise<Registration> {
	const credential = await loadCredential(context);
	const call = createCall(context, credential, DEFAULT_TRAFFIC);
	const patient: Call = async (...request) =>
		await withRetries(ASKED.effect, async () => await call(...request), PATIENCE);
	return new Registration(context, patient, credential.data ?? {});
}

/** Runs one step of the lifecycle; whatever goes wrong in it is shown to the user. */
async function step<T>(
	context: IHookFunctions,
	action: (registration: Registration) => Promise<T>,
): Promise<T> {
	const result = prepare(context).then(
		async (registration) =>
			await registration.sharing.inTurn(async () => await action(registration)),
	);
	return await result.catch((error) => {
		throw toNodeError(context.getNode(), error, ASKED);
	});
}

/** Whether the server sends this node's updates here, in the kinds that the form asks for. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	return await step(context, async (registration) => {
		if (registration.isTest) return false;
		const info = await registration.info();
		const { kinds } = readForm(context);
		const isSet = registration.isSet(info, kinds);
		if (isSet) {
			registration.sharing.kinds.set(registration.place, kinds);
			registration.hold();
			await registration.resumeMenu();
		}
		return isSet;
	});
}

/** Points the bot's webhook to this node, beside those of this n8n that share it. */
export async function register(context: IHookFunctions): Promise<boolean> {
	return await step(context, async (registration) => {
		const { kinds, dropsPending } = readForm(context);
		const { isTest, place, drop, sharing } = registration;
		registration.refuseIfPolled();
		const before = await registration.info();
		const others = registration.othersIn(before);
		if (isTest) subscriptionOf(registration.bot, context).forget(Intake);
		sharing.kinds.set(place, kinds);
		// The server pushes to the first one: a test would end too soon.
		const places = isTest ? [...others, place] : [place, ...others];
		const isThere = registration.sharers(before)?.includes(place);
		const mustDrop = dropsPending && drop.isAllowed && others.length === 0 && !isThere;
		await registration.set(places, before, mustDrop);
		if (mustDrop) drop.note();
		registration.remember();
		registration.hold();
		await registration.showMenu();
		return true;
	});
}

/** Removes this node from the webhook; at last the menu, as a server may refuse to empty it. */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	return await step(context, async (registration) => {
		const { memory, place, sharing } = registration;
		// The mode does not say which: n8n ends live and test webhooks in the same one.
		const isTest = memory.isTest === true;
		const before = await registration.info();
		const places = registration.sharers(before) ?? [];
		// The process that started this one has started the others. What it does not know is gone.
		const isThere = (other: string) => !sharing.kinds.has(place) || sharing.kinds.has(other);
		const rest = registration.others(places, isTest).filter(isThere);
		sharing.kinds.delete(place);
		if (rest.length === 0 && places.length > 0) await registration.call('deleteWebhook', {});
		else if (rest.length < places.length) await registration.set(rest, before);
		if (!isTest) registration.drop.noteStop();
		registration.letGo(isTest);
		await registration.takeMenuBack();
		delete memory.isTest;
		return true;
	});
}
