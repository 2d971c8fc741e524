export { split } from './split';
export { escapeHtml, toHtml, type Rich } from './rich';
export { LANGUAGE_MODEL, shownText, Texts, wireText } from './texts';
