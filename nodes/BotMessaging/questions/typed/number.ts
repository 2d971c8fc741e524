import { inDigits } from '../../format/digits';

/** Which sign comes before the decimals of a number; `ask`: if it makes a difference, the person says. */
export type DecimalSign = 'ask' | 'comma' | 'dot';

/** What a text can be read as: nothing, one value, or several, each as it can be written without doubt. */
export type Ways<T> = Array<{ value: T; written: string }>;

const SIGNS: Record<Exclude<DecimalSign, 'ask'>, string> = { comma: ',', dot: '.' };

/** What comes between groups of digits, besides a dot or a comma: blanks and apostrophes. */
const SEPARATORS = " '";

/** A double keeps that many decimal digits, whatever they are. */
const MOST_DIGITS = 15;

/** A number of any script with the signs of this file. */
const inSigns = (text: string) =>
	inDigits(text)
		.replace(/[\u2212\u2012\u2013]/g, '-')
		.replace(/\u066c/g, "'")
		.replace(/[\u2018\u2019\u02bc`´]/g, "'")
		.replace(/\s/g, ' ');

/** Groups of three digits, or as in India of two and a last one of three: always with the same sign. */
function isWhole(text: string, separators: string): boolean {
	if (/^\d+$/.test(text)) return true;
	return [...separators].some((sign) => {
		const [first = '', ...inner] = text.split(sign);
		const last = inner.pop();
		const isGrouped = last !== undefined && /^\d{3}$/.test(last) && /^[1-9]\d{0,2}$/.test(first);
		const isUsual = inner.every((group) => /^\d{3}$/.test(group));
		const isIndian = sign === ',' && first.length < 3 && inner.every((g) => /^\d{2}$/.test(g));
		return isGrouped && (isUsual || isIndian);
	});
}

/** What the text is if this sign comes before the decimals, with a dot there. */
function readWith(text: string, decimal: string): string | undefined {
	const [, minus, unsigned] = /^([+-]?)(.+)$/.exec(text) ?? [];
	const [whole = '', decimals, ...rest] = (unsigned ?? '').split(decimal);
	if (rest.length > 0 || (decimals !== undefined && !/^\d+$/.test(decimals))) return undefined;
	const other = decimal === ',' ? '.' : ',';
	if (!isWhole(whole, other + SEPARATORS)) return undefined;
	const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
	const rational = (decimals ?? '').replace(/0+$/, '');
	const read = digits + (rational && `.${rational}`);
	return minus === '-' && read !== '0' ? `-${read}` : read;
}

/** Three digits behind a dot could be a group again. */
const withoutDoubt = (read: string) => (/^-?[1-9]\d{0,2}\.\d{3}$/.test(read) ? `${read}0` : read);

/** Whether a double holds it to the last digit. */
function isKept(read: string): boolean {
	const digits = read.replace(/\D/g, '').replace(/^0+/, '');
	return read.includes('.') ? digits.length <= MOST_DIGITS : Number.isSafeInteger(Number(read));
}

/** What a number can mean in many countries: `1.000` is 1 or 1000, `1.000,5` is one. None is rounded. */
export function numbersIn(text: string, sign: DecimalSign): Ways<number> | 'tooManyDigits' {
	const signs = inSigns(text);
	// This one sign is a decimal sign and nothing else, in every country that has it.
	const isArabic = signs.includes('\u066b');
	const decimals = isArabic ? ['\u066b'] : Object.values(sign === 'ask' ? SIGNS : [SIGNS[sign]]);
	const reads = decimals.map((decimal) => readWith(signs, decimal));
	const different = [...new Set(reads.filter((read) => read !== undefined))];
	if (!different.every(isKept)) return 'tooManyDigits';
	return different.map((read) => ({ value: Number(read), written: withoutDoubt(read) }));
}
