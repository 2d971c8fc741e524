/** What the triggers use of Send and Wait for Answer. */
export { basesOf, homesOf } from './address';
export { questionOptions, wordsOf, type QuestionOptions, type TriggerWords } from './options';
export { passToQuestion, type Messenger } from './passToQuestion';
