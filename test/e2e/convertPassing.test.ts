import { useConverted } from './support/converted';
import { chatId } from './support/demoGroup';
import { fileSteps, workflowOf } from './support/execute';

const { step, convertIt, outcomeOf, sameAsBefore } = useConverted();

const quiet = { appendAttribution: false };

test('an answer that other nodes pass on, or that a node reads as a whole, gives the same result', async () => {
	const { messages } = await sameAsBefore('Passed on', [
		step('Send', { chatId, text: 'Hello', additionalFields: quiet }),
		step('Fingerprint', { value: 'a', dataPropertyName: 'print' }, 'crypto', 1),
		step(
			'Rename',
			{ keys: { key: [{ currentKey: 'result.message_id', newKey: 'number' }] } },
			'renameKeys',
			1,
		),
		step('Sort', { sortFieldsUi: { sortField: [{ fieldName: 'result.text' }] } }, 'sort', 1),
		step('Kept', { includeOtherFields: true, assignments: {} }, 'set', 3.4),
		step('Say', {
			chatId,
			text: "={{ $json.result.text }} {{ $json.number }} {{ $('Sort').item.json.result.chat.id }} {{ $json.print.length }}",
			additionalFields: quiet,
		}),
		step('Whole', {
			chatId,
			text: '={{ Object.keys(JSON.parse(JSON.stringify($json))).join() }}',
			additionalFields: quiet,
		}),
	]);
	const [said, keys] = messages.slice(-2).map(({ text }) => text);
	expect(said).toMatch(/^Hello \d+ -\d+ 32$/);
	expect(keys).toBe('ok,result');
});

test('a keyboard that an expression chooses gives the same result', async () => {
	const button = { text: '=Save {{ 1 + 1 }}', additionalFields: { callback_data: '{{ save }}' } };
	const { messages } = await sameAsBefore('Keyboard', [
		...['inlineKeyboard', 'none'].map((kind) =>
			step(`Send ${kind}`, {
				chatId,
				text: 'Choose',
				replyMarkup: `={{ 1 ? '${kind}' : 'none' }}`,
				inlineKeyboard: { rows: [{ row: { buttons: [button] } }] },
				additionalFields: quiet,
			}),
		),
	]);
	expect(JSON.stringify(messages.at(-2))).toContain('Save 2');
	expect(JSON.stringify(messages.at(-1))).not.toContain('Save');
});

test('HTTP requests give the same result: a refusal as an item, and a file beside the incoming fields', async () => {
	const address = (path: string) => `https://api.telegram.org/bot1:a/${path}`;
	const { workflow } = convertIt(
		workflowOf('Requests', [
			...fileSteps({ name: 'note.txt', type: 'text/plain', content: 'A note.' }),
			step('Upload', { operation: 'sendDocument', chatId, binaryData: true }),
			step(
				'Delete',
				{
					url: address(`deleteMessage?chat_id=${chatId}&message_id=999999`),
					options: { response: { response: { neverError: true } } },
				},
				'httpRequest',
				4.2,
			),
			step(
				'Get File',
				{
					url: `=${address("getFile?file_id={{ $('Upload').item.json.result.document.file_id }}")}`,
				},
				'httpRequest',
				4.2,
			),
			step(
				'Mark',
				{
					assignments: {
						assignments: [{ id: 'a', name: 'mark', value: 'seen', type: 'string' }],
					},
				},
				'set',
				3.4,
			),
			step(
				'Download',
				{
					url: "=https://api.telegram.org/file/bot1:a/{{ $('Get File').item.json.result.file_path }}",
					options: { response: { response: { responseFormat: 'file' } } },
				},
				'httpRequest',
				4.2,
			),
			step('Again', {
				operation: 'sendDocument',
				chatId,
				binaryData: true,
				additionalFields: {
					caption:
						"={{ $json.mark }}, {{ $('Delete').item.json.ok }}, {{ $('Delete').item.json.description.length > 3 }}",
				},
			}),
		]),
	);
	const { messages, files } = await outcomeOf(workflow);
	expect(messages.at(-1)).toMatchObject({ kind: 'document', text: 'seen, false, true' });
	expect(files).toHaveLength(2);
});
