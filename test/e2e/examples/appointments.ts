import type { IDataObject } from 'n8n-workflow';

import { ensureCredential } from '../../../sandbox/lib/demo';
import type { Workflow } from '../../../sandbox/lib/rest';
import { runToEnd } from '../../../sandbox/lib/runs';
import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { execute } from '../support/execute';
import type { Seen } from '../support/people';
import { NAMES, newcomersOf, users } from './newcomers';
import type { Scene } from './scene';

const { botId, chats } = DEFAULTS;
const { moderators: owners, demoGroup } = chats;
type Person = 'mia' | 'noah' | 'zoe';

/** Far from the time zone of this machine, and without daylight saving. */
const ZONE = 'Asia/Kathmandu';
const OVER = 'This appointment is over, or it is no longer yours. Write /book to choose a time.';

export function appointments(scene: Scene): void {
	const { emulator, n8n, people } = scene;
	const { publish, rename } = newcomersOf(scene);
	let book: string;
	let plan: string;

	/** One time a day, every day, for three days. */
	const small = (workflow: Workflow): Workflow => {
		const values: Record<string, unknown> = {
			weekdays: '1，2,3、4,5,6,7',
			times: '12：00，25:99, soon',
			daysAhead: 3,
			hoursBefore: 0,
		};
		const settings = workflow.nodes.find(({ name }) => name === 'Settings')!;
		const { assignments } = settings.parameters as {
			assignments: { assignments: Array<{ name: string; value: unknown }> };
		};
		for (const field of assignments.assignments) field.value = values[field.name] ?? field.value;
		return { ...workflow, settings: { ...workflow.settings, timezone: ZONE } };
	};
	/** Works on the rows of the data table like a user's own workflow. */
	const rows = async (parameters: IDataObject): Promise<IDataObject[]> => {
		const step = {
			name: 'Rows',
			type: 'n8n-nodes-base.dataTable',
			typeVersion: 1.1,
			parameters: {
				resource: 'row',
				dataTableId: { __rl: true, mode: 'name', value: 'Bot Appointments' },
				...parameters,
			} as never,
		};
		const credential = await ensureCredential(n8n.rest, emulator.url);
		const { items } = await execute(n8n.rest, credential, [step]);
		return items;
	};
	const allRows = async () => await rows({ operation: 'get', returnAll: true });
	/** Sets columns of all booked rows. */
	const change = async (value: IDataObject, type: 'number' | 'string') => {
		const schema = Object.keys(value).map((id) => ({ id, displayName: id, display: true, type }));
		await rows({
			operation: 'update',
			matchType: 'allConditions',
			filters: { conditions: [{ keyName: 'state', condition: 'eq', keyValue: 'booked' }] },
			columns: { mappingMode: 'defineBelow', value, schema },
			options: {},
		});
	};

	beforeAll(async () => {
		plan = await publish('appointments-plan', small);
		book = await publish('appointments-book', small);
		// Only the publication itself tells n8n that the times are there.
		const isStored = async () => (await allRows()).some(({ id }) => id !== undefined);
		await until('the times are stored', isStored, LONG_PATIENCE_MS);
	}, LONG_PATIENCE_MS);
	afterAll(async () => {
		for (const id of [book, plan]) await n8n.rest.unpublish(id);
	});
	beforeEach(async () => {
		await emulator.control('post', 'seed', {
			chats: [users.noah, users.zoe].map((id) => ({ id, type: 'private' })),
			members: [users.noah, users.zoe].flatMap((chat_id) =>
				[chat_id, botId].map((user_id) => ({ chat_id, user_id, status: 'member' })),
			),
		});
	});

	const fromBot = async (chat: number): Promise<Seen[]> =>
		(await emulator.state()).messages.filter(
			({ chat_id, from_id }) => chat_id === chat && from_id === botId,
		) as Seen[];
	const lastOf = async (chat: number) => (await fromBot(chat)).at(-1)?.message_id ?? 0;
	const says = async (chat: number, text: string | RegExp, after = 0) =>
		await people.sees(chat, after, (message) =>
			typeof text === 'string' ? message.text === text : text.test(message.text ?? ''),
		);
	const buttons = ({ reply_markup: markup }: Seen) => markup?.inline_keyboard.flat() ?? [];
	/** Presses the button that begins with these words. */
	const press = async (name: Person, message: Seen, words: string) => {
		const button = buttons(message).find(({ text }) => text.startsWith(words));
		return await people.press(name, message, button?.text ?? words);
	};
	const days = async (name: Person) => {
		const after = await people.write(name, '/book', users[name]);
		return await says(users[name], 'Choose a day.', after);
	};
	/** The form, once it shows this. It is one message that changes. */
	const form = async (name: Person, { message_id }: Seen, words: RegExp) =>
		await people.sees(
			users[name],
			message_id,
			({ text, reply_markup: markup }) => words.test(text ?? '') && markup !== undefined,
		);
	/** Makes all presses but the last. */
	const fill = async (name: Person, menu: Seen, about?: string) => {
		await press(name, menu, buttons(menu)[0].text);
		const time = await form(name, menu, /At what time\?/);
		await press(name, time, '12:00');
		const topic = await form(name, menu, /What is it about\?/);
		if (about === undefined) await press(name, topic, 'Skip');
		else await people.write(name, about, users[name], topic.message_id);
		return await people.sees(users[name], menu.message_id, (message) =>
			buttons(message).some(({ text }) => text === 'Book it'),
		);
	};
	/** A menu with its second button alone. */
	const second = ({ reply_markup: markup }: Seen) => ({
		inline_keyboard: [markup!.inline_keyboard[1]],
	});
	const booked = async (name: Person, after: number) =>
		await says(users[name], /^You have an appointment on .* at 12:00\.$/, after);

	test('the times are in the chosen time zone, and each is offered once', async () => {
		const before = await allRows();
		expect((await runToEnd(n8n.rest, plan, 'Every Night')).status).toBe('success');
		const after = await allRows();
		expect(after).toHaveLength(before.length);
		expect([3, 4]).toContain(after.length);
		for (const { day, time, startsAt, state } of after) {
			expect([time, state]).toEqual(['12:00', 'free']);
			expect(startsAt).toBe(Date.parse(`${day as string}T12:00:00+05:45`) / 1000);
		}
	});

	test('two people take the last time of a day at once: one gets it, the other chooses again', async () => {
		await rename('noah', NAMES.turned);
		const menus = { mia: await days('mia'), noah: await days('noah') };
		const open = buttons(menus.mia).length;
		const summaries = {
			mia: await fill('mia', menus.mia, '<b>Thuế</b> 税 \u202Eضريبة'),
			noah: await fill('noah', menus.noah),
		};
		const last = { mia: await lastOf(users.mia), noah: await lastOf(users.noah) };
		const both = ['mia', 'noah'] as const;
		await Promise.all(both.map(async (name) => await press(name, summaries[name], 'Book it')));
		const isLate = /^Someone else has just taken this time\./;
		const outcomes = await Promise.all(
			both.map(
				async (name) =>
					await people.sees(
						users[name],
						last[name],
						({ text = '' }) => isLate.test(text) || text.startsWith('You have an appointment'),
					),
			),
		);
		expect(outcomes.filter(({ text }) => isLate.test(text!))).toHaveLength(1);
		const taken = (await allRows()).filter(({ state }) => state === 'booked');
		expect(taken).toHaveLength(1);
		const has = String(taken[0].userId) === String(users.mia) ? 'mia' : 'noah';
		const late = has === 'mia' ? 'noah' : 'mia';
		const told = await says(owners, /^Booked: /);
		expect(told.text).toMatch(
			has === 'mia' ? /, 12:00, Mia: <b>Thuế<\/b> 税 ضريبة$/ : /, 12:00, eoz$/,
		);
		const again = await says(users[late], 'Choose a day.', last[late]);
		expect(buttons(again)).toHaveLength(open - 1);

		// A second appointment is refused, even through a form opened earlier.
		await people.write(has, '/book', users[has]);
		const mine = await says(users[has], /To choose another time, cancel it first\.$/, last[has]);
		await press(has, menus[has], buttons(menus[has])[1].text);
		const time = await form(has, mine, /At what time\?/);
		await press(has, time, '12:00');
		await press(has, await form(has, mine, /What is it about\?/), 'Skip');
		const summary = await people.sees(users[has], mine.message_id, (message) =>
			buttons(message).some(({ text }) => text === 'Book it'),
		);
		await press(has, summary, 'Book it');
		await says(users[has], /To choose another time, cancel it first\.$/, summary.message_id);
		expect((await allRows()).filter(({ state }) => state === 'booked')).toHaveLength(1);

		// Cancelling frees it, and only the person who booked can cancel.
		const stolen = { ...mine, chat_id: users[late], message_id: 900 };
		await emulator.control('post', 'seed', { messages: [stolen] });
		await press(late, stolen, 'Cancel it');
		await says(users[late], OVER);
		await press(has, mine, 'Cancel it');
		const gone = await says(users[has], /^Cancelled: .* at 12:00\. Write \/book /);
		expect(buttons(gone)).toEqual([]);
		await says(owners, /^Cancelled: .*, 12:00, /);
		expect(buttons(await days(late))).toHaveLength(open);
		expect((await allRows()).map(({ userId }) => userId || '')).toEqual(
			Array.from({ length: open }, () => ''),
		);
	});

	test('a person who sends two forms at once has one appointment, and the other time stays free', async () => {
		const all = (await allRows()).length;
		const about = 'x\u2028Mon, 1 Dec, 12:00, Noah (will come)';
		const one = await fill('zoe', await days('zoe'), about);
		const menu = await days('zoe');
		const summaries = [one, await fill('zoe', { ...menu, reply_markup: second(menu) })];
		const last = await lastOf(users.zoe);
		await Promise.all(summaries.map(async (summary) => await press('zoe', summary, 'Book it')));
		const mine = await booked('zoe', last);
		await says(users.zoe, /To choose another time, cancel it first\.$/, last);
		const isOne = async () =>
			(await allRows()).filter(({ state }) => state === 'free').length === all - 1;
		await until('the other time is free', isOne, LONG_PATIENCE_MS);
		const [row] = (await allRows()).filter(({ state }) => state === 'booked');
		expect(row.about ?? '').not.toMatch(/\u2028/);
		await press('zoe', mine, 'Cancel it');
		await says(users.zoe, /^Cancelled: /, last);
	});

	test('a time that is listed twice in the table has room for two people', async () => {
		const [{ day, time, startsAt }] = await allRows();
		const value = { day, time, startsAt, state: 'free' };
		const schema = Object.keys(value).map((id) => ({ id, displayName: id, display: true }));
		const columns = { mappingMode: 'defineBelow', value, schema };
		const [{ id: keyValue }] = await rows({ operation: 'insert', columns, options: {} });
		const menus = [await days('zoe'), await days('noah')];
		expect(buttons(menus[0])[0].text).toMatch(/ \(2 free\)$/);
		await press('zoe', await fill('zoe', menus[0]), 'Book it');
		const zoes = await booked('zoe', menus[0].message_id);
		const taken = async () => (await allRows()).filter(({ state }) => state === 'booked');
		expect(await taken()).toHaveLength(1);
		await press('noah', await fill('noah', menus[1]), 'Book it');
		const noahs = await booked('noah', menus[1].message_id);
		expect((await taken()).map((row) => [row.startsAt, row.userId])).toEqual(
			expect.arrayContaining([users.zoe, users.noah].map((id) => [startsAt, String(id)])),
		);
		await press('zoe', zoes, 'Cancel it');
		await says(users.zoe, /^Cancelled: /, menus[0].message_id);
		await press('noah', noahs, 'Cancel it');
		await says(users.noah, /^Cancelled: /, menus[1].message_id);
		const conditions = [{ keyName: 'id', condition: 'eq', keyValue }];
		await rows({ operation: 'deleteRows', matchType: 'allConditions', filters: { conditions } });
	});

	test('the reminder is sent once, its buttons affect only this booking, and the owner sees the result', async () => {
		const menu = await days('zoe');
		await press('zoe', await fill('zoe', menu, 'Teeth'), 'Book it');
		const first = await booked('zoe', menu.message_id);
		await press('zoe', first, 'Cancel it');
		await says(users.zoe, /^Cancelled: /);
		const other = await days('zoe');
		await press('zoe', await fill('zoe', other, 'Ears'), 'Book it');
		await booked('zoe', other.message_id);
		// The first message as it was, on a phone that was offline.
		await emulator.control('post', 'seed', { messages: [{ ...first, message_id: 901 }] });
		await press('zoe', { ...first, message_id: 901 }, 'Cancel it');
		await says(users.zoe, OVER);
		const noahs = await days('noah');
		await press('noah', await fill('noah', noahs), 'Book it');
		await booked('noah', noahs.message_id);

		await change({ remindAt: 1 }, 'number');
		const blocked = { chat_id: users.noah, user_id: botId, status: 'kicked' };
		await emulator.control('post', 'seed', { members: [blocked] });
		const remind = async () => await runToEnd(n8n.rest, plan, 'Every Five Minutes');
		expect([(await remind()).status, (await remind()).status]).toEqual(['success', 'success']);
		const asked = (await fromBot(users.zoe)).filter(({ text }) =>
			text?.startsWith('Are you coming on'),
		);
		expect(asked).toHaveLength(1);
		expect(buttons(asked[0]).map(({ text }) => text)).toEqual(['I will come', 'Cancel']);
		await press('zoe', asked[0], 'I will come');
		const coming = await says(users.zoe, /^See you on .* at 12:00\.$/);
		expect(coming.message_id).toBe(asked[0].message_id);

		await people.write('mia', '/appointments', demoGroup);
		const question = await people.write('olga', '/appointments', owners);
		const { text } = await says(owners, /12:00/, question);
		expect(text!.split('\n')).toEqual([
			expect.stringMatching(/, 12:00, Zoe: Ears \(will come\)$/),
			expect.stringMatching(/, 12:00, Noah \(not reached: blocked\)$/),
		]);
		const overviews = (await fromBot(owners)).filter((message) => message.text === text);
		expect(overviews).toHaveLength(1);

		// An appointment in the past is over.
		await change({ startsAt: 1 }, 'number');
		await press('zoe', coming, 'Cancel it');
		await says(users.zoe, OVER, coming.message_id);
	});
}
