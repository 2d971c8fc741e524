import { BotMessaging } from '../../../nodes/BotMessaging/BotMessaging.node';
import { BotMessagingPollingTrigger } from '../../../nodes/BotMessaging/BotMessagingPollingTrigger.node';
import { BotMessagingTrigger } from '../../../nodes/BotMessaging/BotMessagingTrigger.node';
import { Editor } from '../../../scripts/lib/editor';
import { formsOf, type Form } from '../../../scripts/lib/forms';
import { byCanvas, FORM_WINDOW, gallery } from '../../../scripts/lib/gallery';
import { useN8n } from '../support/n8n';

const n8n = useN8n();

const all = [BotMessaging, BotMessagingTrigger, BotMessagingPollingTrigger].flatMap((Node) =>
	formsOf(new Node().description),
);

/** For each operation, the state with the most fields: Chromium takes seconds for each form. */
function fullest(): Form[] {
	const byOperation = new Map<string, Form>();
	for (const form of all) {
		const operation = form.name.split('-').slice(0, 2).join('-');
		const known = byOperation.get(operation);
		if (!known || known.labels.length < form.labels.length) byOperation.set(operation, form);
	}
	return [...byOperation.values()];
}

const forms = process.env.ALL_FORMS ? all : fullest();

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open(n8n.url);
	await editor.logIn(n8n.owner);
});

afterAll(async () => {
	await editor?.close();
});

describe.each(byCanvas(forms).map((shown, index) => ({ shown, number: index + 1 })))(
	'canvas $number',
	({ shown }) => {
		beforeAll(async () => {
			const id = await n8n.rest.importWorkflow(gallery('Forms', shown));
			await editor.openWorkflow(id, FORM_WINDOW.width, FORM_WINDOW.height);
			editor.demandNothingThrown('The canvas');
		});

		test.each(shown)(
			'the form $name shows its fields and throws nothing',
			async ({ name, labels }) => {
				const lines = await editor.linesOfNode(name, labels);
				await editor.closeNode();
				editor.demandNothingThrown(name);
				expect(lines).toEqual(expect.arrayContaining(labels));
			},
		);
	},
);
