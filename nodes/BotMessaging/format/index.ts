export { split } from './split';
export { escapeHtml, toHtml, withAddresses, type Formats, type Rich } from './rich';
export { isSentAsHtml, LANGUAGE_MODEL, shownText, Texts, wireText } from './texts';
