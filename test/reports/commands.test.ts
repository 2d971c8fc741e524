import type { IDataObject } from 'n8n-workflow';

import { useBot } from '../support/bot';
import { brought, messageOf } from '../support/brought';
import { TRIGGERS, useEitherTrigger } from '../support/eitherTrigger';
import { usePolling } from '../support/pollingTests';

const commands = (...rows: object[]): IDataObject => ({
	outputs: 'commands',
	outputCommands: { command: rows.map((row) => ({ where: 'everywhere', ...row })) },
});

const inMenu = (...rows: object[]) => ({ ...commands(...rows), showInMenu: true });

describe('G1 opencrabs #1613: too many commands for the server', () => {
	const { emulator, api, start, say, soon } = usePolling();
	const rows = Array.from({ length: 64 }, (_none, index) => ({
		...{ command: `/order_${index}`, description: 'x'.repeat(80) },
	}));
	const tooMuch = async () =>
		await emulator.fault({
			...{ kind: 'error', status: 400, method: 'setMyCommands', times: 9 },
			description: 'Bad Request: BOT_COMMANDS_TOO_MUCH',
		});

	test('cause a failed execution that says what to shorten, and the trigger still works', async () => {
		await tooMuch();
		const trigger = await start(inMenu(...rows));
		await soon('it is said', () => trigger.failed.length > 0);
		expect(trigger.failed).toHaveLength(1);
		expect(trigger.failed[0]).toMatchObject({
			message: 'The menu of the bot does not show all commands: Bad Request: BOT_COMMANDS_TOO_MUCH',
			description: expect.stringContaining('Shorten the descriptions, or remove commands'),
		});
		await say('/order_63');
		await soon('the workflow starts', () => trigger.started.length > 0);
		expect(trigger.started[0].output).toBe(63);
		expect(await api('getMyCommands')).toEqual([]);
	});
});

describe('G1 opencrabs #1613: too many commands with a webhook', () => {
	const { emulator, publish, say, settled } = useEitherTrigger();
	const refuse = async (method: string, description: string) =>
		await emulator.fault({ kind: 'error', status: 400, method, description });
	const menu = inMenu({ command: '/order', description: 'Order' });

	test('cause a log line that says what to shorten, and the trigger still works', async () => {
		await refuse('setMyCommands', 'Bad Request: BOT_COMMANDS_TOO_MUCH');
		const trigger = await publish('webhook', menu);
		expect(trigger.logged).toEqual([
			expect.stringMatching(
				/The menu of the bot does not show all commands: Bad Request: BOT_COMMANDS_TOO_MUCH\. .*Shorten the descriptions, or remove commands/,
			),
		]);
		await say('/order');
		await settled();
		expect(trigger.started).toMatchObject([{ output: 0 }]);
	});

	test('but a refused webhook is still an error', async () => {
		await refuse('setWebhook', 'Bad Request: bad webhook');
		await expect(publish('webhook', menu)).rejects.toThrow('bad webhook');
	});
});

describe('G2 node-telegram-bot-api #1008: a command whose name a menu cannot have', () => {
	const { run } = useBot();

	test.each([
		['my-info', 'My info', /Command cannot be "my-info"/],
		['/Перевод', 'Translate', /Command cannot be "\/Перевод"/],
		['x'.repeat(33), 'Too long', /Command cannot be "x+"/],
		['', 'Nothing', /Command/],
		['info', '', /Description is empty/],
	])('%s (%s) is refused with its row in the form', async (command, description, words) => {
		await expect(
			brought([{ message: messageOf({ text: '/info' }) }], inMenu({ command, description })),
		).rejects.toThrow(words);
		// n8n itself refuses an empty field of the form.
		const given = [command, description].map((words) => `={{ ${JSON.stringify(words)} }}`);
		const row = { command: given[0], description: given[1] };
		const { error } = await run('setMyCommands', { commands: { command: [row] } });
		expect(error?.message).toMatch(/^Command 1/);
	});

	test.each([
		['MyInfo', '/MYINFO', '/MyInfo'],
		['/myinfo', '/MyInfo', '/myinfo'],
		['myinfo ', '/myinfo', '/myinfo'],
	])('%s is found in %s, in people’s spelling', async (command, text, name) => {
		const [{ output, json }] = await brought(
			[{ message: messageOf({ text }) }],
			commands({ command }),
		);
		expect([output, json.command]).toEqual([0, name]);
	});

	const { api, emulator, publish, say, settled } = useEitherTrigger();

	test.each(TRIGGERS)(
		'MyInfo is in the menu in lower case, and found with the name of the bot (%s)',
		async (kind) => {
			const { id } = await api('getMe');
			await emulator.control('post', 'seed', {
				users: [{ id, is_bot: true, first_name: 'Bot', username: 'Our_Bot' }],
			});
			const trigger = await publish(kind, inMenu({ command: 'MyInfo', description: 'About me' }));
			await say('/MYINFO@our_bot me');
			await settled();
			expect(trigger.started).toMatchObject([
				{ output: 0, item: { json: { commandArguments: 'me' } } },
			]);
			const [{ command }] = await api('getMyCommands');
			expect(command).toBe('myinfo');
		},
	);
});

describe('N55 telegraf #504: the text after a command is split off', () => {
	const read = async (text: string) => {
		const [{ json }] = await brought([{ message: messageOf({ text }) }]);
		return [json.command, json.commandArguments];
	};

	test.each<[string, string | undefined, string | undefined]>([
		['/start', '/start', undefined],
		['/start abc', '/start', 'abc'],
		['/start ref-12_3', '/start', 'ref-12_3'],
		['/START abc', '/start', 'abc'],
		['  /start abc', '/start', 'abc'],
		['/start\nabc', '/start', 'abc'],
		['/start   abc  def', '/start', 'abc  def'],
		['/start/abc', undefined, undefined],
		['/startabc', '/startabc', undefined],
		['say /start abc', undefined, undefined],
		['//start', undefined, undefined],
		['/', undefined, undefined],
		['/start@other_bot abc', undefined, undefined],
		['/start 中文', '/start', '中文'],
		['/start a=b&c=d', '/start', 'a=b&c=d'],
	])('%j', async (text, command, after) => {
		expect(await read(text)).toEqual([command, after]);
	});
});
