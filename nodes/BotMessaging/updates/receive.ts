import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { createCall, createDownload, loadCredential } from '../api/client';
import { DEFAULT_TRAFFIC } from '../api/traffic';
import { Albums } from './albums';
import { allowedUpdates } from './fields';
import { compileFilters, type Filters } from './filter';
import { itemOf, itemOptions } from './item';
import { isSecret, secretOf } from './secret';
import { identityOf, isUpdate, kindOf, type Update } from './update';

const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

/** Updates that a webhook remembers, so that one sent again starts nothing. */
const MOST_REMEMBERED = 10_000;

/** What one webhook node has taken since n8n started. */
class Intake {
	readonly albums = new Albums();

	private readonly taken = new Set<string>();

	/** Whether an update comes for the first time. */
	isNew(update: Update): boolean {
		const id = identityOf(update);
		if (this.taken.has(id)) return false;
		this.taken.add(id);
		if (this.taken.size > MOST_REMEMBERED) {
			this.taken.delete(this.taken.values().next().value!);
		}
		return true;
	}
}

const intakes = new Map<string, Intake>();

function intakeOf(context: IWebhookFunctions): Intake {
	const key = `${context.getWorkflow().id}:${context.getNode().id}:${context.getMode()}`;
	const intake = intakes.get(key) ?? new Intake();
	intakes.set(key, intake);
	return intake;
}

function refuse(context: IWebhookFunctions, status: number, words: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ ok: false, description: words }).end();
	return { noWebhookResponse: true };
}

/** The server is done with the update; nothing starts. */
const thanks = (context: IWebhookFunctions): IWebhookResponseData => {
	context.getResponseObject().status(200).json({ ok: true }).end();
	return { noWebhookResponse: true };
};

/**
 * Takes one push of the server: checks the secret (403) and the body (400), and starts the workflow
 * once for each update that the filters let through.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const credential = await loadCredential(context);
	const token = String(credential.data?.botToken ?? '').trim();
	const secret = secretOf(token, context.getWorkflow().id ?? '', context.getNode().id);
	const given = (context.getHeaderData() as IDataObject)[SECRET_HEADER];
	if (!isSecret(given, secret)) return refuse(context, 403, 'wrong secret');
	const update: unknown = context.getBodyData();
	if (!isUpdate(update)) return refuse(context, 400, 'not an update');

	const parameter = (name: string, fallback: unknown) =>
		context.getNodeParameter(name, fallback) as unknown;
	const kinds = allowedUpdates(parameter('updates', []) as string[]);
	const accepts = compileFilters(parameter('filters', {}) as Filters);
	const intake = intakeOf(context);
	const isWanted = kinds.includes(kindOf(update)) && accepts(update);
	if (!isWanted || !intake.isNew(update)) return thanks(context);

	const { gatherAlbums = false } = parameter('options', {}) as IDataObject;
	const parts = gatherAlbums ? await intake.albums.groupOf(update).whole : [update];
	// Another part of the album has started the workflow for all.
	if (parts[0] !== update) return thanks(context);
	const item = await itemOf(parts, itemOptions(parameter), {
		helpers: context.helpers,
		call: createCall(context, credential, DEFAULT_TRAFFIC),
		download: createDownload(context, credential, DEFAULT_TRAFFIC),
	});
	return { workflowData: [[item]] };
}
