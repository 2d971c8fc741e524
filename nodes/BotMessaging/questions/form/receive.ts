import type {
	IBinaryKeyData,
	ICredentialsDecrypted,
	IDataObject,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { MEGABYTE } from '../../api/bytes';
import type { Call } from '../../api/client';
import { createDownload } from '../../api/download';
import { settle } from '../../api/basics';
import { stepBehind } from '../../callbackData/buttonData';
import { hidden } from '../../callbackData/proof';
import { fetchFile } from '../../engine/files';
import { runAgain } from '../pause';
import { outputsOf } from '../fields/outputs';
import { whenTaken } from '../outcome';
import { respond, type Answering } from '../question';
import { ended, takesMessage, type Form } from './form';
import { endOf, leave, messageOf, sendBelow, show } from './screen';
import { stepAfter } from './step';

/** Somebody waits for the answer of each request. */
const TIMEOUT_MS = 10_000;

/** The most that servers offer for download. */
const LARGEST_FILE = 20 * MEGABYTE;

interface Access {
	credential: ICredentialsDecrypted;
	call: Call;
}

/** The files of a form, each in the binary field of its name. Rejects if one cannot be fetched. */
async function filesOf(
	context: IWebhookFunctions,
	{ credential, call }: Access,
	{ fields, answers }: Form,
): Promise<IBinaryKeyData> {
	const download = createDownload(context, credential, { timeoutMs: TIMEOUT_MS });
	const binary: IBinaryKeyData = {};
	for (const [place, { name }] of fields.entries()) {
		const file = answers[place]?.file;
		if (!file) continue;
		const found = Object(await call('getFile', { file_id: file.id })) as IDataObject;
		const { file_path: path, file_size: size } = found;
		const wish = { path, size, most: LARGEST_FILE, name: file.name, mimeType: file.mimeType };
		binary[name] = await fetchFile({ helpers: context.helpers, download }, wish);
	}
	return binary;
}

/** Ends the form: n8n continues behind the output of this end. */
async function end(
	context: IWebhookFunctions,
	access: Access,
	form: Form,
	given: Answering,
	how: 'answered' | 'cancelled',
): Promise<IWebhookResponseData> {
	const isAnswered = how === 'answered';
	const fetching = isAnswered ? filesOf(context, access, form) : Promise.resolve({});
	const { value: binary, error } = await settle(fetching);
	if (!binary) {
		context.logger.warn(`${context.getNode().name}: ${(error as Error).message}`);
		return respond('told');
	}
	const { textWhenSent, textWhenCancelled } = form.words;
	const text = isAnswered ? endOf(form, textWhenSent) : textWhenCancelled;
	whenTaken(context, async () => {
		await show(access.call, form, { text, reply_markup: { inline_keyboard: [] } });
	});
	const item = {
		json: ended(form, how, binary, given),
		...(Object.keys(binary).length > 0 && { binary }),
		pairedItem: { item: 0 },
	};
	return respond('taken', {}, outputsOf(context.getNode(), isAnswered ? 0 : 1, item));
}

/** Whether something was written below the message that asks, as far as is known. */
const isBuried = ({ messageId, replyMessageId, lastMessageId }: Answering) =>
	[replyMessageId, lastMessageId].some((id) => Number(id) > Number(messageId));

/** Tells an answer from the others that its step could have. */
const nameOf = ({ kind, button, replyMessageId }: Answering) =>
	[kind, button, replyMessageId].join(' ');

/**
 * Takes what the person has pressed or sent who was asked. It counts for the step whose mark it carries, and
 * for no other. n8n then runs the node again, which waits again: with the execution it stores the form as it
 * is after the answer.
 */
export async function takeFormAnswer(
	context: IWebhookFunctions,
	access: Access,
	kept: Form,
	given: Answering,
): Promise<IWebhookResponseData> {
	const form = { ...kept, chatId: given.chatId };
	const address = hidden(access.credential.data, {
		executionId: context.getExecutionId(),
		nodeId: context.getNode().id,
		signature: (context.getQueryData() as { signature: string }).signature,
	});
	const { call } = access;
	const showIn = async (one: Form) => await show(call, one, messageOf(one, address));
	const then = (one: Form) => {
		return { next: takesMessage(one), step: one.step, messageId: one.messageId };
	};
	if (given.step !== form.step) {
		await showIn(form);
		return respond('told', { say: form.words.noticeForOldSteps, ...then(form) });
	}
	const step = stepAfter(form, given);
	if ('say' in step) return respond('told', { say: step.say, ...then(form) });
	if ('end' in step) return await end(context, access, form, given, step.end);
	const next = { ...step.form, step: stepBehind(form.step, nameOf(given)), isResumed: true };
	const isOther = next.at !== form.at || next.screen !== form.screen;
	// Before n8n takes the answer: with the execution it stores in which message the form is then. If n8n is
	// killed in between, the answer comes again, and leads to the same step.
	const below =
		isOther && isBuried(given)
			? await sendBelow(call, form.chatId, messageOf(next, address))
			: undefined;
	const after = { ...next, messageId: below ?? given.messageId };
	whenTaken(context, async () => {
		if (below === undefined) await showIn(after);
		else await leave(call, { ...form, messageId: given.messageId });
	});
	return respond('taken', then(after), runAgain(context, { form: after }));
}
