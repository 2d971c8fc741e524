import { createHash } from 'crypto';
import type {
	ICredentialsDecrypted,
	IDataObject,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { createCall, CREDENTIAL, loadCredential } from '../../api/client';
import { settle, ticks } from '../../api/basics';
import { hideIn } from '../../api/door';
import { createDownload } from '../../api/download';
import { UserError } from '../../api/errors';
import { tryJson } from '../../api/json';
import { isSame } from '../../api/mask';
import { DEFAULT_TRAFFIC } from '../../api/traffic';
import { toNodeError } from '../../engine/nodeErrors';
import type { Subscription } from '../../memory/bot';
import { botOf, isTestRun, nodeKeyOf, registry, subscriptionOf } from '../../memory/registry';
import { byPerson } from '../../update/membership';
import { identityOf, numberOf, whyUnreadable, type Update } from '../../update/update';
import { basesOf, homesOf } from '../../questions/triggerOptions';
import { NOT_GATHERED } from '../form/fields';
import { readForm, readOptions, type TriggerForm } from '../form/form';
import { acknowledge, itemsOf, judgeUpdate, togetherOf } from '../pipeline';
import { triggerOf, warnWith, type BotAccess } from '../trigger';
import { isUnreadable, unreadableEntry, unreadableError } from '../unreadableUpdate';
import { KEY, parseAddress, placesIn, SHARED_BY } from './address';
import { webhookOptions, type WebhookOptions } from './fields';
import { keepChats } from './keptChats';
import { Pushes, type PushState } from './pushes';
import { renewSecret } from './server';
import { keyOf, markOf, proofOf, SECRET_HEADER, secretOf } from './secret';
import { ANSWERED_BY_TRIGGER, passOn, type SharedPush } from './share';

const NO_WAY =
	'An update is for several workflows that share the webhook of this bot, or about several people, but this trigger cannot reach n8n to pass it on';
const NO_WAY_HINT =
	'Fill in Instance Address under Options of the webhook triggers of this bot, for example http://localhost:5678. The server keeps the updates until then.';

function answer(context: IWebhookFunctions, status: number, body: object): IWebhookResponseData {
	context.getResponseObject().status(status).json(body).end();
	return { noWebhookResponse: true };
}

const refuse = (context: IWebhookFunctions, status: number, description: string) =>
	answer(context, status, { ok: false, description });

/** The server can forget the update. */
const accept = (context: IWebhookFunctions) => answer(context, 200, { ok: true });

/** The server is to send the update again: nobody knows yet what becomes of it. */
const askAgain = (context: IWebhookFunctions) => refuse(context, 503, 'not dealt with yet');

/** What n8n reads at the moment, by trigger and credential. */
class CredentialReadings extends Map<string, Promise<ICredentialsDecrypted>> {}

/**
 * The credential of a trigger. Pushes share a reading that is under way: one takes n8n some 10 ms, and a
 * raid brings hundreds at once. It is not kept: a replaced token counts from the next reading on.
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

const REFUSALS_SAID_MS = 10 * 60_000;

/** The pushes that one webhook has refused since the log said so. */
class RefusedPushes {
	count = 0;
	/** In ticks. */
	saidAt = -Infinity;
}

/** Refuses a push with 403, which the log says once in ten minutes: a stranger may send thousands. */
function refuseSecret(
	context: IWebhookFunctions,
	subscription: Subscription,
): IWebhookResponseData {
	const refused = subscription.part(RefusedPushes);
	refused.count++;
	if (ticks() - refused.saidAt >= REFUSALS_SAID_MS) {
		const { count } = refused;
		warnWith(context)(
			`The webhook refused ${count === 1 ? 'a push' : `${count} pushes`} with a wrong or missing secret. If the workflow gets no updates, unpublish it and publish it again: this gives the server the right secret. If it still gets none, the server sends no secrets: use the Bot Messaging Polling Trigger. Bot > Check Setup shows what the server says. If the workflow gets its updates, somebody else sends these pushes: they start nothing, and you need not do anything.`,
		);
		Object.assign(refused, { count: 0, saidAt: ticks() });
	}
	return refuse(context, 403, 'wrong secret');
}

/** What was pushed. n8n rounds ids beyond 2^53 when it reads the text, so the text is read again. */
function bodyOf(context: IWebhookFunctions, text: string): unknown {
	const type = String((context.getHeaderData() as IDataObject)['content-type'] ?? '');
	return (type.includes('json') ? tryJson(text) : undefined) ?? context.getBodyData();
}

/** Takes a push for all triggers that share the webhook, and for each person whom it is about. */
async function share(
	context: IWebhookFunctions,
	{ bot, places, bodies }: Pick<SharedPush, 'bot' | 'places'> & { bodies: string[] },
	secret: string,
): Promise<IWebhookResponseData> {
	const { n8nAddress } = readOptions<WebhookOptions>(context, webhookOptions);
	const own = parseAddress(context.getNodeWebhookUrl('default')!)!;
	for (const body of bodies) {
		const outcome = await passOn({
			bot,
			places: places.length > 0 ? places : own.places,
			body,
			proof: proofOf(secret, body),
			homes: homesOf(context, own.home, n8nAddress),
			context,
		});
		if (outcome === 'later') return askAgain(context);
		// n8n shows it as a failed execution. The server pushes again.
		if (outcome === 'unreachable')
			throw toNodeError(context.getNode(), new UserError(NO_WAY, NO_WAY_HINT));
	}
	return accept(context);
}

/**
 * Takes one push: of the server, or of the trigger that passes updates on. Checks the secret (403), and
 * starts the workflow once for each update that the form accepts. One that cannot be read is named and
 * skipped in the end. One that comes again gets 503 until it is known what becomes of the first, then 200.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	context.getResponseObject().setHeader(ANSWERED_BY_TRIGGER, 'yes');
	const credential = await readCredential(context);
	const { data } = credential;
	const bot = botOf(data);
	const subscription = subscriptionOf(bot, context);
	const secret = secretOf(data);
	const query = context.getQueryData() as IDataObject;
	const secretToken = (context.getHeaderData() as IDataObject)[SECRET_HEADER] ?? query[KEY];
	const call = createCall(context, credential, DEFAULT_TRAFFIC);
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	const body = rawBody?.toString() ?? JSON.stringify(context.getBodyData());
	const places = placesIn(query[SHARED_BY]);
	const isFromServer = isSame(secretToken, secret) || isSame(secretToken, keyOf(secret));
	const memory = context.getWorkflowStaticData('node');
	const isKnown = typeof secretToken === 'string' && memory.mark === markOf(secretToken);
	if (!isFromServer && !isSame(secretToken, proofOf(secret, body))) {
		// It depends on the token, which may have been replaced.
		if (!isKnown) return refuseSecret(context, subscription);
		// Anybody who had the former token can make this push. The server makes it again with the new secret.
		const hasKey = query[KEY] !== undefined;
		await renewSecret(context, { subscription, call, secret, places, hasKey });
		return askAgain(context);
	}
	if (isFromServer && !isKnown) memory.mark = markOf(secretToken as string);
	const update = bodyOf(context, body) as Update;
	const pushes = subscription.part(Pushes);
	/** n8n shows it as a failed execution. The server pushes once more, and hears that it is done. */
	const named = (error: UserError) => {
		warnWith(context)(error.message);
		return toNodeError(context.getNode(), error);
	};
	const why = whyUnreadable(update);
	if (why !== undefined) {
		const digest = createHash('sha256').update(body).digest('hex');
		if (pushes.isSkipped(digest)) return accept(context);
		pushes.noteFailure(digest, 1);
		throw named(unreadableEntry(numberOf(update), why));
	}
	const people = byPerson(update);
	// n8n starts one execution for a push, and none but the first for a test.
	const isOfSeveral = people.length > 1 && !isTestRun(context);
	if (isFromServer && (places.length > 1 || isOfSeveral)) {
		const bodies = people.length > 1 ? people.map((one) => JSON.stringify(one)) : [body];
		return await share(context, { bot, places, bodies }, secret);
	}
	const key = identityOf(update);
	if (pushes.isSkipped(key)) return accept(context);
	const download = createDownload(context, credential, DEFAULT_TRAFFIC);
	const access = { bot, data, call, download };
	const { value, error } = await settle(deal(context, people[0] ?? update, key, access));
	keepChats(context, subscription);
	if (value) return value;
	if (!isUnreadable(error)) throw error as Error;
	if (!pushes.noteFailure(key)) return askAgain(context);
	throw named(unreadableError(update, error));
}

/** Starts the workflow for an update, or says why not. The key is the identity of what was pushed. */
async function deal(
	context: IWebhookFunctions,
	update: Update,
	key: string,
	access: BotAccess,
): Promise<IWebhookResponseData> {
	const options = readOptions<WebhookOptions>(context, webhookOptions, NOT_GATHERED);
	const { answerWhen, n8nAddress } = options;
	const pushes = subscriptionOf(access.bot, context).part(Pushes);
	let read: TriggerForm | undefined;
	const trigger = triggerOf(context, access, {
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
	const { value: verdict, error } = await settle(judgeUpdate(update, trigger, claim));
	if (verdict === 'answer' || state === 'done') return accept(context);
	if (state === 'open') return askAgain(context);
	const isStart = verdict !== undefined && verdict !== 'ignored';
	const isForOther =
		isTestRun(context) && isStart && !pushes.isForTest(key, togetherOf(update, trigger)?.key);
	if (!isStart || isForOther) {
		pushes.forget(key);
		if (error) throw error as Error;
		return isForOther ? askAgain(context) : accept(context);
	}
	acknowledge(update, verdict, trigger);
	const [first] = verdict.parts;
	if (first === update) return { workflowData: await itemsOf(verdict, trigger) };
	// A part is answered like the first one, which starts the workflow for all of them.
	await pushes.waitForAnswer(identityOf(first));
	if (pushes.stateOf(identityOf(first)) !== 'new') return accept(context);
	pushes.forget(key);
	return askAgain(context);
}
