import type { IDataObject } from 'n8n-workflow';

import type { Workflow } from '../../../sandbox/lib/rest';
import { until } from '../../../scripts/lib/until';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { rowsOf } from '../support/dataTable';
import { anyFont } from '../support/fonts';
import { group, NAMES, newcomersOf } from './newcomers';
import type { Scene } from './scene';
import { changeSetting } from './settings';

const KINDS = ['messages', 'joins', 'presses'] as const;

export function statistics(scene: Scene): void {
	const { emulator, n8n, people } = scene;
	const { publish, begin, leave, rename } = newcomersOf(scene);
	let id: string;

	/** Executions of one chat run at the same time, as in several processes. */
	const atOnce = (workflow: Workflow): Workflow => ({
		...workflow,
		nodes: workflow.nodes.map((node) =>
			node.type.endsWith('PollingTrigger')
				? {
						...node,
						parameters: {
							...(node.parameters as object),
							options: { chatOrder: false, parallel: 12 },
						},
					}
				: node,
		),
	});

	beforeAll(async () => void (id = await publish('statistics', atOnce)));
	beforeEach(begin);
	afterAll(async () => await n8n.rest.unpublish(id));

	const rows = async () => await rowsOf(n8n.rest, 'Bot Statistics');
	const sum = (found: IDataObject[], kind: (typeof KINDS)[number]) =>
		found.reduce((all, row) => all + Number(row[kind]), 0);
	/** Waits until so many messages, joins and presses are in the table, and no more. */
	const counted = async (wanted: number[]) => {
		let now: number[] = [];
		const isSo = async () => {
			const found = await rows();
			now = KINDS.map((kind) => sum(found, kind));
			return now.join() === wanted.join();
		};
		await until(`${wanted.join()} are counted`, isSo, LONG_PATIENCE_MS).catch((late: Error) => {
			throw new Error(`${late.message}: ${now.join()}`);
		});
	};
	const top = async () => {
		const asked = await people.write('mia', '/top');
		return await people.sees(
			group,
			asked,
			({ reply_to_message_id: answered }) => answered === asked,
		);
	};

	test('what comes at the same moment all counts, and /top shows it in a picture', async () => {
		await rename('noah', NAMES.turned);
		await changeSetting(n8n.rest, id, 'font', await anyFont(n8n.rest));
		// `begin` has written one message of Mia.
		const writes = Array.from({ length: 12 }, async (_none, index) => {
			await people.write(index % 3 ? 'mia' : 'noah', `Message ${index}`);
		});
		await Promise.all(writes);
		await leave('noah');
		await people.come('noah');
		await emulator.api('sendMessage', {
			chat_id: group,
			text: 'A button',
			reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] },
		});
		const question = await people.sees(group, 0, ({ text }) => text === 'A button');
		for (const name of ['mia', 'noah'] as const) await people.press(name, question, 'Yes');
		await counted([13, 1, 2]);

		const shown = await top();
		expect(shown.caption).toBe(
			[
				'The last 7 days\nMessages: 13\nJoined: 1\nPresses of buttons: 2',
				'Most active\nMia: 9\neoz: 4',
			].join('\n\n'),
		);
		const [{ file_id: file }] = (await emulator.state()).files.slice(-1);
		const response = await fetch(`${emulator.url}/_emulator/files/${file}`);
		const bytes = Buffer.from(await response.arrayBuffer());
		expect(bytes.subarray(1, 4).toString()).toBe('PNG');
		expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([640, 372]);
		await counted([13, 1, 2]);
	});

	test('without a picture the numbers come as text, and what is older than 7 days is not in them', async () => {
		await changeSetting(n8n.rest, id, 'font', '/no/such/font.ttf');
		const before = sum(await rows(), 'messages');
		const week = 7 * 24 * 3600;
		for (const ago of [week, week - 24 * 3600]) {
			const date = Math.floor(Date.now() / 1000) - ago;
			const body = { user_id: emulator.defaults.users.olga, chat_id: group, text: 'Old' };
			await emulator.act('message', { ...body, more: { date } });
		}
		const isCounted = async () => sum(await rows(), 'messages') === before + 2;
		await until('both are counted', isCounted, LONG_PATIENCE_MS);
		const { text } = await top();
		expect(text).toContain('Olga: 1');
		expect(text).toMatch(new RegExp(`^The last 7 days\nMessages: ${before + 1}\n`));
	});
}
