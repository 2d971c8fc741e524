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
import type { Group } from '../../update/albums';
import { botOf } from '../../bots/botId';
import { noteChat } from '../../bots/chats';
import { patiently } from '../mediaSource';
import { noteMembership } from '../../bots/people';
import { readForm, readOptions } from '../form/form';
import { itemOf } from '../item';
import { noteMigration } from '../../bots/migrations';
import { ownNameFor } from '../../bots/ownName';
import { answerPress } from '../pressAnswer';
import type { Surroundings } from '../../bots/surroundings';
import { isUpdate, type Update } from '../../update/update';
import * as questions from '../../operations/message/sendAndWait/delivering';
import { isUnreadable, unreadableError } from '../unreadableUpdate';
import { webhookOptions, type WebhookOptions } from './fields';
import { intakeOf, type Intake } from './intake';
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

function surroundingsOf(context: IWebhookFunctions, bot: string, call: Call): Surroundings {
	const { name, id } = context.getNode();
	const trigger = [context.getWorkflow().id, id, context.getMode()].join(':');
	return { bot, trigger, call, warn: (words) => context.logger.warn(`${name}: ${words}`) };
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
	const secret = secretOf(context, credential.data);
	const carried = (context.getHeaderData() as IDataObject)[SECRET_HEADER];
	const call = createCall(context, credential, DEFAULT_TRAFFIC);
	if (!isSame(carried, secret)) {
		if (!isFormerSecret(context, carried)) return refuse(context, 403, 'wrong secret');
		// Anybody who had the former token can make this push. The server makes it again with the new secret.
		await renewSecret(context, call, secret);
		return askAgain(context);
	}
	const update = bodyOf(context);
	if (!isUpdate(update)) return refuse(context, 400, 'not an update');
	const intake = intakeOf(context, botOf(credential.data));
	if (intake.isPassedOver(update)) return accept(context);
	const { value, error } = await settle(deal(context, { update, intake, credential, call }));
	if (value) return value;
	if (!isUnreadable(error)) throw error as Error;
	if (!intake.noteFailure(update)) return askAgain(context);
	const shown = unreadableError(update, error);
	context.logger.warn(`${context.getNode().name}: ${shown.message}`);
	// n8n shows it as a failed execution. The server pushes once more, and hears that it is done.
	throw toNodeError(context.getNode(), shown);
}

interface Taken {
	update: Update;
	intake: Intake;
	credential: ICredentialsDecrypted;
	call: Call;
}

/** Starts the workflow for an update, or says why not. */
async function deal(
	context: IWebhookFunctions,
	{ update, intake, credential, call }: Taken,
): Promise<IWebhookResponseData> {
	const bot = botOf(credential.data);
	noteChat(bot, update);
	noteMigration(bot, update);
	noteMembership(bot, update);
	const options = readOptions<WebhookOptions>(context, webhookOptions);
	const { gatherAlbums, answerWhen } = options;
	const messenger: questions.Messenger = {
		bot,
		credential: credential.data,
		call,
		request: async (request) => (await context.helpers.httpRequest(request)) as unknown,
		bases: questions.basesOf(context, options.n8nAddress),
		words: questions.wordsOf(options),
		warn: (words) => context.logger.warn(`${context.getNode().name}: ${words}`),
		isOver: () => false,
	};
	if (await questions.passToQuestion(update, messenger)) return accept(context);
	const form = readForm(context);
	const download = createDownload(context, credential, DEFAULT_TRAFFIC);
	const files = patiently({ helpers: context.helpers, call, download });
	const surroundings = surroundingsOf(context, bot, files.call);

	const state = intake.stateOf(update);
	if (state === 'done') return accept(context);
	if (state === 'open') return askAgain(context);
	intake.take(update, context.getResponseObject(), answerWhen === 'started');
	const group: Group = gatherAlbums
		? intake.albums.groupOf(update)
		: { whole: Promise.resolve([update]) };
	const parts = await group.whole;
	group.isAccepted ??= form.accepts(parts, surroundings);
	const { value: isAccepted, error } = await settle(group.isAccepted);
	const isTest = context.getMode() === 'manual';
	if (!isAccepted || (isTest && !intake.isForTest(update, gatherAlbums))) {
		intake.forget(update);
		if (error) throw error as Error;
		return isAccepted ? askAgain(context) : accept(context);
	}
	// Nobody waits for it: it only logs what goes wrong.
	if (form.notice !== undefined) void answerPress(update, form.notice, surroundings);
	if (parts[0] !== update) return await joinAlbum(context, intake, parts[0], update);
	const ownName = await ownNameFor(parts, surroundings);
	const item = await itemOf(parts, { ...form.item, ownName }, files);
	return { workflowData: await form.route(parts, item, surroundings) };
}
