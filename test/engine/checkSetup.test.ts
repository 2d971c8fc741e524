import axios from 'axios';

import { botAt } from '../support/bot';
import { byId } from '../support/locators';
import { startOddServer, type OddServer } from '../support/odd';
import { usePolling } from '../support/pollingTests';
import { updateOf } from '../support/webhookTests';
import { WebhookTrigger } from '../support/webhookTrigger';

const { emulator, api, start, say, pending, held, soon, token } = usePolling();
const { chats, users } = emulator.defaults;
const { run } = botAt(emulator);

const closing: Array<() => unknown> = [];
afterEach(async () => {
	for (const close of closing.splice(0)) await close();
});

/** The output of Check Setup for this test's bot. */
async function check(parameters: object = {}, credential: object = {}) {
	const { json, error } = await run('checkSetup', parameters as never, {
		credential: { botToken: token(), ...credential },
	});
	expect(error).toBeUndefined();
	return json;
}

const found = (cause: string, isBlocking: boolean, problem: RegExp, whatToDo = /./) => ({
	cause,
	isBlocking,
	problem: expect.stringMatching(problem),
	whatToDo: expect.stringMatching(whatToDo),
});

const inChat = (chat: number) => ({ chatId: byId(String(chat)) });

/** Publishes a workflow with a webhook trigger. */
async function publishWebhook(parameters: object = {}, address?: string) {
	const credential = { baseUrl: emulator.url, botToken: token() };
	const trigger = new WebhookTrigger(credential, parameters as never, 'by-webhook');
	await trigger.listen();
	if (address) trigger.at(address);
	closing.push(() => trigger.server.close());
	await trigger.open();
	closing.push(async () => await trigger.step('delete'));
	return trigger;
}

/** The server pushes an update. */
async function push(trigger: WebhookTrigger, id: number) {
	const secret = (await emulator.calls('setWebhook')).at(-1)!.params.secret_token;
	const headers = { 'X-Telegram-Bot-Api-Secret-Token': secret };
	await axios.post(trigger.address(), updateOf(id, chats.demoGroup), { headers });
}

/** Changes the server's data about the bot. */
async function botWith(changes: object) {
	const { bots } = await emulator.control('get', 'snapshot');
	const own = bots.find((one: { token: string }) => one.token === token());
	return { ...own, ...changes };
}

async function changeWebhook(changes: object) {
	const { webhook } = await botWith({});
	const bots = [await botWith({ webhook: { ...webhook, ...changes } })];
	await emulator.control('post', 'seed', { bots });
}

const setMember = async (status: string, rights: object = {}, chat_id = chats.quietGroup) => {
	const user_id = Number(token().split(':')[0]);
	const member = { chat_id, user_id, status, ...rights };
	await emulator.control('post', 'seed', { members: [member] });
};

const CRON = {
	id: 'cron',
	name: 'Each Hour',
	type: 'n8n-nodes-base.cron',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};

const nothing = (whatToDo: string) => [
	{ cause: 'none', problem: null, whatToDo, isBlocking: false },
];
const NOTHING_IN_CHAT = nothing('Nothing wrong was found.');
const NOTHING = nothing('Nothing wrong was found. If one chat is silent, choose it in Chat.');

describe('Check Setup finds nothing wrong', () => {
	test('if a polling trigger gets updates that start its workflow', async () => {
		const trigger = await start();
		await say('hello');
		await soon('it has come', () => trigger.started.length === 1);
		await held();
		const before = (await emulator.calls('getUpdates')).length;
		expect(await check()).toEqual(NOTHING);
		// A second request for updates would end that of the trigger.
		expect((await emulator.calls('getUpdates')).length).toBe(before);
	});

	test('if nothing has come yet, and the bot has all rights in the chat', async () => {
		await start();
		await setMember('creator');
		expect(await check(inChat(chats.quietGroup))).toEqual(NOTHING_IN_CHAT);
	});

	test('with a private chat', async () => {
		await start();
		expect(await check(inChat(chats.privateMia))).toEqual(NOTHING_IN_CHAT);
	});
});

describe('Check Setup reports the way to the server:', () => {
	test('a token that the server does not know', async () => {
		expect(await check({}, { botToken: '1:wrong' })).toEqual([
			found('token', true, /^Unauthorized/, /paste the complete bot token again/),
		]);
	});

	test('an address at which nothing answers', async () => {
		expect(await check({}, { baseUrl: 'http://127.0.0.1:9' })).toEqual([
			found('address', true, /cannot be reached\. \(ECONNREFUSED\)/, /Check Base URL/),
		]);
	});

	test('an address that cannot be read', async () => {
		expect(await check({}, { baseUrl: 'example' })).toEqual([
			found('address', true, /not a valid URL/, /complete URL/),
		]);
	});

	test('an address where something else answers', async () => {
		const server = await startOddServer((_request, response) => response.end('<html>'));
		closing.push(async () => await server.close());
		const [finding] = await check({}, { baseUrl: server.url });
		expect(finding).toMatchObject({ cause: 'address', isBlocking: true });
	});

	test.each(['getMe', 'getWebhookInfo', 'getUpdates'])(
		'a %s that is refused is no wrong address',
		async (method) => {
			await emulator.fault({ kind: 'error', method, status: 403, description: 'Odd', times: 9 });
			expect(await check()).toEqual([found('refused', true, /^Odd\.?$/, /^The code 403 means/)]);
		},
	);

	test('parameters that getUpdates refuses are left out, as a trigger does', async () => {
		await emulator.fault({ kind: 'error', method: 'getUpdates', status: 400, description: 'Odd' });
		expect(await check()).toEqual([found('noTrigger', true, /is published/, /press Publish/)]);
	});

	test('a getUpdates that is refused for the rate is no parameter that the server lacks', async () => {
		const description = 'MESSAGE_TOO_MUCH';
		const fault = { kind: 'error', method: 'getUpdates', status: 400, description, times: 9 };
		await emulator.fault(fault);
		expect(await check()).toMatchObject([{ cause: 'tooFast' }]);
	});

	test('a server that never answers, which is asked once', async () => {
		const server: OddServer = await startOddServer(() => {});
		closing.push(async () => await server.close());
		expect(await check({}, { baseUrl: server.url })).toEqual([
			found('address', true, /did not answer in time/),
		]);
		expect(server.asked).toHaveLength(1);
	});
});

describe('Check Setup reports who gets the updates:', () => {
	test('a webhook of another program: only its host is shown', async () => {
		await api('setWebhook', { url: 'https://other.example.com/in?key=hidden' });
		const findings = await check();
		expect(findings).toEqual([
			found('webhookElsewhere', true, /the webhook at other\.example\.com,/, /Delete Webhook/),
		]);
		expect(JSON.stringify(findings)).not.toContain('hidden');
	});

	test('the same while a workflow here polls', async () => {
		await api('setWebhook', { url: 'https://other.example.com/in' });
		const trigger = await start();
		await soon('it has said so', () => trigger.failed.length > 0);
		expect(await check()).toEqual([
			found('webhookElsewhere', true, /not to a published trigger here/, /Remove Webhook/),
		]);
	});

	test('another program that polls', async () => {
		await start().then(async (other) => await other.stop());
		const url = `${emulator.url}/bot${token()}/getUpdates`;
		const foreign = axios.post(url, { timeout: 20 });
		await held();
		expect(await check()).toEqual([
			found('otherPoller', true, /^Another program/, /Unpublish or stop it there.*new token/),
		]);
		await say('enough');
		expect((await foreign).status).toBe(200);
	});

	test('another program that polls while a workflow here does', async () => {
		const url = `${emulator.url}/bot${token()}/getUpdates`;
		const foreign = axios.post(url, { timeout: 20 });
		await held();
		const trigger = await start();
		await soon('it has said so', () => trigger.failed.length > 0);
		expect(await check()).toEqual([
			found('otherPoller', true, /^"w1" gets no updates.*Another program/, /new token/),
		]);
		await say('enough');
		await foreign;
	});

	test('no published trigger', async () => {
		await say('one');
		expect(await check()).toEqual([
			found('noTrigger', true, /is published\. 1 update waits on the server\./, /press Publish/),
		]);
		expect(await pending()).toBe(1);
	});

	test('a webhook that is gone from the server', async () => {
		await publishWebhook();
		await api('deleteWebhook');
		expect(await check()).toEqual([
			found('webhookGone', true, /^The webhook of "by-webhook" is no longer set/, /publish/),
		]);
	});
});

describe('Check Setup reports what the server says about the webhook:', () => {
	const FAILED = { last_error_date: 1_700_000_000, last_error_message: 'Wrong response: 502' };

	/** A webhook trigger that never answers a push; the server keeps its own reports. */
	async function publishHanging(changes: object) {
		const trigger = await publishWebhook();
		let release = () => {};
		const released = new Promise<void>((resolve) => (release = resolve));
		trigger.beforeReading = async () => await released;
		closing.unshift(release);
		await say('not taken');
		await changeWebhook(changes);
	}

	test('nothing has failed', async () => {
		const trigger = await publishWebhook();
		await say('hello');
		await soon('it has come', () => trigger.started.length === 1);
		// The emulator accepts this computer's address, which is not public.
		expect(await check()).toEqual([
			found('notPublic', false, /127\.0\.0\.1.*0 updates wait/, /WEBHOOK_URL/),
		]);
	});

	test('its last failure, of a public address', async () => {
		await publishWebhook({}, 'https://n8n.example.com');
		expect(await check()).toEqual(NOTHING);
		await changeWebhook(FAILED);
		expect(await check()).toEqual([
			found('serverError', false, /n8n\.example\.com at .*: Wrong response: 502\. 0 updates wait/),
		]);
		await say('not taken');
		const [finding] = await check();
		expect(finding).toEqual(found('serverError', true, /1 update waits there/, /leads to n8n/));
	});

	test('its last failure, of an address that is not public', async () => {
		await publishHanging(FAILED);
		expect(await check()).toEqual([
			found('notPublic', true, /2023 22:13:20 GMT: Wrong response: 502\. 1 update waits there/),
		]);
	});

	test('a certificate', async () => {
		await publishHanging({ ...FAILED, last_error_message: 'SSL error: certificate expired' });
		expect(await check()).toEqual([
			found('certificate', true, /certificate expired/, /Renew the certificate/),
		]);
	});

	test('kinds that it does not send', async () => {
		const trigger = await publishWebhook({ updates: ['message', 'chat_member'] });
		await api('setWebhook', { url: trigger.address(), allowed_updates: ['message'] });
		expect(await check()).toContainEqual(
			found('kinds', true, /not asked for.*Member Changed/, /publish it again/),
		);
		await emulator.control('post', 'seed', { bots: [await botWith({ allowed_updates: [] })] });
		expect(await check()).toContainEqual(found('kinds', true, /waits for: Member Changed\./));
	});
});

describe('Check Setup reports what the triggers here do with updates:', () => {
	test('filters that let nothing through', async () => {
		await start({ filters: { commands: '/ban' } });
		await say('one');
		await say('two');
		await soon('both are dealt with', async () => (await pending()) === 0);
		expect(await check()).toEqual([
			found(
				'filters',
				true,
				/^2 updates have come for "w1".*none passed.*outputs\. It last left out “two”, by Filters > Commands\.$/,
				/^Correct Filters > Commands/,
			),
		]);
	});

	test.each([
		['Exclude', { exclude: { textContains: 'good' } }],
		['Rules', { rules: { ignoreAccents: false, words: 'evening' } }],
		['Filters > Written By', { filters: { writtenBy: 'administrators' } }],
	])(
		'what left a text out: %s, and the beginning of the text in one line',
		async (by, parameters) => {
			await start(parameters);
			await say('good \u202E morning\nto all of you in this group');
			await soon('it is dealt with', async () => (await pending()) === 0);
			const [{ problem }] = await check();
			expect(problem).toContain(`It last left out “good morning to all of you in …”, by ${by}.`);
		},
	);

	test('filters of one of several workflows, which is no fault if it waits for something else', async () => {
		await start({ filters: { commands: '/ban' } });
		const other = await start({}, { id: 'w2' });
		await say('one');
		await soon('the other one starts', () => other.started.length === 1);
		expect(await check()).toEqual([
			found(
				'filters',
				false,
				/come for "w1" .* It last left out “one”, by Filters > Commands\.$/,
				/^Normal if .* correct Filters > Commands .*"w1", "w2".*press Publish/,
			),
		]);
	});

	test('each workflow whose filters let nothing through, the one that was published last first', async () => {
		await start({ filters: { commands: '/ban' } });
		await start({ filters: { textContains: 'two' } }, { id: 'w2' });
		await say('one');
		await soon('it is dealt with', async () => (await pending()) === 0);
		expect(await check()).toEqual([
			found(
				'normal',
				false,
				/for "w2" .*by Filters > Text Contains\.\n.* for "w1" .*by Filters > Commands\.$/,
				/^Normal if .* in its trigger\.\nNormal if .*press Publish\.$/,
			),
		]);
	});

	test('filters are fine once one has passed', async () => {
		const trigger = await start({ filters: { commands: '/ban' } });
		await say('one');
		await say('/ban');
		await soon('it has come', () => trigger.started.length === 1);
		expect(await check()).toEqual(NOTHING);
	});

	test('kinds that Trigger On leaves out', async () => {
		await start({ updates: ['channel_post'] });
		await say('one');
		await soon('it is dealt with', async () => (await pending()) === 0);
		expect(await check()).toEqual([
			found('kinds', false, /leaves out: Message\./, /^Normal if .* something else\. .*Trigger On/),
		]);
	});

	test('a node that keeps n8n from saving for a trigger, once', async () => {
		await start({}, { others: { nodes: [CRON], connections: {} } });
		expect(await check()).toEqual([
			found('notKept', false, /^"w1": n8n keeps nothing .*"Each Hour"/, /move that node/),
		]);
	});

	test('such a node in two workflows, once', async () => {
		for (const id of ['w1', 'w2'])
			await start({}, { id, others: { nodes: [CRON], connections: {} } });
		expect(await check()).toEqual([
			found('notKept', false, /^"w1", "w2": n8n keeps nothing .*"Each Hour"/, /move that node/),
		]);
	});

	test('the same for a webhook trigger, which says it in the log at the first push', async () => {
		const trigger = await publishWebhook();
		trigger.others = [CRON];
		for (const id of [1, 2]) await push(trigger, id);
		const words = /n8n keeps nothing .*"Each Hour".*The list of chats is empty/;
		expect(trigger.logged).toEqual([expect.stringMatching(words)]);
		expect(await check()).toContainEqual(found('notKept', false, words, /move that node/));
	});

	test('kinds that the user expects', async () => {
		await start();
		const additionalFields = { expectedUpdates: ['message', 'poll', 'message_reaction'] };
		expect(await check({ additionalFields })).toEqual([
			found('kinds', true, /starts on .*Reaction.*|starts on .*Poll.*/, /Choose it in Trigger On/),
		]);
	});
});

describe('Check Setup reports what the bot may do:', () => {
	test('privacy mode', async () => {
		await start();
		const id = Number(token().split(':')[0]);
		const user = { id, is_bot: true, first_name: 'Bot', can_read_all_group_messages: false };
		await emulator.control('post', 'seed', { users: [user] });
		expect(await check()).toEqual([found('privacy', false, /Privacy mode is on/, /administrator/)]);
	});

	test('a chat that moved', async () => {
		await start();
		await emulator.act('migrate', { user_id: users.olga, chat_id: chats.quietGroup });
		const { chats: known } = await emulator.state();
		const now = known.find(({ id }: { id: number }) => id === chats.quietGroup)!.migrated_to;
		expect(await check(inChat(chats.quietGroup))).toEqual([
			expect.objectContaining(
				found(
					'chatMoved',
					true,
					new RegExp(`has the number ${now} now`),
					new RegExp(`Write ${now}`),
				),
			),
		]);
	});

	test('a chat that is not there', async () => {
		await start();
		expect(await check(inChat(-77))).toEqual([
			found('chat', true, /chat not found/, /does not know the chat/),
		]);
	});

	test.each([['left'], ['kicked']])('the bot has %s', async (status) => {
		await start();
		await setMember(status);
		const [finding] = await check(inChat(chats.quietGroup));
		expect(finding.isBlocking).toBe(true);
		expect(['notInChat', 'chat']).toContain(finding.cause);
	});

	test('the bot is muted', async () => {
		await start();
		await setMember('restricted', { permissions: { can_send_messages: false } });
		expect(await check(inChat(chats.quietGroup))).toEqual([
			found('muted', true, /may not write in the group Quiet Group/),
		]);
	});

	test('the bot is no administrator', async () => {
		await start();
		expect(await check(inChat(chats.quietGroup))).toEqual([
			found('notAdministrator', false, /no administrator of the group Quiet Group/),
		]);
	});

	test('the bot lacks rights', async () => {
		await start();
		const rights = { can_delete_messages: true, can_invite_users: true, can_change_info: true };
		await setMember('administrator', { rights });
		expect(await check(inChat(chats.quietGroup))).toEqual([
			found(
				'missingRights',
				false,
				/these rights: Add Administrators, Pin Messages, Restrict and Ban Members\.$/,
			),
		]);
	});

	test('the bot may not post in a channel', async () => {
		await start();
		await emulator.control('post', 'seed', {
			chats: [{ id: -1100, type: 'channel', title: 'News' }],
		});
		await setMember('administrator', { rights: { can_delete_messages: true } }, -1100);
		const [finding] = await check(inChat(-1100));
		expect(finding).toMatchObject({ cause: 'missingRights', isBlocking: true });
	});
});

test('what concerns the chosen chat comes first, then what blocks, and what is normal last', async () => {
	await start({ filters: { commands: '/ban' } });
	await start(
		{ updates: ['channel_post'] },
		{ id: 'w2', others: { nodes: [CRON], connections: {} } },
	);
	await say('hello');
	await soon('it is dealt with', async () => (await pending()) === 0);
	const additionalFields = { expectedUpdates: ['poll'], workflow: 'w2' };
	const findings = await check({ ...inChat(chats.quietGroup), additionalFields });
	const causes = ['notAdministrator', 'kinds', 'workflow', 'notKept', 'filters'];
	expect(findings.map(({ cause }) => cause)).toEqual(causes);
});

describe('Check Setup reports about one workflow', () => {
	const ofWorkflow = async (workflow: string) => await check({ additionalFields: { workflow } });

	test('that it is not published, and which are', async () => {
		await start();
		expect(await ofWorkflow('Welcome')).toEqual([
			found('notPublished', true, /No workflow "Welcome" .* bot: "w1"\.$/, /press Publish/),
		]);
	});

	test('what became of its last update', async () => {
		const trigger = await start({ filters: { commands: '/ban' } });
		const nothing = /^"w1" is published\. No update has come/;
		expect(await ofWorkflow(' W1 ')).toEqual([found('workflow', false, nothing)]);
		await say('/ban');
		await soon('it has come', () => trigger.started.length === 1);
		const started = /^"w1" is published\. 1 update has .* “\/ban”, started it\.$/;
		expect(await ofWorkflow('w1')).toEqual([found('workflow', false, started, /executions/)]);
		await say('hello');
		await soon('it is dealt with', async () => (await pending()) === 0);
		const left = /1 update has .* “hello”, was left out by Filters > Commands\.$/;
		expect(await ofWorkflow('w1')).toEqual([
			found('workflow', false, left, /correct Filters > Commands/),
		]);
	});

	test('of several, once', async () => {
		await start({ filters: { commands: '/ban' } });
		await start({ filters: { commands: '/mute' } }, { id: 'w2' });
		await say('hello');
		await soon('it is dealt with', async () => (await pending()) === 0);
		const findings = await ofWorkflow('W1');
		expect(findings.map(({ cause }) => cause)).toEqual(['workflow', 'filters']);
		expect(findings[1].problem).toContain('for "w2"');
	});

	test('that its last update is of a kind that it does not wait for', async () => {
		await start({ updates: ['channel_post'] });
		await say('hello');
		await soon('it is dealt with', async () => (await pending()) === 0);
		const [{ problem }] = await ofWorkflow('w1');
		expect(problem).toContain('0 updates have started it');
		expect(problem).toContain('“hello”, was left out by Trigger On.');
	});
});

test('an update pushed by a server is counted like one that was fetched', async () => {
	await push(await publishWebhook({ filters: { commands: '/ban' } }), 1);
	expect(await check()).toContainEqual(found('filters', true, /^1 update has come/));
});
