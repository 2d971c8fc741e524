import type { IBinaryKeyData, IDataObject, IWebhookResponseData } from 'n8n-workflow';

import { MEGABYTE } from '../../api/bytes';
import { createDownload } from '../../api/download';
import { settle } from '../../api/basics';
import { hidden } from '../../callbackData/proof';
import { fetchFile } from '../../engine/files';
import { objectOf } from '../../update/update';
import { cancelPlanned, runAgain } from '../pause';
import { outputsOf } from '../outputs';
import { TIMEOUT_MS, whenTaken, type WaitingNode } from '../outcome';
import { respond, type Answering, type SentFile } from '../question';
import {
	checkWritten,
	howTo,
	isComplete,
	fitsLimits,
	atStep,
	fieldOf,
	isFile,
	takesMessage,
	unanswered,
	type Form,
	type FormAnswer,
} from './form';
import {
	buttonRows,
	endOf,
	keptAnswer,
	linesOf,
	messageOf,
	NO_BUTTONS,
	show,
	type FormAction,
} from './screen';

/** The result of an answer: the form at its next step, a hint at the same step, or an end. */
type FormStep = { form: Form } | { say: string } | { end: 'answered' | 'cancelled' };

const to = (form: Form, change: Partial<Form>): FormStep => ({ form: atStep(form, change) });

/** Accepts an answer; the next question or the summary follows. */
function taken(form: Form, answer: FormAnswer): FormStep {
	const { at } = form;
	const answers = form.answers.map((one, place) => (place === at ? answer : one));
	return to(
		form,
		isComplete({ answers }) ? { answers, screen: 'summary' } : { answers, at: at + 1 },
	);
}

function pick(form: Form, place: number): FormStep {
	const { picks, words } = form;
	const { type, options } = fieldOf(form);
	if (type === 'yesNo') {
		const isYes = place === 0;
		return taken(form, { value: isYes, shown: isYes ? words.yesButton : words.noButton });
	}
	const option = options[place]!;
	if (type === 'choice') return taken(form, { value: option, shown: option });
	const others = picks.filter((one) => one !== place);
	return to(form, { picks: others.length < picks.length ? others : [...picks, place] });
}

function done(form: Form): FormStep {
	const { picks, words } = form;
	const field = fieldOf(form);
	const isEnough = fitsLimits(field, picks.length) && (picks.length > 0 || !field.isRequired);
	if (!isEnough) return { say: words.noticeForWrongAnswers ?? howTo(field) };
	const chosen = field.options.filter((_option, place) => picks.includes(place));
	return taken(form, { value: chosen, shown: chosen.join(', ') || '–' });
}

const ACTIONS: Record<FormAction, (form: Form, place: number) => FormStep> = {
	pick,
	done,
	edit: (form, at) => to(form, { screen: 'question', at }),
	keep: (form) => taken(form, keptAnswer(form)!),
	skip: (form) => taken(form, { value: null, shown: '–' }),
	back: (form) => to(form, isComplete(form) ? { screen: 'summary' } : { at: form.at - 1 }),
	change: (form) => to(form, { screen: 'change' }),
	help: (form) => ({ say: howTo(fieldOf(form)) }),
	send: () => ({ end: 'answered' }),
	cancel: () => ({ end: 'cancelled' }),
};

/** An image sent as a file counts, too. */
const isPhoto = ({ kind, mimeType }: SentFile) =>
	kind === 'photo' || mimeType?.startsWith('image/') === true;

/** The result of a press or a message, which is known to belong to this step. */
function stepAfter(form: Form, { kind, button, text, file }: Answering): FormStep {
	const { answers, reading, words } = form;
	const isLate = { say: words.noticeForOldSteps };
	if (kind === 'press') {
		const pressed = buttonRows(form).flat()[button ?? -1];
		return pressed ? ACTIONS[pressed.does](form, pressed.place) : isLate;
	}
	// All messages of an album are one answer.
	const album = file?.albumId;
	if (album !== undefined && answers.some((one) => one?.file?.albumId === album)) return isLate;
	const field = fieldOf(form);
	if (!takesMessage(form)) return { say: howTo({ ...field, type: 'choice' }) };
	const { noticeForWrongAnswers: notice } = words;
	if (isFile(field)) {
		if (!file || (field.type === 'photo' && !isPhoto(file))) return { say: notice ?? howTo(field) };
		return taken(form, { value: null, shown: file.name ?? file.kind, file });
	}
	const checked = checkWritten(field, text, reading, notice);
	return 'wrong' in checked ? { say: checked.wrong } : taken(form, checked.answer);
}

/** The most that servers offer for download. */
const LARGEST_FILE = 20 * MEGABYTE;

/**
 * The answers for the workflow by the names of their fields. Of a file, its name and type are there, and its
 * content is in a binary field of that name. Rejects if a download fails.
 */
async function valuesOf(
	{ context, credential, call }: WaitingNode,
	{ fields, answers }: Form,
): Promise<{ values: IDataObject; binary: IBinaryKeyData }> {
	const download = createDownload(context, credential, { timeoutMs: TIMEOUT_MS });
	const source = { helpers: context.helpers, download };
	const values: IDataObject = {};
	const binary: IBinaryKeyData = {};
	for (const [place, { name }] of fields.entries()) {
		const { value = null, file } = answers[place] ?? {};
		values[name] = value;
		if (!file) continue;
		const { id, name: given, mimeType: type } = file;
		const found = await call('getFile', { file_id: id });
		const { file_path: path, file_size: size } = objectOf(found);
		const wish = { path, size, most: LARGEST_FILE, name: given, mimeType: type };
		const data = await fetchFile(source, wish);
		const { fileName = null, mimeType } = data;
		binary[name] = data;
		values[name] = { fileId: id, fileName, mimeType, binaryField: name };
	}
	return { values, binary };
}

/** Ends the form: n8n continues behind the output of this end. */
async function end(
	node: WaitingNode,
	form: Form,
	{ user }: Answering,
	outcome: 'answered' | 'cancelled',
): Promise<IWebhookResponseData> {
	const { context, call } = node;
	const isAnswered = outcome === 'answered';
	const reading = isAnswered ? valuesOf(node, form) : Promise.resolve({ values: {}, binary: {} });
	const { value: read, error } = await settle(reading);
	if (!read) {
		context.logger.warn(`${context.getNode().name}: ${(error as Error).message}`);
		return respond('told');
	}
	const { values, binary } = read;
	const { textWhenSent, textWhenCancelled } = form.words;
	const text = isAnswered ? endOf(form, textWhenSent) : textWhenCancelled;
	whenTaken(context, async () => await show(call, form, { text, ...NO_BUTTONS }));
	cancelPlanned(context);
	const at = new Date().toISOString();
	const summary = isAnswered ? linesOf(form) : '';
	const sent = { outcome, answers: values, summary, user, answeredAt: at, respondedAt: at };
	const item = {
		json: { ...unanswered(form), ...sent },
		...(Object.keys(binary).length > 0 && { binary }),
		pairedItem: { item: 0 },
	};
	return respond('taken', {}, outputsOf(context.getNode(), isAnswered ? 0 : 1, item));
}

/** The message that asks now. A trigger may know an older one, and the node a deleted one. */
function messageIdOf(kept: Form, { chatId, messageId }: Answering): string {
	const isLater = kept.chatId === chatId && Number(kept.messageId) > Number(messageId);
	return isLater ? kept.messageId : messageId;
}

/** Whether there are messages below the one that asks, as far as we know. */
const isBuried = ({ messageId }: Form, { replyMessageId, lastMessageId }: Answering) =>
	[replyMessageId, lastMessageId].some((id) => Number(id) > Number(messageId));

/**
 * Takes a press or a message of the person who was asked. It counts only for the step whose mark it carries.
 * n8n then stores the form with the answer and runs the node again, which waits again.
 */
export async function takeFormAnswer(
	node: WaitingNode,
	kept: Form,
	given: Answering,
): Promise<IWebhookResponseData> {
	const { context, credential, call } = node;
	const form = { ...kept, chatId: given.chatId, messageId: messageIdOf(kept, given) };
	const address = hidden(credential.data, {
		executionId: context.getExecutionId(),
		nodeId: context.getNode().id,
		signature: (context.getQueryData() as { signature: string }).signature,
	});
	const showIn = async (one: Form) => await show(call, one, messageOf(one, address));
	const then = (one: Form) => ({ next: takesMessage(one), step: one.step });
	if (given.step !== form.step) {
		// After a crash, an answer to an earlier message can come again, maybe while the next one is processed.
		if (given.messageId === form.messageId) await showIn(form);
		return respond('told', { say: form.words.noticeForOldSteps, ...then(form) });
	}
	const step = stepAfter(form, given);
	if ('say' in step) return respond('told', { say: step.say, ...then(form) });
	if ('end' in step) return await end(node, form, given, step.end);
	const { at, screen } = form;
	const isOther = step.form.at !== at || step.form.screen !== screen;
	const left = isOther && isBuried(form, given) ? { at, screen } : undefined;
	if (!left) whenTaken(context, async () => await showIn(step.form));
	return respond('taken', then(step.form), runAgain(context, { form: step.form, left }));
}
