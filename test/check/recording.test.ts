import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { recordingText } from '../../check/recording';
import { replay } from '../../check/replay';
import { Check } from '../../check/run';
import { compatibilityTable, RECORDINGS } from '../../scripts/pages/compatibility';
import { leaksIn } from '../support/check';
import { useEmulator } from '../support/emulator';
import { startLyingServer, type Lie } from '../support/lyingServer';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;
const folder = mkdtempSync(path.join(tmpdir(), 'bot-messaging-recording-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The file of a run against a server in front of the emulator. */
async function recorded(lie: Lie): Promise<string> {
	const server = await startLyingServer(() => emulator.url, lie);
	const check = new Check({
		service: server.url,
		token: emulator.token,
		chat: String(chats.demoGroup),
		memberId: String(users.mia),
		given: ['--member'],
		agrees: async () => true,
		pause: async () => undefined,
	});
	await check.run().finally(async () => await check.clear());
	await server.close();
	return recordingText(check.recording());
}

const honest: Lie = async (_asked, pass) => await pass();

test.each(['safew', 'telegram', 'bale'])(
	'the emulator as %s answers as it did when it was recorded',
	async (name) => {
		const text = readFileSync(path.join(RECORDINGS, `${name}.json`), 'utf8');
		expect(JSON.parse(text).exchanges.length).toBeGreaterThan(200);
		expect(await replay(text)).toMatch(
			/^the emulator as \w+: \d+ requests\. Differences [^\n]*: 0\.$/,
		);
	},
);

test('a recording has no token, name, number of a person or text, also in unknown fields', async () => {
	const text = await recorded(async ({ method }, pass) => {
		const { status, body } = await pass();
		if (method !== 'getChat') return { status, body };
		const more = {
			...{ owner: 'Olga', status: 'Olga is away', emoji: 'Olga', [users.olga]: 'Olga' },
			pinned: { caption: 'Secret plan', people: [users.olga] },
		};
		return { status, body: { ...body, result: { ...body.result, ...more } } };
	});
	expect(text).toContain('"pinned":{"caption":"11 characters"');
	expect(leaksIn(text.replaceAll(/127\.0\.0\.1:\d+/g, ''), emulator)).toEqual([]);
	expect(text).not.toContain('Secret');
});

test('a name in an answer that does not count is hidden, although it is learned only later', async () => {
	let isFirst = true;
	const text = await recorded(async ({ method }, pass) => {
		if (method !== 'getMe' || !isFirst) return await pass();
		isFirst = false;
		return { status: 500, body: { ok: false, error_code: 500, description: 'Demo Group fails' } };
	});
	expect(text).toContain('"why":"500');
	expect(leaksIn(text.replaceAll(/127\.0\.0\.1:\d+/g, ''), emulator)).toEqual([]);
});

test('what another server adds, leaves out, or refuses in other words is listed once', async () => {
	const text = await recorded(async ({ method }, pass) => {
		const passed = await pass();
		const { body } = passed;
		if (method === 'sendDice' && body.ok) {
			const { date: _left, ...message } = body.result;
			return { ...passed, body: { ...body, result: { ...message, views: 3 } } };
		}
		if (method === 'leaveChat') {
			return { ...passed, body: { ...body, description: 'Bad Request: no chat_id' } };
		}
		return passed;
	});
	const [first, ...rest] = (await replay(text)).split('\n\n');
	expect(first).toMatch(/Differences .*: 2\.$/);
	expect(rest.map((one) => one.split('\n'))).toEqual(
		expect.arrayContaining([
			[
				'sendDice',
				'  the server only:   result.views is number',
				'  the emulator only: result.date is number',
			],
			[
				'leaveChat',
				expect.stringMatching(/the server only: +refused with \d+ "Bad Request: no chat_id"/),
				expect.stringContaining('the emulator only: refused with'),
			],
		]),
	);
});

test('the emulator follows a recording: what was found is its dialect', async () => {
	await emulator.settings({ dialect: { copyResult: 'object', chatNotFound: '400' } });
	const text = await recorded(honest);
	expect(JSON.parse(text).dialect).toMatchObject({ copyResult: 'object', chatNotFound: '400' });
	expect(await replay(text)).toMatch(/Differences .*: 0\.$/);
	const differing = { ...JSON.parse(text), dialect: {} };
	expect(await replay(JSON.stringify(differing))).toContain('copyMessage\n');
});

test('requests without a clear answer are counted, not compared', async () => {
	let isFirst = true;
	const text = await recorded(async ({ method }, pass) => {
		const passed = await pass();
		if (method !== 'getChatMemberCount' || !isFirst) return passed;
		isFirst = false;
		return { status: 502, body: '<html>' as never };
	});
	expect(await replay(text)).toMatch(/Differences .*: 0\.\nNot compared: 1\.$/);
});

test('a recording of a server is a column of the table: seen there, on that day', async () => {
	cpSync(RECORDINGS, folder, { recursive: true });
	const seen = { ...JSON.parse(await recorded(honest)), server: 'https://x.example' };
	seen.date = '2026-12-01 10:00 UTC';
	writeFileSync(path.join(folder, 'x.json'), JSON.stringify(seen));
	const [heading] = compatibilityTable(folder).split('\n');
	expect(heading).toMatch(/\| seen on https:\/\/x\.example, 2026-12-01 \|$/);
});
