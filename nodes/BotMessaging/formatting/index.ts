export { split } from './split';
export { escapeHtml, toHtml, type Rich } from './rich';
export { isSentAsHtml, LANGUAGE_MODEL, shownText, Texts, wireText } from './texts';
