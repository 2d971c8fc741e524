import { TRIGGERS, useEitherTrigger } from '../../support/eitherTrigger';

const { emulator, publish, say, settled } = useEitherTrigger();
const { chats, users } = emulator.defaults;

const asOlga = { user_id: users.olga };
const PATTERN = '{user} {duration?} {reason…?}';

const listening = (row: object = {}, more: object = {}) => ({
	outputs: 'commands',
	outputCommands: {
		command: [{ command: '/mute', arguments: PATTERN, where: 'administrators', ...row }],
	},
	...more,
});

/** What the bot has written, oldest first. */
const written = async () =>
	(await emulator.calls('sendMessage')).map(({ params }) => [params.chat_id, params.text]);

describe.each(TRIGGERS)('a command with arguments (%s)', (kind) => {
	test('brings them read, and the person of the message that it answers', async () => {
		const trigger = await publish(kind, listening());
		const spam = await say('spam');
		await say('/mute 2h spam', { ...asOlga, reply_to_message_id: spam });
		await say('/mute @noah', asOlga);
		await settled();
		expect(trigger.started.map(({ output, item }) => [output, item.json.given])).toEqual([
			[1, undefined],
			[
				0,
				{
					user: expect.objectContaining({ id: users.mia, firstName: 'Mia' }),
					duration: '2h',
					seconds: 7200,
					reason: 'spam',
				},
			],
		]);
		expect(await written()).toEqual([[chats.demoGroup, 'Usage: /mute <user> [duration] [reason]']]);
	});

	test('reads a time in words, and leaves a reason that begins with a number', async () => {
		const trigger = await publish(kind, listening());
		const texts = ['半小时，刷屏', 'hai tiếng nói bậy'.normalize('NFD'), '永久', '一直刷屏'];
		const spam = { ...asOlga, reply_to_message_id: await say('spam') };
		for (const text of texts) await say(`/mute ${text}`, spam);
		await settled();
		expect(
			trigger.started.slice(1).map(({ item }) => {
				const { seconds, reason } = item.json.given as Record<string, unknown>;
				return [seconds, reason];
			}),
		).toEqual([
			[1800, '刷屏'],
			[7200, 'nói bậy'.normalize('NFD')],
			[null, undefined],
			[undefined, '一直刷屏'],
		]);
	});

	test('that do not fit are answered once, and start nothing', async () => {
		const more = { usageAnswer: 'private', usageText: 'Cách dùng:' };
		const trigger = await publish(kind, listening({ where: 'everywhere' }, more));
		for (const name of ['one', 'two', 'three']) await say(`/mute ${name}`);
		await settled();
		expect(trigger.started).toEqual([]);
		expect(await written()).toEqual([[users.mia, 'Cách dùng: /mute <user> [duration] [reason]']]);
	});

	test('that do not fit are not answered if the form says so, nor to who may not use it', async () => {
		const trigger = await publish(kind, listening({}, { usageAnswer: 'none' }));
		await say('/mute', asOlga);
		await say('/mute');
		await settled();
		expect(trigger.started.map(({ output }) => output)).toEqual([1]);
		expect(await written()).toEqual([]);
	});

	test('is not that of an administrator who forwards the message of somebody else', async () => {
		const message = { chat_id: chats.demoGroup, from_id: users.olga, date: 1, text: 'x' };
		await emulator.control('post', 'seed', {
			messages: [
				{ ...message, message_id: 901 },
				{ ...message, message_id: 902, forward_origin: { type: 'user' } },
			],
		});
		const trigger = await publish(kind, listening({ arguments: '{word}' }));
		for (const message_id of [901, 902]) {
			const edit = { ...asOlga, chat_id: chats.demoGroup, message_id };
			await emulator.act('edit', { ...edit, text: `/mute ${message_id}` });
		}
		await settled();
		expect(trigger.started.map(({ output }) => output)).toEqual([0, 1]);
	});

	test('is for administrators with the right, and for the owner', async () => {
		const administrator = (user_id: number, right: string) => ({
			chat_id: chats.demoGroup,
			user_id,
			status: 'administrator',
			rights: { [right]: true },
		});
		await emulator.control('post', 'seed', {
			members: [
				administrator(users.noah, 'can_pin_messages'),
				administrator(users.mia, 'can_restrict_members'),
			],
		});
		const row = { arguments: '{word}', right: 'can_restrict_members' };
		const trigger = await publish(kind, listening(row));
		await say('/mute noah', { user_id: users.noah });
		await say('/mute mia');
		await say('/mute olga', asOlga);
		await settled();
		const outputs = trigger.started.map(({ output, item }) => [item.json.text, output]);
		expect(outputs).toEqual([
			['/mute noah', 1],
			['/mute mia', 0],
			['/mute olga', 0],
		]);
	});
});
