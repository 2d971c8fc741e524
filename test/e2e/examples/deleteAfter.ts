import { DEFAULTS } from '../../support/emulator';
import { newcomersOf } from './newcomers';
import type { Scene } from './scene';

const { demoGroup: group } = DEFAULTS.chats;

export function deleteAfter(scene: Scene): void {
	const { emulator, n8n, people, disappears, messageNow } = scene;
	const { publish } = newcomersOf(scene);
	let id: string;

	beforeAll(async () => {
		id = await publish('delete-after');
	});
	afterAll(async () => await n8n.rest.unpublish(id));

	test('a message that a moderator sends for a limited time is deleted with its command, and delays nothing', async () => {
		const says = async (after: number, text: string) =>
			await people.sees(group, after, (message) => message.text === text);
		const members = await people.write('mia', '/brief 1s I am no moderator');
		const long = await people.write('olga', '/brief 1h Back in an hour');
		const slow = await people.write('milan', '/brief 45s Soon gone');
		await says(slow, 'Soon gone');
		const longest = await people.write('olga', '/brief 90h Back next week');
		await says(longest, 'Back next week\n\nThis is deleted after 47 hours, the longest time.');
		const short = await people.write('milan', '/brief 1s The pizza\nis here');
		const answer = await says(short, 'The pizza\nis here');
		for (const gone of [short, answer.message_id]) await disappears(group, gone);
		const wrong = await people.write('milan', '/brief soon');
		await people.sees(
			group,
			wrong,
			({ text }) => text?.startsWith('I cannot read “soon” as a time.') === true,
		);
		const stays = await says(long, 'Back in an hour');
		for (const kept of [members, long, slow, stays.message_id]) {
			expect((await messageNow(group, kept))?.deleted).toBe(false);
		}
		const sent = await emulator.calls('sendMessage');
		expect(sent.map(({ params }) => String(params.text)).join()).not.toContain('no moderator');
	});
}
