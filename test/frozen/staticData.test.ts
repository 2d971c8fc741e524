import { usePolling } from '../support/pollingTests';
import { openChatList } from '../support/chatList';
import { botIdOf } from '../../nodes/BotMessaging/memory/registry';
import { useWebhooks } from '../support/webhookTests';

/*
 * What version 0.2.0 keeps of a trigger in the static data. Its layout has no number: it is the first one.
 * A later one has a number in `layout`, and rows of its own here.
 */
const CHATS = [{ id: '-1001', type: 'group', title: 'Demo Group', username: 'demo_group' }];

const update = (id: number, text: string) => ({
	update_id: id,
	message: {
		message_id: id,
		chat: { id: -1001, type: 'group', title: 'Demo Group' },
		from: { id: 1003, is_bot: false, first_name: 'Mia' },
		date: 1_700_000_000,
		text,
	},
});

describe('a polling trigger', () => {
	const { emulator, start, token, soon } = usePolling();

	const startWith = async (kept: object) => {
		const bot = botIdOf({ service: 'other', baseUrl: emulator.url, botToken: token() });
		const staticData = { 'node:Polling': { bot, together: [], menu: [], ...kept } };
		return await start(
			{ options: { afterInterruption: 'again' } },
			{ activation: 'init' },
			staticData,
		);
	};

	test('knows its chats', async () => {
		await startWith({ chats: CHATS });
		const list = await openChatList({ baseUrl: emulator.url, botToken: token() });
		expect(list.results).toEqual([{ name: 'Demo Group (group, @demo_group)', value: '-1001' }]);
	});

	// The server has nothing new, and would hold the first poll for 30 s.
	test('starts what waited at once, but for what has ended', async () => {
		const trigger = await startWith({
			waiting: [update(1, 'waits'), update(2, 'has ended'), update(3, 'waits, too')],
			ended: ['2-bcf9b3492304f31a'],
			begun: [['1-f761e3338259d7d6', 1]],
		});
		await soon('it has started', () => trigger.texts.length === 2);
		expect(trigger.texts).toEqual(['waits', 'waits, too']);
	});
});

describe('a webhook trigger', () => {
	const { emulator, listen } = useWebhooks();

	test('knows its chats', async () => {
		const trigger = await listen();
		const bot = botIdOf({ service: 'other', baseUrl: emulator.url, botToken: emulator.token });
		const origin = new URL(trigger.address()).origin;
		const mark = 'f00dfeed';
		Object.assign(trigger.staticData, {
			'node:Trigger': { origin, bot, mark, chats: { bot, list: CHATS } },
		});
		await trigger.open('trigger', 'init');
		const list = await openChatList({ baseUrl: emulator.url, botToken: emulator.token });
		expect(list.results).toEqual([{ name: 'Demo Group (group, @demo_group)', value: '-1001' }]);
	});
});
