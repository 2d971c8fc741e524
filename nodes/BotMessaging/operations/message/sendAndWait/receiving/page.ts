import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { createCall, loadCredential } from '../../../../api/client';
import { escapeHtml } from '../../../../formatting';
import { goOn } from './receive';
import { questionOf } from '../question';

const TIMEOUT_MS = 10_000;

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { font: 1.1rem/1.5 system-ui, sans-serif; margin: 15vh auto 0; max-width: 24rem; padding: 0 1rem; text-align: center; }
button { background: #1f6feb; border: 0; border-radius: 0.5rem; color: #fff; font: inherit; padding: 0.6rem 1.6rem; }
</style>
</head>
<body><h1>${escapeHtml(title)}</h1>${content}</body>
</html>`;

/** Messengers open links by themselves to show what is behind them: only the button answers. */
const confirmation = (label: string) =>
	page(label, '<form method="post"><button type="submit">Confirm</button></form>');

const DONE = '<p>Your answer has been received. You can close this page.</p>';
const CLOSED_PAGE = page('This question is closed', '<p>You can close this page.</p>');

const HTML = 'text/html; charset=utf-8';

function show(context: IWebhookFunctions, html: string): IWebhookResponseData {
	const response = context.getResponseObject();
	response.setHeader('content-type', HTML);
	response.status(200).end(html);
	return { noWebhookResponse: true };
}

/**
 * n8n sends its own words as JSON if it does not take an answer, because another link was opened a moment
 * before. A person gets a page instead.
 */
function closeIfRefused(context: IWebhookFunctions): void {
	const response = context.getResponseObject();
	response.json = () => response.status(409).setHeader('content-type', HTML).end(CLOSED_PAGE);
}

/** Answers the person who has opened a link button; n8n has checked the signature of the address. */
export async function answerPage(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { answer, question: ref } = context.getQueryData() as Record<string, unknown>;
	const question = questionOf(context);
	const place = Number(answer);
	const choice = question?.choices[place];
	if (!question || !choice || question.by !== 'links' || question.ref !== ref) {
		return show(context, CLOSED_PAGE);
	}
	const { label, value, approves: approved } = choice;
	if (context.getRequestObject().method !== 'POST') return show(context, confirmation(label));
	const credential = await loadCredential(context);
	const call = createCall(context, credential, { timeoutMs: TIMEOUT_MS });
	const going = { call, question, answer: { label, value, place, approved } };
	closeIfRefused(context);
	return await goOn(context, going, page(label, DONE));
}
