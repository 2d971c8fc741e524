import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { convert, CREDENTIAL } from '../../converter/index';
import { countIn, shareOf } from '../../converter/share';
import { readWorkflow, type Connections } from '../../converter/workflow';
import { wrongIn } from './wrongIn';

/** Typical Telegram workflows, each written for this test. */
const FOLDER = path.resolve(__dirname, '../cases/telegram');

const OURS = 'n8n-nodes-bot-messaging.botMessaging';

/** All kinds of notes, each with a short name. */
const KINDS: Array<[name: string, text: RegExp]> = [
	['address', /^It calls Telegram by its address/],
	['animation', /^The service has no animations/],
	['answer', /^“.+” (?:takes? the whole|reads?(?! a field)|names?) /],
	['button', /^The button “/],
	['cancelled', /^A person can press Cancel/],
	['chat', /^(?:Chat ID (?:is|has)|chat_id is fixed)/],
	['deadline', /^(?:If nobody answers in time|What follows the form)/],
	['ending', /^A file whose name has no ending/],
	['field', /^The field “/],
	['file address', /^“.+” has the address of a file/],
	['file id', /^The file is fixed by its File ID/],
	['files', /^With Download, a trigger fetches/],
	['filters', /^Filters has fixed numbers/],
	['form', /^The form is answered in the chat/],
	['format', /^Its parse_mode/],
	['in chat', /^(?:The buttons are pressed|The answer is written) in the chat/],
	['keyboard', /^Inline Keyboard is an expression/],
	['keyboard as data', /^Reply Markup gives/],
	['last node', /^What calls the webhook/],
	['line', /^The line “This message was sent/],
	['link', /^It has a link that opens Telegram/],
	['missing', /^It reads “/],
	['numbers', /^It has fixed numbers/],
	['off', /^It was switched off/],
	['one file', /takes one file/],
	['one person', /^One person answers the form/],
	['past filters', /^With Download, photos, documents/],
	['people', /^User IDs has fixed numbers/],
	['pinned', /^Of the data pinned to it/],
	['several', /^It gives one item for each entry/],
	['several triggers', /^The workflow has several triggers/],
	['size', /^Image Size was left out/],
	['title', /^Title has /],
	['token', /^It holds the token of a Telegram bot/],
	['top', /^“.+” reads a field behind/],
	['topic', /^Topic ID is fixed/],
	['updates', /^Trigger On is now without/],
];

/** The notes for each workflow, by the names above. All need the credential; the line needs no action. */
const LOOK: Record<string, string[]> = {
	'agent-asks-before-mail': ['in chat', 'line'],
	'agent-with-telegram-tool': ['chat'],
	'ai-with-typing': ['line', 'off'],
	'album-of-a-product': ['answer', 'chat', 'several'],
	'announce-and-pin': ['chat'],
	'answer-by-voice': ['line'],
	'answer-read-in-four-ways': ['answer', 'chat'],
	'approve-a-post': ['chat', 'in chat'],
	'approve-several-invoices': ['chat', 'in chat'],
	'ask-for-a-reason': ['in chat', 'line'],
	'bot-with-commands': [],
	'buttons-on-the-last-page': [],
	'chat-with-ai': [],
	'colours-and-phone-numbers': ['chat'],
	'consent-by-form': ['cancelled', 'form', 'title'],
	'contact-form-to-group': ['chat', 'line'],
	'deeply-nested-settings': ['line'],
	'delete-and-say-why-not': [],
	'error-alert': ['chat', 'line'],
	'everything-of-one-group': ['files', 'filters', 'past filters', 'size'],
	'file-by-http-request': [],
	'fingerprint-of-a-receipt': [],
	'from-a-list-of-templates': ['pinned'],
	'from-a-page-of-templates': ['chat', 'line'],
	'from-the-interface-of-n8n': [],
	'invitation-with-a-link': ['address', 'link', 'token'],
	'keyboard-by-expression': ['button', 'keyboard', 'line'],
	'keyboard-by-http-request': [],
	'keyboard-made-by-code': ['keyboard as data'],
	'log-all-updates': [],
	'log-the-answer': ['last node'],
	'mail-to-two-groups': ['chat', 'line'],
	'menu-with-a-way-back': ['line'],
	'message-for-a-minute': ['line'],
	'new-order-from-shop': [],
	'new-row-in-sheet': ['chat', 'line'],
	'news-digest-in-html': ['chat'],
	'news-to-channel': ['chat'],
	'newsletter-to-subscribers': [],
	'nightly-backup': ['chat', 'ending'],
	'notify-sub-workflow': ['answer', 'line'],
	'old-messages': ['chat', 'line'],
	'only-for-members': ['chat', 'line', 'link'],
	'only-for-the-owner': ['filters', 'numbers'],
	'order-and-its-confirmation': [],
	'order-by-form': ['cancelled', 'chat', 'field', 'form', 'line'],
	'order-with-its-text': ['top'],
	'other-methods-by-http-request': ['answer', 'chat', 'format', 'off'],
	'part-of-a-bot': ['missing'],
	'phone-number-by-keyboard': ['line'],
	'photo-of-the-day': [],
	'photos-of-an-album': [],
	'picture-on-request': ['ending', 'line'],
	'press-by-http-request': [],
	'profile-pictures': ['file id'],
	'prompts-and-notes': [],
	'python-after-send': ['answer', 'link'],
	'receipt-read-by-a-model': ['file address'],
	'receipts-to-sheet': ['line'],
	'refund-approved-in-chat': ['chat', 'deadline', 'in chat', 'people'],
	'remove-bad-words': ['filters', 'line', 'updates'],
	'search-and-paid-access': ['line', 'off', 'updates'],
	'sort-wishes-by-kind': ['in chat'],
	'survey-with-deadline': ['answer', 'cancelled', 'deadline', 'form', 'one file', 'one person'],
	'tidy-old-groups': ['off'],
	'translator-with-formats': [],
	'typing-by-http-request': ['off'],
	'voice-by-old-http-request': ['address'],
	'voice-to-text': [],
	'voice-with-its-sender': ['ending'],
	'weather-every-morning': ['chat'],
	'webhook-answers-with-number': [],
	'website-is-down': ['chat', 'topic'],
	'what-is-in-the-photo': ['files', 'line'],
	'where-is-the-shop': ['animation', 'line', 'off'],
	'who-is-administrator': ['line'],
	'whole-answer-as-text': ['line'],
	'yes-or-no-buttons': ['line'],
};

const originalOf = (name: string) =>
	readWorkflow(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8'));

const kindsOf = (text: string) =>
	KINDS.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);

/** The names at both ends of connections. */
const endsOf = (connections: Connections) =>
	Object.entries(connections).flatMap(([from, kinds]) => [
		from,
		...Object.values(kinds)
			.flat(2)
			.flatMap((to) => to?.node ?? []),
	]);

test('there are 78 workflows', () => {
	const files = readdirSync(FOLDER).map((file) => path.basename(file, '.json'));
	expect(files).toHaveLength(78);
	expect(files.sort()).toEqual(Object.keys(LOOK).sort());
});

describe.each(Object.entries(LOOK))('%s', (name, look) => {
	const original = originalOf(name);
	const { workflow, findings, remarks } = convert(original);
	const names = workflow.nodes.map((node) => node.name);

	test('has the same nodes, and all of Telegram’s are replaced or switched off', () => {
		expect(names).toEqual(original.nodes.map((node) => node.name));
		const left = workflow.nodes.filter(
			({ type, disabled }) => /\.telegram/i.test(type) && disabled !== true,
		);
		expect(left).toEqual([]);
	});

	test('has parameters that the form knows', () => {
		const ours = workflow.nodes.filter(({ type }) => type === OURS);
		for (const { parameters, ...node } of ours) {
			expect([node.name, wrongIn(parameters)]).toEqual([node.name, undefined]);
		}
	});

	test('has connections only between its nodes', () => {
		expect(names).toEqual(expect.arrayContaining(endsOf(workflow.connections)));
	});

	test('reports what to check, and only for its own nodes', () => {
		const texts = findings.map(({ text }) => text).filter((text) => text !== CREDENTIAL);
		const kinds = [...texts, ...remarks].map(kindsOf);
		expect(kinds.map((found) => found.length)).toEqual(kinds.map(() => 1));
		expect([...new Set(kinds.flat())].sort()).toEqual(look);
		expect(names).toEqual(expect.arrayContaining(findings.flatMap(({ nodes }) => nodes)));
	});
});

test('the share matches the table', () => {
	const remarks = ['ending', 'files', 'line'];
	const without = Object.values(LOOK).filter((look) => look.every((one) => remarks.includes(one)));
	const withoutLine = without.filter((look) => look.includes('line'));
	const counted = countIn(FOLDER);
	expect(counted).toMatchObject({ files: 78, nodes: 219, others: 0 });
	expect([counted.whole, counted.line]).toEqual([without.length, withoutLine.length]);
	// With each method that the reference gets, fewer nodes need a look.
	expect(counted.quiet).toBeGreaterThanOrEqual(145);
});

test('the share is told in sentences', () => {
	const { whole, line, quiet, nodes } = countIn(FOLDER);
	const percent = (part: number, of: number) => Math.round((100 * part) / of);
	expect(shareOf(FOLDER)).toBe(
		`Same: ${whole}. Noted: ${78 - whole}. Not read: 0.
Workflows that need no look: ${whole} of 78 (${percent(whole, 78)} %).
Workflows that need no look and lose the line about n8n: ${line} of 78 (${percent(line, 78)} %).
Nodes that need no look, of those that were converted or are on the list: ${quiet} of ${nodes} (${percent(quiet, nodes)} %).
Files without a Telegram node: 0.`,
	);
});

test('the page for users has these figures', () => {
	const { whole, line, quiet, nodes } = countIn(FOLDER);
	const page = readFileSync(path.resolve(__dirname, '../../docs/moving-from-telegram.md'), 'utf8');
	const words = page.replace(/\s+/g, ' ');
	expect(words).toContain(
		`${whole} need no look; ${line} of these lose the line that n8n adds to texts`,
	);
	expect(words).toContain(`${quiet} of their ${nodes} nodes need no look`);
});
