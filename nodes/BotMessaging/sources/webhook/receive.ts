import { createHash } from 'crypto';
import type {
	ICredentialsDecrypted,
	IDataObject,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { CREDENTIAL, loadCredential } from '../../api/client';
import { settle, ticks, tryJson } from '../../api/basics';
import { hideIn, isSame } from '../../api/door';
import { UserError } from '../../api/errors';
import { toNodeError } from '../../engine/nodeErrors';
import { isTestRun, nodeKeyOf, registry, subscriptionOf } from '../../memory/registry';
import { GrowingAnswers } from '../../questions/growing';
import { basesOf, homesOf } from '../../questions/triggerOptions';
import { byPerson, type Context } from '../../update/context';
import { numberOf, whyUnreadable, type Update } from '../../update/update';
import {
	readForm,
	readOptions,
	readTriggerOptions,
	type TriggerForm,
} from '../../dispatch/form/form';
import { webhookOptions, type WebhookOptions } from '../../dispatch/form/options';
import { RouteTrigger } from '../../dispatch/routeTrigger';
import { verdictOn } from '../../dispatch/route';
import { keepChats, keepGrowing } from '../../dispatch/staticData';
import { BotAccess, otherBot, warnWith } from '../../dispatch/botAccess';
import { isUnreadable, unreadableEntry, unreadableError } from '../../dispatch/unreadableUpdate';
import {
	KEY,
	addressKeyOf,
	markOf,
	parseAddress,
	placesIn,
	proofOf,
	SECRET_HEADER,
	secretOf,
	SHARED_BY,
	infoOf,
	setWebhook,
	SharedWebhook,
} from './server';
import { Pushes, type PushState, ANSWERED_BY_TRIGGER, passOn } from './pushes';

/** Credential reads that are under way, by trigger and credential. */
class CredentialReadings extends Map<string, Promise<ICredentialsDecrypted>> {}

/**
 * The credential of a trigger. Concurrent pushes share one read: it takes n8n some 10 ms, and a raid brings
 * hundreds of pushes at once. It is not cached, so a replaced token counts from the next read.
 */
async function readCredential(context: IWebhookFunctions): Promise<ICredentialsDecrypted> {
	const readings = registry.part(CredentialReadings);
	const key = `${nodeKeyOf(context)}:${context.getNode().credentials?.[CREDENTIAL]?.id}`;
	const reading = readings.get(key) ?? loadCredential(context).finally(() => readings.delete(key));
	readings.set(key, reading);
	const credential = await reading;
	hideIn(context, credential);
	return credential;
}

/** The body of a push by which a trigger has n8n save its static data. */
const NOTHING_NEW = '{"saved":true}';

const REFUSALS_SAID_MS = 10 * 60_000;

/** One push, from the server or from the trigger that shares its updates. */
class IncomingPush extends BotAccess<IWebhookFunctions> {
	private readonly subscription = subscriptionOf(this.bot, this.context);
	private readonly pushes = this.subscription.part(Pushes);
	private readonly secret = secretOf(this.credential.data);
	private readonly query = this.context.getQueryData() as IDataObject;
	private readonly header = this.context.getHeaderData() as IDataObject;

	/** Where the triggers that share the webhook listen; empty if this one is alone. */
	private readonly places = placesIn(this.query[SHARED_BY]);

	private get own() {
		return parseAddress(this.context.getNodeWebhookUrl('default')!)!;
	}

	private answer(status: number, body: object): IWebhookResponseData {
		this.context.getResponseObject().status(status).json(body).end();
		return { noWebhookResponse: true };
	}

	/** The server can forget the update. */
	private readonly accept = () => this.answer(200, { ok: true });

	private readonly refuse = (status: number, description: string) =>
		this.answer(status, { ok: false, description });

	/** The server should send the update again: its outcome is not known yet. */
	private readonly askAgain = () => this.refuse(503, 'not dealt with yet');

	/** Refuses a push with 403. Logs that at most every ten minutes: a stranger may send thousands. */
	private refuseSecret(): IWebhookResponseData {
		const { refused } = this.pushes;
		refused.count++;
		if (ticks() - refused.saidAt >= REFUSALS_SAID_MS) {
			const { count } = refused;
			warnWith(this.context)(
				`The webhook refused ${count === 1 ? 'a push' : `${count} pushes`} with a wrong or missing secret. If the workflow gets no updates, unpublish it and publish it again: this gives the server the right secret. If it still gets none, the server sends no secrets: use the Bot Messaging Polling Trigger. Bot > Check Setup shows what the server says. If the workflow gets its updates, somebody else sends these pushes: they start nothing, and you need not do anything.`,
			);
			Object.assign(refused, { count: 0, saidAt: ticks() });
		}
		return this.refuse(403, 'wrong secret');
	}

	/** Shows a failed execution at most every ten minutes. The server keeps its updates and repeats the push. */
	private refuseOtherBot(): IWebhookResponseData {
		const { refused } = this.pushes;
		if (ticks() - refused.saidAt < REFUSALS_SAID_MS) return this.refuse(403, 'another bot');
		refused.saidAt = ticks();
		const error = new UserError(...otherBot('The updates of the former bot start nothing.'));
		warnWith(this.context)(error.message);
		throw toNodeError(this.context.getNode(), error);
	}

	/** Gives the server a new secret; from then on the former one is refused. Only logs a failure. */
	private async renewSecret(): Promise<void> {
		const { pushes } = this;
		pushes.renewal ??= this.sendSecret();
		const { error } = await settle(pushes.renewal);
		pushes.renewal = undefined;
		if (error !== undefined) warnWith(this.context)((error as Error).message);
	}

	private async sendSecret(): Promise<void> {
		const { context, bot, call, secret, own } = this;
		const info = await infoOf(call);
		const live = info?.url ? parseAddress(info.url) : undefined;
		// Keeps a webhook of others: nobody chose to replace it here.
		if (info?.url && !live?.places.includes(own.places[0])) return;
		const { home } = live ?? own;
		const places = live?.places ?? (this.places.length > 0 ? this.places : own.places);
		const registered = (live && info?.allowed_updates) ?? readForm(context).kinds;
		const kinds = bot.part(SharedWebhook).kindsFor(places, registered);
		const hasKey = this.query[KEY] !== undefined || !info;
		const memory = context.getWorkflowStaticData('node');
		await setWebhook(call, { home, places, kinds, secret, hasKey }, memory);
	}

	/** n8n shows it as a failed execution. The server pushes once more, and hears that it is done. */
	private skipped(key: string, error: UserError) {
		this.pushes.skip(key);
		warnWith(this.context)(error.message);
		return toNodeError(this.context.getNode(), error);
	}

	/** Passes updates on to all triggers that share the webhook, one for each affected person. */
	private async share(bodies: string[]): Promise<IWebhookResponseData> {
		const { bot, context, secret, places, own } = this;
		const { n8nAddress } = readOptions<WebhookOptions>(context, webhookOptions);
		const homes = homesOf(context, own.home, n8nAddress);
		const to = { bot, places: places.length > 0 ? places : own.places, homes, context };
		for (const body of bodies) {
			const outcome = await passOn({ ...to, body, proof: proofOf(secret, body) });
			if (outcome === 'later') return this.askAgain();
			if (outcome === 'done') continue;
			// n8n shows it as a failed execution. The server pushes again.
			const error = new UserError(
				'An update is for several workflows that share the webhook of this bot, or about several people, but this trigger cannot reach n8n to pass it on',
				'Fill in Instance Address under Options of the webhook triggers of this bot, for example http://localhost:5678. The server keeps the updates until then.',
			);
			throw toNodeError(context.getNode(), error);
		}
		return this.accept();
	}

	/** Has n8n save what is kept in the static data, as it does after each push. */
	private readonly haveSaved = (): boolean => {
		const { bot, context, secret, own } = this;
		const { n8nAddress } = readOptions<WebhookOptions>(context, webhookOptions);
		const homes = homesOf(context, own.home, n8nAddress);
		const proof = proofOf(secret, NOTHING_NEW);
		void settle(passOn({ bot, places: own.places, homes, context, body: NOTHING_NEW, proof }));
		return true;
	};

	/**
	 * Checks the secret (403), and starts the workflow once for each update that the form accepts. An
	 * unreadable update is reported, and skipped. A repeated update gets 503 until the outcome of the first is
	 * known, then 200.
	 */
	async receive(): Promise<IWebhookResponseData> {
		const { context, subscription, pushes, secret, query, places } = this;
		const secretToken = this.header[SECRET_HEADER] ?? query[KEY];
		const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
		const body = rawBody?.toString() ?? JSON.stringify(context.getBodyData());
		const isFromServer = isSame(secretToken, secret) || isSame(secretToken, addressKeyOf(secret));
		const memory = context.getWorkflowStaticData('node');
		const isKnown = typeof secretToken === 'string' && memory.mark === markOf(secretToken);
		if (!isFromServer && !isSame(secretToken, proofOf(secret, body))) {
			// It depends on the token, which may have been replaced.
			if (!isKnown) return this.refuseSecret();
			if (memory.bot !== undefined && memory.bot !== this.bot.id) return this.refuseOtherBot();
			// Anybody with the old token can make this push. The server repeats it with the new secret.
			await this.renewSecret();
			return this.askAgain();
		}
		if (isFromServer && !isKnown) memory.mark = markOf(secretToken as string);
		if (keepGrowing(context, subscription, this.call)) {
			this.bot.part(GrowingAnswers).keepers.set(subscription.id, this.haveSaved);
		}
		if (body === NOTHING_NEW) return this.accept();
		// n8n's parser rounds ids beyond 2^53.
		const update = (tryJson(body) ?? context.getBodyData()) as Update;
		const why = whyUnreadable(update);
		if (why !== undefined) {
			const digest = createHash('sha256').update(body).digest('hex');
			if (pushes.isSkipped(digest)) return this.accept();
			throw this.skipped(digest, unreadableEntry(numberOf(update), why));
		}
		const people = byPerson(update);
		const [first] = people;
		// n8n starts one execution per push, and only the first for a test.
		const isOfSeveral = people.length > 1 && !isTestRun(context);
		if (isFromServer && (places.length > 1 || isOfSeveral)) {
			const each = people.map(({ raw }) => JSON.stringify(raw));
			return await this.share(people.length > 1 ? each : [body]);
		}
		if (pushes.isSkipped(first.identity)) return this.accept();
		const { value, error } = await settle(this.deal(first));
		keepChats(context, subscription);
		if (value) return value;
		if (!isUnreadable(error)) throw error as Error;
		throw this.skipped(first.identity, unreadableError(first, error));
	}

	/** Starts the workflow for an update, or says why not. */
	private async deal(update: Context): Promise<IWebhookResponseData> {
		const { context, pushes } = this;
		const options = readTriggerOptions<WebhookOptions>(context, webhookOptions);
		const { answerWhen, n8nAddress } = options;
		const key = update.identity;
		let read: TriggerForm | undefined;
		const trigger = new RouteTrigger(context, this, {
			options,
			bases: basesOf(context, n8nAddress),
			form: () => (read ??= readForm(context)),
			isOver: () => false,
			hasAllSince: () => true,
		});
		let state = 'new' as PushState;
		const claim = () => {
			state = pushes.stateOf(key);
			const isNew = state === 'new';
			if (isNew) pushes.take(key, context.getResponseObject(), answerWhen === 'started');
			return isNew;
		};
		const { value: verdict, error } = await settle(verdictOn(update, trigger, claim));
		if (verdict === 'answer' || state === 'done') return this.accept();
		if (state === 'open') return this.askAgain();
		const isStart = verdict !== undefined && verdict !== 'ignored';
		const isForOther =
			isTestRun(context) && isStart && !pushes.isForTest(key, trigger.togetherOf(update)?.key);
		if (!isStart || isForOther) {
			pushes.forget(key);
			if (error) throw error as Error;
			return isForOther ? this.askAgain() : this.accept();
		}
		trigger.acknowledge(update, verdict);
		const [first] = verdict.parts;
		if (first === update) return { workflowData: await trigger.itemsOf(verdict) };
		// A part gets the same answer as the first one, which starts the workflow for all.
		await pushes.waitForAnswer(first.identity);
		if (pushes.stateOf(first.identity) !== 'new') return this.accept();
		pushes.forget(key);
		return this.askAgain();
	}
}

export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	context.getResponseObject().setHeader(ANSWERED_BY_TRIGGER, 'yes');
	return await new IncomingPush(context, await readCredential(context)).receive();
}
