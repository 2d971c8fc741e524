import type { IDataObject } from 'n8n-workflow';

import { useBot } from '../../support/bot';
import { byId } from '../../support/locators';
import { OpenForm } from '../../support/openForm';
import { usePolling } from '../../support/pollingTests';
import { ReviewExecution } from '../../support/reviewExecution';

const LIMIT = 4096;
const LONG = 'x'.repeat(LIMIT + 1);
const SAYS = 'has 4,097 characters, but the limit is 4,096';

describe('a text that is too long for a message is refused before anything is sent:', () => {
	const { emulator, run } = useBot();

	const chatId = byId(String(emulator.defaults.chats.privateMia));

	afterEach(async () => {
		expect(await emulator.calls()).toEqual([]);
	});

	test.each<[string, IDataObject]>([
		['plain', { message: LONG }],
		['with link buttons', { message: LONG, responseType: 'links' }],
		['with a typed reply', { message: LONG, responseType: 'freeText' }],
		['formatted', { message: `<b>${LONG}</b>`, additionalFields: { parseMode: 'HTML' } }],
		['of a model', { message: `**${LONG}**`, additionalFields: { parseMode: 'languageModel' } }],
	])('a question: %s', async (_what, more) => {
		const { error } = await run('sendAndWait', { chatId, ...more });
		expect(error).toMatchObject({
			message: `Question ${SAYS}`,
			description: 'Nothing was sent. Shorten Question.',
		});
	});

	const rows = (...values: IDataObject[]) => ({ formFields: { values } });
	const one = { fieldLabel: 'Name?', fieldType: 'yesNo' };
	const isLongest = (label: string) =>
		`Nothing was sent. ${label} is its longest part: shorten it.`;

	test.each<[string, IDataObject, message: string, description: string]>([
		[
			'the title above a question',
			{ formTitle: 'x'.repeat(LIMIT - 6), ...rows(one) },
			`Question 1 ${SAYS}`,
			isLongest('Title'),
		],
		[
			'the second question',
			{ formTitle: 'Order', ...rows(one, { ...one, fieldLabel: 'x'.repeat(LIMIT - 12) }) },
			`Question 2 ${SAYS}`,
			isLongest('Fields 2: Label'),
		],
		[
			'the line below a question',
			rows({ ...one, placeholder: 'x'.repeat(LIMIT - 6) }),
			`Question 1 ${SAYS}`,
			isLongest('Fields 1: Hint'),
		],
		[
			'the line that says how to answer',
			{ ...rows({ fieldLabel: 'Name?' }), additionalFields: { replyLine: 'x'.repeat(LIMIT - 6) } },
			`Question 1 ${SAYS}`,
			isLongest('Reply Line'),
		],
		[
			'what the form says at its end',
			{ ...rows(one), additionalFields: { textWhenSent: LONG } },
			`Text When Sent ${SAYS}`,
			'Nothing was sent. Shorten Text When Sent.',
		],
	])('a form: %s', async (_what, more, message, description) => {
		const { error } = await run('askForm', { chatId, ...more });
		expect(error).toMatchObject({ message, description });
	});

	test.each<[string, text: string, menuFormat?: string]>([
		['plain', LONG],
		['of emoji', `x${'🍵'.repeat(LIMIT / 2)}`],
		['formatted', `<b>${LONG}</b>`, 'HTML'],
	])('a menu: %s', async (_what, text, menuFormat = '') => {
		const trigger = { menu: 'form', menuFormat, menuPages: { page: [{ name: 'A', text }] } };
		const { error } = await run('showMenu', { chatId }, { trigger });
		expect(error).toMatchObject({
			message: `Menu Pages 1: Text ${SAYS}`,
			description: 'In the trigger, shorten Menu Pages 1: Text.',
		});
	});

	test('the input of a tool that people review', async () => {
		const credential = { baseUrl: emulator.url, botToken: emulator.token };
		const message = '=> {{ $tool.parameters }}';
		const call = { arguments: { toolParameters: { a: 'x'.repeat(LIMIT - 4) } } };
		const execution = new ReviewExecution(credential, { chatId, message }, { calls: [call] });
		await execution.ask();
		execution.close();
		expect(execution.ending!.json.reviews).toEqual([{ error: `Message ${SAYS}` }]);
	});
});

describe('the limit counts what readers see, without the formatting:', () => {
	const { emulator, run } = useBot();

	const chatId = byId(String(emulator.defaults.chats.privateMia));
	const most = `<b>${'x'.repeat(LIMIT)}</b>`;

	test.each<[string, IDataObject, IDataObject?]>([
		['sendAndWait', { message: most, additionalFields: { parseMode: 'HTML' } }],
		[
			'showMenu',
			{},
			{ menu: 'form', menuFormat: 'HTML', menuPages: { page: [{ name: 'A', text: most }] } },
		],
		['askForm', { formFields: { values: [{ fieldLabel: 'x'.repeat(4000) }] } }],
	])('%s', async (operation, more, trigger = {}) => {
		const { error } = await run(operation, { chatId, ...more }, { trigger });
		expect(error).toBeUndefined();
		expect(await emulator.calls('sendMessage')).toHaveLength(1);
	});
});

describe('a form with long answers', () => {
	const polling = usePolling();
	const { emulator, soon } = polling;
	const { chats, users } = emulator.defaults;

	test('shortens them so that they fit into its message', async () => {
		const around = { emulator, token: polling.token(), soon };
		const more = { additionalFields: { textWhenSent: 'y'.repeat(4000) } };
		const fields = [{ fieldLabel: 'Anything?' }];
		const form = await new OpenForm(around, chats.privateMia, users.mia, fields, more).ask();
		await polling.start({
			updates: ['message', 'callback_query'],
			options: { n8nAddress: form.execution.n8n },
		});
		await form.write('🍵'.repeat(LIMIT / 2));
		await form.shows('Anything? 🍵');
		expect(await form.buttons()).toEqual(['Send', 'Change', 'Cancel']);
		await form.press('Send');
		await form.ends();
		const { text = '' } = await form.shows('yyy');
		expect(text).toMatch(/^Anything\? (?:🍵)+…\n\ny{4000}$/u);
		form.execution.close();
	});
});
