/** Unicode orders the decimal digits of each script from 0 to 9. */
function digitOf(sign: string): string {
	let before = 0;
	for (let code = sign.codePointAt(0)! - 1; /\p{Nd}/u.test(String.fromCodePoint(code)); code--)
		before++;
	return String(before % 10);
}

/** Replaces the digits of any script by 0 to 9. */
export const inDigits = (text: string) => text.replace(/\p{Nd}/gu, digitOf);
