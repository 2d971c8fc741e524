import type { IDataObject } from 'n8n-workflow';

import { until } from '../../scripts/lib/until';
import { callbackDataIn } from '../../nodes/BotMessaging/callbackData/buttonData';
import { cases } from '../cases';
import type { OperationCase } from '../cases/case';
import { botAt } from './bot';
import { itemOf } from './caseItem';
import { reach, startEmulator, type Json, type TestEmulator } from './emulator';
import type { Seen } from '../e2e/support/people';
import { byId } from './locators';
import { OpenQuestion } from './openQuestion';
import { PATIENCE_MS } from './patience';
import { RunningTrigger } from './pollingTrigger';
import { WaitingExecution } from './waitingExecution';

/** Its output depends on the chosen method. */
export const WITHOUT_SCHEMA = 'anyMethod';

async function outputsOfCases(emulator: TestEmulator, row: OperationCase): Promise<IDataObject[]> {
	const { run } = botAt(emulator);
	const found: IDataObject[] = [];
	for (const input of row.valid) {
		await emulator.control('post', 'reset', {});
		const items = [await itemOf(input, emulator)];
		const { json, error } = await run(row.operation, input.parameters, {
			items,
			trigger: input.trigger,
		});
		if (error) throw error;
		found.push(...json);
	}
	return found;
}

/** Outputs of Send and Wait for Answer after a press, and after a typed number. */
export async function answersTo(emulator: TestEmulator): Promise<IDataObject[]> {
	const ways = [
		[{}, {}],
		[
			{ responseType: 'freeText', replyType: 'number' },
			{ kind: 'reply', text: '12.5', replyMessageId: '42' },
		],
	] as const;
	const found: IDataObject[] = [];
	for (const [parameters, answer] of ways) {
		await emulator.control('post', 'reset', {});
		const question = await OpenQuestion.ask(emulator, parameters);
		const user = (await emulator.state()).users.find(({ id }) => id === 1003)!;
		await question.bring(question.press({ user: { ...user }, ...answer }));
		found.push(...question.resumed.flat(2).map(({ json }) => json));
		question.close();
	}
	return found;
}

/** The output of Ask a Form and Wait after Send. Its user chooses the names of the answers. */
export async function formAnswersTo(emulator: TestEmulator): Promise<IDataObject[]> {
	await emulator.control('post', 'reset', {});
	const mia = (await emulator.state()).users.find(({ id }) => id === 1003)!;
	const chatId = byId(String(emulator.defaults.chats.privateMia));
	const values = [{ fieldLabel: 'Gift?', fieldType: 'yesNo' }];
	const form = new WaitingExecution(
		{ baseUrl: emulator.url, botToken: emulator.token },
		{ operation: 'askForm', chatId, formFields: { values } },
	);
	await form.ask();
	for (const button of ['Yes', 'Send']) {
		const seen = (await emulator.state()).messages.at(-1)! as unknown as Seen;
		const place = seen
			.reply_markup!.inline_keyboard.flat()
			.findIndex(({ text }) => text === button);
		await form.press(seen, place, { ...mia }, { step: callbackDataIn(seen)!.step });
		const isShown = async () => {
			const [last] = (await emulator.state()).messages.slice(-1);
			return JSON.stringify(last.reply_markup) !== JSON.stringify(seen.reply_markup);
		};
		await until('the form shows what comes next', isShown, PATIENCE_MS);
	}
	form.close();
	return [{ ...form.ending!.json, answers: {} }];
}

/** The output of a trigger for everything that people can do in the emulator's chats. */
export async function triggerOutputs(emulator: TestEmulator): Promise<IDataObject[]> {
	await emulator.control('post', 'reset', {});
	const { chats, users, messages } = emulator.defaults;
	const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] };
	const [menu] = cases.find(({ operation }) => operation === 'showMenu')!.valid;
	await botAt(emulator).run('showMenu', menu.parameters, { trigger: menu.trigger });
	const shown = (await emulator.state()).messages.at(-1)!;
	const { inline_keyboard: rows } = shown.reply_markup as { inline_keyboard: Json[][] };
	const [[tea]] = rows;
	const { body } = await emulator.api('sendMessage', {
		chat_id: chats.demoGroup,
		text: 'Sure?',
		reply_markup,
	});
	const mia = { user_id: users.mia, chat_id: chats.demoGroup };
	const album = { ...mia, photo: true, media_group_id: 'trip' };
	// Each message breaks a rule: others do not start a trigger with rules.
	const acts: Array<[string, object]> = [
		['message', { ...mia, text: '/ban@demo_bot @noah, https://example.com casino' }],
		[
			'message',
			{
				...{ ...mia, text: 'A casino!' },
				more: {
					...{ is_topic_message: true, message_thread_id: 7 },
					reply_to_message: {
						...{ message_id: messages.byMia, date: 1_700_000_000, caption: 'This one' },
						from: { id: users.olga, first_name: 'Olga', username: 'olga' },
						document: { file_id: 'x', file_name: 'rules.pdf' },
					},
				},
			},
		],
		['message', { ...album, caption: 'My casino' }],
		['message', album],
		['edit', { ...mia, message_id: messages.byMia, text: 'Casino!' }],
		['react', { ...mia, message_id: messages.byMia, emoji: '👍' }],
		['press', { ...mia, message_id: body.result.message_id, callback_data: 'yes' }],
		['press', { ...mia, message_id: shown.message_id, callback_data: tea.callback_data }],
		['leave', mia],
		['join', mia],
		['join_request', { user_id: users.zoe, chat_id: chats.demoGroup }],
		['inline', { user_id: users.mia, query: 'cats' }],
	];
	const credential = { baseUrl: emulator.url, botToken: emulator.token };
	// With both, only the first of a join's two updates would start the trigger.
	const onlyNewMembers = { updates: ['message'], filters: { onlyNewMembers: true } };
	const joins = await new RunningTrigger(credential, onlyNewMembers, { id: 'joins' }).start();
	const noah = { id: users.noah, is_bot: false, first_name: 'Noah', language_code: 'en' };
	await emulator.control('post', 'seed', { users: [noah] });
	const options = { gatherSeconds: 1 };
	const gathered = await new RunningTrigger(
		credential,
		{ updates: ['message'], filters: { userIds: String(noah.id) }, options },
		{ id: 'gathered' },
	).start();
	const trigger = await new RunningTrigger(credential, {
		updates: ['*'],
		...menu.trigger,
		rules: { words: 'casino', floodMessages: 2, floodSeconds: 600 },
	}).start();
	for (const [kind, act] of acts) {
		const { ok, refused } = await emulator.act(kind, act);
		if (!ok) throw new Error(`${kind}: ${refused}`);
	}
	const byNoah = { user_id: noah.id, chat_id: chats.demoGroup };
	await emulator.act('message', { ...byNoah, text: 'Look' });
	await emulator.act('message', { ...byNoah, photo: true, caption: 'The sea' });
	// The album's two parts are one item.
	const isAll = async () =>
		trigger.started.length >= acts.length - 1 &&
		joins.started.length > 0 &&
		gathered.started.length > 0;
	await until('the trigger has started for each update', isAll, PATIENCE_MS);
	await Promise.all([trigger.stop(), joins.stop(), gathered.stop()]);
	return [trigger, joins, gathered].flatMap(({ started }) => started.map(({ item }) => item.json));
}

/** Operations that output only after a person has answered. */
const ANSWERED: Record<string, (emulator: TestEmulator) => Promise<IDataObject[]>> = {
	sendAndWait: answersTo,
	askForm: formAnswersTo,
};

/** All outputs by the paths of their schemas, from a separate emulator. */
export async function collectOutputs(): Promise<Map<string, IDataObject[]>> {
	const running = await startEmulator({});
	const emulator = reach(() => running);
	const found = new Map<string, IDataObject[]>();
	for (const row of cases) {
		if (row.operation === WITHOUT_SCHEMA) continue;
		const outputsOf = ANSWERED[row.operation] ?? (async () => await outputsOfCases(emulator, row));
		found.set(`${row.resource}/${row.operation}`, await outputsOf(emulator));
	}
	found.set('output', await triggerOutputs(emulator));
	await running.close();
	return found;
}
