import { ensureCredential, runDemoOnce } from '../../scripts/lib/demo';
import { importExamplesOnce } from '../../scripts/lib/examples';
import { useEmulator } from '../support/emulator';
import { announcement } from './examples/announcement';
import { assistant } from './examples/assistant';
import { cleanup } from './examples/cleanup';
import { floodGuard } from './examples/floodGuard';
import { joinRequests } from './examples/joinRequests';
import { moderation } from './examples/moderation';
import { nightMode } from './examples/nightMode';
import { reactions } from './examples/reactions';
import { report } from './examples/report';
import { sceneOf } from './examples/scene';
import { welcome } from './examples/welcome';
import { useN8n } from './support/n8n';
import { peopleOf } from './support/people';

const emulator = useEmulator();
const n8n = useN8n();
const scene = sceneOf(emulator, n8n, peopleOf(emulator));
const { chats, users } = emulator.defaults;

beforeAll(async () => {
	const credential = await ensureCredential(n8n.rest, emulator.url);
	expect(await importExamplesOnce(n8n.rest, n8n.folder, credential)).toEqual([]);
});

test('demo runs, and is published', async () => {
	const credential = await ensureCredential(n8n.rest, emulator.url);
	const outcome = await runDemoOnce(n8n, n8n.folder, credential);
	expect(outcome).toEqual({ hasRun: true, unpublished: [] });
	const [muted] = await emulator.calls('restrictChatMember');
	expect(muted.params).toMatchObject({ chat_id: chats.demoGroup, user_id: users.noah });
});

describe('welcome', () => welcome(scene));
describe('report', () => report(scene));
describe('announcement', () => announcement(scene));
// Before the flood guard, which remembers messages by their numbers: each test starts from the same ones.
describe('cleanup', () => cleanup(scene));
describe('flood guard', () => floodGuard(scene));
describe('night mode', () => nightMode(scene));
describe('join requests', () => joinRequests(scene));
describe('assistant', () => assistant(scene));
describe('reactions', () => reactions(scene));
describe('moderation', () => moderation(scene));
