import { BotMessaging } from '../../../nodes/BotMessaging/BotMessaging.node';
import { BotMessagingPollingTrigger } from '../../../nodes/BotMessaging/BotMessagingPollingTrigger.node';
import { BotMessagingTrigger } from '../../../nodes/BotMessaging/BotMessagingTrigger.node';
import { Editor } from '../../../scripts/lib/editor';
import { formsOf } from '../../../scripts/lib/forms';
import { FORM_WINDOW, gallery } from '../../../scripts/lib/gallery';
import { ownerOf } from '../../../scripts/lib/owner';
import { useN8n } from '../support/n8n';

const n8n = useN8n();

const forms = [BotMessaging, BotMessagingTrigger, BotMessagingPollingTrigger].flatMap((Node) =>
	formsOf(new Node().description),
);

let editor: Editor;

beforeAll(async () => {
	const id = await n8n.rest.importWorkflow(gallery('Every form', forms));
	editor = await Editor.open(n8n.url);
	await editor.logIn(ownerOf(n8n.folder));
	await editor.openWorkflow(id, FORM_WINDOW.width, FORM_WINDOW.height);
	editor.demandNothingThrown('The canvas');
});

afterAll(async () => {
	await editor?.close();
});

test.each(forms)('the form $name shows its fields and throws nothing', async ({ name, labels }) => {
	await editor.openNode(name);
	const lines = await editor.linesOfForm();
	await editor.closeNode();
	editor.demandNothingThrown(name);
	expect(lines).toEqual(expect.arrayContaining(labels));
});
