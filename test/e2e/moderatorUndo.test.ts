import { until } from '../../scripts/lib/until';
import { DEFAULTS, useEmulator } from '../support/emulator';
import { LONG_PATIENCE_MS } from '../support/patience';
import { newcomersOf } from './examples/newcomers';
import { sceneOf } from './examples/scene';
import { useKillableN8n } from './support/killable';
import { peopleOf, type Name, type Seen } from './support/people';

const emulator = useEmulator();
const n8n = useKillableN8n();
const people = peopleOf(emulator);
const scene = sceneOf(emulator, n8n, people);
const { demoGroup: group, moderators } = DEFAULTS.chats;

/** Each by the moderator of its turn. */
const ACTS = ['/mute 2h', '/mute 1d', '/mute', '/mute 3h', '/mute 5d'].concat(
	...['/ban', '/tban 2d', '/ban', '/tban 3d', '/ban'],
);
/** In this order they are undone; n8n is killed before the fifth. */
const ORDER = [4, 9, 6, 1, 0, 7, 8, 2, 5, 3];

const buttonsOf = ({ reply_markup: markup }: Seen) =>
	(markup?.inline_keyboard ?? []).flat().map(({ text }) => text);

test('ten acts of two moderators and their undos end where they began, although n8n is killed', async () => {
	const { publish } = newcomersOf(scene);
	for (const name of ['log', 'warnings', 'commands']) await publish(`moderator-${name}`);
	const hello = await people.write('noah', 'Hello');
	const before = await scene.membership('noah');
	const turn = (at: number): Name => (at % 2 ? 'olga' : 'milan');
	const acts: Seen[] = [];
	for (const [at, act] of ACTS.entries()) {
		const after = acts.at(-1)?.message_id ?? 0;
		await people.write(turn(at), act, group, hello);
		acts.push(await people.sees(moderators, after, (one) => buttonsOf(one).includes('Undo')));
	}
	const buttonsNow = async (id: number) =>
		buttonsOf(((await scene.messageNow(moderators, id)) ?? {}) as Seen);
	/** Presses a button until it counts: n8n may just have been started. */
	const press = async (name: Name, message: Seen, label: string) => {
		await until(
			`${label} counts`,
			async () => {
				await people.press(name, message, label).catch(() => undefined);
				return (await buttonsNow(message.message_id)).length === 0;
			},
			LONG_PATIENCE_MS,
		);
	};
	const idle = async () => {
		const filter = encodeURIComponent(JSON.stringify({ status: ['running', 'new'] }));
		const path = `/rest/executions?filter=${filter}&limit=1`;
		const isIdle = async () =>
			(await n8n.rest.call<{ results: unknown[] }>('GET', path)).results.length === 0;
		await until('n8n is idle', isIdle, LONG_PATIENCE_MS);
	};
	for (const [at, which] of ORDER.entries()) {
		if (at === 4) {
			await n8n.kill();
			await n8n.start();
		}
		const act = acts[which];
		await press(turn(at), act, 'Undo');
		await idle();
		const asked = ((await emulator.state()).messages as Seen[]).find(
			(one) => one.chat_id === moderators && buttonsOf(one).includes('Undo All the Same'),
		);
		if (asked) await press(turn(at + 1), asked, 'Undo All the Same');
		await idle();
	}
	const after = await scene.membership('noah');
	// A ban made him leave, and he may come back.
	expect(after).toMatchObject({ status: 'left' });
	expect(after?.until_date).toBeUndefined();
	await people.come('noah');
	expect(await scene.membership('noah')).toEqual(before);
});
