import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../scripts/lib/until';
import { operations } from '../../../nodes/BotMessaging/operations';
import { ONE_TRIGGER, useEitherTrigger } from '../../support/eitherTrigger';
import type { Json } from '../../support/emulator';
import { runNode } from '../../support/engine';
import { byId } from '../../support/locators';
import { PATIENCE_MS } from '../../support/patience';

const { emulator, api, credential, publish, say, settled } = useEitherTrigger();
const { chats, users } = emulator.defaults;

const page = (name: string, text: string, ...button: object[]) => ({
	name,
	text,
	buttons: { button },
});
const goTo = (target: string, label = target) => ({ label, onPress: 'page', page: target });
const back = { label: 'Back', onPress: 'back', newRow: true };
const start = (label: string, value = '') => ({ label, onPress: 'start', value });

/** Pages as the editor saves them. */
const form = (...pages: object[]) => ({ menu: 'form', menuPages: { page: pages } });

const START = page('Start', 'Welcome!', goTo('Drinks'), goTo('Help'));
const DRINKS = page('Drinks', 'To drink?', start('Tea', 'order tea'), start('Nothing'), back);
const HELP = page('Help', 'Ask Olga.', {
	label: 'Site',
	onPress: 'link',
	link: 'https://a.example',
});
const MENU = form(START, DRINKS, HELP);

/** Sends a page of a trigger's menu as in its workflow. Resolves with the message's id. */
async function show(trigger: IDataObject, more: IDataObject = {}, bot = credential()) {
	const { json, error } = await runNode({
		credential: bot,
		parameters: {
			resource: 'message',
			operation: 'showMenu',
			chatId: byId(String(chats.demoGroup)),
			...more,
		},
		trigger,
	});
	if (error) throw new Error(error.message);
	return json[0].messageId as number;
}

async function messageOf(id: number): Promise<Json> {
	const { messages } = await emulator.state();
	return messages.find((one) => one.chat_id === chats.demoGroup && one.message_id === id);
}

const buttonsOf = async (id: number): Promise<Json[]> =>
	((await messageOf(id)).reply_markup?.inline_keyboard ?? []).flat();

async function pressData(id: number, data: string, user: number = users.mia): Promise<string> {
	const act = { user_id: user, chat_id: chats.demoGroup, message_id: id, callback_data: data };
	const { ok, refused, query_id: query } = await emulator.act('press', act);
	if (!ok) throw new Error(refused);
	return query;
}

/** Somebody presses a button by its label, and the trigger has handled it. */
async function press(id: number, label: string, user?: number): Promise<void> {
	const button = (await buttonsOf(id)).find(({ text }) => text === label);
	await pressData(id, button.callback_data, user);
	await settled();
}

/** The answers to presses; unanswered ones are not included. */
async function answers(): Promise<Array<string | undefined>> {
	const calls = await emulator.calls('answerCallbackQuery');
	return calls.map(({ params }) => params.text);
}

describe.each(ONE_TRIGGER)('the %s trigger', (kind) => {
	const begin = async (menu: object = MENU, more: object = {}) =>
		await publish(kind, { updates: ['message'], ...menu, ...more });

	test('turns pages itself, and only a press with a meaning starts the workflow', async () => {
		const trigger = await begin();
		const id = await show(MENU);
		const seen = [(await messageOf(id)).text];
		for (const label of ['Drinks', 'Back', 'Help']) {
			await press(id, label);
			seen.push((await messageOf(id)).text);
		}
		expect(seen).toEqual(['Welcome!', 'To drink?', 'Welcome!', 'Ask Olga.']);
		expect(trigger.started).toEqual([]);
		expect(await answers()).toEqual([undefined, undefined, undefined]);
	});

	test('finds a page even if the accents of its name are encoded in another way', async () => {
		const menu = form(page('Start', 'Hi', goTo('Huế'.normalize('NFD'), 'Go')), page('Huế', 'Here'));
		await begin(menu);
		const id = await show(menu);
		await press(id, 'Go');
		const other = await show(menu, { page: 'Huế'.normalize('NFD') });
		expect([(await messageOf(id)).text, (await messageOf(other)).text]).toEqual(['Here', 'Here']);
	});

	test('outputs what was pressed, and answers the press', async () => {
		const trigger = await begin();
		const id = await show(MENU);
		for (const label of ['Drinks', 'Tea', 'Nothing']) await press(id, label);
		const path = ['Start', 'Drinks'];
		expect(trigger.started.map(({ item }) => item.json)).toMatchObject([
			{
				menu: { path, label: 'Tea', value: 'order tea' },
				callbackData: 'order tea',
				buttonData: 'order tea',
				userId: users.mia,
				messageId: id,
			},
			{ menu: { path, label: 'Nothing', value: 'Nothing' } },
		]);
		expect(await answers()).toHaveLength(3);
	});

	test('outputs the unchanged update in the raw format, with the menu beside it', async () => {
		const trigger = await begin(MENU, { output: 'raw' });
		const id = await show(MENU, { page: 'Drinks' });
		const [{ callback_data: data }] = await buttonsOf(id);
		await press(id, 'Tea');
		expect(trigger.started[0].item.json).toMatchObject({
			menu: { path: ['Drinks'], value: 'order tea' },
			callback_query: { data },
		});
		expect(trigger.started[0].item.json).not.toHaveProperty('callbackData');
	});

	test('a value of any length arrives whole, for the outputs and the filters too', async () => {
		const value = 'đặt hàng '.repeat(1000);
		const menu = form(page('Start', 'Hi', start('Order', value), start('Other')));
		const routing = { outputs: 'buttons', outputButtons: { button: [{ data: 'đặt' }] } };
		const trigger = await begin(menu, { ...routing, filters: { callbackData: 'đặt' } });
		const id = await show(menu);
		for (const label of ['Order', 'Other']) await press(id, label);
		expect(trigger.started.map(({ item, output }) => [output, item.json.callbackData])).toEqual([
			[0, value],
		]);
	});

	test('filters apply to presses in a menu too, and all are answered', async () => {
		const trigger = await begin(MENU, { filters: { userIds: String(users.olga) } });
		const id = await show(MENU, { page: 'Drinks' });
		await press(id, 'Tea');
		await press(id, 'Tea', users.olga);
		expect(trigger.started.map(({ item }) => item.json.userId)).toEqual([users.olga]);
		await until('both are answered', async () => (await answers()).length === 2, PATIENCE_MS);
	});

	test('a menu that was sent before a restart of n8n still works', async () => {
		const first = await begin();
		const id = await show(MENU);
		await first.stop();
		const second = await begin();
		await press(id, 'Drinks');
		await press(id, 'Tea');
		expect(first.started).toEqual([]);
		expect(second.started).toHaveLength(1);
	});

	test('a button that was removed from a page does nothing, and the current page is shown', async () => {
		const id = await show(MENU, { page: 'Drinks' });
		const dear = page('Drinks', 'To drink?', start('Tea', 'order dear tea'), back);
		const trigger = await begin(form(START, dear, HELP));
		await press(id, 'Tea');
		expect(trigger.started).toEqual([]);
		expect(await answers()).toEqual(['This menu has changed.']);
		expect((await buttonsOf(id)).map(({ text }) => text)).toEqual(['Tea', 'Back']);
		await press(id, 'Tea');
		expect(trigger.started.map(({ item }) => item.json.callbackData)).toEqual(['order dear tea']);
	});

	test('other pages can be added, removed and moved meanwhile', async () => {
		const id = await show(MENU);
		const trigger = await begin(form(page('News', 'None.'), HELP, DRINKS, START));
		for (const label of ['Drinks', 'Tea']) await press(id, label);
		expect(trigger.started[0].item.json.menu).toMatchObject({ path: ['Start', 'Drinks'] });
		expect(await answers()).toEqual([undefined, undefined]);
	});

	test('the start page replaces a page that was removed', async () => {
		const words = { menuNoticeWhenChanged: 'Thực đơn đã đổi.' };
		const id = await show(MENU, { page: 'Drinks' });
		await begin(form(page('Start', 'Welcome!', goTo('Help')), HELP), words);
		await press(id, 'Tea');
		expect(await answers()).toEqual(['Thực đơn đã đổi.']);
		expect((await messageOf(id)).text).toBe('Welcome!');
	});

	test('a notice that is too long ends before an emoji, not in it', async () => {
		const words = { menuNoticeWhenChanged: `${'x'.repeat(199)}👩‍👧 and more` };
		const id = await show(MENU, { page: 'Drinks' });
		await begin(form(page('Start', 'Welcome!', goTo('Help')), HELP), words);
		await press(id, 'Tea');
		expect(await answers()).toEqual(['x'.repeat(199)]);
	});

	test('only the chosen person can press in a private menu, on every page', async () => {
		const words = { menuNoticeForOthers: 'Không phải của bạn.' };
		const trigger = await begin(MENU, words);
		const id = await show(MENU, { whoMayPress: 'user', userId: byId(users.mia) });
		await press(id, 'Drinks', users.olga);
		expect((await messageOf(id)).text).toBe('Welcome!');
		await press(id, 'Drinks');
		await press(id, 'Tea', users.olga);
		expect(trigger.started).toEqual([]);
		await press(id, 'Tea');
		expect(trigger.started.map(({ item }) => item.json.userId)).toEqual([users.mia]);
		const no = 'Không phải của bạn.';
		expect(await answers()).toEqual([no, undefined, no, undefined]);
	});

	test('pages that lead to each other in a circle work for longer than a button remembers', async () => {
		const menu = form(page('A', 'a', goTo('B')), page('B', 'b', goTo('A'), start('End')));
		const trigger = await begin(menu);
		const id = await show(menu);
		for (let times = 0; times < 50; times++) for (const label of ['B', 'A']) await press(id, label);
		await press(id, 'B');
		await press(id, 'End');
		expect(trigger.started[0].item.json.menu).toMatchObject({ path: ['A', 'B'] });
	});

	test('Back returns through the pages that a button remembers, and then to the start page', async () => {
		const names = Array.from({ length: 16 }, (_none, index) => `Page ${index}`);
		const menu = form(
			...names.map((name, index) =>
				page(
					name,
					name,
					back,
					start('Here'),
					...(names[index + 1] ? [goTo(names[index + 1])] : []),
				),
			),
		);
		const trigger = await begin(menu);
		const id = await show(menu);
		for (const name of names.slice(1)) await press(id, name);
		await press(id, 'Here');
		expect(trigger.started[0].item.json.menu).toMatchObject({ path: names.slice(-12) });
		for (const { callback_data: data } of await buttonsOf(id)) {
			expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64);
		}
		const seen: string[] = [];
		for (let times = 0; times < 13; times++) {
			await press(id, 'Back');
			seen.push((await messageOf(id)).text);
		}
		expect(seen).toEqual([...names.slice(-12, -1).reverse(), 'Page 0', 'Page 0']);
	});

	test('a hundred buttons each keep their own value', async () => {
		const labels = Array.from({ length: 100 }, (_none, index) => `Button ${index}`);
		const menu = form(page('Start', 'Many', ...labels.map((label) => start(label))));
		const trigger = await begin(menu);
		const id = await show(menu);
		const data = (await buttonsOf(id)).map((button) => button.callback_data);
		expect(new Set(data).size).toBe(100);
		for (const label of ['Button 0', 'Button 57', 'Button 99']) await press(id, label);
		expect(trigger.started.map(({ item }) => item.json.callbackData)).toEqual([
			'Button 0',
			'Button 57',
			'Button 99',
		]);
	});

	test('hostile labels and texts are sent unchanged', async () => {
		const odd = ['\u202Eevil', '"}}]]', '<b>x</b>', '{{ $json }}', "'; DROP", '👩‍👩‍👧', '|!!!', '~x'];
		const menu = form(page('__proto__', '<b>*_', ...odd.map((label) => start(label))));
		const trigger = await begin(menu);
		const id = await show(menu);
		for (const label of odd) await press(id, label);
		expect(trigger.started.map(({ item }) => item.json.menu)).toEqual(
			odd.map((label) => ({ path: ['__proto__'], label, value: label })),
		);
		expect((await messageOf(id)).text).toBe('<b>*_');
	});

	describe('a press in a menu that the workflow has closed meanwhile', () => {
		/** A press sent by the server with the current message, which no longer has this button. */
		async function pressTooLate(id: number, label: string): Promise<void> {
			const { callback_data: data } = (await buttonsOf(id)).find(({ text }) => text === label);
			await pressData(id, data);
			await api('editMessageText', { chat_id: chats.demoGroup, message_id: id, text: 'Ordered.' });
			const snapshot = await emulator.control('get', 'snapshot');
			const presses = snapshot.bots.flatMap(({ updates }: Json) => updates).slice(-1);
			for (const { callback_query: query } of presses) {
				query.message = { ...query.message, text: 'Ordered.', reply_markup: undefined };
			}
			await emulator.control('put', 'snapshot', snapshot);
		}

		test.each(['Tea', 'Back'])(
			'starts nothing, and does not bring the menu back: %s',
			async (label) => {
				const id = await show(MENU, { page: 'Drinks' });
				await pressTooLate(id, label);
				const trigger = await begin();
				await settled();
				expect((await messageOf(id)).text).toBe('Ordered.');
				expect(trigger.started).toEqual([]);
				expect(await answers()).toEqual(['This menu has changed.']);
			},
		);
	});

	describe('data that only looks like a menu counts as an ordinary press:', () => {
		const onPresses = { updates: ['callback_query'] };

		/** A message with a button that carries this. */
		async function withData(data: string) {
			const reply_markup = { inline_keyboard: [[{ text: 'x', callback_data: data }]] };
			const message = { chat_id: chats.demoGroup, text: 'Well?', reply_markup };
			return (await api('sendMessage', message)).message_id as number;
		}

		const ownData = async () => (await buttonsOf(await show(MENU)))[0].callback_data as string;

		const flipped = (data: string, at: number) =>
			data.slice(0, at) + (data[at] === 'A' ? 'B' : 'A') + data.slice(at + 1);

		test.each<[string, (own: string) => string]>([
			['the sign alone', () => '|'],
			['the sign and a word', () => '|order'],
			['64 signs', () => `|${'~'.repeat(63)}`],
			['letters of more bytes', () => '|đặt'],
			['another beginning', (own) => flipped(own, 1)],
			['half of it', (own) => own.slice(0, 30)],
		])('%s', async (_what, make) => {
			const trigger = await begin(MENU, onPresses);
			const data = make(await ownData());
			await pressData(await withData(data), data);
			await settled();
			expect(trigger.started.map(({ item }) => item.json.callbackData)).toEqual([data]);
			expect(trigger.started[0].item.json).not.toHaveProperty('menu');
			expect(await emulator.calls('editMessageText')).toEqual([]);
		});
	});

	describe('a press in a menu that nobody can read is answered, and starts nothing:', () => {
		const flipped = (data: string, at: number) =>
			data.slice(0, at) + (data[at] === 'A' ? 'B' : 'A') + data.slice(at + 1);

		test.each<[string, (own: string) => string]>([
			['another button', (own) => flipped(own, Math.floor(own.length / 3))],
			['another proof', (own) => flipped(own, own.length - 1)],
		])('%s', async (_what, make) => {
			const trigger = await begin(MENU, { updates: ['*'] });
			const data = make((await buttonsOf(await show(MENU)))[0].callback_data as string);
			const reply_markup = { inline_keyboard: [[{ text: 'x', callback_data: data }]] };
			const message = { chat_id: chats.demoGroup, text: 'Well?', reply_markup };
			await pressData((await api('sendMessage', message)).message_id as number, data);
			await settled();
			expect(trigger.started).toEqual([]);
			expect(await answers()).toEqual(['This menu has changed.']);
		});

		test('sent before the token was replaced', async () => {
			const id = await show(MENU, { page: 'Drinks' });
			const replaced = credential().botToken.replace(/:.*/, ':replaced');
			const snapshot = await emulator.control('get', 'snapshot');
			snapshot.bots.find((bot: Json) => bot.token === credential().botToken).token = replaced;
			await emulator.control('put', 'snapshot', snapshot);
			const trigger = await publish(kind, { ...MENU, updates: ['*'] }, 'w1', replaced);
			await pressData(id, (await buttonsOf(id))[0].callback_data);
			const isAnswered = async () => (await answers()).length > 0;
			await until('it is answered', isAnswered, PATIENCE_MS);
			expect(trigger.started).toEqual([]);
			expect(await answers()).toEqual(['This menu has changed.']);
		});

		test('of a workflow that is not published', async () => {
			const trigger = await publish(kind, { ...MENU, updates: ['*'] }, 'w2');
			const id = await show(MENU, { page: 'Drinks' });
			await press(id, 'Tea');
			expect(trigger.started).toEqual([]);
			expect(await answers()).toEqual(['This menu has changed.']);
		});
	});

	test('a press in a menu that the trigger no longer has is answered, and starts nothing', async () => {
		const trigger = await publish(kind, { updates: ['*'] });
		const id = await show(MENU, { page: 'Drinks' });
		await press(id, 'Tea');
		expect(trigger.started).toEqual([]);
		expect(await answers()).toEqual([undefined]);
	});

	test('200 presses by one member do not hold up anybody', async () => {
		const id = await show(MENU);
		const mine = await show(MENU);
		const [drinks, help] = (await buttonsOf(id)).map((button) => button.callback_data);
		const presses = Array.from({ length: 200 }, (_none, index) => (index % 2 ? drinks : help));
		const trigger = await begin();
		await Promise.all(presses.map(async (data) => await pressData(id, data).catch(() => {})));
		await say('what comes after them');
		await press(mine, 'Drinks', users.olga);
		expect(trigger.started.map(({ item }) => item.json.text)).toEqual(['what comes after them']);
		expect((await messageOf(mine)).text).toBe('To drink?');
		const queries = (await emulator.calls('answerCallbackQuery')).map(
			({ params }) => params.callback_query_id,
		);
		expect(new Set(queries).size).toBe(queries.length);
	});

	const json = (pages: unknown) => ({ menu: 'json', menuJson: JSON.stringify(pages) });
	const one = (button: unknown) => json([{ name: 'A', text: 'a', rows: [[button]] }]);

	test.each<[object, string]>([
		[form(), 'Menu Pages has no page'],
		[form(page(' ', 'x')), 'Menu Pages 1: Name is empty'],
		[form(page('A', 'x'), page('B', ' ')), 'Menu Pages 2: Text is empty'],
		[form(page('A', 'x'), page('A ', 'y')), 'Menu Pages 2: Name "A" is used twice'],
		[
			form(page('Huế', 'x'), page('Huế'.normalize('NFD'), 'y')),
			`Menu Pages 2: Name "${'Huế'.normalize('NFD')}" is used twice`,
		],
		[form(page('A', 'x'.repeat(4097))), 'Menu Pages 1: Text has 4,097 characters'],
		[form(page('A', 'x', start(''))), 'Menu Pages 1: Button 1: Label is empty'],
		[form(page('A', 'x', start('a'), goTo(''))), 'Menu Pages 1: Button 2: Label is empty'],
		[form(page('A', 'x', goTo('', 'b'))), 'Menu Pages 1: Button 1: Page is empty'],
		[form(page('A', 'x', goTo('B'))), 'Menu Pages 1: Button 1: Page "B" does not exist'],
		[
			form(page('A', 'x', { label: 'a', onPress: 'link' })),
			'Menu Pages 1: Button 1: Link is empty',
		],
		[form(page('A', 'x', { label: 'a', onPress: 'jump' })), 'Menu Pages 1: Button 1: On Press'],
		[
			form(page('A', 'x', ...Array(101).fill(start('a')))),
			'Menu Pages 1 has 101 buttons, but the limit is 100',
		],
		[{ menu: 'json', menuJson: '[{' }, 'Menu Pages (JSON) is not valid JSON'],
		[json({ pages: [] }), 'Menu Pages (JSON) must be a list'],
		[json(['A']), 'Menu Pages (JSON) 1 must be an object'],
		[json([{ name: 'A' }]), 'Menu Pages (JSON) 1: Text is empty'],
		[json([{ name: 'A', text: 'a', rows: {} }]), 'Menu Pages (JSON) 1: rows must be a list'],
		[json([{ name: 'A', text: 'a', rows: [{}] }]), 'Menu Pages (JSON) 1: a row must be a list'],
		[one(null), 'Menu Pages (JSON) 1: Button 1 must be an object'],
		[one({ label: { a: 1 } }), 'Menu Pages (JSON) 1: Button 1: Label must be text'],
		[one({ label: 'x', page: 'A', back: true }), 'Menu Pages (JSON) 1: Button 1 has page and back'],
		[one({ label: 'x', page: 7 }), 'Menu Pages (JSON) 1: Button 1: Page "7" does not exist'],
	])('%j names what is wrong', async (menu, words) => {
		await expect(begin(menu)).rejects.toThrow(words);
		await expect(show(menu as IDataObject)).rejects.toThrow(words);
	});

	test('has at most as many pages as its buttons can name', async () => {
		const menu = form(...Array<object>(65_537).fill(page('A', 'x')));
		await expect(begin(menu)).rejects.toThrow(
			'Menu Pages has 65,537 pages, but the limit is 65,536',
		);
	});

	test('pages as JSON work like those of the form', async () => {
		const same = [
			{
				name: 'Start',
				text: 'Welcome!',
				rows: [
					[
						{ label: 'Drinks', page: 'Drinks' },
						{ label: 'Help', page: 'Help' },
					],
				],
			},
			{
				name: 'Drinks',
				text: 'To drink?',
				rows: [
					[{ label: 'Tea', value: 'order tea' }, { label: 'Nothing' }],
					[{ label: 'Back', back: true }],
				],
			},
			{ name: 'Help', text: 'Ask Olga.', rows: [[{ label: 'Site', link: 'https://a.example' }]] },
		];
		const id = await show(json(same));
		const trigger = await begin();
		for (const label of ['Drinks', 'Back', 'Drinks', 'Tea']) await press(id, label);
		expect(trigger.started.map(({ item }) => item.json.callbackData)).toEqual(['order tea']);
		expect(await answers()).toEqual([undefined, undefined, undefined, undefined]);
	});
});

describe('Show Menu', () => {
	test.each<[string, IDataObject, IDataObject | undefined, string]>([
		['without a trigger before it', {}, undefined, 'There is no Bot Messaging trigger'],
		['behind a trigger without a menu', {}, {}, 'The trigger before this node has no menu'],
		['with a page that is not there', { page: 'Food' }, MENU, 'Page "Food" does not exist'],
		[
			'for nobody',
			{ whoMayPress: 'user', userId: byId('={{ $json.none }}') },
			MENU,
			'User is empty',
		],
	])('%s sends nothing', async (_what, parameters, trigger, words) => {
		const before = (await emulator.state()).messages.length;
		await expect(show(trigger as IDataObject, parameters)).rejects.toThrow(words);
		expect((await emulator.state()).messages).toHaveLength(before);
	});

	test('is an operation that people can find', () => {
		expect(operations.map(({ name }) => name)).toContain('Show Menu');
	});
});
