import type { IDataObject } from 'n8n-workflow';

import { callbackDataIn } from '../../../nodes/BotMessaging/callbackData/buttonData';
import type { Seen } from '../../e2e/support/people';
import { OpenForm } from '../../support/openForm';
import { usePolling } from '../../support/pollingTests';
import type { RunningTrigger } from '../../support/pollingTrigger';

const polling = usePolling();
const { emulator, soon } = polling;
const { chats, users } = emulator.defaults;

/** Brings the answers to the form of a test. */
let trigger: RunningTrigger;
const open: OpenForm[] = [];
afterEach(() => open.splice(0).forEach(({ execution }) => execution.close()));

interface How {
	chat?: number;
	user?: number;
	more?: IDataObject;
	before?: IDataObject;
}

/** Asks a form in a chat, with a trigger of its bot that brings the answers. */
async function ask(
	fields: IDataObject[],
	{ chat = chats.privateMia, user = users.mia, more = {}, before = {} }: How = {},
): Promise<OpenForm> {
	const around = { emulator, token: polling.token(), soon };
	const form = await new OpenForm(around, chat, user, fields, more, before).ask();
	open.push(form);
	trigger = await polling.start({
		updates: ['message', 'callback_query'],
		options: { n8nAddress: form.execution.n8n },
	});
	return form;
}

const TWO = [
	{ fieldLabel: 'Your name?', fieldName: 'name', requiredField: true },
	{ fieldLabel: 'Your town?', fieldName: 'town', requiredField: true },
];

test('the one choice of a list can have a comma', async () => {
	const consent = {
		fieldLabel: 'OK?',
		fieldName: 'ok',
		fieldType: 'checkbox',
		requiredField: true,
	};
	const form = await ask([{ ...consent, fieldOptions: '={{ ["Yes, I agree"] }}' }]);
	expect(await form.buttons()).toEqual(['Yes, I agree', 'Done', 'Cancel']);
	await form.press('Yes, I agree');
	await form.press('Done');
	await form.press('Send');
	expect(await form.ends()).toMatchObject({ json: { answers: { ok: ['Yes, I agree'] } } });
});

test('two questions, a summary, and the answers by the names of the fields', async () => {
	const form = await ask(TWO, {
		more: { formTitle: 'Order' },
		before: { approved: true, answers: { name: 'X' } },
	});
	expect((await form.now()).text).toMatch(/^Order\n\nYour name\? \(1\/2\)/);
	await form.write('Mia <b>&amp;', { reply_to_message_id: undefined });
	await form.shows('Your town? (2/2)');
	await form.write('Hanoi', { reply_to_message_id: undefined });
	await form.shows('Your name? Mia <b>&amp;\nYour town? Hanoi');
	expect(await form.buttons()).toEqual(['Send', 'Change', 'Cancel']);
	expect(form.execution.ending?.json.answers).toBeUndefined();
	await form.press('Send');
	expect(await form.ends()).toMatchObject({
		output: 0,
		json: {
			outcome: 'answered',
			answers: { name: 'Mia <b>&amp;', town: 'Hanoi' },
			summary: 'Your name? Mia <b>&amp;\nYour town? Hanoi',
			user: { id: users.mia },
			chatId: chats.privateMia,
		},
	});
	expect((await form.shows('Sent. Thank you!')).reply_markup?.inline_keyboard ?? []).toEqual([]);
});

test('Back, Skip, a kept answer, Change and Cancel', async () => {
	const form = await ask([
		{ fieldLabel: 'Name?', requiredField: true },
		{ fieldLabel: 'Town?', defaultValue: '={{ "Hanoi" }}', requiredField: false },
		{ fieldLabel: 'Note?', requiredField: false },
	]);
	expect(await form.buttons()).toEqual(['How to Answer', 'Cancel']);
	expect(await form.press('How to Answer')).toBe('Answer with a text.');
	await form.write('Mia');
	await form.shows('Town? (2/3)');
	expect(await form.buttons()).toEqual(['How to Answer', '→ Hanoi', 'Back', 'Skip', 'Cancel']);
	await form.press('→ Hanoi');
	await form.shows('Note? (3/3)');
	await form.press('Back');
	await form.shows('Town? (2/3)');
	await form.press('Back');
	await form.shows('Name? (1/3)');
	await form.press('→ Mia');
	await form.shows('Town? (2/3)');
	await form.press('Skip');
	await form.shows('Note? (3/3)');
	await form.press('Skip');
	await form.shows('Name? Mia\nTown? –\nNote? –');
	await form.press('Change');
	await form.shows('Name? Mia');
	await form.press('Town?');
	await form.shows('Town? (2/3)');
	await form.write('Hue');
	await form.shows('Name? Mia\nTown? Hue\nNote? –');
	await form.press('Cancel');
	expect(await form.ends()).toMatchObject({
		output: 0,
		json: { outcome: 'cancelled', answers: {}, summary: '', user: { id: users.mia } },
	});
	await form.shows('Cancelled.');
});

test('a question can be skipped only if Required is off; in JSON, only if it does not say so', async () => {
	const gift = { fieldLabel: 'Gift?', fieldType: 'yesNo' };
	const asJson = async (...fields: IDataObject[]) =>
		await ask([], { more: { defineForm: 'json', jsonOutput: JSON.stringify(fields) } });
	expect(await (await ask([gift])).buttons()).toEqual(['Yes', 'No', 'Cancel']);
	const optional = await ask([{ ...gift, requiredField: false }]);
	expect(await optional.buttons()).toEqual(['Yes', 'No', 'Skip', 'Cancel']);
	expect(await (await asJson(gift)).buttons()).toContain('Skip');
	expect(await (await asJson({ ...gift, requiredField: true })).buttons()).not.toContain('Skip');
});

describe('the line below a question', () => {
	const inPrivate = chats.privateMia;
	const inGroup = chats.demoGroup;
	test.each<[line: string, chat: number, IDataObject]>([
		['Write your answer, or reply to this message.', inPrivate, {}],
		['Reply to this message with your answer.', inGroup, {}],
		['Answer with a text: at most 9 characters.', inPrivate, { maximum: 9 }],
		['Answer with a date, for example 2026-12-31.', inPrivate, { fieldType: 'date' }],
		[
			'Reply to this message with a date, for example 2026-12-31: at least 2026-12-01.',
			inGroup,
			{ fieldType: 'date', minimum: '2026-12-01' },
		],
		[
			'Answer with a whole number, for example 12: from 1 to 20.',
			inPrivate,
			{ fieldType: 'integer', minimum: '1', maximum: '20' },
		],
		['Answer with a photo.', inPrivate, { fieldType: 'photo' }],
	])('%s', async (line, chat, more) => {
		const form = await ask([{ fieldLabel: 'It?', ...more }], { chat });
		expect((await form.now()).text).toBe(`It?\n\n${line}`);
	});

	test('is missing if people press a button', async () => {
		const form = await ask([{ fieldLabel: 'It?', fieldType: 'yesNo' }]);
		expect((await form.now()).text).toBe('It?');
	});

	test('can be the form’s own', async () => {
		const more = { additionalFields: { replyLine: 'Antworte hier.' } };
		const form = await ask([{ fieldLabel: 'It?', fieldType: 'date' }], { more });
		expect((await form.now()).text).toBe('It?\n\nAntworte hier.');
	});
});

test.each([
	['Send', 1, 'answered'],
	['Cancel', 2, 'cancelled'],
])('with one output for each outcome, %s leads to output %i', async (button, output, outcome) => {
	const form = await ask([{ fieldLabel: 'Gift?', fieldType: 'yesNo' }], {
		more: { outputs: 'perAnswer' },
	});
	await form.press('No');
	await form.shows('Gift? No');
	await form.press(button);
	expect(await form.ends()).toMatchObject({ output, json: { outcome } });
});

describe('the question is the last message of the chat', () => {
	test('after a typed answer it is sent below that, and the one before loses its buttons', async () => {
		const form = await ask(TWO);
		const first = await form.now();
		await form.write('Mia');
		const second = await form.shows('Your town? (2/2)');
		expect(second.message_id).toBeGreaterThan(first.message_id);
		expect((await form.last()).message_id).toBe(second.message_id);
		await soon('the first asks no more', async () => {
			const { messages } = await emulator.state();
			const isFirst = ({ chat_id: chat, message_id: id }: Seen) =>
				chat === form.chat && id === first.message_id;
			const { text, reply_markup: markup } = (messages as Seen[]).find(isFirst)!;
			return text === 'Your name? (1/2)' && (markup?.inline_keyboard ?? []).length === 0;
		});
	});

	test('after a press, if others have written below it', async () => {
		const fields = [
			{ fieldLabel: 'Extras?', fieldType: 'checkbox', fieldOptions: 'Ice, Milk' },
			{ fieldLabel: 'Gift?', fieldType: 'yesNo' },
		];
		const form = await ask(fields, { chat: chats.demoGroup });
		const first = await form.now();
		await form.write('Hello', { reply_to_message_id: undefined }, users.olga);
		await polling.pause(300);
		await form.press('Milk');
		// The same question does not jump away from the one who presses.
		expect((await form.shows('Extras?')).message_id).toBe(first.message_id);
		await soon('it is picked', async () => (await form.buttons()).includes('✅ Milk'));
		await form.press('Done');
		const second = await form.shows('Gift? (2/2)');
		expect((await form.last()).message_id).toBe(second.message_id);
		expect(await form.pressAgain('Done', first)).toMatch(/This step is over/);
		await form.press('Yes');
		// Nobody has written since.
		expect((await form.shows('Gift? Yes')).message_id).toBe(second.message_id);
	});

	test('a next message counts for the question that was sent below', async () => {
		const form = await ask([...TWO, { fieldLabel: 'Note?', fieldName: 'note' }]);
		await form.write('Mia', { reply_to_message_id: undefined });
		await form.shows('Your town? (2/3)');
		await form.write('Hue', { reply_to_message_id: undefined });
		await form.shows('Note? (3/3)');
		await form.write('None', { reply_to_message_id: undefined });
		await form.shows('Your name? Mia\nYour town? Hue\nNote? None');
	});

	test('n8n takes the answer only at the second try: the next question is sent once', async () => {
		const form = await ask(TWO);
		form.execution.isTooLate = true;
		const answer = await form.write('Mia');
		await soon('n8n has refused it', async () => form.execution.refused > 0);
		expect((await form.last()).message_id).toBe(answer);
		form.execution.isTooLate = false;
		// The trigger tries again.
		const second = await form.shows('Your town? (2/2)');
		expect(second.message_id).toBe(answer + 1);
		expect((await form.last()).message_id).toBe(second.message_id);
	});

	test('an answer to an earlier message that comes again shows nothing', async () => {
		const form = await ask(TWO);
		const first = await form.now();
		await form.write('Mia');
		const { message_id: second } = await form.shows('Your town? (2/2)');
		expect(await form.pressAgain('Cancel', first)).toMatch(/^This step is over/);
		const shown = await emulator.calls('editMessageText');
		expect(shown.filter(({ params }) => params.message_id === second)).toEqual([]);
	});

	test('with messages and presses in turn, no message but the answers is taken', async () => {
		const form = await ask([...TWO, { fieldLabel: 'Gift?', fieldType: 'yesNo' }]);
		await form.write('Mia', { reply_to_message_id: undefined });
		await form.shows('Your town? (2/3)');
		await form.press('Back');
		await form.shows('Your name? (1/3)');
		await form.write('Lea', { reply_to_message_id: undefined });
		await form.shows('Your town? (2/3)');
		await form.write('Hue', { reply_to_message_id: undefined });
		await form.shows('Gift? (3/3)');
		await form.write('Hello', { reply_to_message_id: undefined });
		await soon('it starts the workflow', () => trigger.texts.length > 0);
		expect(trigger.texts).toEqual(['Hello']);
	});

	test('the server refuses the new message: the one before asks', async () => {
		const form = await ask(TWO);
		const first = await form.now();
		await emulator.fault({ kind: 'error', method: 'sendMessage', status: 400 });
		await form.write('Mia');
		expect((await form.shows('Your town? (2/2)')).message_id).toBe(first.message_id);
	});
});

test('a default of Yes or No is shown in the words of the form', async () => {
	const form = await ask([{ fieldLabel: 'Gift?', fieldType: 'yesNo', defaultValue: 'true' }], {
		more: { additionalFields: { yesButton: 'Có', noButton: 'Không' } },
	});
	expect(await form.buttons()).toEqual(['Có', 'Không', '→ Có', 'Cancel']);
	await form.press('→ Có');
	await form.shows('Gift? Có');
	await form.press('Send');
	expect((await form.ends()).json.answers).toEqual({ 'Gift?': true });
});

test('a default is a choice also with its accents as signs of their own', async () => {
	const field = { fieldOptions: 'Huế,Hà Nội', defaultValue: 'Huế'.normalize('NFD') };
	const form = await ask([
		{ fieldLabel: 'One?', fieldType: 'radio', ...field },
		{ fieldLabel: 'All?', fieldType: 'checkbox', ...field },
	]);
	await form.press('→ Huế');
	await form.shows('All? (2/2)');
	expect(await form.buttons()).toContain('✅ Huế');
	await form.press('Done');
	await form.press('Send');
	expect((await form.ends()).json.answers).toEqual({ 'One?': 'Huế', 'All?': ['Huế'] });
});

test('a long choice is cut on its button before an emoji, not in it', async () => {
	const options = [`${'x'.repeat(57)}👩‍👧${'y'.repeat(9)}`, `${'x'.repeat(54)}👩‍👧${'y'.repeat(9)}`];
	const form = await ask([{ fieldLabel: 'It?', fieldType: 'radio', fieldOptions: options }]);
	const [first, second] = await form.buttons();
	expect([first, second]).toEqual([`${'x'.repeat(57)}…`, `${'x'.repeat(54)}👩‍👧…`]);
});

describe('each type of field', () => {
	const name = 'it';
	const CODE = '[A-Z]{2}\\d{4}';
	test.each<[string, IDataObject, wrong: string[], right: string, unknown]>([
		['number', { minimum: 1, maximum: '10' }, ['0', '11', '1.000'], '2,5', 2.5],
		['integer', { minimum: 1, maximum: '10' }, ['0', '11', '2,5'], '３', 3],
		[
			'date',
			{ minimum: '2026-01-01' },
			['soon', '2025-12-31', '03/04/2026'],
			'31.12.2026',
			'2026-12-31',
		],
		['email', {}, ['mia', 'mia@x'], 'mia@example.com', 'mia@example.com'],
		['phone', {}, ['none', '12', '1'.repeat(16)], '+49 (30) 123-456', '+4930123456'],
		['phone', {}, ['+84 (0)912 345 678', '0912345²'], '٠٩١٢–345‑678', '0912345678'],
		['phone', { pattern: '\\+84\\d+' }, ['0912345678'], '+84 912 345 678', '+84912345678'],
		['phone', { pattern: '\\d+-\\d+' }, ['0912345678'], '0912-345678', '0912345678'],
		['text', { minimum: 2, maximum: 4 }, ['a', 'abcde'], 'abc', 'abc'],
		[
			'text',
			{ requiredField: true },
			['\u200b', '\u00ad\ufeff\u2060', '\u3164'],
			'می\u200cخواهم 👩\u200d👧',
			'می\u200cخواهم 👩\u200d👧',
		],
		['text', { pattern: '[A-Z]{2}\\d+' }, ['A1', 'xAB1', 'AB1 '.repeat(2)], 'AB12', 'AB12'],
		['text', { pattern: CODE }, ['AB①②③④', 'AB12²4'], 'AB\u200b12\u202e34', 'AB1234'],
		['text', { pattern: CODE }, ['ⒶⒷ1234'], 'ＡＢ１２٣٤', 'AB1234'],
		['text', { pattern: '.+' }, [], 'می\u200cخواهم 👩\u200d👧 ①', 'می\u200cخواهم 👩\u200d👧 ①'],
	])('%s', async (fieldType, more, wrong, right, value) => {
		const form = await ask([{ fieldLabel: 'It?', fieldName: name, fieldType, ...more }]);
		for (const text of wrong) {
			expect(await form.repliesTo(await form.write(text))).toMatch(/Answer with|can be read as/);
		}
		await form.write(right);
		await form.shows('It? ');
		await form.press('Send');
		expect((await form.ends()).json.answers).toEqual({ it: value });
	});

	test('a type without limits does not speak of them', async () => {
		const form = await ask([{ fieldLabel: 'It?', fieldType: 'email', minimum: 5 }]);
		expect(await form.press('How to Answer')).toBe('Answer with an email address.');
	});

	test('choices by buttons', async () => {
		const form = await ask([
			{ fieldLabel: 'Size?', fieldType: 'radio', fieldOptions: 'S, M', requiredField: false },
			{ fieldLabel: 'Gift?', fieldType: 'yesNo' },
			{ fieldLabel: 'Extras?', fieldType: 'checkbox', fieldOptions: 'Ice,Milk,Sugar', minimum: 2 },
		]);
		expect(await form.buttons()).toEqual(['S', 'M', 'Skip', 'Cancel']);
		expect(await form.repliesTo(await form.write('S'))).toBe('Answer with a press of a button.');
		await form.press('M');
		await form.shows('Gift? (2/3)');
		await form.press('No');
		await form.shows('Extras? (3/3)');
		await form.press('Sugar');
		await soon('it is picked', async () => (await form.buttons()).includes('✅ Sugar'));
		expect(await form.press('Done')).toBe('Answer with a press of a button: at least 2 choices.');
		await form.press('Ice');
		await soon('it is picked', async () => (await form.buttons()).includes('✅ Ice'));
		await form.press('Done');
		await form.shows('Size? M\nGift? No\nExtras? Ice, Sugar');
		await form.press('Send');
		const { answers, summary } = (await form.ends()).json;
		expect(summary).toBe('Size? M\nGift? No\nExtras? Ice, Sugar');
		expect(answers).toEqual({
			'Size?': 'M',
			'Gift?': false,
			'Extras?': ['Ice', 'Sugar'],
		});
	});

	test('a photo, not a text; it comes out as a binary', async () => {
		const form = await ask([
			{ fieldLabel: 'Photo?', fieldName: 'photo', fieldType: 'file', requiredField: true },
			{ fieldLabel: 'Name?', fieldName: 'name', requiredField: true },
		]);
		expect(await form.repliesTo(await form.write('here'))).toBe('Answer with a photo or a file.');
		await form.write('', { text: undefined, photo: true, reply_to_message_id: undefined });
		await form.shows('Name? (2/2)');
		const again = await form.write('', { text: undefined, photo: true });
		expect(await form.repliesTo(again)).toBe('Answer with a text.');
		await form.write('Mia');
		await form.shows('Name? Mia');
		await form.press('Send');
		const { json, binary } = await form.ends();
		expect(json.answers).toMatchObject({ name: 'Mia', photo: { binaryField: 'photo' } });
		expect(binary).toMatchObject({ photo: { mimeType: expect.stringContaining('image/') } });
	});

	test('a photo, not another file; a picture that was sent as a file is one', async () => {
		const form = await ask([{ fieldLabel: 'It?', fieldName: 'it', fieldType: 'photo' }]);
		const voice = await form.write('', { text: undefined, send_as: 'voice' });
		expect(await form.repliesTo(voice)).toBe('Answer with a photo.');
		const document = { file_id: 'x', file_name: 'it.png', mime_type: 'image/png' };
		await form.write('My dog', { more: { document } });
		await form.shows('It? it.png');
	});

	test('an album is one answer: its other pictures answer no further question', async () => {
		const form = await ask([
			{ fieldLabel: 'Front?', fieldName: 'front', fieldType: 'file', requiredField: true },
			{ fieldLabel: 'Back?', fieldName: 'back', fieldType: 'file', requiredField: true },
		]);
		const picture = { text: undefined, photo: true, reply_to_message_id: undefined };
		await form.write('', { ...picture, media_group_id: 'both' });
		await form.shows('Back? (2/2)');
		const rest = await form.write('', { ...picture, media_group_id: 'both' });
		expect(await form.repliesTo(rest)).toMatch(/^This step is over/);
		await form.shows('Back? (2/2)');
		await form.write('', { ...picture, media_group_id: 'other' });
		await form.shows('Front? photo\nBack? photo');
	});

	test('as JSON in the shape of n8n’s own form', async () => {
		const jsonOutput = JSON.stringify([
			{ fieldLabel: 'Name', fieldType: 'textarea', requiredField: true, placeholder: 'In full' },
			{
				fieldLabel: 'Colour',
				fieldType: 'dropdown',
				fieldOptions: { values: [{ option: 'red' }, { option: 'blue' }] },
			},
		]);
		const form = await ask([], { more: { defineForm: 'json', jsonOutput } });
		await form.shows('Name (1/2)\n\nIn full');
		await form.write('Mia');
		await form.shows('Colour (2/2)');
		await form.press('blue');
		await form.shows('Colour: blue');
		await form.press('Send');
		expect((await form.ends()).json.answers).toEqual({ Name: 'Mia', Colour: 'blue' });
	});
});

describe('attacks', () => {
	test('in a group nobody but the person who was asked can press or write', async () => {
		const form = await ask(TWO, { chat: chats.demoGroup });
		expect(await form.press('Cancel', users.olga)).toBe('This form is not for you.');
		const id = await form.write('Olga', {}, users.olga);
		expect(await form.repliesTo(id)).toBe('This form is not for you.');
		await form.write('Mia', { reply_to_message_id: undefined });
		await form.shows('Your town? (2/2)');
		expect(form.execution.stored).not.toContain('Olga');
	});

	test('a press of an earlier step, also after Back, changes nothing', async () => {
		const form = await ask([
			{ fieldLabel: 'A?', fieldType: 'yesNo' },
			{ fieldLabel: 'B?', fieldType: 'yesNo', requiredField: false },
		]);
		const first = await form.now();
		await form.press('Yes');
		const second = await form.shows('B? (2/2)');
		expect(await form.pressAgain('No', first)).toMatch(/This step is over/);
		await form.press('Back');
		await form.shows('A? (1/2)');
		expect(await form.pressAgain('No', first)).toMatch(/This step is over/);
		expect(await form.pressAgain('Skip', second)).toMatch(/This step is over/);
		await form.press('→ Yes');
		await form.shows('B? (2/2)');
		await form.press('No');
		await form.shows('A? Yes\nB? No');
	});

	test('an answer that carries no step, or that of another form, changes nothing', async () => {
		const form = await ask([{ fieldLabel: 'A?', fieldType: 'yesNo' }]);
		const press = async (more: object) =>
			(await form.execution.press(await form.now(), 0, { id: form.user }, more)).data;
		for (const step of [undefined, '', '!!!!']) {
			expect(await press({ step })).toMatchObject({
				botMessagingOutcome: 'told',
				say: expect.stringMatching(/This step is over/),
			});
		}
		const { step } = callbackDataIn(await form.now())!;
		expect(await press({ step })).toMatchObject({ botMessagingOutcome: 'taken' });
	});

	test('two answers at once are not both taken: the second one is asked again', async () => {
		const form = await ask(TWO);
		const { message_id: replied } = await form.now();
		const [, second] = await Promise.all([
			form.write('One', { reply_to_message_id: replied }),
			form.write('Two', { reply_to_message_id: replied }),
		]);
		expect(await form.repliesTo(second)).toMatch(/This step is over|Answer with/);
		await form.shows('Your town? (2/2)');
		await form.write('Hue');
		await form.shows('Your town? Hue');
		expect((await form.now()).text).toMatch(/Your name\? (One|Two)\n/);
	});

	test('texts that could look like other answers stay in their line', async () => {
		const form = await ask(TWO);
		await form.write('Mia\nYour town? Paris\u202e');
		await form.shows('Your town? (2/2)');
		await form.write('x'.repeat(4096));
		const { text } = await form.shows('Your name? Mia ⏎ Your town? Paris⟨U+202E⟩\nYour town? xxx');
		expect(text!.length).toBeLessThan(4096);
		await form.press('Send');
		const { answers, summary } = (await form.ends()).json as { answers: IDataObject } & IDataObject;
		expect(answers.town).toBe('x'.repeat(4096));
		// The workflow gets each answer in full.
		expect(summary).toBe(
			`Your name? Mia ⏎ Your town? Paris⟨U+202E⟩\nYour town? ${'x'.repeat(4096)}`,
		);
	});

	test('the message of the form is deleted: it is sent again, and every answer is kept', async () => {
		const form = await ask([{ fieldLabel: 'Gift?', fieldType: 'yesNo' }]);
		const seen = await form.now();
		await polling.api('deleteMessage', { chat_id: form.chat, message_id: seen.message_id });
		await form.pressAgain('Yes', seen);
		await soon('it is there again', async () => (await form.last()).text!.includes('Gift? Yes'));
		await form.pressAgain('Send', await form.last());
		expect((await form.ends()).json.answers).toEqual({ 'Gift?': true });
	});

	test('what is in the buttons does not open the execution', async () => {
		const form = await ask(TWO);
		const token = /"resumeToken":"([0-9a-f]{64})"/.exec(form.execution.stored)![1];
		const callbackData = callbackDataIn(await form.now())!;
		expect(callbackData.executionId).toBe('1');
		expect(callbackData.signature).toMatch(/^[0-9a-f]{64}$/);
		expect(callbackData.signature).not.toBe(token);
	});

	test('when the time is up, nothing of what came in looks like an answer', async () => {
		const before = { approved: true, outcome: 'answered' };
		const form = await ask(TWO, { before, more: { limitWaitTime: true } });
		await form.write('Mia');
		await form.shows('Your town? (2/2)');
		expect(await form.execution.timeOut()).toMatchObject({
			output: 0,
			json: { outcome: 'noAnswer', answers: {}, summary: '', user: null },
		});
		expect((await form.shows('The time is up.')).reply_markup?.inline_keyboard ?? []).toEqual([]);
	});

	test('the time of a form that an earlier version asked is up in the usual words', async () => {
		const form = await ask(TWO, { more: { limitWaitTime: true } });
		const kept = form.execution['data']!.executionData!.contextData['node:Question'];
		delete (kept.form as { words: IDataObject }).words.textWhenTimeIsUp;
		await form.execution.timeOut();
		await form.shows('The time is up.');
	});
});

const COLOURS = [
	{
		fieldLabel: 'Colours?',
		fieldName: 'colours',
		fieldType: 'checkbox',
		fieldOptions: 'Red, Blue',
	},
];

test('in a group that has become a supergroup, the form is shown in the message with its new number', async () => {
	const form = await ask(COLOURS, { chat: chats.demoGroup });
	const { step } = callbackDataIn(await form.now())!;
	const act = { user_id: users.olga, chat_id: chats.demoGroup };
	const { id } = (await emulator.act('migrate', act)).message.chat;
	const asked = { chat_id: id, message_id: 1 };
	await form.execution.press(asked, 0, { id: users.mia }, { step });
	const shown = async () => await emulator.calls('editMessageText');
	await soon('it is shown', async () => (await shown()).length > 0);
	expect((await shown())[0].params).toMatchObject(asked);
});
