import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { OPERATIONS } from '../../converter/operations';
import { until } from '../../scripts/lib/until';
import { useConverted } from './support/converted';
import { chatId } from './support/demoGroup';
import { fileSteps, workflowOf } from './support/execute';
import { FormInChat } from './support/formInChat';
import { peopleOf } from './support/people';
import { Questions } from './support/questions';
import { useTriggers } from './support/triggers';

const { emulator, n8n, step, convertIt, outcomeOf, sameAsBefore } = useConverted();
const people = peopleOf(emulator);
const triggers = useTriggers(n8n, emulator);
const questions = new Questions(() => n8n.rest, emulator);
const { chats, users } = emulator.defaults;

test('the converter knows every operation of the Telegram node in this n8n', async () => {
	const types = await n8n.rest.nodeTypes<INodeTypeDescription>();
	const { properties } = types.find(({ name }) => name === 'n8n-nodes-base.telegram')!;
	const valuesOf = ({ options = [] }: INodeProperties) =>
		(options as INodePropertyOptions[]).map(({ value }) => String(value));
	const offered = properties
		.filter(({ name }) => name === 'operation')
		.flatMap((property) =>
			property.displayOptions!.show!.resource!.flatMap((resource) =>
				valuesOf(property).map((operation) => `${String(resource)}:${operation}`),
			),
		);
	expect(offered.length).toBeGreaterThan(20);
	expect(Object.keys(OPERATIONS).sort()).toEqual(offered.sort());
});

describe('a converted workflow does the same as the original:', () => {
	const quiet = { appendAttribution: false };

	test('messages, keyboards, edits, pins and deletes', async () => {
		const buttons = [
			{ text: 'Yes', additionalFields: { callback_data: 'yes' } },
			{ text: 'Site', additionalFields: { url: 'https://example.com' } },
		];
		const { messages } = await sameAsBefore('Messages', [
			step('Send', {
				chatId,
				text: '*Hello* from here',
				replyMarkup: 'inlineKeyboard',
				inlineKeyboard: { rows: [{ row: { buttons } }] },
				additionalFields: quiet,
			}),
			step(
				'Was It Sent',
				{
					conditions: {
						boolean: [{ value1: '={{ $json.ok }}', value2: true }],
					},
				},
				'if',
				1,
			),
			step('Edit', {
				operation: 'editMessageText',
				chatId: '={{ $json.result.chat.id }}',
				messageId: '={{ $json.result.message_id }}',
				text: '=<b>{{ $json.result.text }}</b>!',
				additionalFields: { parse_mode: 'HTML' },
			}),
			step('Pin', {
				operation: 'pinChatMessage',
				chatId,
				messageId: '={{ $node["Send"].json["result"]["message_id"] }}',
				additionalFields: { disable_notification: true },
			}),
			step('Reply', {
				chatId,
				text: "=Pinned: {{ $json.result }}, {{ $('Edit').item.json.result.text }}",
				replyMarkup: 'replyKeyboard',
				replyKeyboard: { rows: [{ row: { buttons: [{ text: 'Menu' }] } }] },
				replyKeyboardOptions: { resize_keyboard: true, one_time_keyboard: false },
				additionalFields: {
					...quiet,
					reply_to_message_id: "={{ $('Send').first().json.result.message_id }}",
				},
			}),
			step('Delete', {
				operation: 'deleteMessage',
				chatId,
				messageId: String(emulator.defaults.messages.byMia),
			}),
			step('Say So', {
				chatId,
				text: '=Deleted: {{ $json.result }}',
				replyMarkup: 'forceReply',
				forceReply: { force_reply: true },
				additionalFields: quiet,
			}),
		]);
		expect(messages.slice(-3).map(({ text }) => text)).toEqual([
			'Hello from here!',
			'Pinned: true, Hello from here!',
			'Deleted: true',
		]);
	});

	test('files, up and down', async () => {
		const { messages, files } = await sameAsBefore('Files', [
			...fileSteps({ name: 'note.txt', type: 'text/plain', content: 'A note.' }),
			step('Upload', {
				operation: 'sendDocument',
				chatId,
				binaryData: true,
				additionalFields: { caption: 'Look', fileName: 'named.txt' },
			}),
			step('Again', {
				operation: 'sendDocument',
				chatId,
				file: '={{ $json.result.document.file_id }}',
				additionalFields: {},
			}),
			step('Download', {
				resource: 'file',
				fileId: "={{ $('Upload').item.json.result.document.file_id }}",
			}),
			step('Read', { operation: 'text' }, 'extractFromFile', 1),
			step('Say', { chatId, text: '=It says: {{ $json.data }}', additionalFields: quiet }),
		]);
		expect(files.at(-1)).toBe('named.txt');
		expect(messages.at(-1)!.text).toBe('It says: A note.');
	});

	test('questions about a chat', async () => {
		await sameAsBefore('Chat', [
			step('Chat', { resource: 'chat', chatId }),
			step('Member', {
				resource: 'chat',
				operation: 'member',
				chatId: '={{ $json.result.id }}',
				userId: String(users.mia),
			}),
			step('Say', {
				chatId,
				text: "={{ $('Chat').item.json.result.title }}: {{ $json.result.user.first_name }}",
				additionalFields: quiet,
			}),
			step('Administrators', { resource: 'chat', operation: 'administrators', chatId }),
			step('Name Each', {
				chatId,
				text: '={{ $json.user.first_name }}',
				additionalFields: quiet,
			}),
		]);
	});

	test('a node without a counterpart is switched off, and the rest runs', async () => {
		const original = workflowOf('Typing', [
			step('Typing', { operation: 'sendChatAction', chatId }),
			step('Say', { chatId, text: 'Done typing', additionalFields: quiet }),
		]);
		const { messages } = await outcomeOf(convertIt(original).workflow);
		expect(messages.at(-1)!.text).toBe('Done typing');
	});
});

test('the converted trigger starts the workflow with the unchanged update', async () => {
	const trigger = step(
		'Telegram Trigger',
		{ updates: ['message', 'callback_query'], additionalFields: {} },
		'telegramTrigger',
		1.2,
	);
	const original = workflowOf('Answers', [
		trigger,
		step(
			'Is It a Press',
			{
				conditions: {
					string: [{ value1: '={{ $json.callback_query?.data }}', operation: 'isEmpty' }],
				},
			},
			'if',
			1,
		),
		step('Ask', {
			chatId: '={{ $json.message.chat.id }}',
			text: '=Sure, {{ $json.message.from.first_name }}?',
			replyMarkup: 'inlineKeyboard',
			inlineKeyboard: {
				rows: [{ row: { buttons: [{ text: 'Yes', additionalFields: { callback_data: 'yes' } }] } }],
			},
			additionalFields: { appendAttribution: false },
		}),
		step('Thank', {
			resource: 'callback',
			queryId: '={{ $json.callback_query.id }}',
			additionalFields: { text: '=You said {{ $json.callback_query.data }}' },
		}),
	]);
	const isPress = original.connections['Is It a Press'] as { main: unknown[][] };
	isPress.main = [isPress.main[0], [{ node: 'Thank', type: 'main', index: 0 }]];
	delete original.connections.Ask;
	delete original.connections.Start;
	original.nodes = original.nodes.filter(({ name }) => name !== 'Start');

	const id = await n8n.rest.importWorkflow(convertIt(original).workflow);
	await n8n.rest.publish(id);
	try {
		const asked = await people.write('mia', 'Delete it');
		const question = await people.sees(chats.demoGroup, asked, ({ text }) => text === 'Sure, Mia?');
		await people.press('mia', question, 'Yes');
		const answers = async () =>
			(await emulator.calls('answerCallbackQuery')).map(({ params }) => params.text as string);
		const isAnswered = async () => (await answers()).length > 0;
		await until('the press is answered', isAnswered, 60_000);
		expect(await answers()).toEqual(['You said yes']);
	} finally {
		await n8n.rest.unpublish(id);
	}
});

test('the converted question waits, and later nodes read the answer', async () => {
	await triggers.publish({ type: 'botMessagingPollingTrigger' });
	const original = workflowOf('Question', [
		step('Ask', {
			operation: 'sendAndWait',
			chatId,
			message: 'Shall I *post* it?',
			approvalOptions: { values: { approvalType: 'double', disapproveLabel: 'Leave it' } },
			options: { appendAttribution: false },
		}),
		step('Say', {
			chatId,
			text: "=Posted: {{ $json.data.approved }}, {{ $('Ask').item.json.data.respondedAt.length }}",
			additionalFields: { appendAttribution: false },
		}),
	]);
	const id = await n8n.rest.importWorkflow(convertIt(original).workflow);
	const { executionId } = await n8n.rest.run(id, 'Start');
	await questions.waits(executionId!);
	const [question] = await questions.open();
	expect(question).toMatchObject({ text: 'Shall I <b>post</b> it?', parse_mode: 'HTML' });
	await questions.press('olga', question, 'Leave it');
	const { status } = await questions.whenAnswered(executionId!);
	expect(status).toBe('success');
	const said = (await emulator.state()).messages.at(-1)!.text;
	expect(said).toBe('Posted: false, 24');
});

test('the converted form is filled in in the chat, and later nodes read the answers', async () => {
	await triggers.publish({ type: 'botMessagingPollingTrigger' });
	const original = workflowOf('Form', [
		step('Ask', {
			operation: 'sendAndWait',
			responseType: 'customForm',
			chatId: chats.privateMia,
			message: 'Your order',
			formFields: {
				values: [
					{ fieldLabel: 'Your name', fieldName: 'name', requiredField: true },
					{
						fieldLabel: 'Size',
						fieldType: 'dropdown',
						fieldOptions: { values: [{ option: '0,5 l' }, { option: '1 l' }] },
					},
				],
			},
			options: { appendAttribution: false },
		}),
		step('Say', {
			chatId,
			text: "={{ $json.data['Your name'] }} takes {{ $('Ask').item.json.data.Size }}",
			additionalFields: { appendAttribution: false },
		}),
	]);
	const id = await n8n.rest.importWorkflow(convertIt(original).workflow);
	const { executionId } = await n8n.rest.run(id, 'Start');
	await questions.waits(executionId!);
	const [message] = await questions.open(chats.privateMia);
	const form = new FormInChat(questions, executionId!, message);
	await form.reply('Mía');
	await form.shows('0,5 l');
	await form.press('0,5 l');
	await form.shows('Send');
	await form.press('Send');
	const { status } = await questions.whenAnswered(executionId!);
	expect(status).toBe('success');
	expect((await emulator.state()).messages.at(-1)!.text).toBe('Mía takes 0,5 l');
});
