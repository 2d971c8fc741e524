import type {
	ICredentialsDecrypted,
	IDataObject,
	IHttpRequestOptions,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { createCall, type Call } from '../../api/client';
import { createDownload } from '../../api/download';
import { UserError } from '../../api/errors';
import { tryJson } from '../../api/json';
import { DEFAULT_TRAFFIC } from '../../api/traffic';
import { isSame } from '../../api/secrets';
import { settle } from '../../api/settle';
import { toNodeError } from '../../engine/nodeErrors';
import type { Subscription } from '../../bots/bot';
import { botOf, isTestRun, subscriptionOf } from '../../bots/registry';
import { isUpdate, type Update } from '../../update/update';
import * as questions from '../../operations/message/sendAndWait/delivering';
import { readForm, readOptions, type TriggerForm } from '../form/form';
import { patiently } from '../mediaSource';
import { acknowledge, itemsOf, judgeUpdate, type Trigger } from '../pipeline';
import { isUnreadable, unreadableError } from '../unreadableUpdate';
import { readCredential } from './credential';
import { webhookOptions, type WebhookOptions } from './fields';
import { Intake, type PushState } from './intake';
import { placesIn, receiversAt, SHARED_BY } from './receivers';
import {
	isFormerSecret,
	noteSecret,
	proofOf,
	renewSecret,
	SECRET_HEADER,
	secretOf,
} from './secret';
import { ANSWERED_BY_TRIGGER, passOn, type SharedPush } from './share';

const NO_WAY =
	'Several workflows share the webhook of this bot, but this trigger cannot reach n8n to pass an update on to them';
const NO_WAY_HINT =
	'Fill in Instance Address under Options of the webhook triggers of this bot, for example http://localhost:5678. The server keeps the updates until then.';

/** Answers the push here; nothing starts. */
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

const requestWith = (context: IWebhookFunctions) => async (request: IHttpRequestOptions) =>
	(await context.helpers.httpRequest(request)) as unknown;

const warnWith = (context: IWebhookFunctions) => (words: string) =>
	context.logger.warn(`${context.getNode().name}: ${words}`);

/** What was pushed. n8n rounds ids beyond 2^53 when it reads the text, so the text is read again. */
function bodyOf(context: IWebhookFunctions, text: string): unknown {
	const type = String((context.getHeaderData() as IDataObject)['content-type'] ?? '');
	return (type.includes('json') ? tryJson(text) : undefined) ?? context.getBodyData();
}

function textOf(context: IWebhookFunctions): string {
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	return rawBody?.toString() ?? JSON.stringify(context.getBodyData());
}

/** Takes a push for all triggers that share the webhook. It is done when all of them have it. */
async function share(
	context: IWebhookFunctions,
	shared: Pick<SharedPush, 'bot' | 'places' | 'body' | 'proof'>,
): Promise<IWebhookResponseData> {
	const { n8nAddress } = readOptions<WebhookOptions>(context, webhookOptions);
	const own = receiversAt(context.getNodeWebhookUrl('default')!);
	const outcome = await passOn({
		...shared,
		homes: questions.homesOf(context, own?.home, n8nAddress),
		request: requestWith(context),
		warn: warnWith(context),
	});
	if (outcome === 'done') return accept(context);
	if (outcome === 'later') return askAgain(context);
	// n8n shows it as a failed execution. The server pushes again.
	throw toNodeError(context.getNode(), new UserError(NO_WAY, NO_WAY_HINT));
}

/** Answers a part of an album like the first part, which has started the workflow for all of them. */
async function joinAlbum(
	context: IWebhookFunctions,
	intake: Intake,
	first: Update,
	part: Update,
): Promise<IWebhookResponseData> {
	await intake.waitForAnswer(first);
	if (intake.stateOf(first) !== 'new') return accept(context);
	intake.forget(part);
	return askAgain(context);
}

/**
 * Takes one push: of the server, or of the trigger that passes updates on to those that share the
 * webhook with it. Checks the secret (403) and the body (400), and starts the workflow
 * once for each update that the form accepts. One that cannot be read is passed over in the end. A push
 * that comes again gets 503 while nobody knows what becomes of the first one, and 200 from then on.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	context.getResponseObject().setHeader(ANSWERED_BY_TRIGGER, 'yes');
	const credential = await readCredential(context);
	const subscription = subscriptionOf(botOf(credential.data), context);
	const secret = secretOf(credential.data);
	const carried = (context.getHeaderData() as IDataObject)[SECRET_HEADER];
	const call = createCall(context, credential, DEFAULT_TRAFFIC);
	const body = textOf(context);
	const isFromServer = isSame(carried, secret);
	if (!isFromServer && !isSame(carried, proofOf(secret, body))) {
		if (!isFormerSecret(context, carried)) return refuse(context, 403, 'wrong secret');
		// Anybody who had the former token can make this push. The server makes it again with the new secret.
		await renewSecret(context, subscription, call, secret);
		return askAgain(context);
	}
	noteSecret(context, secret);
	const update = bodyOf(context, body);
	if (!isUpdate(update)) return refuse(context, 400, 'not an update');
	const places = placesIn((context.getQueryData() as IDataObject)[SHARED_BY]);
	if (isFromServer && places.length > 1) {
		const proof = proofOf(secret, body);
		return await share(context, { bot: subscription.bot, places, body, proof });
	}
	const intake = subscription.part(Intake);
	if (intake.isPassedOver(update)) return accept(context);
	const { value, error } = await settle(deal(context, { update, subscription, credential, call }));
	if (value) return value;
	if (!isUnreadable(error)) throw error as Error;
	if (!intake.noteFailure(update)) return askAgain(context);
	const shown = unreadableError(update, error);
	warnWith(context)(shown.message);
	// n8n shows it as a failed execution. The server pushes once more, and hears that it is done.
	throw toNodeError(context.getNode(), shown);
}

interface Push {
	update: Update;
	subscription: Subscription;
	credential: ICredentialsDecrypted;
	call: Call;
}

function triggerOf(
	context: IWebhookFunctions,
	options: WebhookOptions,
	{ subscription, credential, call }: Push,
): Trigger {
	const warn = warnWith(context);
	const download = createDownload(context, credential, DEFAULT_TRAFFIC);
	const files = patiently({ helpers: context.helpers, call, download });
	let form: TriggerForm | undefined;
	return {
		subscription,
		workflowId: context.getWorkflow().id ?? '',
		server: { call: files.call, warn },
		files,
		gatherAlbums: options.gatherAlbums,
		// An answer to a question does not need it.
		get form() {
			return (form ??= readForm(context));
		},
		messenger: {
			bot: subscription.bot,
			credential: credential.data,
			call,
			request: requestWith(context),
			bases: questions.basesOf(context, options.n8nAddress),
			words: questions.wordsOf(options),
			warn,
			isOver: () => false,
		},
	};
}

/** Starts the workflow for an update, or says why not. */
async function deal(context: IWebhookFunctions, push: Push): Promise<IWebhookResponseData> {
	const { update, subscription } = push;
	const options = readOptions<WebhookOptions>(context, webhookOptions);
	const { gatherAlbums, answerWhen } = options;
	const trigger = triggerOf(context, options, push);
	const intake = subscription.part(Intake);
	let state = 'new' as PushState;
	const claim = () => {
		state = intake.stateOf(update);
		const isNew = state === 'new';
		if (isNew) intake.take(update, context.getResponseObject(), answerWhen === 'started');
		return isNew;
	};
	const { value: verdict, error } = await settle(judgeUpdate(update, trigger, claim));
	if (verdict === 'answer' || state === 'done') return accept(context);
	if (state === 'open') return askAgain(context);
	const isStart = verdict !== undefined && verdict !== 'ignored';
	const isForOther = isTestRun(context) && isStart && !intake.isForTest(update, gatherAlbums);
	if (!isStart || isForOther) {
		intake.forget(update);
		if (error) throw error as Error;
		return isForOther ? askAgain(context) : accept(context);
	}
	acknowledge(update, verdict, trigger);
	const [first] = verdict.parts;
	if (first !== update) return await joinAlbum(context, intake, first, update);
	return { workflowData: await itemsOf(verdict, trigger) };
}
