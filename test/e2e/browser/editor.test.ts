import { operations } from '../../../nodes/BotMessaging/operations';
import { updateKinds } from '../../../nodes/BotMessaging/update/update';
import { credentialFor, withCredential } from '../../../sandbox/lib/demo';
import { Editor } from '../../../scripts/lib/editor';
import { FORM_WINDOW, gallery } from '../../../scripts/lib/gallery';
import { PACKAGE_NAME } from '../../../scripts/lib/paths';
import { writtenSchemas } from '../../../scripts/lib/outputSchemas';
import { LISTS, NEXT, unrun } from '../../../scripts/screenshots/lists';
import { useEmulator } from '../../support/emulator';
import { ASK, askingWorkflow, START } from '../support/askingWorkflow';
import { useN8n } from '../support/n8n';

const emulator = useEmulator();
const n8n = useN8n();

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open(n8n.url);
	await editor.useNewLists();
	await editor.logIn(n8n.owner);
});

afterAll(async () => {
	await editor?.close();
});

test.each(writtenSchemas())('n8n serves the schema of %s', async (path) => {
	const type = path === 'output' ? 'botMessagingPollingTrigger' : 'botMessaging';
	const answer = await fetch(`${n8n.url}/schemas/${PACKAGE_NAME}.${type}/1.0.0/${path}.json`);
	expect(answer.status).toBe(200);
	expect(await answer.json()).toMatchObject({ type: 'object', properties: expect.anything() });
});

test('the next node can drag the fields of a node that has never run', async () => {
	const id = await n8n.rest.importWorkflow(unrun({ resource: 'chat', operation: 'getChat' }));
	await editor.openWorkflow(id, 1400, 900);
	await editor.openNode(NEXT);
	const lines = await editor.linesOfInput('Usually outputs the following fields');
	expect(lines).toEqual(expect.arrayContaining(['chatId', 'title', 'permissions']));
	await editor.dragIntoForm('title', 'textarea');
	expect((await editor.linesOfForm()).join(' ')).toContain('{{ $json.title }}');
	editor.demandNothingThrown('The fields of a node that has not run');
});

test('rows of a list have titles from their content', async () => {
	const id = await n8n.rest.importWorkflow(gallery('Lists', LISTS));
	await editor.openWorkflow(id, FORM_WINDOW.width, FORM_WINDOW.height);
	for (const { name, titles } of LISTS) {
		await editor.openNode(name);
		expect(await editor.linesOfForm()).toEqual(expect.arrayContaining(titles));
		await editor.closeNode();
		editor.demandNothingThrown(name);
	}
});

test('the text below a node on the canvas is not cut off', async () => {
	const nodes = operations.map(({ resource, value: operation }) => ({
		name: `${resource} ${operation}`,
		type: 'botMessaging',
		parameters: { resource, operation },
	}));
	const triggers = updateKinds.map(({ name, value }) => ({
		name,
		type: 'botMessagingTrigger',
		parameters: { updates: [value] },
	}));
	const id = await n8n.rest.importWorkflow(gallery('All', [...nodes, ...triggers]));
	await editor.openWorkflow(id, 1400, 900);
	const { all, cut } = await editor.wordsBelowNodes();
	expect(all).toHaveLength(nodes.length + triggers.length);
	expect(cut).toEqual([]);
});

test('the editor says what a question waits for', async () => {
	const limit = { limitWaitTime: true, limitType: 'afterTimeInterval', resumeAmount: 2 };
	const workflow = askingWorkflow({ ...limit, resumeUnit: 'hours' });
	const credential = await n8n.rest.createCredential(credentialFor(emulator.url));
	const id = await n8n.rest.importWorkflow(withCredential(workflow, credential));
	await editor.openWorkflow(id, 1400, 900);
	await editor.start(START);
	await editor.openNode('Output 0');
	const words = `Waits for an answer in ${emulator.defaults.chats.demoGroup}, for up to 2 hours`;
	expect(await editor.linesOfInput('Waits for')).toContain(words);
	await editor.closeNode();
	editor.demandNothingThrown(ASK);
});
