import type { Answering, SentFile } from '../protocol';
import { checkFile, checkWritten, howTo, isWithin, type Checked } from './checks';
import { atStep, fieldOf, takesMessage, type Form, type FormAnswer } from './form';
import { buttonRows, keptAnswer, type Action } from './screen';

/** What follows from an answer: the form at its next step, some words at the same step, or an end. */
export type Step = { form: Form } | { say: string } | { end: 'answered' | 'cancelled' };

const SUMMARY = { screen: 'summary', isChanging: false } as const;

/** Takes an answer; then comes the next question, or the summary. */
function taken(form: Form, answer: FormAnswer): Step {
	const { at, fields, isChanging } = form;
	const answers = form.answers.map((one, place) => (place === at ? answer : one));
	const isLast = isChanging || at + 1 >= fields.length;
	return { form: atStep(form, { answers, ...(isLast ? SUMMARY : { at: at + 1 }) }) };
}

const ofCheck = (form: Form, checked: Checked): Step =>
	'wrong' in checked ? { say: checked.wrong } : taken(form, checked.answer);

function pick(form: Form, place: number): Step {
	const { picks, words } = form;
	const { type, options } = fieldOf(form);
	if (type === 'yesNo') {
		const label = place === 0 ? words.yesButton : words.noButton;
		return taken(form, { value: place === 0, shown: label });
	}
	const option = options[place];
	if (option !== undefined && type === 'choice')
		return taken(form, { value: option, shown: option });
	const others = picks.filter((one) => one !== place);
	const isPicked = others.length < picks.length;
	return { form: atStep(form, { picks: isPicked ? others : [...picks, place] }) };
}

function done(form: Form): Step {
	const { picks, words } = form;
	const field = fieldOf(form);
	const isEnough = isWithin(field, picks.length) && (picks.length > 0 || !field.isRequired);
	if (!isEnough) return { say: words.noticeForWrongAnswers ?? howTo(field) };
	const chosen = field.options.filter((_option, place) => picks.includes(place));
	return taken(form, { value: chosen, shown: chosen.join(', ') || '–' });
}

function back(form: Form): Step {
	const { screen, at, isChanging } = form;
	if (screen !== 'question' || isChanging) return { form: atStep(form, SUMMARY) };
	return { form: atStep(form, { at: at - 1 }) };
}

function act(form: Form, action: Action): Step {
	switch (action.do) {
		case 'pick':
			return pick(form, action.place);
		case 'edit':
			return {
				form: atStep(form, { screen: 'question', at: action.place, isChanging: true }),
			};
		case 'keep':
			return taken(form, keptAnswer(form)!);
		case 'skip':
			return taken(form, { value: null, shown: '–' });
		case 'done':
			return done(form);
		case 'back':
			return back(form);
		case 'change':
			return { form: atStep(form, { screen: 'change' }) };
		case 'help':
			return { say: howTo(fieldOf(form)) };
		case 'send':
			return { end: 'answered' };
		case 'cancel':
			return { end: 'cancelled' };
	}
}

/** Whether another file of the same album is an answer already: an album is one answer. */
const isRestOfAlbum = ({ answers }: Form, { albumId }: SentFile) =>
	albumId !== undefined && answers.some((answer) => answer?.file?.albumId === albumId);

/** What a press or a message of the person leads to; it is known to belong to this step. */
export function stepAfter(form: Form, { kind, button, text, file }: Answering): Step {
	const { reading, words } = form;
	if (kind === 'press') {
		const pressed = buttonRows(form).flat()[button ?? -1];
		return pressed ? act(form, pressed.action) : { say: words.noticeForOldSteps };
	}
	if (file && isRestOfAlbum(form, file)) return { say: words.noticeForOldSteps };
	const field = fieldOf(form);
	if (!takesMessage(form)) return { say: howTo({ ...field, type: 'choice' }) };
	const { noticeForWrongAnswers: notice } = words;
	return ofCheck(
		form,
		field.type === 'file'
			? checkFile(field, file, notice)
			: checkWritten(field, text, reading, notice),
	);
}
