import type { IDataObject } from 'n8n-workflow';

import { ensureCredential, withCredential } from '../../sandbox/lib/demo';
import { PACKAGE_NAME } from '../../scripts/lib/paths';
import { until } from '../../scripts/lib/until';
import { useEmulator } from '../support/emulator';
import { byId } from '../support/locators';
import { LONG_PATIENCE_MS } from '../support/patience';
import { sceneOf } from './examples/scene';
import { botMessaging, type Step } from './support/execute';
import { useN8n } from './support/n8n';
import { peopleOf } from './support/people';

const emulator = useEmulator();
const n8n = useN8n();
const people = peopleOf(emulator);
const { becomes, disappears, membership, messageNow } = sceneOf(emulator, n8n, people);
const { chats, users } = emulator.defaults;

const FROM_TRIGGER = "={{ $('Trigger').first().json.chatId }}";

/** A trigger with one command, as the form saves it. */
const onCommand = (command: IDataObject): IDataObject => ({
	updates: ['message'],
	filters: {},
	outputs: 'commands',
	outputCommands: { command: [command] },
	options: {},
});

const node = (name: string, type: string, typeVersion: number, parameters: IDataObject): Step => ({
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion,
	parameters: parameters as Step['parameters'],
});

/** Publishes a trigger with steps in a row; removes it after the test. */
async function publish(trigger: IDataObject, steps: Step[]): Promise<string> {
	const type = `${PACKAGE_NAME}.botMessagingPollingTrigger`;
	const nodes = [{ name: 'Trigger', type, parameters: trigger }, ...steps].map((step, index) => ({
		id: String(index),
		typeVersion: 1,
		position: [index * 200, 0],
		...step,
	}));
	const follow = (next: Step) => ({ main: [[{ node: next.name, type: 'main', index: 0 }]] });
	const connections = Object.fromEntries(
		steps.map((step, index) => [nodes[index].name, follow(step)]),
	);
	const name = expect.getState().currentTestName!;
	const credential = await ensureCredential(n8n.rest, emulator.url);
	const workflow = withCredential({ name, nodes, connections }, credential);
	const id = await n8n.rest.importWorkflow({ ...workflow, settings: { executionOrder: 'v1' } });
	await n8n.rest.publish(id);
	published.push(id);
	return id;
}

const published: string[] = [];
afterEach(async () => {
	for (const id of published.splice(0)) await n8n.rest.unpublish(id);
});

test('one command bans in every group of a list, even if one of them refuses', async () => {
	const command = { command: '/banall', arguments: '{user} {reason…?}', where: 'administrators' };
	const groups = [chats.elsewhere, chats.moderators, chats.demoGroup];
	const list = { id: 'group', name: 'group', type: 'array', value: JSON.stringify(groups) };
	const ban = botMessaging({
		resource: 'member',
		operation: 'banChatMember',
		chatId: byId('={{ $json.group }}'),
		userId: byId("={{ $('Trigger').first().json.given.user.id }}"),
		until: 'permanent',
	});
	await publish(onCommand(command), [
		node('List', 'set', 3.4, { assignments: { assignments: [list] }, options: {} }),
		node('Split Out', 'splitOut', 1, { fieldToSplitOut: 'group', options: {} }),
		{ ...ban, onError: 'continueRegularOutput' } as Step,
	]);
	const spam = await people.write('noah', 'Buy my watches');
	await people.write('mia', '/banall', chats.demoGroup, spam);
	await people.write('olga', '/banall spam', chats.demoGroup, spam);
	await becomes('noah', 'kicked');
	expect((await membership('noah', chats.moderators))?.status).toBe('kicked');
	expect((await membership('mia'))?.status).toBe('member');
	const calls = await emulator.calls('banChatMember');
	expect(calls.map(({ params, response }) => [params.chat_id, response?.ok])).toEqual(
		expect.arrayContaining(groups.map((group) => [group, group !== chats.elsewhere])),
	);
	expect(calls.map(({ params }) => params.user_id)).toEqual(groups.map(() => users.noah));
});

test('an answer of the bot and its command are deleted after some seconds', async () => {
	const send = { resource: 'message', operation: 'sendMessage', chatId: byId(FROM_TRIGGER) };
	const ids = "={{ [$('Trigger').first().json.messageId, $('Say It').first().json.messageId] }}";
	const id = await publish(onCommand({ command: '/rules', where: 'groups' }), [
		botMessaging({ ...send, text: 'Be kind.', additionalFields: {} }, 'Say It'),
		node('Wait', 'wait', 1.1, { amount: 2 }),
		botMessaging({
			resource: 'message',
			operation: 'deleteMessages',
			chatId: byId(FROM_TRIGGER),
			messageSelection: 'list',
			messageIds: ids,
			additionalFields: {},
		}),
	]);
	const asked = await people.write('mia', '/rules');
	const other = await people.write('mia', 'Good evening');
	const answer = await people.sees(chats.demoGroup, asked, ({ text }) => text === 'Be kind.');
	for (const gone of [asked, answer.message_id]) await disappears(chats.demoGroup, gone);
	expect((await messageNow(chats.demoGroup, other))?.deleted).toBe(false);
	// A later execution, for the output Other, may also have ended.
	const isDone = async () => (await n8n.rest.countEnded(id)) >= 1;
	await until('the workflow has ended', isDone, LONG_PATIENCE_MS);
});

test('a word that an administrator adds in the chat applies from the next message on', async () => {
	const table = { __rl: true, mode: 'name', value: 'Bot Words' };
	const column = { name: 'word', type: 'string' };
	const create = node('Table', 'dataTable', 1.1, {
		resource: 'table',
		operation: 'create',
		tableName: table.value,
		columns: { column: [column] },
		options: { createIfNotExists: true },
	});
	const row = { resource: 'row', dataTableId: table };
	const command = { command: '/addword', arguments: '{word…}', where: 'administrators' };
	await publish(onCommand(command), [
		create,
		node('Add', 'dataTable', 1.1, {
			...row,
			operation: 'insert',
			columns: {
				mappingMode: 'defineBelow',
				value: { word: "={{ $('Trigger').first().json.given.word }}" },
				matchingColumns: [],
				schema: [
					{ id: 'word', displayName: 'word', type: 'string', display: true, required: false },
				],
			},
			options: {},
		}),
		botMessaging({
			resource: 'message',
			operation: 'sendMessage',
			chatId: byId(FROM_TRIGGER),
			text: "=Added {{ $('Trigger').first().json.given.word }}",
			additionalFields: {},
		}),
	]);
	// Other messages also start the workflow, for its output Other, so only the answer shows that it is done.
	const add = async (word: string) => {
		const asked = await people.write('olga', `/addword ${word}`);
		await people.sees(chats.demoGroup, asked, ({ text }) => text === `Added ${word}`);
	};
	await add('roulette');
	const words = "={{ $('Words').all().map(({ json }) => json.word) }}";
	const check = botMessaging(
		{
			resource: 'message',
			operation: 'check',
			message: "={{ $('Trigger').first().json }}",
			rules: { words },
			additionalFields: {},
		},
		'Check',
	);
	const isBroken = {
		options: { caseSensitive: false, leftValue: '', typeValidation: 'loose', version: 2 },
		conditions: [
			{
				id: 'c1',
				leftValue: '={{ $json.isBroken }}',
				rightValue: '',
				operator: { type: 'boolean', operation: 'true', singleValue: true },
			},
		],
		combinator: 'and',
	};
	await publish({ updates: ['message'], filters: { writtenBy: 'others' }, options: {} }, [
		node('Words', 'dataTable', 1.1, { ...row, operation: 'get', returnAll: true }),
		{ ...check, executeOnce: true } as Step,
		node('If Broken', 'filter', 2.2, { conditions: isBroken, options: {} }),
		botMessaging({
			resource: 'message',
			operation: 'deleteMessage',
			chatId: byId('={{ $json.chatId }}'),
			messageId: '={{ $json.messageId }}',
		}),
	]);
	const before = await people.write('mia', 'The casino is open');
	await people.write('mia', '/addword evening');
	await add('casino');
	await disappears(chats.demoGroup, await people.write('mia', 'A CASINO for all'));
	const harmless = await people.write('mia', 'Good evening');
	await disappears(chats.demoGroup, await people.write('noah', 'Roulette'));
	for (const id of [before, harmless]) {
		expect((await messageNow(chats.demoGroup, id))?.deleted).toBe(false);
	}
});
