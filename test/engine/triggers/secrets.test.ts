import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { openChatList } from '../../support/chatList';
import { startOddServer, type OddServer } from '../../support/odd';
import { OpenForm } from '../../support/openForm';
import { allForms, FORMS, holds, planted, readable } from '../../support/planting';
import { usePolling } from '../../support/pollingTests';
import type { RunningTrigger } from '../../support/pollingTrigger';
import { updateOf } from '../../support/webhookTests';
import { WebhookTrigger } from '../../support/webhookTrigger';

const polling = usePolling();
const { emulator, api, start, create, soon, token } = polling;
const { chats, users } = emulator.defaults;

const servers: OddServer[] = [];
const webhooks: WebhookTrigger[] = [];
const forms: OpenForm[] = [];
afterEach(async () => {
	forms.splice(0).forEach(({ execution }) => execution.close());
	webhooks.splice(0).forEach(({ server }) => server.close());
	await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

const credential = (changes: object = {}) => ({
	baseUrl: emulator.url,
	botToken: token(),
	...changes,
});

async function listen(changes: object = {}, parameters: IDataObject = {}): Promise<WebhookTrigger> {
	const trigger = await new WebhookTrigger(credential(changes), parameters).listen();
	webhooks.push(trigger);
	return trigger;
}

/** Everything that a polling trigger has given to n8n. */
const toldBy = ({ started, errors, failed, logged, workflow, saved }: RunningTrigger) =>
	readable(
		started.map(({ item }) => item),
		errors,
		failed,
		logged,
		workflow.staticData,
		saved,
	);

const expectHidden = (...told: unknown[]) => expect(holds(readable(...told), token())).toBe(false);

const thrownBy = async (work: Promise<unknown>): Promise<Error> =>
	await work.then(
		() => {
			throw new Error('It has not failed');
		},
		(error: Error) => error,
	);

describe.each(Object.keys(FORMS))('a webhook with the token in its path, %s', (form) => {
	const left = async () => {
		const url = `https://bots.example/${FORMS[form](token())}/updates`;
		await api('setWebhook', { url });
	};

	test('is named by its host in the log, and in the failed execution', async () => {
		await left();
		const trigger = await start();
		await soon('it is shown', () => trigger.failed.length === 1);
		expect(trigger.failed[0].message).toContain('a webhook at bots.example. ');
		expect(trigger.logged[0]).toContain('a webhook at bots.example. ');
		expectHidden(toldBy(trigger));
	});

	test('is named by its host in the editor', async () => {
		await left();
		const tested = await start({}, { mode: 'manual' });
		await soon('it is shown', () => tested.errors.length === 1);
		expect(tested.errors[0].message).toContain('a webhook at bots.example. ');
		expectHidden(toldBy(tested));
	});

	test('is named by its host when it is removed', async () => {
		await left();
		const trigger = await start({ options: { removeWebhook: true } });
		await soon('it is removed', () => trigger.logged.length > 0);
		expect(trigger.logged[0]).toContain('webhook at bots.example has been removed');
		expectHidden(toldBy(trigger));
	});

	test('is named by its host if it keeps a workflow from being published', async () => {
		await left();
		const dropping = await thrownBy(start({ pendingUpdates: 'drop' }));
		const trigger = await listen();
		const taking = await thrownBy(trigger.open());
		const choosing = await thrownBy(openChatList(credential()));
		for (const error of [dropping, taking, choosing]) {
			expect(error.message).toMatch(/to (a webhook at )?bots\.example(\.|$)/);
			expectHidden(error, error.stack);
		}
		expectHidden(trigger.logged, trigger.memory);
	});
});

/** An update with a file in it, and with the token in its texts and in a name. */
const plantedUpdate = (id: number, chat = -1001) => {
	const update = updateOf(id, chat, 'look at this');
	const document = { file_id: 'f', file_name: 'list.txt', mime_type: 'text/plain', file_size: 5 };
	const message = { ...update.message, document, [`x_${token()}`]: { y: ['z'] } };
	// Triggers look at the type of a chat.
	const isContent = (place: string) => !place.endsWith('.type');
	return planted({ ...update, message }, ` ${allForms(token())}`, isContent) as typeof update;
};

/** A server that lists these updates until they are confirmed, and has a file with the token in its path. */
async function serverWith(updates: Array<{ update_id: number }>) {
	const given = { secret: '' };
	let first = 0;
	const results: Record<string, (body: IDataObject) => unknown> = {
		getUpdates: ({ offset }) => {
			first = Math.max(first, Number(offset ?? 0));
			return updates.filter(({ update_id: id }) => id >= first).slice(0, 100);
		},
		getFile: () => ({ file_id: 'f', file_path: `documents/${allForms(token())}/list` }),
		getWebhookInfo: () => ({ url: '' }),
		setWebhook: ({ secret_token: secret }) => (given.secret = String(secret)),
	};
	const server = await startOddServer((request, response): void => {
		if (request.url?.startsWith('/file/')) return void response.end('hello');
		let text = '';
		request.on('data', (chunk) => (text += chunk));
		request.on('end', () => {
			const answer = results[request.url!.split('/').at(-1)!] ?? (() => true);
			response.setHeader('content-type', 'application/json');
			const result = answer(JSON.parse(text || '{}') as IDataObject);
			response.end(JSON.stringify({ ok: true, result }));
		});
	});
	servers.push(server);
	return { url: server.url, given };
}

describe.each(['simplified', 'raw'])('an update with the token in all its texts, %s', (output) => {
	const form = { output, downloadFiles: true };

	test('arrives without it from the polling trigger', async () => {
		const { url } = await serverWith([plantedUpdate(7)]);
		const trigger = await start(form, {}, {}, { baseUrl: url });
		await soon('it has come', () => trigger.started.length === 1);
		const { json, binary } = trigger.started[0].item;
		expect(json.text ?? (json.message as IDataObject).text).toMatch(/^look at this \d+:<token> /);
		expect(binary?.data.fileName).toContain('<token>');
		expectHidden(toldBy(trigger));
	});

	test('arrives without it from the webhook trigger, even if pushes share a credential lookup', async () => {
		const { url, given } = await serverWith([]);
		const trigger = await listen({ baseUrl: url }, form);
		await trigger.open();
		const before = trigger.readings;
		let read = () => {};
		trigger.beforeReading = async () => await new Promise((resolve) => (read = resolve));
		const headers = { 'X-Telegram-Bot-Api-Secret-Token': given.secret };
		const pushes = [8, 9].map(
			async (id) => await axios.post(trigger.address(), plantedUpdate(id), { headers }),
		);
		await soon('both have come', () => trigger.pushes === 2);
		read();
		await Promise.all(pushes);
		expect(trigger.readings - before).toBe(1);
		expect(trigger.started).toHaveLength(2);
		for (const { item } of trigger.started) {
			const { json, binary } = item;
			expect(json.text ?? (json.message as IDataObject).text).toMatch(/^look at this \d+:<token> /);
			expect(binary?.data.fileName).toContain('<token>');
		}
		expectHidden(trigger.started, trigger.logged, trigger.server.failed, trigger.memory);
	});
});

test('updates that wait in the static data are stored without the token', async () => {
	const updates = Array.from({ length: 150 }, (_none, index) => plantedUpdate(index + 1, -index));
	const { url } = await serverWith(updates);
	const trigger = create({}, {}, {}, { baseUrl: url });
	trigger.endsAtOnce = false;
	await trigger.start();
	await soon('they are saved', () => readable(trigger.saved).includes('<token>'));
	expectHidden(toldBy(trigger));
});

test('a form stores an answer without the token', async () => {
	const around = { emulator, token: token(), soon };
	const fields = [{ fieldLabel: 'Name?', requiredField: true }];
	const form = new OpenForm(around, chats.privateMia, users.mia, fields);
	forms.push(form);
	await form.ask();
	await start({
		updates: ['message', 'callback_query'],
		options: { n8nAddress: form.execution.n8n },
	});
	await form.write(`I am ${allForms(token())}`, { reply_to_message_id: undefined });
	const shown = `I am ${token().split(':')[0]}:<token>`;
	// n8n stores the form as shown.
	await form.shows(shown);
	expect(form.execution.stored).toContain(shown);
	expectHidden(form.execution.stored);
});
