import { TRIGGERS, useEitherTrigger, type TriggerKind } from '../../support/eitherTrigger';

const { emulator, api, publish, killed, soon } = useEitherTrigger();

interface Row {
	command: string;
	description?: string;
	where?: string;
}

/** A trigger with these commands. A bot has one webhook, which the next workflow takes over. */
const showing = (...rows: Row[]) => ({
	outputs: 'commands',
	outputCommands: {
		command: rows.map((row) => ({ description: row.command, where: 'everywhere', ...row })),
	},
	showInMenu: true,
	options: { takeOver: true },
});

/** The parameters for each kind: only the webhook trigger has an option to take over. */
const menuOf = (kind: TriggerKind, ...rows: Row[]) => {
	const { options, ...rest } = showing(...rows);
	return kind === 'webhook' ? { ...rest, options } : rest;
};

const SCOPES = {
	everybody: 'default',
	private: 'all_private_chats',
	groups: 'all_group_chats',
	administrators: 'all_chat_administrators',
};

type List = keyof typeof SCOPES;

const listOf = async (list: List): Promise<string[]> =>
	(await api('getMyCommands', { scope: { type: SCOPES[list] } })).map(
		({ command }: { command: string }) => command,
	);
const shown = async () => ({
	everybody: await listOf('everybody'),
	private: await listOf('private'),
	groups: await listOf('groups'),
	administrators: await listOf('administrators'),
});
const NOTHING = { private: [], groups: [], administrators: [] };

const describing = async (command: string): Promise<string | undefined> =>
	(await api('getMyCommands')).find((one: Row) => one.command === command)?.description;

const old = { command: 'old', description: 'Old' };
const help = { command: 'help', description: 'Help of old' };

/** The polling trigger sets the lists in the background. */
const has = async (list: List, ...commands: string[]) =>
	await soon(`${commands.join(', ')} in the menu`, async () => {
		const there = await listOf(list);
		return commands.every((command) => there.includes(command));
	});

const FOUR: Row[] = [
	{ command: '/help', description: 'Help' },
	{ command: 'rules', where: 'groups' },
	{ command: '/ban', where: 'administrators' },
	{ command: '/start', where: 'private' },
];

describe.each(TRIGGERS)('%s: the bot’s menu', (kind) => {
	const publishWith = async (id: string, ...rows: Row[]) =>
		await publish(kind, menuOf(kind, ...rows), id);

	test('shows the commands beside the earlier ones, and removes them at the end', async () => {
		await api('setMyCommands', { commands: [old, help] });
		const trigger = await publishWith('w1', ...FOUR);
		await has('administrators', 'ban');
		expect(await shown()).toEqual({
			everybody: ['old', 'help'],
			private: ['old', 'help', 'start'],
			groups: ['old', 'help', 'rules'],
			administrators: ['old', 'help', 'rules', 'ban'],
		});
		expect(await describing('help')).toBe('Help');
		await trigger.stop();
		expect(await shown()).toEqual({ everybody: ['old', 'help'], ...NOTHING });
		expect(await api('getMyCommands')).toEqual([old, help]);
	});

	test('keeps what another program has changed since', async () => {
		const trigger = await publishWith('w1', ...FOUR);
		await has('administrators', 'ban');
		await api('setMyCommands', { commands: [old] });
		await trigger.stop();
		expect(await api('getMyCommands')).toEqual([old]);
	});

	test('does not restore what another program has removed from the earlier menu, when another workflow comes and goes', async () => {
		await api('setMyCommands', { commands: [help] });
		const one = await publishWith('w1', { command: 'one' }, { command: 'mine', where: 'private' });
		await has('private', 'mine');
		await api('setMyCommands', { commands: [old] });
		const two = await publishWith('w2', { command: 'two' });
		await has('private', 'two');
		expect(await listOf('everybody')).toEqual(['old', 'one', 'two']);
		await two.stop();
		expect(await listOf('everybody')).toEqual(['old', 'one']);
		await one.stop();
		expect(await shown()).toEqual({ everybody: ['old'], ...NOTHING });
	});

	test('keeps all commands of three workflows that start at once, each until its workflow ends', async () => {
		await api('setMyCommands', { commands: [old, help] });
		await emulator.fault({ kind: 'delay', delayMs: 50, method: 'setMyCommands', times: 4 });
		const names = ['one', 'two', 'three'];
		const all = await Promise.all(
			names.map(
				async (command) =>
					await publishWith(
						command,
						{ command, where: 'groups' },
						{ command: 'help', description: 'Help' },
						{ command: `own_${command}` },
					),
			),
		);
		await has('groups', ...names);
		const rest = [...names];
		for (const trigger of all) {
			const own = rest.map((name) => `own_${name}`);
			expect((await listOf('everybody')).sort()).toEqual(['help', 'old', ...own].sort());
			expect((await listOf('groups')).sort()).toEqual(['help', 'old', ...own, ...rest].sort());
			// Two others show the same help.
			expect(await describing('help')).toBe('Help');
			await trigger.stop();
			rest.shift();
		}
		expect(await shown()).toEqual({ everybody: ['old', 'help'], ...NOTHING });
		expect(await api('getMyCommands')).toEqual([old, help]);
	});

	describe('a command in two workflows leaves nothing behind', () => {
		const first = { command: 'help', description: 'Help of the first' };
		const second = { command: 'help', description: 'Help of the second' };

		const both = async () => {
			await api('setMyCommands', { commands: [old, help] });
			const one = await publishWith('w1', first);
			await soon(
				'the first is shown',
				async () => (await describing('help')) === first.description,
			);
			const two = await publishWith('w2', second);
			await soon('so is the second', async () => (await describing('help')) === second.description);
			return [one, two];
		};

		test('when the first ends first', async () => {
			const [one, two] = await both();
			await one.stop();
			expect(await describing('help')).toBe(second.description);
			await two.stop();
			expect(await api('getMyCommands')).toEqual([old, help]);
		});

		test('when the second ends first', async () => {
			const [one, two] = await both();
			await two.stop();
			expect(await describing('help')).toBe(first.description);
			await one.stop();
			expect(await api('getMyCommands')).toEqual([old, help]);
		});

		test('if the first is on the wider list and the second on the narrower one', async () => {
			await api('setMyCommands', { commands: [old] });
			const one = await publishWith('w1', first);
			await has('everybody', 'help');
			const two = await publishWith('w2', { command: 'ban', where: 'administrators' });
			await has('administrators', 'help', 'ban');
			await one.stop();
			expect(await shown()).toEqual({
				everybody: ['old'],
				...NOTHING,
				administrators: ['old', 'ban'],
			});
			await two.stop();
			expect(await shown()).toEqual({ everybody: ['old'], ...NOTHING });
		});
	});

	test('is restored after a start that failed in the middle', async () => {
		await api('setMyCommands', { commands: [old, help] });
		const isRefused = ({ status }: { status?: number }) => status === 400;
		const refusal = { kind: 'error', status: 400, description: 'BOT_COMMAND_INVALID' };
		await emulator.fault({ ...refusal, method: 'setMyCommands', skip: 2, times: 1 });
		// The workflow runs with a part of the menu.
		const trigger = await publishWith('w1', ...FOUR);
		await soon('it has failed', async () => (await emulator.calls()).some(isRefused));
		await trigger.stop();
		expect(await shown()).toEqual({ everybody: ['old', 'help'], ...NOTHING });
		expect(await api('getMyCommands')).toEqual([old, help]);
	});

	describe('after n8n is killed', () => {
		const isWhole = async () => (await listOf('administrators')).includes('ban');

		test('a restart keeps the earlier menu for the end', async () => {
			await api('setMyCommands', { commands: [old, help] });
			const start = await killed(kind, menuOf(kind, ...FOUR), 'w1', isWhole);
			expect(await describing('help')).toBe('Help');
			const trigger = await start();
			// n8n does not register a webhook again that exists.
			expect(await emulator.calls('setWebhook')).toHaveLength(kind === 'webhook' ? 1 : 0);
			await trigger.stop();
			expect(await shown()).toEqual({ everybody: ['old', 'help'], ...NOTHING });
			expect(await api('getMyCommands')).toEqual([old, help]);
		});

		test('a later publication shows the commands again', async () => {
			await api('setMyCommands', { commands: [old, help] });
			const start = await killed(kind, menuOf(kind, ...FOUR), 'w1', isWhole);
			const before = await start();
			await before.stop();
			// n8n's saved data may be older than that.
			const trigger = await start();
			await has('administrators', 'help', 'rules', 'ban');
			expect(await describing('help')).toBe('Help');
			await trigger.stop();
			expect(await shown()).toEqual({ everybody: ['old', 'help'], ...NOTHING });
			expect(await api('getMyCommands')).toEqual([old, help]);
		});

		test('changes by others stay, and the commands of another workflow disappear', async () => {
			await api('setMyCommands', { commands: [old, help] });
			const start = await killed(kind, menuOf(kind, ...FOUR), 'w1', isWhole);
			const other = await publishWith('w2', { command: 'other' }, { command: 'ban' });
			await has('everybody', 'other');
			const news = { command: 'news', description: 'News' };
			await api('setMyCommands', { commands: [...(await api('getMyCommands')), news] });
			const trigger = await start();
			await other.stop();
			expect(await listOf('everybody')).toEqual(['old', 'news', 'help']);
			await trigger.stop();
			expect(await shown()).toEqual({ everybody: ['old', 'help', 'news'], ...NOTHING });
			expect(await describing('help')).toBe(help.description);
		});
	});
});
