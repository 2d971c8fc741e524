import { runToEnd } from '../../../sandbox/lib/runs';
import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import type { Scene } from './scene';

const { demoGroup: group, moderators } = DEFAULTS.chats;
const HOUR = 3600;

export function cleanup(scene: Scene): void {
	const { emulator, n8n, idOf, people, messageNow, disappears } = scene;

	beforeAll(async () => await n8n.rest.publish(await idOf('cleanup')));
	afterAll(async () => await n8n.rest.unpublish(await idOf('cleanup')));

	/** Somebody writes a message this many hours ago, and the workflow records it. */
	async function write(text: string, hoursAgo: number): Promise<number> {
		const ended = await n8n.rest.countEnded(await idOf('cleanup'));
		await emulator.control('post', 'clock', { advance_seconds: -hoursAgo * HOUR });
		const id = await people.write('mia', text);
		// The trigger confirms an update after its execution has ended; earlier tests may have left some.
		const isRemembered = async () =>
			(await n8n.rest.countEnded(await idOf('cleanup'))) > ended &&
			(await emulator.api('getWebhookInfo')).body.result.pending_update_count === 0;
		await until(`message ${id} is written down`, isRemembered, LONG_PATIENCE_MS);
		// Only now, because the server keeps an update for one day only.
		await emulator.control('post', 'clock', { advance_seconds: hoursAgo * HOUR });
		return id;
	}

	const night = async () => await runToEnd(n8n.rest, await idOf('cleanup'), 'Every Night');
	const isReport = ({ text = '' }: { text?: string }) => text.startsWith('Cleanup of the night:');

	test('deletes old messages, requests nothing beyond 48 hours, and forgets both', async () => {
		const tooOld = await write('From long ago', 50);
		const old = await write('From yesterday', 30);
		const older = await write('From yesterday too', 40);
		const young = await write('From just now', 1);
		const gone = await write('Deleted by hand', 30);
		await emulator.api('deleteMessage', { chat_id: group, message_id: gone });

		expect((await night()).status).toBe('success');
		for (const id of [old, older]) await disappears(group, id);
		for (const id of [tooOld, young]) expect((await messageNow(group, id))?.deleted).toBe(false);
		const [request, ...more] = await emulator.calls('deleteMessages');
		expect(more).toEqual([]);
		expect([...request.params.message_ids].sort()).toEqual([old, older, gone].sort());
		const report = await people.sees(moderators, 0, isReport);
		expect(report.text?.split('\n').slice(1).sort()).toEqual([
			'1 not deleted: message to delete not found',
			'1 not deleted: older than 48 hours, which the service does not delete',
			'2 deleted',
		]);

		await night();
		expect(await emulator.calls('deleteMessages')).toHaveLength(1);
	});

	test('tries again the next night if the server failed', async () => {
		const old = await write('From yesterday', 30);
		await emulator.fault({ kind: 'error', method: 'deleteMessages', status: 403, times: 1 });
		await night();
		const report = await people.sees(moderators, 0, isReport);
		expect(report.text).toContain('1 not deleted: ');
		expect((await messageNow(group, old))?.deleted).toBe(false);
		await night();
		await disappears(group, old);
	});

	test('/purge by an administrator deletes everything from a message on, and says how many messages', async () => {
		const first = await people.write('mia', 'One');
		const second = await people.write('noah', 'Two');
		await people.write('noah', '/purge', group, first);
		const third = await people.write('mia', 'Three');
		const command = await people.write('milan', '/purge', group, second);
		const said = await people.sees(group, command, () => true);
		expect(said.text).toBe('4 messages deleted.');
		expect((await messageNow(group, first))?.deleted).toBe(false);
		for (const id of [second, third, command]) {
			expect((await messageNow(group, id))?.deleted).toBe(true);
		}
	});

	test('/purge without a reply is answered with how to use it', async () => {
		const asked = await people.write('olga', '/purge');
		await people.sees(group, asked, ({ text = '' }) => /^Answer a message with/.test(text));
		expect(await emulator.calls('deleteMessages')).toEqual([]);
	});

	test('all pictures of an album are deleted at night', async () => {
		await emulator.control('post', 'clock', { advance_seconds: -30 * HOUR });
		const picture = {
			user_id: DEFAULTS.users.mia,
			chat_id: group,
			photo: true,
			media_group_id: 'album7',
		};
		const ids: number[] = [];
		for (let n = 0; n < 3; n++)
			ids.push((await emulator.act('message', picture)).message.message_id);
		const isRemembered = async () => (await emulator.state()).bots[0].updates.length === 0;
		await until('all are remembered', isRemembered, LONG_PATIENCE_MS);
		await emulator.control('post', 'clock', { advance_seconds: 30 * HOUR });
		expect((await night()).status).toBe('success');
		await people.sees(moderators, 0, isReport);
		const deleted = [];
		for (const id of ids) deleted.push((await messageNow(group, id))?.deleted);
		expect(deleted).toEqual([true, true, true]);
	});
}
