import type { IDataObject } from 'n8n-workflow';

import { useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const chatId = byId('-1001');
const FIXED = 'Order: {{ $json.answers.count }}';
const TEMPLATE = 'Use {{name}}, then $HOME, ${{ secrets.KEY }} and {{other}}';

test.each<[operation: string, IDataObject, label: string]>([
	['sendMessage', { text: FIXED }, 'Text'],
	['sendMessage', { text: "{{ $('Ask').item.json.x }}" }, 'Text'],
	['sendMessage', { text: 'A\n{{\n  $json.x\n}}' }, 'Text'],
	['editMessageText', { messageId: '1', text: FIXED }, 'Text'],
	['sendPhoto', { additionalFields: { caption: FIXED } }, 'Caption'],
	['sendAndWait', { message: FIXED }, 'Question'],
	['askForm', { personId: '1', formTitle: FIXED }, 'Title'],
	[
		'askForm',
		{ personId: '1', formFields: { values: [{ fieldLabel: 'A' }, { fieldLabel: FIXED }] } },
		'Fields 2: Label',
	],
	[
		'askForm',
		{
			personId: '1',
			formFields: { values: [{ fieldLabel: 'A' }] },
			additionalFields: { textWhenSent: FIXED },
		},
		'Text When Sent',
	],
	[
		'askForm',
		{ personId: '1', defineForm: 'json', jsonOutput: `[{"fieldLabel": "${FIXED}"}]` },
		'Fields (JSON)',
	],
])('%s refuses an expression in a fixed text: %j', async (operation, more, label) => {
	const { error } = await run(operation, { chatId, ...more });
	expect(error?.message).toBe(`${label} contains {{ … }} but is set to Fixed`);
	expect(error?.description).toContain('press Expression');
	expect(await emulator.calls()).toEqual([]);
});

test.each<[what: string, text: string, sent: string]>([
	['words of a person', '={{ $json.words }}', FIXED],
	['words of a person behind other words', '=They say: {{ $json.words }}', `They say: ${FIXED}`],
	[
		'braces without a value of n8n',
		'Write {{ name }} or {{ 5 $ }}',
		'Write {{ name }} or {{ 5 $ }}',
	],
	['a template with $HOME between its braces', TEMPLATE, TEMPLATE],
])('sends %s', async (_what, text, sent) => {
	const items = [{ json: { words: FIXED } }];
	const { error } = await run('sendMessage', { chatId, text }, { items });
	expect(error).toBeUndefined();
	expect((await emulator.calls('sendMessage')).map(({ params }) => params.text)).toEqual([sent]);
});

test('a field that the form does not show may hold anything', async () => {
	const hidden = { responseType: 'approval', replyList: FIXED };
	const { error } = await run('sendAndWait', { chatId, message: 'Sure?', ...hidden });
	expect(error).toBeUndefined();
});

test.each<[operation: string, IDataObject]>([
	['sendMessage', { text: FIXED }],
	['sendPhoto', { additionalFields: { caption: FIXED } }],
])('%s refuses each item if errors become items', async (operation, more) => {
	const { json } = await run(
		operation,
		{ chatId, ...more },
		{ items: [{ json: {} }, { json: {} }], node: { onError: 'continueRegularOutput' } },
	);
	const refused = expect.stringContaining('is set to Fixed');
	expect(json).toMatchObject([{ error: refused }, { error: refused }]);
	expect(await emulator.calls()).toEqual([]);
});
