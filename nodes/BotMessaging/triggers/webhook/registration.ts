import { deepCopy, type IDataObject, type IHookFunctions } from 'n8n-workflow';

import type { WebhookInfo } from '../../../../reference';
import { createCall, loadCredential, type Call } from '../../api/client';
import { UserError } from '../../api/errors';
import { withRetries } from '../../api/retry';
import { settle } from '../../api/settle';
import { DEFAULT_TRAFFIC } from '../../api/traffic';
import type { Asked } from '../../engine/hints';
import { statusOf, toNodeError } from '../../engine/nodeErrors';
import { WRONG_ADDRESS } from '../../fields/updateDelivery';
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
import { markOf, secretOf } from './secret';

const MOST_ORIGINS = 10;

/** All that a webhook's life asks of the server leads to the same end however often it is asked. */
const ASKED: Asked = { effect: 'repeatable', hints: [] };

/** A live webhook of this node, as a test run found it. */
interface LiveWebhook extends IDataObject {
	url: string;
	kinds: string[];
}

/** What the node remembers between its calls, in its static data. */
interface Memory extends IDataObject {
	/** Origins under which this n8n has registered this node, oldest first. */
	origins?: string[];
	/** Shows whether the server has today's secret, without showing the secret. */
	mark?: string;
	/** The bot's menu: what was changed in it. */
	menu?: KnownList[];
	/** Only in the static data of a test run, which n8n keeps apart: what the test has replaced. */
	test?: { live?: LiveWebhook };
}

/** What the test runs of a node have replaced: a second one may begin before the first ends. */
class ReplacedByTests {
	live?: LiveWebhook;
}

/** Keeps what is remembered of a bot while its webhook leads here. */
class Hold {
	release?: () => void;
}

/** One webhook node's dealings with the server (service facts, "Updates"). */
class Registration {
	readonly url: string;
	readonly memory: Memory;
	readonly drop: PendingDrop;
	readonly bot: Bot;
	private readonly secret: string;

	constructor(
		private readonly context: IHookFunctions,
		readonly call: Call,
		credential: IDataObject,
	) {
		this.bot = botOf(credential);
		this.secret = secretOf(context, credential);
		this.drop = new PendingDrop(context, this.bot);
		this.url = context.getNodeWebhookUrl('default') ?? '';
		this.memory = context.getWorkflowStaticData('node');
		// Before anything can fail: n8n then ends the test run, and that must not end the live webhook.
		if (this.isTest) this.memory.test ??= {};
	}

	get isTest(): boolean {
		return isTestRun(this.context);
	}

	/** What test runs have replaced; asked for also if n8n does not say that a test run ends. */
	get replaced(): ReplacedByTests {
		return this.subscription(true).part(ReplacedByTests);
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
	 * Whether an address is this node's: its live or its test path, which both end in the node's
	 * own webhook id, on this n8n or on an earlier address of it.
	 */
	isOwn(url: string): boolean {
		if (!URL.canParse(url)) return false;
		const { origin, pathname } = new URL(url);
		const own = new URL(this.url);
		const tail = (path: string) => path.split('/').slice(-2).join('/');
		const origins = [own.origin, ...(this.memory.origins ?? [])];
		return tail(pathname) === tail(own.pathname) && origins.includes(origin);
	}

	/** Whether the server was given the secret that pushes are checked for. */
	get knowsSecret(): boolean {
		return this.memory.mark === markOf(this.secret);
	}

	async set({ url, kinds }: LiveWebhook, dropPending = false): Promise<void> {
		const body = { url, allowed_updates: kinds, secret_token: this.secret };
		const drop = dropPending && { drop_pending_updates: true };
		await this.call('setWebhook', { ...body, ...drop }).catch((error) => {
			throw toNodeError(this.context.getNode(), error, { ...ASKED, hints: [WRONG_ADDRESS] });
		});
	}

	remember(): void {
		const { origin } = new URL(this.url);
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
		if (!this.memory.test) await this.menu.takeBack(this.call);
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

	/** Notes, for the end of a test run, the live webhook that the test replaces. */
	rememberLive(before: WebhookInfo, kinds: string[]): void {
		const live =
			before.url === this.url
				? this.replaced.live
				: { url: before.url, kinds: before.allowed_updates ?? kinds };
		if (!live?.url || !this.isOwn(live.url)) return;
		this.replaced.live = live;
		this.memory.test = { live };
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

	/** Throws if the bot's webhook is somebody else's and the user did not choose to take it. */
	refuseIfForeign({ url }: WebhookInfo): void {
		const { takeOver } = readOptions<WebhookOptions>(this.context, webhookOptions);
		if (!url || this.isOwn(url) || takeOver) return;
		// When a workflow is published, n8n shows the message and leaves the description out.
		throw new UserError(
			`This bot already sends its updates to ${shownAddress(url)}. To receive them here instead, turn on Take Over an Existing Webhook.`,
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
	const result = prepare(context).then(action);
	return await result.catch((error) => {
		throw toNodeError(context.getNode(), error, ASKED);
	});
}

/** Whether the server sends this node's updates here, in the kinds that the form asks for. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	return await step(context, async (registration) => {
		if (registration.isTest) return false;
		const { url, allowed_updates: kinds = [] } = await registration.info();
		const { kinds: wanted } = readForm(context);
		const sameKinds =
			kinds.length === wanted.length && wanted.every((kind) => kinds.includes(kind));
		const isSet = url === registration.url && sameKinds && registration.knowsSecret;
		if (isSet) {
			registration.hold();
			await registration.resumeMenu();
		}
		return isSet;
	});
}

/** Points the bot's webhook to this node. A test remembers what was there. */
export async function register(context: IHookFunctions): Promise<boolean> {
	return await step(context, async (registration) => {
		const { kinds, dropsPending } = readForm(context);
		const { isTest, url, drop } = registration;
		registration.refuseIfPolled();
		const before = await registration.info();
		registration.refuseIfForeign(before);
		if (isTest) {
			registration.rememberLive(before, kinds);
			subscriptionOf(registration.bot, context).forget(Intake);
		}
		const mustDrop = dropsPending && drop.isAllowed && before.url !== url;
		await registration.set({ url, kinds }, mustDrop);
		if (mustDrop) drop.note();
		registration.remember();
		registration.hold();
		await registration.showMenu();
		return true;
	});
}

/**
 * Removes this node's webhook, but no other. When a test ends, the live webhook that it replaced is
 * put back, with its secret.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	return await step(context, async (registration) => {
		const { memory, url: mine } = registration;
		// The mode does not say which: n8n ends live and test webhooks in the same one.
		const { test } = memory;
		const { url } = await registration.info();
		const isMine = test ? url === mine : registration.isOwn(url);
		await registration.takeMenuBack();
		if (isMine && test?.live) await registration.set(test.live);
		else if (isMine) await registration.call('deleteWebhook', {});
		if (test) registration.replaced.live = undefined;
		else registration.drop.noteStop();
		registration.letGo(test !== undefined);
		delete memory.test;
		return true;
	});
}
