import { TRIGGERS, useEitherTrigger } from '../support/eitherTrigger';

const { emulator, publish, settled } = useEitherTrigger();

const NOW = Math.floor(Date.now() / 1000);
const chat = { id: -1001, type: 'supergroup' };
const person = (id: number) => ({ id, is_bot: false, first_name: `P${id}` });

/** A join as a message of the group, and as a change of the member. */
const asMessage = (id: number) => ({
	message: {
		...{ message_id: id, chat, date: NOW, from: person(id) },
		new_chat_members: [person(id)],
	},
});
const asChange = (id: number, chatId = chat.id) => ({
	chat_member: {
		...{ chat: { ...chat, id: chatId }, date: NOW, from: person(id) },
		old_chat_member: { status: 'left', user: person(id) },
		new_chat_member: { status: 'member', user: person(id) },
	},
});

describe.each(TRIGGERS)(
	'D12 telegram-bot-api #396, the %s trigger: a person who joined starts one execution',
	(kind) => {
		test.each([
			['as a message alone', [asMessage(1)], [-1001]],
			['as a change alone', [asChange(1)], [-1001]],
			['as both', [asMessage(1), asChange(1)], [-1001]],
			['as both, the other way round', [asChange(1), asMessage(1)], [-1001]],
			['in each of two chats', [asMessage(1), asChange(1, -1002)], [-1001, -1002]],
		])('%s', async (_how, updates, chats) => {
			const trigger = await publish(kind, {
				updates: ['message', 'chat_member'],
				filters: { onlyNewMembers: true },
			});
			for (const [n, update] of updates.entries()) {
				const snapshot = await emulator.control('get', 'snapshot');
				snapshot.bots.at(-1).updates = [{ update_id: n + 1, ...update }];
				await emulator.control('put', 'snapshot', snapshot);
				await settled();
			}
			const items = trigger.started.map(({ item }) => item.json);
			const wanted = chats.map((chatId) => ({ contentType: 'join', userId: 1, chatId }));
			expect(items).toMatchObject(wanted);
		});
	},
);
