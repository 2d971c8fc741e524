import { readRun } from '../support/runData';
import type { Workflow } from '../../../sandbox/lib/rest';
import type { StoredExecution } from '../../../sandbox/lib/runs';
import { until } from '../../../scripts/lib/until';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { anyFont } from '../support/fonts';
import type { Name, Seen } from '../support/people';
import { group, NAMES, newcomersOf, users } from './newcomers';
import type { Scene } from './scene';
import { changeSetting } from './settings';

const MUTE = { permissions: { can_send_messages: false } };

/** The test that a newcomer gets. */
interface Test {
	picture: Seen;
	question: Seen;
	/** The letters in the picture, known only to n8n. */
	letters: string;
}

export function captchaPicture(scene: Scene): void {
	const { emulator, n8n, people, membership, becomes, disappears, messageNow } = scene;
	const { publish, begin, byHand, leave, rename } = newcomersOf(scene);
	let id: string;

	/** The node that draws the letters. */
	const lettering = ({ nodes }: Workflow) => {
		const drawing = nodes.find(({ name }) => name === 'Draw the Letters')!;
		const { operations } = drawing.parameters as {
			operations: { operations: Array<{ operation: string; font?: string }> };
		};
		return operations.operations.find(({ operation }) => operation === 'text')!;
	};

	/** Follows the note on the canvas: a server without Arial needs another font. */
	async function withFont(workflow: Workflow): Promise<Workflow> {
		lettering(workflow).font = await anyFont(n8n.rest);
		return workflow;
	}

	beforeAll(async () => void (id = await publish('captcha-picture', withFont)));
	// Each test closes its questions, because ids of messages start over after a reset.
	beforeEach(begin);
	afterAll(async () => await n8n.rest.unpublish(id));

	/** The letters of each picture drawn for somebody, newest last. */
	async function lettersFor(name: Name): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status: ['waiting'] }));
		const { results } = await n8n.rest.call<{ results: Array<{ id: string }> }>(
			'GET',
			`/rest/executions?filter=${filter}`,
		);
		for (const { id: execution } of results) {
			const path = `/rest/executions/${execution}`;
			const { data } = await n8n.rest.call<StoredExecution>('GET', path);
			const { runData } = readRun(data).resultData;
			const [[joined]] = runData['When Someone Joins'][0].data!.main as Array<
				Array<{ json: { userId: number } }>
			>;
			if (joined.json.userId !== users[name]) continue;
			return runData.Settings.map((run) => String(run.data!.main[0]![0].json.letters));
		}
		return [];
	}

	/** Waits for somebody's next picture and question, and until n8n waits for the answer. */
	async function tested(name: Name, shown: string, after = 0): Promise<Test> {
		const begins = (words: string) => (text?: string) => text?.startsWith(words) === true;
		const ofQuestion = begins(`${shown}, which letters`);
		const question = await people.sees(group, after, ({ text }) => ofQuestion(text));
		// The picture after a wrong answer tells that, instead of a welcome.
		const isFor = (caption?: string) => caption?.endsWith(`, ${shown}!`) === true;
		const picture = await people.sees(group, after, ({ caption }) => isFor(caption));
		const pictures = (await emulator.calls('sendPhoto')).filter(({ params }) =>
			isFor(params.caption as string),
		);
		let letters: string[] = [];
		const isWaiting = async () => {
			letters = await lettersFor(name);
			return letters.length >= pictures.length;
		};
		await until(`n8n waits for ${name}`, isWaiting, LONG_PATIENCE_MS);
		return { picture, question, letters: letters.at(-1)! };
	}

	async function arrive(name: Name, shown: string): Promise<Test> {
		await people.come(name);
		return await tested(name, shown);
	}

	const gone = async ({ picture, question }: Test) => {
		for (const { message_id } of [picture, question]) await disappears(group, message_id);
	};

	test('the right letters let a person write, and the picture, the question and the answer are deleted', async () => {
		const test = await arrive('zoe', 'Zoe');
		const answer = await people.write('zoe', ` ${test.letters.toLowerCase()} `);
		await becomes('zoe', 'member');
		await gone(test);
		await disappears(group, answer);
		const thanks = await people.write('zoe', 'Thank you');
		await people.write('zoe', 'And hello');
		expect((await messageNow(group, thanks))?.deleted).toBe(false);
	});

	test('the letters are in the picture and nowhere else', async () => {
		const { letters } = await arrive('zoe', 'Zoe');
		expect(letters).toMatch(/^[A-Z0-9]{5}$/);
		const { messages, files } = await emulator.state();
		const readable = JSON.stringify([messages, files, await emulator.calls()]).toUpperCase();
		expect(readable).not.toContain(letters);
		expect(readable).not.toContain(letters.split('').join(' '));
		const [{ file_id: file, file_name: name }] = files.slice(-1);
		expect(name).toBe('picture.png');
		const response = await fetch(`${emulator.url}/_emulator/files/${file}`);
		const bytes = Buffer.from(await response.arrayBuffer());
		expect(bytes.subarray(1, 4).toString()).toBe('PNG');
		// An empty picture would be much smaller.
		expect(bytes.length).toBeGreaterThan(3000);
		expect(bytes.toString('latin1')).not.toContain(letters);
		await people.write('zoe', letters);
		await becomes('zoe', 'member');
	});

	test('each wrong answer brings another picture, and the third removes the person', async () => {
		let test = await arrive('zoe', 'Zoe');
		const seen = [test.letters];
		for (const wrong of ['I am a person', 'wrong']) {
			const answer = await people.write('zoe', wrong);
			await gone(test);
			await disappears(group, answer);
			test = await tested('zoe', 'Zoe', test.question.message_id);
			expect(test.picture.caption).toMatch(/^That was not right/);
			seen.push(test.letters);
		}
		expect(new Set(seen).size).toBe(3);
		// The answer to an earlier picture is wrong now.
		await people.write('zoe', seen[0]);
		await becomes('zoe', 'kicked');
		const { until_date: end = 0 } = (await membership('zoe'))!;
		expect(end - Date.now() / 1000).toBeLessThan(70);
		await gone(test);
	});

	test('two newcomers each answer only for themselves, and nobody else answers for them', async () => {
		await leave('noah');
		const forNoah = await arrive('noah', 'Noah');
		const forZoe = await arrive('zoe', 'Zoe');
		await people.write('mia', forZoe.letters, group, forZoe.question.message_id);
		await people.sees(group, 0, ({ text }) => text === 'This question is for somebody else.');
		await people.write('olga', forZoe.letters);
		await people.write('noah', forZoe.letters);
		await gone(forNoah);
		expect((await membership('noah'))?.status).toBe('restricted');
		expect((await membership('zoe'))?.status).toBe('restricted');
		await people.write('zoe', forZoe.letters);
		await becomes('zoe', 'member');
		const again = await tested('noah', 'Noah', forNoah.question.message_id);
		await people.write('noah', again.letters);
		await becomes('noah', 'member');
	});

	test('anything but an answer is deleted, even commands and replies', async () => {
		const said = await people.write('mia', 'Good evening');
		const test = await arrive('zoe', 'Zoe');
		for (const answered of [undefined, said]) {
			const text = answered ? 'Buy my watches' : '/buy my watches';
			await disappears(group, await people.write('zoe', text, group, answered));
		}
		expect((await messageNow(group, said))?.deleted).toBe(false);
		await people.write('zoe', test.letters);
		await becomes('zoe', 'member');
	});

	test('a person whom moderators allow to write keeps their messages after coming back', async () => {
		await byHand('restrictChatMember', 'noah', { permissions: { can_send_messages: true } });
		await leave('noah');
		await people.come('noah');
		const said = await people.write('noah', 'I am back');
		const test = await arrive('zoe', 'Zoe');
		await disappears(group, await people.write('zoe', '/buy my watches'));
		expect((await messageNow(group, said))?.deleted).toBe(false);
		await people.write('zoe', test.letters);
		await becomes('zoe', 'member');
	});

	test('a person who leaves and returns has the same question, and one who was restricted before has none', async () => {
		await byHand('restrictChatMember', 'noah', MUTE);
		await leave('noah');
		await people.come('noah');
		const test = await arrive('zoe', 'Zoe');
		await leave('zoe');
		await people.come('zoe');
		await people.write('zoe', test.letters);
		await becomes('zoe', 'member');
		expect(await emulator.calls('sendPhoto')).toHaveLength(1);
		await expect(people.write('noah', 'Hello')).rejects.toThrow('you are muted in this chat');
	});

	test.each(Object.entries(NAMES))('a name of the kind %s', async (_kind, name) => {
		await rename('zoe', name);
		const test = await arrive('zoe', name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ''));
		await people.write('zoe', test.letters);
		await becomes('zoe', 'member');
		expect(JSON.stringify(await emulator.calls())).not.toContain('parse_mode');
	});

	test('when the time is up, only people who have not answered are removed', async () => {
		await changeSetting(n8n.rest, id, 'minutes', 0.4);
		for (const name of ['noah', 'mia'] as const) await leave(name);
		const tests = [
			await arrive('zoe', 'Zoe'),
			await arrive('noah', 'Noah'),
			await arrive('mia', 'Mia'),
		];
		await byHand('banChatMember', 'noah');
		await byHand('restrictChatMember', 'mia', MUTE);
		await becomes('zoe', 'kicked');
		for (const test of tests) await gone(test);
		const banned = (await membership('noah'))!;
		expect([banned.status, banned.until_date]).toEqual(['kicked', undefined]);
		const muted = (await membership('mia'))!;
		expect([muted.status, muted.until_date]).toEqual(['restricted', undefined]);
	});

	test('if the picture cannot be drawn, new members may write', async () => {
		const workflow = await n8n.rest.call<Workflow>('GET', `/rest/workflows/${id}`);
		lettering(workflow).font = '/no/such/font.ttf';
		await n8n.rest.call('PATCH', `/rest/workflows/${id}`, { nodes: workflow.nodes });
		await n8n.rest.publish(id);
		await people.come('zoe');
		const isFreed = async () => (await emulator.calls('restrictChatMember')).length === 2;
		await until('the restriction is lifted', isFreed, LONG_PATIENCE_MS);
		expect((await membership('zoe'))?.status).toBe('member');
		await people.write('zoe', 'Hello');
	});
}
