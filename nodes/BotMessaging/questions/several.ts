import {
	answererOf,
	type Answer,
	type Answering,
	type GivenAnswer,
	type Question,
	type SeveralAnswers,
} from './question';

type SharedQuestion = Question & { several: SeveralAnswers };

/** The question with one more answer. A person has one: a later one takes the place of it. */
export function withAnswer(
	question: SharedQuestion,
	{ label, value, approved }: Answer,
	given: Answering,
	line: string,
): SharedQuestion {
	const { several } = question;
	const by = answererOf(given);
	const answer: GivenAnswer = {
		by,
		line,
		shown: {
			answer: label,
			value,
			approved,
			user: given.senderChatId === undefined ? given.user : null,
			answeredAt: new Date().toISOString(),
		},
	};
	const others = several.answers.filter((one) => one.by !== by);
	return { ...question, several: { ...several, answers: [...others, answer] } };
}

/** Whether this person has given the same answer before. */
export const hasGiven = (
	{ answers }: SeveralAnswers,
	{ label, value }: Answer,
	given: Answering,
): boolean =>
	answers.some(
		({ by, shown }) => by === answererOf(given) && shown.answer === label && shown.value === value,
	);

/** Whether nobody else has to answer. */
export const isDecided = ({ answers, needed, endsAtNo }: SeveralAnswers): boolean =>
	answers.length >= needed || (endsAtNo && answers.some(({ shown }) => shown.approved === false));

/** A line for each answer, as the chat shows them. */
export const linesOf = ({ answers }: SeveralAnswers): string =>
	answers.map(({ line }) => line).join('\n');
