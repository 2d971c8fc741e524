import type { Workflow } from '../../../sandbox/lib/rest';
import { runToEnd } from '../../../sandbox/lib/runs';
import { until } from '../../../scripts/lib/until';
import { LONG_PATIENCE_MS } from '../../support/patience';
import type { Name, Seen } from '../support/people';
import { group, newcomersOf } from './newcomers';
import type { Scene } from './scene';

export function poll(scene: Scene): void {
	const { emulator, n8n, people, answerTo } = scene;
	const { publish } = newcomersOf(scene);
	let id: string;

	/** The interval for closing polls; a year means never. */
	const closing = (workflow: Workflow, field: 'minutes' | 'months') => {
		const nodes = workflow.nodes.map((node) => {
			if (node.name !== 'Every Minute') return node;
			const interval = [{ field, [`${field}Interval`]: field === 'minutes' ? 1 : 12 }];
			return { ...node, parameters: { rule: { interval } } };
		});
		return { ...workflow, nodes };
	};

	beforeAll(
		async () => void (id = await publish('poll', (workflow) => closing(workflow, 'months'))),
	);
	afterAll(async () => await n8n.rest.unpublish(id));

	const start = async (name: Name, text: string) => await people.write(name, `/poll ${text}`);

	const shown = async (after: number, labels: string[]) =>
		await people.sees(group, after, ({ reply_markup: markup }) => {
			const buttons = markup?.inline_keyboard.flat().map(({ text }) => text);
			return JSON.stringify(buttons) === JSON.stringify(labels);
		});

	/** Presses the button that now begins with these words. */
	const vote = async (name: Name, { message_id: number }: Seen, words: string) => {
		const message = (await emulator.state()).messages.find(
			({ chat_id, message_id }) => chat_id === group && message_id === number,
		) as Seen;
		const [button] = message
			.reply_markup!.inline_keyboard.flat()
			.filter(({ text }) => text.startsWith(words));
		return await answerTo(await people.press(name, message, button.text));
	};

	test('each person has one vote and can change it, even at the same time as others, and only administrators start a poll', async () => {
		await start('mia', '1h Mine? | Yes | No');
		for (const text of [
			'1h Only one? | Yes',
			'forever Without an end? | Yes | No',
			'No time? | Yes | No',
			'',
		]) {
			const wrong = await start('milan', text);
			await people.sees(
				group,
				wrong,
				(message) => message.text?.startsWith('Write the time') === true,
			);
		}
		const tooLong = await start('milan', '9999999999d Too long? | Yes | No');
		await people.sees(
			group,
			tooLong,
			({ text }) => text?.startsWith('I cannot read “9999999999d Too long? ') === true,
		);
		const asked = await start('milan', '1h <b>Tea\u202E?</b> | Tea | Co_ff*ee');
		const open = await shown(asked, ['Tea (0)', 'Co_ff*ee (0)']);
		expect(open.text).toMatch(/^<b>Tea\?<\/b>\n\nOne vote each/);
		expect(await vote('mia', open, 'Tea')).toBe('Your vote: Tea');
		await shown(asked, ['Tea (1)', 'Co_ff*ee (0)']);
		await Promise.all([vote('mia', open, 'Co_'), vote('noah', open, 'Tea')]);
		await shown(asked, ['Tea (1)', 'Co_ff*ee (1)']);
		await Promise.all([vote('noah', open, 'Tea'), vote('noah', open, 'Tea')]);
		await vote('olga', open, 'Tea');
		await shown(asked, ['Tea (2)', 'Co_ff*ee (1)']);
		const cut = `${'x'.repeat(39)}\u{1F600}`;
		await shown(await start('milan', `1h Which? | ${cut}y | No`), [`${cut} (0)`, 'No (0)']);
		const { messages } = await emulator.state();
		expect(messages.filter(({ text }) => text?.startsWith('Mine?'))).toEqual([]);
	});

	test('after the end of the poll no vote counts, and the result is shown', async () => {
		const asked = await start('olga', '20s Tea or coffee? | Tea | Coffee');
		const open = await shown(asked, ['Tea (0)', 'Coffee (0)']);
		expect(await vote('mia', open, 'Coffee')).toBe('Your vote: Coffee');
		await shown(asked, ['Tea (0)', 'Coffee (1)']);
		const isLate = async () => (await vote('mia', open, 'Coffee')) === 'This poll is closed.';
		await until('the time is up', isLate, LONG_PATIENCE_MS);
		expect(await vote('noah', open, 'Tea')).toBe('This poll is closed.');
		// If the result cannot be shown, the next run shows it.
		await emulator.fault({ kind: 'error', method: 'editMessageText', status: 403, times: 1 });
		await runToEnd(n8n.rest, id, 'Every Minute');
		const { nodes } = closing(
			await n8n.rest.call<Workflow>('GET', `/rest/workflows/${id}`),
			'minutes',
		);
		await n8n.rest.call('PATCH', `/rest/workflows/${id}`, { nodes });
		await n8n.rest.publish(id);
		const result = await people.sees(
			group,
			asked,
			({ text }) => text === 'Tea or coffee?\n\nTea: 0\nCoffee: 1\n\nThe poll is closed.',
		);
		expect(result.message_id).toBe(open.message_id);
		expect(result.reply_markup?.inline_keyboard ?? []).toEqual([]);
	});

	test('the poll works in a group whose number has 17 digits', async () => {
		const { users, botId } = emulator.defaults;
		const chat = -10000000000000002;
		await emulator.control('post', 'seed', {
			chats: [{ id: chat, type: 'supergroup', title: 'Long' }],
			members: [
				{ chat_id: chat, user_id: users.olga, status: 'creator' },
				{ chat_id: chat, user_id: users.mia, status: 'member' },
				{ chat_id: chat, user_id: botId, status: 'administrator' },
			],
		});
		const asked = await people.write('olga', '/poll 1h Tea or coffee? | Tea | Coffee', chat);
		const message = await people.sees(chat, asked, ({ reply_markup: markup }) => !!markup);
		const isStored = async () => (await emulator.state()).bots[0].updates.length === 0;
		await until('it is stored', isStored, LONG_PATIENCE_MS);
		expect(await answerTo(await people.press('mia', message, 'Tea (0)'))).toBe('Your vote: Tea');
		const labels = async () => {
			const { messages } = await emulator.state();
			const isIt = ({ chat_id, message_id }: (typeof messages)[number]) =>
				chat_id === chat && message_id === message.message_id;
			const { reply_markup: markup } = messages.find(isIt) as Seen;
			return markup!.inline_keyboard.flat().map(({ text }) => text);
		};
		await until(
			'the vote is shown',
			async () => (await labels())[0] === 'Tea (1)',
			LONG_PATIENCE_MS,
		);
		expect(await labels()).toEqual(['Tea (1)', 'Coffee (0)']);
	});
}
