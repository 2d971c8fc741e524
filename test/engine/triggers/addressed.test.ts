import { until } from '../../../scripts/lib/until';
import { PATIENCE_MS } from '../../support/patience';
import { TRIGGERS, useEitherTrigger, type Published } from '../../support/eitherTrigger';

const { emulator, api, publish, say, settled } = useEitherTrigger();
const { chats, users } = emulator.defaults;

const OTHER = 5_900_000_000;
const others = { id: OTHER, is_bot: true, first_name: 'Other', username: 'other_bot' };

const textsOf = ({ started }: Published) => started.map(({ item }) => String(item.json.text));

describe.each(TRIGGERS)('%s: a trigger with Addressed to the Bot', (kind) => {
	beforeEach(async () => {
		const { id } = await api('getMe');
		await emulator.control('post', 'seed', {
			users: [{ id, is_bot: true, first_name: 'Bot', username: 'Our_Bot' }, others],
			members: [{ chat_id: chats.demoGroup, user_id: OTHER, status: 'member' }],
		});
	});

	test('starts for what is meant for the bot, and for nothing else', async () => {
		const trigger = await publish(kind, { updates: ['message'], filters: { addressed: true } });
		const own = await api('sendMessage', { chat_id: chats.demoGroup, text: 'I am a bot' });
		const ofMia = await say('1 to all');
		const ofOther = await say('2 beep', { user_id: OTHER });
		await say('a reply', { reply_to_message_id: own.message_id });
		await say('3 a reply to Mia', { reply_to_message_id: ofMia });
		await say('4 a reply to the other bot', { reply_to_message_id: ofOther });
		await say('@our_bot a mention');
		await say('5 @our_bots and @other_bot and mail@our_bot');
		await say('/ask@OUR_bot a command');
		await say('/ask@other_bot 6');
		await say('/ask 7');
		await say('in private', { chat_id: chats.privateMia });
		await settled();
		const inGroup = ['a reply', '@our_bot a mention', '/ask@OUR_bot a command'];
		const started = textsOf(trigger);
		expect(started.filter((text) => text !== 'in private')).toEqual(inGroup);
		expect(started).toHaveLength(inGroup.length + 1);
	});

	test('says if it cannot know the name of the bot', async () => {
		await emulator.fault({ kind: 'error', status: 400, method: 'getMe', times: 100 });
		const trigger = await publish(kind, { updates: ['message'], filters: { addressed: true } });
		await say('@our_bot are you there?');
		await settled();
		expect(trigger.started).toEqual([]);
		expect(trigger.logged.join('\n')).toContain('mentions and commands that name a bot');
	});

	test('lets presses of buttons through', async () => {
		const trigger = await publish(kind, { filters: { addressed: true } });
		const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] };
		const body = { chat_id: chats.demoGroup, text: 'Shall we?', reply_markup };
		const { message_id } = await api('sendMessage', body);
		const at = { chat_id: chats.demoGroup, message_id };
		await emulator.act('press', { ...at, user_id: users.mia, callback_data: 'yes' });
		await settled();
		expect(trigger.started.map(({ item }) => item.json.buttonData)).toEqual(['yes']);
	});

	test('does not answer another bot for ever', async () => {
		const filters = { addressed: true, ignoreBots: true };
		const trigger = await publish(kind, { updates: ['message'], filters });
		let answered = 0;
		/** Our workflow answers each item; the other bot answers each of our messages. */
		const answerAll = async () => {
			for (const { item } of trigger.started.slice(answered)) {
				answered++;
				const { chatId: chat_id, messageId: reply_to_message_id } = item.json;
				const body = { chat_id, text: 'Hello', reply_to_message_id };
				const { message_id } = await api('sendMessage', body);
				await say('@our_bot hello', { user_id: OTHER, reply_to_message_id: message_id });
			}
			await settled();
		};
		await say('@our_bot hi');
		await until('it is answered', async () => (await answerAll(), answered > 0), PATIENCE_MS);
		await answerAll();
		expect(answered).toBe(1);
		expect(trigger.started).toHaveLength(1);
	});
});
