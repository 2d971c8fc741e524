import { tests } from 'commonmark-spec';

import { fromLanguageModel } from '../../../nodes/BotMessaging/format/language';
import { shownOf } from '../../support/shown';
import { meant, shownOfSpec } from './specHtml';

/** Sections of the specification that do not apply, and why. */
const NOT_APPLIED: Record<string, string> = {
	'HTML blocks': 'HTML is no formatting here: it is shown as it is typed',
	'Raw HTML': 'the same',
};

/** Examples in other sections with different results, by reason. */
const DIFFERENT: Record<string, number[]> = {
	'HTML is shown as it is typed': [
		21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643,
	],
	'characters by names that no message uses': [25],
	'dashes below several lines are a rule, as language models mean them': [95],
	'a quote in a quote keeps its sign, because the service nests none': [
		250, 251, 259, 260, 292, 293,
	],
	'a star between two numbers is a star': [356],
	'a link or a picture without a text shows its address': [484, 581],
	'an address that is no link is shown as it is written': [503],
	'the text of a picture is the text of a link, with its styles': [520, 573, 576, 577, 585, 589],
	'the words after the language of code is shown above it': [34, 143, 146],
	'a block of code with nothing in it shows the words after its sign': [144],
	'a definition that no link needs is shown': [
		204, 207, 208, 210, 317, 537, 538, 544, 545, 563, 565, 567, 571, 592,
	],
	'numbers stay as they are written': [268, 296, 297, 302],
};

/** Adds a host to the specification's addresses, because only addresses with a host become links. */
const withServer = (text: string) =>
	text.replaceAll('→', '\t').replaceAll('/ur', 'https://x.example/ur');

function differs({ markdown, html }: { markdown: string; html: string }): boolean {
	const rich = fromLanguageModel(withServer(markdown));
	for (const span of rich.spans) if (span.name === 'link') span.value = meant(span.value!);
	return JSON.stringify(shownOf(rich)) !== JSON.stringify(shownOfSpec(withServer(html)));
}

const applied = tests.filter(({ section }) => !(section in NOT_APPLIED));
const sections = [...new Set(applied.map(({ section }) => section))];
const different = Object.values(DIFFERENT).flat();

test('the examples exist, and so do the sections that do not apply', () => {
	expect(tests.length).toBeGreaterThan(600);
	for (const name of Object.keys(NOT_APPLIED)) {
		expect(tests.map(({ section }) => section)).toContain(name);
	}
});

test.each(sections)('CommonMark, "%s"', (name) => {
	const ofSection = applied.filter(({ section }) => section === name);
	expect(ofSection.filter(differs).map(({ number }) => number)).toEqual(
		ofSection.map(({ number }) => number).filter((number) => different.includes(number)),
	);
});
