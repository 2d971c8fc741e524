import { AnswerError, TransportError } from '../../../nodes/BotMessaging/api/errors';
import { Migrations } from '../../../nodes/BotMessaging/memory/chats';
import { Context } from '../../../nodes/BotMessaging/update/context';
import { callOf } from '../../support/calls';

const inChat = (id: number, more: object = {}, type = 'supergroup'): Context =>
	new Context({
		update_id: 1,
		message: { message_id: 1, chat: { id, type }, ...more },
	});

const movedTo = (id: string) => new AnswerError(400, 'moved', undefined, id);

let migrations: Migrations;
beforeEach(() => {
	migrations = new Migrations();
});

const serverOf = (...answers: unknown[]) => ({ ...callOf(...answers), warn: () => {} });

test.each([
	['the group', inChat(-1, { migrate_to_chat_id: -100 })],
	['the supergroup', inChat(-100, { migrate_from_chat_id: -1 })],
])('the new number of a group is learned from %s', (_where, update) => {
	migrations.learn(inChat(-100));
	expect(migrations.formerIdOf(inChat(-100))).toBeUndefined();
	migrations.learn(update);
	expect(migrations.formerIdOf(inChat(-100))).toBe('-1');
	expect(migrations.lastingIdOf(inChat(-100))).toBe('-1');
	expect(migrations.lastingIdOf(inChat(-1))).toBe('-1');
});

describe('the server is asked for the new number of a listed group', () => {
	test('once, when a supergroup comes that is not in the list', async () => {
		const server = serverOf(movedTo('-100'), {});
		for (let times = 0; times < 2; times++)
			await migrations.ask(['-1', '-2'], inChat(-100), server);
		expect(server.asked).toEqual([
			['getChat', { chat_id: -1 }],
			['getChat', { chat_id: -2 }],
		]);
		expect(migrations.formerIdOf(inChat(-100))).toBe('-1');
	});

	test.each<[what: string, entries: string[], update: Context]>([
		['a group that is none', ['-1'], inChat(-100, {}, 'group')],
		['a supergroup in the list', ['-1', '-100'], inChat(-100)],
		['no list', [], inChat(-100)],
		['a list of names and people', ['@group', '7', '-x1', '-1x'], inChat(-100)],
		['a number that is too long', ['-9007199254740993'], inChat(-100)],
	])('but not for %s', async (_what, entries, update) => {
		const server = serverOf();
		await migrations.ask(entries, update, server);
		expect(server.asked).toEqual([]);
	});

	test('again later only if it did not say', async () => {
		let now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		const server = serverOf(new TransportError('reset', ''), new AnswerError(400, 'no chat'));
		for (const at of [0, 29_999, 30_000, 60_000, 1e12]) {
			now = at;
			await migrations.ask(['-1'], inChat(-100), server);
		}
		expect(server.asked).toHaveLength(2);
		expect(migrations.formerIdOf(inChat(-100))).toBeUndefined();
		jest.restoreAllMocks();
	});
});
