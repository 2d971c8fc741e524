import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { createCall, createDownload, loadCredential } from '../api/client';
import { tryJson } from '../api/json';
import { DEFAULT_TRAFFIC } from '../api/traffic';
import { botOf } from './bot';
import { noteChat } from './chats';
import { allowedUpdates } from './fields';
import { patiently } from './files';
import { compileFilters, type Filters } from './filter';
import { intakeOf, type Intake } from './intake';
import { itemOf, itemOptions } from './item';
import { acceptsFormer } from './renewal';
import { isSecret, secretOf } from './secret';
import { isUpdate, kindOf, type Update } from './update';

const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

function refuse(context: IWebhookFunctions, status: number, words: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ ok: false, description: words }).end();
	return { noWebhookResponse: true };
}

/** The server is done with the update; nothing starts. */
const thanks = (context: IWebhookFunctions): IWebhookResponseData => {
	context.getResponseObject().status(200).json({ ok: true }).end();
	return { noWebhookResponse: true };
};

/** The server is to send the update once more: nobody knows yet what becomes of it. */
const askAgain = (context: IWebhookFunctions) => refuse(context, 503, 'not dealt with yet');

/** What was pushed. n8n's own reading has rounded ids beyond 2^53, so the text is read again. */
function bodyOf(context: IWebhookFunctions): unknown {
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	const type = String((context.getHeaderData() as IDataObject)['content-type'] ?? '');
	const body = rawBody && type.includes('json') ? tryJson(rawBody.toString()) : undefined;
	return body ?? context.getBodyData();
}

/** Answers a part of an album as the first part is answered, which has started the workflow for all. */
async function joinAlbum(
	context: IWebhookFunctions,
	intake: Intake,
	first: Update,
	part: Update,
): Promise<IWebhookResponseData> {
	await intake.answered(first);
	if (intake.standing(first) !== 'new') return thanks(context);
	intake.forget(part);
	return askAgain(context);
}

/**
 * Takes one push of the server: checks the secret (403) and the body (400), and starts the workflow
 * once for each update that the filters let through. A push that comes again gets 503 while nobody
 * knows what becomes of the first, and 200 from then on.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const credential = await loadCredential(context);
	const token = String(credential.data?.botToken ?? '').trim();
	const secret = secretOf(token, context.getWorkflow().id ?? '', context.getNode().id);
	const given = (context.getHeaderData() as IDataObject)[SECRET_HEADER];
	const call = createCall(context, credential, DEFAULT_TRAFFIC);
	if (!isSecret(given, secret) && !(await acceptsFormer(context, call, given, secret))) {
		return refuse(context, 403, 'wrong secret');
	}
	const update = bodyOf(context);
	if (!isUpdate(update)) return refuse(context, 400, 'not an update');
	noteChat(botOf(credential.data), update);

	const parameter = (name: string, fallback: unknown) =>
		context.getNodeParameter(name, fallback) as unknown;
	const kinds = allowedUpdates(parameter('updates', []) as string[]);
	const accepts = compileFilters(parameter('filters', {}) as Filters);
	if (!kinds.includes(kindOf(update)) || !accepts(update)) return thanks(context);

	const intake = intakeOf(context);
	const standing = intake.standing(update);
	if (standing === 'done') return thanks(context);
	if (standing === 'open') return askAgain(context);
	const { gatherAlbums = false, answerWhen } = parameter('options', {}) as IDataObject;
	const isTest = context.getMode() === 'manual';
	if (isTest && !intake.isForTest(update, gatherAlbums as boolean)) return askAgain(context);
	intake.take(update, context.getResponseObject(), answerWhen !== 'finished');
	const parts = gatherAlbums ? await intake.albums.groupOf(update).whole : [update];
	if (parts[0] !== update) return await joinAlbum(context, intake, parts[0], update);
	const download = createDownload(context, credential, DEFAULT_TRAFFIC);
	const files = patiently({ helpers: context.helpers, call, download });
	return { workflowData: [[await itemOf(parts, itemOptions(parameter), files)]] };
}
