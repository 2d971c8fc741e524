/** Unicode has the decimal digits of each script in a row, from 0 to 9. */
function digitOf(sign: string): string {
	let before = 0;
	for (let code = sign.codePointAt(0)! - 1; /\p{Nd}/u.test(String.fromCodePoint(code)); code--)
		before++;
	return String(before % 10);
}

/** The digits of any script as 0 to 9. */
export const inDigits = (text: string) => text.replace(/\p{Nd}/gu, digitOf);
