import { readFileSync } from 'node:fs';
import path from 'node:path';

import { LANGUAGE_MODEL, split, Texts, toHtml } from '../../../nodes/BotMessaging/format';
import { shownText, wireText } from '../../support/shown';
import { useEmulator } from '../../support/emulator';
import { RandomMarkdown } from './randomMarkdown';

const emulator = useEmulator();

/** Only a few of these go through the emulator, which is slow. */
const RANDOM = 10_000;
const SENT_OF_RANDOM = 300;

const answers = readFileSync(path.join(__dirname, 'corpus', 'answers.txt'), 'utf8').split('%%%%\n');

/** The words that must be in the shown text or in a link's address. */
const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Not for readers: names of characters, schemes and titles of links, a number that the text contains. */
const UNSEEN =
	/&#?\w+;|mailto:|tel:\+\d+|<br>| "The rules"|\[rules\]|https:\/\/example.com\/build.svg/g;

/** If all numbers are equal, a list is renumbered. */
const withoutMarkers = (text: string) => text.replace(/^(\s*)(?:1\.|-) (?:\[[ x]\] )?/gm, '$1');

function lostOf(text: string, html: string): string[] {
	const kept = new Set(wordsOf(html));
	return wordsOf(withoutMarkers(text).replace(UNSEEN, ' ')).filter((word) => !kept.has(word));
}

const partsOf = (html: string) => split(shownText(html, 'HTML')!, 4096, 4096);

/** The server's refusals of the parts of a text. */
async function refusalsOf(html: string): Promise<unknown[]> {
	const refusals: unknown[] = [];
	for (const part of partsOf(html)) {
		const text = toHtml(part);
		const params = { chat_id: emulator.defaults.chats.demoGroup, text, parse_mode: 'HTML' };
		const { body } = await emulator.api('sendMessage', params);
		if (!body.ok || body.result.text !== part.text) refusals.push({ html, body });
	}
	return refusals;
}

test('every answer of a language model is accepted and keeps all its words', async () => {
	const lost: string[] = [];
	const refused: unknown[] = [];
	const lengths: number[] = [];
	for (const answer of answers) {
		const html = wireText(answer, LANGUAGE_MODEL);
		lost.push(...lostOf(answer, html));
		refused.push(...(await refusalsOf(html)));
		lengths.push(shownText(html, 'HTML')!.text.length / answer.length);
	}
	console.info(
		`${answers.length} answers, ${wordsOf(answers.join(' ')).length} words: ${lost.length} lost, ` +
			`${refused.length} refused, the longest ${Math.max(...lengths).toFixed(2)} times as it is written`,
	);
	expect(answers.length).toBeGreaterThanOrEqual(25);
	expect(lost).toEqual([]);
	expect(refused).toEqual([]);
	expect(Math.max(...lengths)).toBeLessThan(2);
});

test('random Markdown is accepted, stays intact and keeps all its words', async () => {
	const random = new RandomMarkdown(21);
	const problems: unknown[] = [];
	let words = 0;
	let parts = 0;
	let longest = 0;
	for (let at = 0; at < RANDOM; at++) {
		const text = random.text();
		const texts = new Texts();
		const html = texts.onWire(text, LANGUAGE_MODEL);
		const given = text.match(/w[0-9a-z]+q/g) ?? [];
		words += given.length;
		const lost = given.filter((word) => !html.includes(word));
		if (lost.length > 0) problems.push({ text, lost });
		const shown = shownText(html, 'HTML');
		if (!shown) problems.push({ text, html });
		const written = texts.shown(html, 'HTML')!;
		if (written.text !== shown?.text || toHtml(shown) !== html) problems.push({ text, html });
		longest = Math.max(longest, shown!.text.length / (text.length + 100));
		// Shorter parts have more cuts than a real limit gives.
		for (const part of [...partsOf(html), ...split(shown!, 40, 60)]) {
			parts++;
			const whole = shownText(toHtml(part), 'HTML');
			if (whole?.text !== part.text || part.text.length > 4096) problems.push({ text, part });
		}
		if (at < SENT_OF_RANDOM) problems.push(...(await refusalsOf(html)));
	}
	console.info(
		`${RANDOM} random texts, ${words} words, ${parts} parts: ${problems.length} problems, ` +
			`at most ${longest.toFixed(2)} times as long as written`,
	);
	expect(problems).toEqual([]);
	expect(longest).toBeLessThan(3);
});
