import { chatOf } from '../../../bench/arrivals';
import { credentialFor, withCredential } from '../../../sandbox/lib/demo';
import { TRIGGER, triggerWorkflow, WORK, type TriggerType } from '../../../sandbox/lib/triggers';
import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { byId } from '../../support/locators';
import { botMessaging } from '../support/execute';
import { useOwnN8n } from '../support/n8n';
import { readRun } from '../support/runData';

const WITHIN_MS = 300_000;

const emulator = useEmulator();
const n8n = useOwnN8n(undefined, { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' });

const SEND = { resource: 'message', operation: 'sendMessage', text: '={{ $json.text }}' };
const ANSWER = botMessaging({ ...SEND, chatId: byId('={{ $json.chatId }}') }, WORK);

const whenEnded = async (id: string, count: number) => {
	const haveEnded = async () => (await n8n.rest.countEnded(id)) >= count;
	await until(`${count} executions have ended`, haveEnded, WITHIN_MS, { pauseMs: 1000 });
};

describe('40 people write at once in a group that takes one message a second', () => {
	const GROUP = chatOf(0);
	const people = Array.from({ length: 40 }, (_none, index) => 9001 + index);

	beforeEach(async () => {
		await emulator.control('post', 'seed', {
			users: people.map((id) => ({ id, is_bot: false, first_name: `Person ${id}` })),
			chats: [{ id: GROUP, type: 'group', title: 'Crowd' }],
			members: [...people, emulator.defaults.botId].map((user_id) => ({
				chat_id: GROUP,
				user_id,
				status: 'member',
			})),
		});
		const style = { rateLimitStyle: '429', retryAfterSeconds: 1 };
		await emulator.settings({ perChatSendRatePerSecond: 1, ...style });
	});

	/** The bot's answers, and the texts that executions had, in the order in which n8n began them. */
	const answer = async (type: TriggerType) => {
		const credential = await n8n.rest.createCredential(credentialFor(emulator.url));
		const made = triggerWorkflow({ name: `Crowd ${type}`, type, credential });
		const [trigger, work] = made.nodes;
		const nodes = [trigger, { ...work, ...ANSWER }];
		const id = await n8n.rest.importWorkflow(withCredential({ ...made, nodes }, credential));
		await n8n.rest.publish(id);
		const write = async (user_id: number) =>
			await emulator.act('message', { user_id, chat_id: GROUP, text: `from ${user_id}` });
		await Promise.all(people.map(write));
		await whenEnded(id, people.length);
		const calls = await emulator.calls('sendMessage');
		const answered = calls.filter(({ status }) => status === 200);
		const begun: unknown[] = [];
		for (const { id: number } of await n8n.executions(id)) {
			const path = `/rest/executions/${number}`;
			const { data } = await n8n.rest.call<{ data: string }>('GET', path);
			begun.push(readRun(data).resultData.runData[TRIGGER][0].data!.main[0]![0].json.text);
		}
		await n8n.rest.unpublish(id);
		return { answers: answered.map(({ params }) => params.text as string), begun };
	};
	const texts = people.map((id) => `from ${id}`);

	test('polled: all get their answers, in the order in which they wrote', async () => {
		expect((await answer('botMessagingPollingTrigger')).answers).toEqual(texts);
	});

	// n8n deals with pushes that come together in an order of its own.
	test('pushed: all get their answers, in the order in which n8n began', async () => {
		const { answers, begun } = await answer('botMessagingTrigger');
		expect(answers).toEqual(begun);
		expect([...answers].sort()).toEqual(texts);
	});
});
