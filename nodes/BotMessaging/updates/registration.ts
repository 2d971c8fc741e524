import { NodeOperationError, type IDataObject, type IHookFunctions } from 'n8n-workflow';

import { createCall, loadCredential, type Call } from '../api/client';
import { settle } from '../api/settle';
import { DEFAULT_TRAFFIC } from '../api/traffic';
import { toNodeError } from '../operation/failure';
import { allowedUpdates } from './fields';
import { compileFilters, type Filters } from './filter';
import { secretOf } from './secret';
import { placeOf } from './trouble';

const MOST_ORIGINS = 10;

/** What the node remembers between its calls, in its static data. */
interface Memory extends IDataObject {
	/** Origins under which this n8n has registered this node, oldest first. */
	origins?: string[];
	/** The live webhook that a test has pushed aside. */
	live?: { url: string; allowed_updates?: string[] };
}

interface WebhookInfo {
	url: string;
	allowed_updates?: string[];
}

/** One webhook node's dealings with the server (service facts, "Updates"). */
class Registration {
	readonly url: string;

	readonly memory: Memory;

	constructor(
		private readonly context: IHookFunctions,
		readonly call: Call,
		private readonly token: string,
	) {
		this.url = context.getNodeWebhookUrl('default') ?? '';
		this.memory = context.getWorkflowStaticData('node') as Memory;
	}

	get isTest(): boolean {
		return this.context.getMode() === 'manual';
	}

	get kinds(): string[] {
		return allowedUpdates(this.context.getNodeParameter('updates', []) as string[]);
	}

	async info(): Promise<WebhookInfo> {
		return (await this.call('getWebhookInfo', {})) as WebhookInfo;
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

	async set(url: string, kinds: string[], dropPending: boolean): Promise<void> {
		const id = this.context.getWorkflow().id ?? '';
		await this.call('setWebhook', {
			url,
			allowed_updates: kinds,
			secret_token: secretOf(this.token, id, this.context.getNode().id),
			...(dropPending && { drop_pending_updates: true }),
		});
	}

	remember(): void {
		const { origin } = new URL(this.url);
		const others = (this.memory.origins ?? []).filter((known) => known !== origin);
		this.memory.origins = [...others, origin].slice(-MOST_ORIGINS);
	}

	/** Throws where the bot's webhook is somebody else's and the user did not choose to take it. */
	refuseForeign({ url }: WebhookInfo): void {
		const { takeOver = false } = this.context.getNodeParameter('options', {}) as IDataObject;
		if (!url || this.isOwn(url) || takeOver) return;
		throw new NodeOperationError(
			this.context.getNode(),
			`This bot already sends its updates to ${placeOf(url)}`,
			{
				description:
					'A bot has one webhook at a time. To have the updates come here instead, turn on Take Over an Existing Webhook in the Options of this trigger. To keep both, use another bot.',
			},
		);
	}
}

async function prepare(context: IHookFunctions): Promise<Registration> {
	const credential = await loadCredential(context);
	const call = createCall(context, credential, DEFAULT_TRAFFIC);
	return new Registration(context, call, String(credential.data?.botToken ?? '').trim());
}

/** Runs one step of the lifecycle; whatever goes wrong in it is shown to the user. */
async function step<T>(
	context: IHookFunctions,
	action: (registration: Registration) => Promise<T>,
): Promise<T> {
	const { value, error } = await settle(prepare(context).then(action));
	if (error === undefined) return value as T;
	throw error instanceof NodeOperationError ? error : toNodeError(context.getNode(), error);
}

/** Whether the server sends this node's updates here, in the kinds that the form asks for. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	return await step(context, async (registration) => {
		const { url, allowed_updates: kinds = [] } = await registration.info();
		const wanted = registration.kinds;
		const sameKinds =
			kinds.length === wanted.length && wanted.every((kind) => kinds.includes(kind));
		return url === registration.url && sameKinds && !registration.isTest;
	});
}

/** Points the bot's webhook to this node. A test remembers what was there. */
export async function register(context: IHookFunctions): Promise<boolean> {
	return await step(context, async (registration) => {
		compileFilters(context.getNodeParameter('filters', {}) as Filters);
		const { memory, isTest, url, kinds } = registration;
		const before = await registration.info();
		registration.refuseForeign(before);
		const drop = !isTest && context.getNodeParameter('pendingUpdates', 'keep') === 'drop';
		await registration.set(url, kinds, drop && before.url !== url);
		registration.remember();
		const pushesAside = before.url !== url && registration.isOwn(before.url);
		if (isTest && pushesAside) memory.live = before;
		else delete memory.live;
		return true;
	});
}

/**
 * Takes this node's webhook away, but no other. When a test ends, the live webhook that it pushed
 * aside is put back, with its secret.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	return await step(context, async (registration) => {
		const { memory, isTest } = registration;
		const { url } = await registration.info();
		const { live } = memory;
		delete memory.live;
		if (!registration.isOwn(url)) return true;
		if (isTest && url !== registration.url) return true;
		if (isTest && live) await registration.set(live.url, live.allowed_updates ?? [], false);
		else await registration.call('deleteWebhook', {});
		return true;
	});
}
