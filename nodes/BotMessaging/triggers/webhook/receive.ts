import type {
	ICredentialsDecrypted,
	IDataObject,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { createCall, loadCredential, type Call } from '../../api/client';
import { createDownload } from '../../api/download';
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
import { webhookOptions, type WebhookOptions } from './fields';
import { Intake, type PushState } from './intake';
import { isFormerSecret, renewSecret, secretOf } from './secret';

const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

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

/** What was pushed. n8n rounds ids beyond 2^53 when it reads the text, so the text is read again. */
function bodyOf(context: IWebhookFunctions): unknown {
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	const type = String((context.getHeaderData() as IDataObject)['content-type'] ?? '');
	const body = rawBody && type.includes('json') ? tryJson(rawBody.toString()) : undefined;
	return body ?? context.getBodyData();
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
 * Takes one push of the server: checks the secret (403) and the body (400), and starts the workflow
 * once for each update that the form accepts. One that cannot be read is passed over in the end. A push
 * that comes again gets 503 while nobody knows what becomes of the first one, and 200 from then on.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const credential = await loadCredential(context);
	const subscription = subscriptionOf(botOf(credential.data), context);
	const secret = secretOf(context, credential.data);
	const carried = (context.getHeaderData() as IDataObject)[SECRET_HEADER];
	const call = createCall(context, credential, DEFAULT_TRAFFIC);
	if (!isSame(carried, secret)) {
		if (!isFormerSecret(context, carried)) return refuse(context, 403, 'wrong secret');
		// Anybody who had the former token can make this push. The server makes it again with the new secret.
		await renewSecret(context, subscription, call, secret);
		return askAgain(context);
	}
	const update = bodyOf(context);
	if (!isUpdate(update)) return refuse(context, 400, 'not an update');
	const intake = subscription.part(Intake);
	if (intake.isPassedOver(update)) return accept(context);
	const { value, error } = await settle(deal(context, { update, subscription, credential, call }));
	if (value) return value;
	if (!isUnreadable(error)) throw error as Error;
	if (!intake.noteFailure(update)) return askAgain(context);
	const shown = unreadableError(update, error);
	context.logger.warn(`${context.getNode().name}: ${shown.message}`);
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
	const warn = (words: string) => context.logger.warn(`${context.getNode().name}: ${words}`);
	const download = createDownload(context, credential, DEFAULT_TRAFFIC);
	const files = patiently({ helpers: context.helpers, call, download });
	let form: TriggerForm | undefined;
	return {
		subscription,
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
			request: async (request) => (await context.helpers.httpRequest(request)) as unknown,
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
	acknowledge(update, trigger);
	const [first] = verdict.parts;
	if (first !== update) return await joinAlbum(context, intake, first, update);
	return { workflowData: await itemsOf(verdict, trigger) };
}
