import { beginningOf } from '../../../../formatting/graphemes';
import { visible } from '../../../../formatting/visible';
import { fieldOf, isTyped, type Form } from './form';

/** What a button of a form does. */
export type Action =
	| { do: 'pick' | 'edit'; place: number }
	| { do: 'keep' | 'back' | 'skip' | 'cancel' | 'done' | 'help' | 'send' | 'change' };

export interface FormButton {
	label: string;
	action: Action;
}

/** A message has at most 4096 characters, a button says less (service methods, "Limits"). */
const MOST_IN_SUMMARY = 3500;
const MOST_ON_BUTTON = 60;

const cut = (text: string, most: number) => {
	const signs = [...text];
	if (signs.length <= most) return text;
	return `${beginningOf(text, signs.slice(0, most - 1).join('').length)}…`;
};

const onButton = (text: string) => cut(visible(text), MOST_ON_BUTTON);

/** What can be answered by a press: each in a row of its own, but yes and no. */
function choiceRows(form: Form): FormButton[][] {
	const { picks, words } = form;
	const { type, options } = fieldOf(form);
	const pick = (label: string, place: number): FormButton => ({
		label: onButton(label),
		action: { do: 'pick', place },
	});
	if (type === 'yesNo') return [[pick(words.yesButton, 0), pick(words.noButton, 1)]];
	const mark = (label: string, place: number) => (picks.includes(place) ? `✅ ${label}` : label);
	const rows = options.map((label, place) => [
		pick(type === 'choices' ? mark(label, place) : label, place),
	]);
	if (type !== 'choices') return rows;
	return [...rows, [{ label: words.doneButton, action: { do: 'done' } }]];
}

/** The answer that a button keeps: the one of before, or the one that the form begins with. */
export const keptAnswer = (form: Form) => {
	const { type, initial } = fieldOf(form);
	const answer = form.answers[form.at] ?? initial;
	const isNone = answer?.value === null && !answer.file;
	return type === 'choices' || isNone ? undefined : answer;
};

function questionRows(form: Form): FormButton[][] {
	const { at, isChanging, words } = form;
	const field = fieldOf(form);
	const kept = keptAnswer(form);
	const moves: FormButton[] = [];
	if (at > 0 || isChanging) moves.push({ label: words.backButton, action: { do: 'back' } });
	if (!field.isRequired) moves.push({ label: words.skipButton, action: { do: 'skip' } });
	moves.push({ label: words.cancelButton, action: { do: 'cancel' } });
	return [
		...(isTyped(field)
			? [[{ label: words.helpButton, action: { do: 'help' } } as FormButton]]
			: choiceRows(form)),
		...(kept
			? [[{ label: `→ ${onButton(kept.shown)}`, action: { do: 'keep' } } as FormButton]]
			: []),
		moves,
	];
}

/** The buttons of a form, in rows: always the same for the same step. */
export function buttonRows(form: Form): FormButton[][] {
	const { screen, fields, words } = form;
	if (screen === 'question') return questionRows(form);
	const back: FormButton = { label: words.backButton, action: { do: 'back' } };
	if (screen === 'change') {
		const edit = (label: string, place: number): FormButton[] => [
			{ label: onButton(label), action: { do: 'edit', place } },
		];
		return [...fields.map(({ label }, place) => edit(label, place)), [back]];
	}
	return [
		[
			{ label: words.sendButton, action: { do: 'send' } },
			{ label: words.changeButton, action: { do: 'change' } },
		],
		[{ label: words.cancelButton, action: { do: 'cancel' } }],
	];
}

/** All answers, one a line: none can look like the answer to another question. */
export function summaryOf({ title, fields, answers }: Form): string {
	const most = Math.max(8, Math.floor(MOST_IN_SUMMARY / fields.length / 2));
	const lines = fields.map(({ label }, place) => {
		const shown = answers[place]?.shown ?? '–';
		const asked = cut(visible(label), most);
		return `${asked}${/[?!:？！：]$/.test(asked) ? '' : ':'} ${cut(visible(shown), most)}`;
	});
	return [cut(title, 400), ...lines].filter(Boolean).join('\n');
}

/** The longest text of a question. */
export const MOST_IN_QUESTION = 3000;

/** What the message says at this step: plain text, in which nothing is formatted. */
export function textOf(form: Form): string {
	const { title, fields, at, screen, words } = form;
	if (screen !== 'question') return summaryOf(form);
	const field = fieldOf(form);
	const { label, hint } = field;
	const place = fields.length > 1 ? ` (${at + 1}/${fields.length})` : '';
	const reply = isTyped(field) ? words.replyLine : '';
	return [title, `${label}${place}`, hint, reply].filter(Boolean).join('\n\n');
}
