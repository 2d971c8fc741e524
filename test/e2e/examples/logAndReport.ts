import { runToEnd } from '../../../sandbox/lib/runs';
import type { Workflow } from '../../../sandbox/lib/rest';
import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { workflowOf } from '../support/execute';
import { NAMES, newcomersOf, UNSEEN } from './newcomers';
import type { Scene } from './scene';

const { moderators } = DEFAULTS.chats;
const { users, botId } = DEFAULTS;

export function logAndReport(scene: Scene): void {
	const { emulator, n8n, people } = scene;
	const { publish, begin, byHand, leave, rename } = newcomersOf(scene);
	let id: string;

	beforeAll(async () => void (id = await publish('log-and-report')));
	beforeEach(begin);
	afterAll(async () => await n8n.rest.unpublish(id));

	const logged = async (line: string, why: string) =>
		await people.sees(moderators, 0, ({ text }) => text === `${line}\nWhy: ${why}`);

	/** Everything that the bot wrote, which is only the log. */
	const lines = async () => (await emulator.calls('sendMessage')).map(({ params }) => params.text);

	/** Acts, and waits until the act is logged and stored. */
	async function does(act: () => Promise<void>, line: string): Promise<void> {
		const before = await n8n.rest.countEnded(id);
		await act();
		await logged(line, 'by hand');
		const isStored = async () => (await n8n.rest.countEnded(id)) > before;
		await until('the act is stored', isStored, LONG_PATIENCE_MS);
	}

	/** What a user's own workflow does after its act. */
	const caller = (acts: Array<Record<string, string>>): Workflow => {
		const call = {
			name: 'Log It',
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.2,
			parameters: {
				workflowId: { __rl: true, mode: 'id', value: id },
				workflowInputs: {
					mappingMode: 'defineBelow',
					value: Object.fromEntries(
						['chat', 'act', 'who', 'whom', 'why'].map((name) => [name, `={{ $json.${name} }}`]),
					),
				},
				mode: 'once',
				options: {},
			},
		};
		const content = {
			name: 'Content',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: `return ${JSON.stringify(acts.map((json) => ({ json })))}` },
		};
		return workflowOf('A workflow that acts', [content, call]);
	};

	/** The report, which the schedule starts on Mondays. */
	async function report(): Promise<string> {
		expect((await runToEnd(n8n.rest, id, 'Every Monday')).status).toBe('success');
		const said = await people.sees(moderators, 0, ({ text = '' }) =>
			text.startsWith('Acts of the last seven days'),
		);
		const plain = said.text!.replace(/<\/?(?:pre|b)>/g, '');
		return plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
	}

	test('a week without actions is reported too', async () => {
		expect(await report()).toMatch(/^Acts of the last seven days: 0/);
	});

	test('what a person does to another is logged, and what people do themselves is not', async () => {
		await people.come('zoe');
		await leave('zoe');
		// In a strangers' group that somebody added the bot to.
		const chat_id = -1160;
		await emulator.control('post', 'seed', {
			chats: [{ id: chat_id, type: 'group', title: 'A Group of Strangers' }],
			members: [
				{ chat_id, user_id: users.olga, status: 'creator' },
				{ chat_id, user_id: botId, status: 'administrator' },
				{ chat_id, user_id: users.noah, status: 'member' },
			],
		});
		await byHand('banChatMember', 'noah', { chat_id });
		const mute = { permissions: { can_send_messages: false } };
		const noah = 'Noah (1004) in Demo Group.';
		const doNoah = async (method: string, said: string, params: object = {}) =>
			await does(async () => await byHand(method, 'noah', params), `Olga (1001) ${said} ${noah}`);
		await doNoah('restrictChatMember', 'restricted', mute);
		await doNoah('banChatMember', 'banned');
		await doNoah('unbanChatMember', 'unbanned');
		// The bot's own acts are logged by its workflow.
		await emulator.api('banChatMember', { chat_id: -1001, user_id: 1003 });
		await people.come('noah');
		await doNoah('promoteChatMember', 'promoted', { can_delete_messages: true });
		await doNoah('promoteChatMember', 'demoted', { can_delete_messages: false });
		expect(await lines()).toHaveLength(5);
	});

	test('the actions of workflows are logged with their reasons, and the report counts them all', async () => {
		const acts = [
			...[1, 2].map(() => ({ whom: 'Mia (1003)', why: 'words' })),
			...Object.values(NAMES).map((whom) => ({ whom, why: 'a | b <b>\n`c`' })),
		].map((act) => ({
			...act,
			chat: 'Demo\u2028 \nGroup',
			act: 'deleted a message of',
			who: 'The bot',
		}));
		const called = await n8n.rest.importWorkflow(caller(acts));
		expect((await runToEnd(n8n.rest, called, 'Start')).status).toBe('success');
		expect(await lines()).toHaveLength(acts.length);
		await logged('The bot deleted a message of Mia (1003) in Demo Group.', 'words');
		for (const line of await lines()) expect(line.split(/[\n\u2028]/)).toHaveLength(2);

		const text = await report();
		expect(text).toMatch(/^Acts of the last seven days: 12\n/);
		const count = (name: string) =>
			text
				.split('\n')
				.filter((line) => line.includes(name))
				.map((line) => Number(/(\d+)\W*$/.exec(line)?.[1]));
		expect(count('by hand')).toEqual([5]);
		expect(count('words')).toEqual([2]);
		expect(count('a | b <b>')).toEqual([5]);
		expect(count('Noah (1004)')).toEqual([5]);
		expect(count('Mia (1003)')).toEqual([2]);
		expect(count('<b>Zoe</b> *_`[x](http://x.example)')).toEqual([1]);
		expect(count(NAMES.vietnamese)).toEqual([1]);
		expect(JSON.stringify([text, await lines()])).not.toMatch(/[\u202E\u200F]|\\u0000/);
	});

	test('a name with direction marks is written without them', async () => {
		await rename('noah', NAMES.turned);
		const act = async () => await byHand('banChatMember', 'noah');
		await does(act, 'Olga (1001) banned eoz (1004) in Demo Group.');
		await rename('noah', NAMES.family);
		const undo = async () => await byHand('unbanChatMember', 'noah');
		await does(undo, `Olga (1001) unbanned ${NAMES.family} (1004) in Demo Group.`);
		await rename('noah', UNSEEN);
		await does(act, 'Olga (1001) banned No name (1004) in Demo Group.');
	});

	test('if the log cannot be written, the action is still stored', async () => {
		await emulator.fault({ kind: 'error', method: 'sendMessage', status: 403, times: 1 });
		const before = await n8n.rest.countEnded(id);
		await byHand('banChatMember', 'mia');
		const isStored = async () => (await n8n.rest.countEnded(id)) > before;
		await until('the act is stored', isStored, LONG_PATIENCE_MS);
		expect(await report()).toContain('Mia (1003)');
		expect(await report()).toMatch(/^Acts of the last seven days: 16\n/);
	});
}
