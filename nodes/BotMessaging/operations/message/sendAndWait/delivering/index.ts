/** What the triggers use of Send and Wait for Answer. */
export { basesOf, homesOf } from './address';
export type { Messenger } from './bring';
export { questionOptions, wordsOf, type QuestionOptions, type TriggerWords } from './options';
export { passToQuestion } from './passToQuestion';
