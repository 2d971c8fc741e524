import type { Name, Seen } from '../support/people';
import { group, NAMES, newcomersOf } from './newcomers';
import type { Scene } from './scene';
import { changeSetting } from './settings';

const MUTE = { permissions: { can_send_messages: false } };

export function welcomeRules(scene: Scene): void {
	const { emulator, n8n, people, answerTo, membership, becomes, disappears, messageNow } = scene;
	const { publish, begin, byHand, leave, rename } = newcomersOf(scene);
	let id: string;

	beforeAll(async () => void (id = await publish('welcome-rules')));
	// Each test closes its questions, because ids of messages start over after a reset.
	beforeEach(begin);
	afterAll(async () => await n8n.rest.unpublish(id));

	const rulesFor = async (name: string, after = 0) =>
		await people.sees(group, after, ({ text = '' }) => text.startsWith(`Welcome, ${name}!`));

	async function arrive(name: Name, shown: string): Promise<Seen> {
		await people.come(name);
		return await rulesFor(shown);
	}

	const accept = async (name: Name, rules: Seen) => {
		expect(await answerTo(await people.press(name, rules, 'I accept'))).toBe('I accept');
		await becomes(name, 'member');
	};

	/** Who has been asked, counted after all earlier updates are handled. */
	const asked = async () => {
		const calls = await emulator.calls('sendMessage');
		return calls.filter(({ params }) => params.text.startsWith('Welcome,')).length;
	};

	test('a new member is muted until they accept, and only the last welcome stays', async () => {
		const first = await arrive('zoe', 'Zoe');
		expect(first.text).toContain('2. No advertising.');
		await expect(people.write('zoe', 'Hello')).rejects.toThrow('you are muted in this chat');
		await accept('zoe', first);
		await people.write('zoe', 'Hello');
		const isAccepted = ({ text = '' }: Seen) => /\n\nZoe: Accepted, \d\d:\d\d$/.test(text);
		expect((await people.sees(group, 0, isAccepted)).message_id).toBe(first.message_id);

		await leave('noah');
		const second = await arrive('noah', 'Noah');
		expect((await messageNow(group, first.message_id))?.deleted).toBe(false);
		await accept('noah', second);
		await disappears(group, first.message_id);
		expect((await messageNow(group, second.message_id))?.deleted).toBe(false);
	});

	test('two newcomers each accept only for themselves, and nobody else accepts for them', async () => {
		await leave('noah');
		const [forZoe, forNoah] = await Promise.all([arrive('zoe', 'Zoe'), arrive('noah', 'Noah')]);
		const others = 'These rules are for somebody else.';
		for (const name of ['noah', 'mia', 'olga'] as const) {
			expect(await answerTo(await people.press(name, forZoe, 'I accept'))).toBe(others);
		}
		expect((await membership('zoe'))?.status).toBe('restricted');
		await accept('noah', forNoah);
		expect((await membership('zoe'))?.status).toBe('restricted');
		await accept('zoe', forZoe);
	});

	test('a person who leaves and returns has the same question', async () => {
		const rules = await arrive('zoe', 'Zoe');
		await leave('zoe');
		await people.come('zoe');
		await expect(people.write('zoe', 'Hello')).rejects.toThrow('you are muted in this chat');
		await accept('zoe', rules);
		expect(await asked()).toBe(1);
	});

	test('a person whom moderators muted is still muted after they return', async () => {
		await byHand('restrictChatMember', 'noah', MUTE);
		await leave('noah');
		await people.come('noah');
		await accept('zoe', await arrive('zoe', 'Zoe'));
		expect(await asked()).toBe(1);
		expect((await membership('noah'))?.until_date).toBeUndefined();
	});

	test('a person whom moderators mute or promote meanwhile keeps that after accepting', async () => {
		await leave('noah');
		const [forZoe, forNoah] = [await arrive('zoe', 'Zoe'), await arrive('noah', 'Noah')];
		await byHand('restrictChatMember', 'zoe', MUTE);
		await byHand('promoteChatMember', 'noah', { can_delete_messages: true });
		for (const [name, rules] of [
			['zoe', forZoe],
			['noah', forNoah],
		] as const) {
			await answerTo(await people.press(name, rules, 'I accept'));
			await disappears(group, rules.message_id);
		}
		const { status, until_date: end } = (await membership('zoe'))!;
		expect([status, end]).toEqual(['restricted', undefined]);
		expect((await membership('noah'))?.status).toBe('administrator');
	});

	test('a member gets a goodbye, and a person who is banned or leaves before accepting does not', async () => {
		const rules = await arrive('zoe', 'Zoe');
		await leave('zoe');
		await byHand('banChatMember', 'mia');
		await leave('noah');
		await people.sees(group, 0, ({ text }) => text === 'Goodbye, Noah!');
		const calls = await emulator.calls('sendMessage');
		expect(calls.filter(({ params }) => params.text.startsWith('Goodbye'))).toHaveLength(1);
		await people.come('zoe');
		await accept('zoe', rules);
	});

	test.each(Object.entries(NAMES))('a name of the kind %s', async (_kind, name) => {
		await rename('zoe', name);
		const shown = name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '');
		await accept('zoe', await arrive('zoe', shown));
		await leave('zoe');
		await people.sees(group, 0, ({ text }) => text === `Goodbye, ${shown}!`);
		expect(JSON.stringify(await emulator.calls('sendMessage'))).not.toContain('parse_mode');
	});

	test('when the time is up, only people who have not accepted are removed', async () => {
		await changeSetting(n8n.rest, id, 'minutes', 0.4);
		for (const name of ['noah', 'mia'] as const) await leave(name);
		const questions = [
			await arrive('zoe', 'Zoe'),
			await arrive('noah', 'Noah'),
			await arrive('mia', 'Mia'),
		];
		await accept('mia', questions[2]);
		await byHand('banChatMember', 'noah');
		// n8n checks time limits once a minute. Noah's rules are deleted once he is decided on.
		await becomes('zoe', 'kicked');
		await disappears(group, questions[1].message_id);
		const { until_date: end = 0 } = (await membership('zoe'))!;
		expect(end - Date.now() / 1000).toBeLessThan(70);
		expect(end).toBeGreaterThan(0);
		expect((await membership('noah'))?.status).toBe('kicked');
		expect((await membership('noah'))?.until_date).toBeUndefined();
		expect((await membership('mia'))?.status).toBe('member');
		expect((await messageNow(group, questions[2].message_id))?.deleted).toBe(false);
	});
}
