import type { IDataObject, INode } from 'n8n-workflow';

import { until } from '../../../scripts/lib/until';
import { inMemory } from '../../support/binary';
import { useBot } from '../../support/bot';
import { byId } from '../../support/locators';
import { PATIENCE_MS } from '../../support/patience';
import { TapModel } from '../../support/tap';

const { emulator, run } = useBot();

const GROUP = -1001;

const binary = {
	chart: inMemory('a picture', 'chart.png', 'image/png'),
	report: inMemory('a report', 'report.pdf', 'application/pdf'),
};

let model: TapModel;
beforeEach(() => (model = new TapModel()));

const streaming = (files: string, more: IDataObject = {}, node: Partial<INode> = {}) =>
	run(
		'streamAnswer',
		{
			...{ chatId: byId(String(GROUP)), prompt: 'Tell me' },
			replyMarkup: 'json',
			replyMarkupJson: '[[{"text": "Again", "callback_data": "again"}]]',
			additionalFields: { binaryPropertyNames: files, linkPreviewOptions: 'hide', ...more },
		},
		{ model, node, items: [{ json: {}, binary }] },
	);

/** What is in the group, the newest last. */
async function shown() {
	const { messages } = await emulator.state();
	return messages.filter(({ message_id: id, deleted }) => id > 5 && !deleted);
}

async function answer(at = 0): Promise<void> {
	const flow = await model.flow(at);
	flow.write('Here ');
	flow.write('**it** is');
	flow.end();
}

const soon = async (what: string, isSo: () => Promise<boolean>) =>
	await until(what, isSo, PATIENCE_MS);

const methods = async () =>
	(await emulator.calls()).map(({ method }) => method).filter((name) => /^send/.test(name));

test.each([
	['names', 'chart, report'],
	['an expression', '={{ ["chart", "report"] }}'],
])('files by %s come below the whole answer, which has the buttons', async (_how, files) => {
	const running = streaming(files, { messageThreadId: '7', disableNotification: true });
	const flow = await model.flow();
	flow.write('Here ');
	await soon('it begins', async () => (await shown()).length === 1);
	expect(await methods()).toEqual(['sendMessage']);
	flow.write('**it** is');
	flow.end();
	const { error, json } = await running;
	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ messageId: 6, messageIds: [6, 7, 8], answer: 'Here **it** is' }]);
	expect(await shown()).toMatchObject([
		{ text: 'Here <b>it</b> is', reply_markup: { inline_keyboard: [[{ text: 'Again' }]] } },
		{ media: { kind: 'photo' } },
		{ media: { kind: 'document' } },
	]);
	const [photo] = await emulator.calls('sendPhoto');
	const [document] = await emulator.calls('sendDocument');
	expect(photo).toMatchObject({ status: 200, files: { photo: { filename: 'chart.png' } } });
	expect(document).toMatchObject({ status: 200, files: { document: { filename: 'report.pdf' } } });
	expect(document.params).toMatchObject({
		...{ disable_notification: 'true', message_thread_id: '7' },
	});
	expect(document.params).not.toHaveProperty('reply_markup');
	expect(document.params).not.toHaveProperty('link_preview_options');
});

test('a file that is not there is named before the model is asked', async () => {
	const { error } = await streaming('chart, table');
	expect(error?.message).toContain('the input item has no binary field "table"');
	expect(model.flows).toEqual([]);
	expect(await emulator.calls()).toEqual([]);
});

test('an expression without files sends none', async () => {
	const running = streaming('={{ [] }}');
	await answer();
	expect((await running).json).toMatchObject([{ messageIds: [6] }]);
});

test('an answer that is not whole has no files', async () => {
	const running = streaming('chart');
	const flow = await model.flow();
	flow.write('Here');
	flow.fail();
	expect((await running).error).toBeDefined();
	expect(await methods()).toEqual(['sendMessage']);
});

test('after a refused file, a retry leaves the chat with each file once, below the new answer', async () => {
	const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	await emulator.fault({
		...{ kind: 'error', method: 'sendDocument', status: 400 },
		description: 'Bad Request: no',
	});
	const running = streaming('chart, report', {}, retry);
	await answer();
	await answer(1);
	const { error, json } = await running;
	expect(error).toBeUndefined();
	const left = await shown();
	expect(left).toHaveLength(3);
	expect(json).toMatchObject([{ messageIds: left.map(({ message_id: id }) => id) }]);
	expect(await methods()).toEqual([
		...['sendMessage', 'sendPhoto', 'sendDocument'],
		...['sendPhoto', 'sendDocument'],
	]);
});

test('a try after a shorter one finds the texts that it changes', async () => {
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	await emulator.fault({ kind: 'error', method: 'sendDocument', status: 400, times: 2 });
	const running = streaming('report', {}, retry);
	const long = `${'word '.repeat(900)}end`;
	for (const [at, text] of [long, 'short', long].entries()) {
		const flow = await model.flow(at);
		flow.write(text);
		flow.end();
	}
	expect((await running).error).toBeUndefined();
	const left = await shown();
	expect(left.map(({ text }) => text?.length ?? 'a file')).toEqual([
		expect.any(Number),
		expect.any(Number),
		'a file',
	]);
	expect(
		left
			.map(({ text }) => text ?? '')
			.join(' ')
			.match(/word/g),
	).toHaveLength(900);
});
