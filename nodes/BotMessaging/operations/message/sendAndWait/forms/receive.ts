import type {
	IBinaryKeyData,
	ICredentialsDecrypted,
	IDataObject,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { createCall, type Call } from '../../../../api/client';
import { createDownload } from '../../../../api/download';
import { settle } from '../../../../api/settle';
import { fetchFile, MEGABYTE } from '../../../../engine/files';
import { keptIn, runAgain } from '../../../../engine/pause';
import { hidden } from '../proof';
import { isSameChat } from '../receiving/moved';
import { stay, whenTaken } from '../receiving/take';
import { verdict, type Answering } from '../protocol';
import { takesMessage, type Form } from './form';
import { ended } from './result';
import { summaryOf } from './screen';
import { messageOf, show } from './show';
import { stepAfter } from './step';

/** Somebody waits for the answer of each request. */
const TIMEOUT_MS = 10_000;

/** The most that servers offer for download. */
const LARGEST_FILE = 20 * MEGABYTE;

/** By the outputs of the node; the first is for no answer. */
const OUTPUTS = { answered: 1, cancelled: 2 };

const formIn = (context: IWebhookFunctions) => keptIn(context).form as unknown as Form | undefined;

/** Whether this person fills the form in. Nobody else is in a private chat. */
const isPerson = ({ personId, chatId }: Form, { user }: Answering) =>
	String(user.id) === (personId ?? chatId);

/** The files of a form, each in the binary field of its name. Rejects if one cannot be fetched. */
async function filesOf(
	context: IWebhookFunctions,
	credential: ICredentialsDecrypted,
	call: Call,
	{ fields, answers }: Form,
): Promise<IBinaryKeyData> {
	const download = createDownload(context, credential, { timeoutMs: TIMEOUT_MS });
	const binary: IBinaryKeyData = {};
	for (const [place, { name }] of fields.entries()) {
		const file = answers[place]?.file;
		if (!file) continue;
		const { file_path: path, file_size: size } = Object(
			await call('getFile', { file_id: file.id }),
		) as IDataObject;
		const wish = { path, size, most: LARGEST_FILE, name: file.name, mimeType: file.mimeType };
		binary[name] = await fetchFile({ helpers: context.helpers, download }, wish);
	}
	return binary;
}

/** Ends the form: n8n continues behind the output of this end. */
async function end(
	context: IWebhookFunctions,
	credential: ICredentialsDecrypted,
	{
		call,
		form,
		given,
		how,
	}: { call: Call; form: Form; given: Answering; how: 'answered' | 'cancelled' },
): Promise<IWebhookResponseData> {
	const fetched =
		how === 'answered' ? filesOf(context, credential, call, form) : Promise.resolve({});
	const { value: binary, error } = await settle(fetched);
	if (!binary) {
		context.logger.warn(`${context.getNode().name}: ${(error as Error).message}`);
		return stay(verdict('told'));
	}
	const { textWhenSent, textWhenCancelled } = form.words;
	const text = how === 'answered' ? `${summaryOf(form)}\n\n${textWhenSent}` : textWhenCancelled;
	whenTaken(context, async () => {
		await show(call, form, { text, reply_markup: { inline_keyboard: [] } });
	});
	const item = {
		json: ended(form, how, binary, given),
		...(Object.keys(binary).length > 0 && { binary }),
		pairedItem: { item: 0 },
	};
	const workflowData = Array.from({ length: OUTPUTS[how] + 1 }, (_none, output) =>
		output === OUTPUTS[how] ? [item] : [],
	);
	return { webhookResponse: verdict('taken'), workflowData };
}

/**
 * Takes what a trigger has seen of a form that this node has asked. An answer counts for the step whose
 * mark it carries and for no other, and only of the person who was asked. n8n then runs the node again,
 * which waits again: with the execution it stores the form as it is after the answer.
 */
export async function receiveFormAnswer(
	context: IWebhookFunctions,
	credential: ICredentialsDecrypted,
	given: Answering,
): Promise<IWebhookResponseData> {
	const kept = formIn(context);
	if (!kept) return stay(verdict('closed'));
	const call = createCall(context, credential, { timeoutMs: TIMEOUT_MS });
	const isHere = await isSameChat(call, kept.chatId, given.chatId);
	if (isHere === undefined) return stay(verdict('told'));
	if (!isHere) return stay(verdict('closed'));
	const form = { ...kept, chatId: given.chatId };
	const { words } = form;
	if (!isPerson(form, given)) return stay(verdict('told', words.noticeForOthers));
	const destination = {
		executionId: context.getExecutionId(),
		nodeId: context.getNode().id,
		signature: (context.getQueryData() as { signature: string }).signature,
	};
	destination.signature = hidden(credential.data, destination);
	const next = (one: Form) => [takesMessage(one), one.step] as const;
	if (given.step !== form.step) {
		await show(call, form, messageOf(form, destination));
		return stay(verdict('told', words.noticeForOldSteps, ...next(form)));
	}
	const step = stepAfter(form, given);
	if ('say' in step) return stay(verdict('told', step.say, ...next(form)));
	if ('end' in step) return await end(context, credential, { call, form, given, how: step.end });
	const after = { ...step.form, messageId: given.messageId, isResumed: true };
	whenTaken(context, async () => await show(call, after, messageOf(after, destination)));
	const workflowData = runAgain(context, { form: after });
	return { webhookResponse: verdict('taken', undefined, ...next(after)), workflowData };
}
