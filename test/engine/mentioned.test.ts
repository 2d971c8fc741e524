import { Context } from '../../nodes/BotMessaging/update/context';
import { People } from '../../nodes/BotMessaging/update/people';
import { botOf } from '../../nodes/BotMessaging/memory/registry';
import { useBot } from '../support/bot';

const { emulator, run } = useBot();
const { users } = emulator.defaults;

test.each([
	['zoe_x', 'about several people'],
	['nobody_known', 'names @nobody_known, whom the bot has not met'],
])('By Reply: /mute @%s as a reply to Mia mutes nobody', async (name, words) => {
	botOf({ service: 'other', baseUrl: emulator.url, botToken: emulator.token })
		.part(People)
		.learn(
			new Context({
				update_id: 9,
				message: { from: { id: users.zoe, username: 'zoe_x', first_name: 'Zoe' }, text: 'spam' },
			}),
		);
	const message = {
		message_id: 70,
		date: 1_700_000_000,
		chat: { id: -1001, type: 'supergroup' },
		from: { id: users.olga, first_name: 'Olga' },
		text: `/mute @${name}`,
		entities: [
			{ type: 'bot_command', offset: 0, length: 5 },
			{ type: 'mention', offset: 6, length: name.length + 1 },
		],
		reply_to_message: {
			message_id: 69,
			from: { id: users.mia, first_name: 'Mia' },
			text: 'Zoe sends spam in private',
		},
	};
	const { error } = await run(
		'restrictChatMember',
		{
			chatId: { __rl: true, mode: 'id', value: '-1001' },
			userId: { __rl: true, mode: 'reply', value: '={{ $json }}' },
			permissions: 'mute',
		},
		{ items: [{ json: { update: { update_id: 5, message } } }] },
	);
	const muted = (await emulator.calls('restrictChatMember')).map(({ params }) => params.user_id);
	expect([muted.includes(users.mia), error?.message]).toEqual([
		false,
		expect.stringContaining(words),
	]);
});
