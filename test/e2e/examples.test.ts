import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureCredential, runDemoOnce } from '../../sandbox/lib/demo';
import { importExamplesOnce } from '../../sandbox/lib/examples';
import { until } from '../../scripts/lib/until';
import { useEmulator } from '../support/emulator';
import { LONG_PATIENCE_MS } from '../support/patience';
import { agent } from './examples/agent';
import { announcement } from './examples/announcement';
import { assistant } from './examples/assistant';
import { cleanup } from './examples/cleanup';
import { commands } from './examples/commands';
import { floodGuard } from './examples/floodGuard';
import { joinRequests } from './examples/joinRequests';
import { moderation } from './examples/moderation';
import { isTooOldFor, lacking } from './examples/needed';
import { nightMode } from './examples/nightMode';
import { report } from './examples/report';
import { sceneOf, type Scene } from './examples/scene';
import { welcome } from './examples/welcome';
import { useN8n } from './support/n8n';
import { peopleOf } from './support/people';

const emulator = useEmulator();
const n8n = useN8n();
/** Remembers which examples were imported; empty at first. */
const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-examples-'));
const scene = sceneOf(emulator, n8n, peopleOf(emulator));
const { chats, users } = emulator.defaults;

afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
	const credential = await ensureCredential(n8n.rest, emulator.url);
	expect(await importExamplesOnce(n8n.rest, folder, credential)).toEqual([]);
});

test('demo runs, and is published', async () => {
	const credential = await ensureCredential(n8n.rest, emulator.url);
	const outcome = await runDemoOnce(n8n, folder, credential);
	expect(outcome).toEqual({ hasRun: true, unpublished: [] });
	const [muted] = await emulator.calls('restrictChatMember');
	expect(muted.params).toMatchObject({ chat_id: chats.demoGroup, user_id: users.noah });
	const { people } = scene;
	const greeting = await people.sees(chats.demoGroup, 0, ({ text = '' }) =>
		text.startsWith('Hello'),
	);
	await people.press('mia', greeting, 'No');
	await people.sees(chats.demoGroup, 0, ({ text }) => text === 'Another time then, Mia.');
	await people.press('noah', greeting, 'Yes');
	const hasRolled = async () => (await emulator.calls('sendDice')).length === 2;
	await until('the dice is rolled once more', hasRolled, LONG_PATIENCE_MS);
});

const inN8n = (file: string, tests: (scene: Scene) => void) =>
	describe(file.replace('-', ' '), () => (isTooOldFor(file) ? lacking(n8n, file) : tests(scene)));

inN8n('welcome', welcome);
inN8n('report', report);
inN8n('announcement', announcement);
// Before the flood guard, which remembers messages by id: each test starts with the same ids.
inN8n('cleanup', cleanup);
inN8n('flood-guard', floodGuard);
inN8n('night-mode', nightMode);
inN8n('join-requests', joinRequests);
inN8n('assistant', assistant);
inN8n('agent', agent);
inN8n('commands', commands);
inN8n('moderation', moderation);
