import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { escapeHtml } from '../format';
import type { Answer, Question } from './question';

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

const CLOSED_PAGE = page('This question is closed', '<p>You can close this page.</p>');

/** The page after an answer was taken. */
export const donePage = (label: string) =>
	page(label, '<p>Your answer has been received. You can close this page.</p>');

const HTML = 'text/html; charset=utf-8';

function show(context: IWebhookFunctions, html: string): IWebhookResponseData {
	context.getResponseObject().setHeader('content-type', HTML).status(200).end(html);
	return { noWebhookResponse: true };
}

/** The choice that a person has confirmed, or else the page to show. n8n has checked the signature. */
export function confirmedIn(
	context: IWebhookFunctions,
	question: Question | undefined,
): { choice: Answer; button: number } | IWebhookResponseData {
	const { answer, question: ref } = context.getQueryData() as Record<string, unknown>;
	const button = Number(answer);
	const choice = question?.choices[button];
	if (!choice || question?.by !== 'links' || question.ref !== ref) {
		return show(context, CLOSED_PAGE);
	}
	// Messengers open links for previews, so only the button on the page answers.
	if (context.getRequestObject().method !== 'POST') {
		const form = '<form method="post"><button type="submit">Confirm</button></form>';
		return show(context, page(choice.label, form));
	}
	// If another link was opened a moment before, n8n sends an error as JSON. People get a page instead.
	const response = context.getResponseObject();
	response.json = () => response.status(409).setHeader('content-type', HTML).end(CLOSED_PAGE);
	return { choice, button };
}
