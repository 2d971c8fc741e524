import type { IDataObject } from 'n8n-workflow';

import { useEmulator } from '../../support/emulator';
import { OpenQuestion } from '../../support/openQuestion';

const emulator = useEmulator();

let open: OpenQuestion | undefined;

async function ask(parameters: IDataObject = {}): Promise<OpenQuestion> {
	open = await OpenQuestion.ask(emulator, { responseType: 'links', ...parameters });
	return open;
}

afterEach(() => {
	open?.close();
	open = undefined;
});

interface Button {
	text: string;
	url: string;
}

/** The addresses of the question's link buttons. */
function linksOf({ message }: OpenQuestion) {
	const { inline_keyboard: rows } = message.reply_markup as { inline_keyboard: Button[][] };
	return rows.flat().map(({ url }) => Object.fromEntries(new URL(url).searchParams));
}

test('opening a link only shows a page, because messengers open links themselves', async () => {
	const question = await ask();
	const { status, data, headers } = await question.request('get', linksOf(question)[0]);
	expect(status).toBe(200);
	expect(headers['content-type']).toBe('text/html; charset=utf-8');
	expect(data).toContain('<h1>Approve</h1><form method="post">');
	expect(question.resumed).toEqual([]);
});

test.each([
	[0, 'Approve', true],
	[1, 'Decline', false],
])('the button of page %i answers %s', async (place, answer, approved) => {
	const question = await ask();
	const { data } = await question.request('post', linksOf(question)[place]);
	expect(data).toContain('Your answer has been received');
	expect(question.resumed).toHaveLength(1);
	expect(question.resumed[0][0][0].json).toMatchObject({ answer, approved, user: null });
});

test.each<[string, IDataObject]>([
	['of an earlier question', { question: 'f'.repeat(32) }],
	['without the question', { question: undefined }],
	['of an answer that does not exist', { answer: '2' }],
	['of no number', { answer: 'x' }],
])('a link %s answers nothing', async (_what, changes) => {
	const question = await ask();
	const link = { ...linksOf(question)[0], ...changes };
	for (const method of ['get', 'post'] as const) {
		const { status, data } = await question.request(method, link);
		expect(status).toBe(200);
		expect(data).toContain('This question is closed');
	}
	expect(question.resumed).toEqual([]);
});

test('a link does not answer a question with buttons in the chat', async () => {
	const question = await ask({ responseType: 'approval' });
	const { data } = await question.request('post', { answer: '0', question: question.ref });
	expect(data).toContain('This question is closed');
	expect(question.resumed).toEqual([]);
});

test('a link does not answer an unknown question', async () => {
	const question = await ask();
	const [link] = linksOf(question);
	question.forget();
	const { data } = await question.request('post', link);
	expect(data).toContain('This question is closed');
	expect(question.resumed).toEqual([]);
});

test('a press does not answer a question with links, even with a proof', async () => {
	const question = await ask();
	const { data } = await question.bring(question.press(), { signature: 'a'.repeat(64) });
	expect(data).toMatchObject({ botMessagingOutcome: 'closed' });
	expect(question.resumed).toEqual([]);
});

test('a label is shown as it was written', async () => {
	const button = [{ text: '<b>"Q&A"</b>' }];
	const question = await ask({ approvalOptions: { button } });
	const { data } = await question.request('get', linksOf(question)[0]);
	expect(data).toContain('<h1>&lt;b&gt;"Q&amp;A"&lt;/b&gt;</h1>');
	expect(data).not.toContain('<b>');
});
