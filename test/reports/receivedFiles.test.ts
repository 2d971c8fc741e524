import { TRIGGERS, useEitherTrigger } from '../support/eitherTrigger';

const { emulator, api, publish, say, settled } = useEitherTrigger();
const { chats, users } = emulator.defaults;

const photo = async (more: object = {}) =>
	(
		await emulator.act('message', {
			...{ user_id: users.mia, chat_id: chats.demoGroup, photo: true },
			...more,
		})
	).message.message_id as number;

const refuseFiles = async (fault: object) =>
	await emulator.fault({ kind: 'error', method: 'getFile', ...fault });

describe.each(TRIGGERS)(
	'C5 openclaw #100051, the %s trigger: a file that cannot be fetched',
	(kind) => {
		test('starts one execution that says why', async () => {
			const trigger = await publish(kind, { downloadFiles: true });
			await refuseFiles({ status: 400, description: 'Bad Request: file is too big' });
			await photo();
			await settled();
			expect(trigger.started).toHaveLength(1);
			const { item } = trigger.started[0];
			expect(item.json.downloadNote).toContain('file is too big');
			expect(item.binary).toBeUndefined();
		});

		test.each([
			['a limit is waited for', { status: 429, parameters: { retry_after: 1 } }, 2],
			['a trouble of the server is tried again', { status: 500, times: 2 }, 3],
		])('%s', async (_what, fault, times) => {
			const trigger = await publish(kind, { downloadFiles: true });
			await refuseFiles(fault);
			await photo();
			await settled();
			expect(trigger.started.map(({ item }) => item.json.downloadNote)).toEqual([undefined]);
			expect(trigger.started[0].item.binary).toHaveProperty('data');
			expect(await emulator.calls('getFile')).toHaveLength(times);
		});

		test('is not repeated forever', async () => {
			const trigger = await publish(kind, { downloadFiles: true });
			await refuseFiles({ status: 500, times: 99 });
			await photo();
			await settled();
			expect(trigger.started).toHaveLength(1);
			expect(trigger.started[0].item.json.downloadNote).toMatch(/^Not fetched: /);
		});
	},
);

test('C6 hermes-agent #37970: a text in reply to a photo brings the file of the photo', async () => {
	const trigger = await publish('polling');
	const id = await photo({ caption: 'Look' });
	await say('what is this?', { reply_to_message_id: id });
	await settled();
	const [look, reply] = trigger.started.map(({ item }) => item.json);
	expect(reply).toMatchObject({
		text: 'what is this?',
		replyTo: { messageId: id, text: 'Look', mediaType: 'photo', fileId: look.fileId },
	});
	expect(await api('getFile', { file_id: look.fileId })).toHaveProperty('file_path');
});
