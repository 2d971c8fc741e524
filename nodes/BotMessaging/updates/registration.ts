import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { createCall, loadCredential, type Call } from '../api/client';
import { UserError } from '../api/errors';
import { withRetries } from '../api/retry';
import { settle } from '../api/settle';
import { DEFAULT_TRAFFIC } from '../api/traffic';
import { statusOf, toNodeError } from '../engine/nodeErrors';
import type { Asked } from '../engine/hints';
import { botOf } from './bot';
import { allowedUpdates } from './fields';
import { PATIENCE } from './files';
import { compileFilters, type Filters } from './filter';
import { newIntake } from './intake';
import { PendingDrop } from './pending';
import { pollingWorkflows } from './polling/pollers';
import { markOf, secretOf } from './secret';
import { placeOf } from './polling/trouble';
import { WRONG_ADDRESS } from './webhookFields';

const MOST_ORIGINS = 10;

/** All that a webhook's life asks of the server leads to the same end however often it is asked. */
const ASKED: Asked = { effect: 'repeatable', hints: [] };

/** A live webhook of this node, as a test run found it. */
interface Live extends IDataObject {
	url: string;
	kinds: string[];
}

/** What the node remembers between its calls, in its static data. */
interface Memory extends IDataObject {
	/** Origins under which this n8n has registered this node, oldest first. */
	origins?: string[];
	/** Tells whether the server has the secret of today, without telling the secret. */
	mark?: string;
	/** Only in the static data of a test run, which n8n keeps apart: what it has pushed aside. */
	test?: { live?: Live };
}

/** What test runs have pushed aside, by test address: a second one may begin before the first ends. */
const pushedAside = new Map<string, Live>();

interface WebhookInfo {
	url: string;
	allowed_updates?: string[];
}

/** One webhook node's dealings with the server (service facts, "Updates"). */
class Registration {
	readonly url: string;

	readonly memory: Memory;

	readonly drop: PendingDrop;

	private readonly bot: string;

	private readonly token: string;

	constructor(
		private readonly context: IHookFunctions,
		readonly call: Call,
		credential: IDataObject,
	) {
		this.bot = botOf(credential);
		this.drop = new PendingDrop(context, this.bot);
		this.token = String(credential.botToken ?? '').trim();
		this.url = context.getNodeWebhookUrl('default') ?? '';
		this.memory = context.getWorkflowStaticData('node');
		// Before anything can fail: n8n then ends the test run, which must not end the live webhook.
		if (this.isTest) this.memory.test ??= {};
	}

	get isTest(): boolean {
		return this.context.getMode() === 'manual';
	}

	get kinds(): string[] {
		return allowedUpdates(this.context.getNodeParameter('updates', []) as string[]);
	}

	async info(): Promise<WebhookInfo> {
		const { value, error } = await settle(this.call('getWebhookInfo', {}));
		if (error === undefined) return value as WebhookInfo;
		if (statusOf(error) === 404) await this.refuseServer();
		throw error;
	}

	/** Throws where the address and the token are right, so that it is the server that lacks something. */
	private async refuseServer(): Promise<void> {
		const { error } = await settle(this.call('getMe', {}));
		if (error !== undefined) return;
		throw new UserError(
			'This server does not tell where the webhook of a bot leads to (it does not know getWebhookInfo), so this trigger cannot work with it. Use the Bot Messaging Polling Trigger instead.',
		);
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

	private get secret(): string {
		return secretOf(this.token, this.context.getWorkflow().id ?? '', this.context.getNode().id);
	}

	/** Whether the server was given the secret that pushes are checked for. */
	get knowsSecret(): boolean {
		return this.memory.mark === markOf(this.secret);
	}

	async set({ url, kinds }: Live, dropPending = false): Promise<void> {
		const setting = this.call('setWebhook', {
			url,
			allowed_updates: kinds,
			secret_token: this.secret,
			...(dropPending && { drop_pending_updates: true }),
		});
		const { error } = await settle(setting);
		if (error === undefined) return;
		throw toNodeError(this.context.getNode(), error, { ...ASKED, hints: [WRONG_ADDRESS] });
	}

	remember(): void {
		const { origin } = new URL(this.url);
		const others = (this.memory.origins ?? []).filter((known) => known !== origin);
		this.memory.origins = [...others, origin].slice(-MOST_ORIGINS);
		this.memory.mark = markOf(this.secret);
	}

	/** Notes, for the end of a test run, the live webhook that it takes the place of. */
	pushAside(before: WebhookInfo): void {
		const live =
			before.url === this.url
				? pushedAside.get(this.url)
				: { url: before.url, kinds: before.allowed_updates ?? this.kinds };
		if (!live?.url || !this.isOwn(live.url)) return;
		pushedAside.set(this.url, live);
		this.memory.test = { live };
	}

	/** Throws where workflows of this n8n poll for the bot's updates: a webhook would silence them. */
	refusePolled(): void {
		const names = pollingWorkflows(this.bot);
		if (names.length === 0) return;
		const list = names.map((name) => `"${name}"`).join(', ');
		throw new UserError(
			`This bot's updates go to ${list}, by the Bot Messaging Polling Trigger. With a webhook they would not get there any more. Unpublish ${list} first, or use another bot.`,
			'A bot sends each update to one place only: to a webhook or to who polls.',
		);
	}

	/** Throws where the bot's webhook is somebody else's and the user did not choose to take it. */
	refuseForeign({ url }: WebhookInfo): void {
		const { takeOver = false } = this.context.getNodeParameter('options', {}) as IDataObject;
		if (!url || this.isOwn(url) || takeOver) return;
		// When a workflow is published, n8n shows the message and leaves the description out.
		throw new UserError(
			`This bot already sends its updates to ${placeOf(url)}. To have them come here instead, turn on Take Over an Existing Webhook.`,
			'A bot has one webhook at a time. Take Over an Existing Webhook is among the Options of this trigger. To keep both, use another bot.',
		);
	}
}

async function prepare(context: IHookFunctions): Promise<Registration> {
	const credential = await loadCredential(context);
	const call = createCall(context, credential, DEFAULT_TRAFFIC);
	const patient: Call = async (method, body) =>
		await withRetries(ASKED.effect, async () => await call(method, body), PATIENCE);
	return new Registration(context, patient, credential.data ?? {});
}

/** Runs one step of the lifecycle; whatever goes wrong in it is shown to the user. */
async function step<T>(
	context: IHookFunctions,
	action: (registration: Registration) => Promise<T>,
): Promise<T> {
	const { value, error } = await settle(prepare(context).then(action));
	if (error === undefined) return value as T;
	throw toNodeError(context.getNode(), error, ASKED);
}

/** Whether the server sends this node's updates here, in the kinds that the form asks for. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	return await step(context, async (registration) => {
		if (registration.isTest) return false;
		const { url, allowed_updates: kinds = [] } = await registration.info();
		const wanted = registration.kinds;
		const sameKinds =
			kinds.length === wanted.length && wanted.every((kind) => kinds.includes(kind));
		return url === registration.url && sameKinds && registration.knowsSecret;
	});
}

/** Points the bot's webhook to this node. A test remembers what was there. */
export async function register(context: IHookFunctions): Promise<boolean> {
	return await step(context, async (registration) => {
		compileFilters(context.getNodeParameter('filters', {}) as Filters);
		const { isTest, url, kinds } = registration;
		registration.refusePolled();
		const before = await registration.info();
		registration.refuseForeign(before);
		if (isTest) {
			registration.pushAside(before);
			newIntake(context);
		}
		const mustDrop = registration.drop.isDue && before.url !== url;
		await registration.set({ url, kinds }, mustDrop);
		if (mustDrop) registration.drop.note();
		registration.remember();
		return true;
	});
}

/**
 * Takes this node's webhook away, but no other. When a test ends, the live webhook that it pushed
 * aside is put back, with its secret.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	return await step(context, async (registration) => {
		const { memory, url: mine } = registration;
		// The mode does not tell: n8n ends live webhooks and those of tests in the same one.
		const { test } = memory;
		const { url } = await registration.info();
		const isMine = test ? url === mine : registration.isOwn(url);
		if (isMine && test?.live) await registration.set(test.live);
		else if (isMine) await registration.call('deleteWebhook', {});
		if (test) pushedAside.delete(mine);
		else registration.drop.noteStop();
		delete memory.test;
		return true;
	});
}
