import type { Answering, SentFile } from '../question';
import { checkWritten, howTo, isWithin } from './checks';
import { atStep, fieldOf, isFile, takesMessage, type Form, type FormAnswer } from './form';
import { buttonRows, keptAnswer, type FormAction } from './screen';

/** What follows from an answer: the form at its next step, some words at the same step, or an end. */
export type FormStep = { form: Form } | { say: string } | { end: 'answered' | 'cancelled' };

const SUMMARY = { screen: 'summary', isChanging: false } as const;

const to = (form: Form, change: Partial<Form>): FormStep => ({ form: atStep(form, change) });

/** Takes an answer; then comes the next question, or the summary. */
function taken(form: Form, answer: FormAnswer): FormStep {
	const { at, fields, isChanging } = form;
	const answers = form.answers.map((one, place) => (place === at ? answer : one));
	const isLast = isChanging || at + 1 >= fields.length;
	return to(form, { answers, ...(isLast ? SUMMARY : { at: at + 1 }) });
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
	const isEnough = isWithin(field, picks.length) && (picks.length > 0 || !field.isRequired);
	if (!isEnough) return { say: words.noticeForWrongAnswers ?? howTo(field) };
	const chosen = field.options.filter((_option, place) => picks.includes(place));
	return taken(form, { value: chosen, shown: chosen.join(', ') || '–' });
}

const ACTIONS: Record<FormAction, (form: Form, place: number) => FormStep> = {
	pick,
	done,
	edit: (form, at) => to(form, { screen: 'question', at, isChanging: true }),
	keep: (form) => taken(form, keptAnswer(form)!),
	skip: (form) => taken(form, { value: null, shown: '–' }),
	back: (form) => {
		const isFirst = form.screen !== 'question' || form.isChanging;
		return to(form, isFirst ? SUMMARY : { at: form.at - 1 });
	},
	change: (form) => to(form, { screen: 'change' }),
	help: (form) => ({ say: howTo(fieldOf(form)) }),
	send: () => ({ end: 'answered' }),
	cancel: () => ({ end: 'cancelled' }),
};

/** A picture that was sent as a file is one as well. */
const isPhoto = ({ kind, mimeType }: SentFile) =>
	kind === 'photo' || mimeType?.startsWith('image/') === true;

/** What a press or a message of the person leads to; it is known to belong to this step. */
export function stepAfter(form: Form, { kind, button, text, file }: Answering): FormStep {
	const { answers, reading, words } = form;
	const isLate = { say: words.noticeForOldSteps };
	if (kind === 'press') {
		const pressed = buttonRows(form).flat()[button ?? -1];
		return pressed ? ACTIONS[pressed.does](form, pressed.place) : isLate;
	}
	// An album is one answer.
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
