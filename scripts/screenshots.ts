/**
 * `npm run screenshots`: the pictures of the README, in docs/images, and one of every form of every
 * node, in the data folder, to look at. Ends with exit code 1 when a form throws in the editor.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';

// Without the extension these would be the codex files *.node.json.
import { BotMessaging } from '../nodes/BotMessaging/BotMessaging.node.js';
import { BotMessagingPollingTrigger } from '../nodes/BotMessaging/BotMessagingPollingTrigger.node.js';
import { BotMessagingTrigger } from '../nodes/BotMessaging/BotMessagingTrigger.node.js';
import { readExample, withCredential } from './lib/demo';
import { Editor } from './lib/editor';
import { formsOf } from './lib/forms';
import { DATA_FOLDER, PACKAGE_NAME, ROOT } from './lib/paths';
import type { Workflow } from './lib/rest';
import { onStage, type Stage } from './lib/stage';

const IMAGES = join(ROOT, 'docs/images');
const FORMS = join(DATA_FOLDER, 'forms');

/** Higher than the longest form. */
const FORM_WINDOW = { width: 1500, height: 2200 };
const COLUMNS = 8;
const SPACING = 220;

const image = (name: string) => join(IMAGES, `${name}.png`);

/** A workflow of nodes that are not connected, in rows. */
function gallery(
	name: string,
	nodes: Array<{ name: string; type: string; parameters: IDataObject }>,
): Workflow {
	return {
		name,
		connections: {},
		nodes: nodes.map((node, index) => ({
			...node,
			id: randomUUID(),
			type: `${PACKAGE_NAME}.${node.type}`,
			typeVersion: 1,
			position: [(index % COLUMNS) * SPACING, Math.floor(index / COLUMNS) * SPACING],
		})),
	};
}

async function importFor({ n8n, credential }: Stage, workflow: Workflow): Promise<string> {
	return await n8n.rest.importWorkflow(withCredential(workflow, credential));
}

async function pictureExamples(stage: Stage, editor: Editor): Promise<void> {
	const names = readdirSync(join(ROOT, 'examples')).map((file) => basename(file, '.json'));
	for (const name of names) {
		const id = await importFor(stage, readExample(name));
		await editor.openWorkflow(id, 1400, 840);
		await editor.pictureOfWindow(image(`workflow-${name}`));
	}
}

/** The demo's nodes, with what went in and came out. */
async function pictureRun(editor: Editor): Promise<void> {
	await editor.openWorkflow(readExample('demo').id, 1400, 960);
	await editor.execute('When Clicking Execute', 'Look at Noah');
	await editor.openNode('Greet the Group');
	await editor.pictureOfWindow(image('send-message'));
	await editor.closeNode();
	await editor.openNode('Mute Noah for an Hour');
	await editor.pictureOfForm(image('restrict-member'));
}

/** What the demo has done, as a member of the group sees it. */
async function pictureChat({ emulator }: Stage, editor: Editor): Promise<void> {
	await editor.openPage(`${emulator.url}/_emulator/chat`, 1400, 860);
	await editor.pictureOfWindow(image('chat-page'));
}

const TRIGGER = {
	name: 'Link',
	type: 'botMessagingPollingTrigger',
	parameters: { updates: ['message'], filters: { textMatches: '/https?:\\/\\//i' } },
};

async function pictureTrigger(stage: Stage, editor: Editor): Promise<void> {
	const id = await importFor(stage, gallery('No links', [TRIGGER]));
	await editor.openWorkflow(id, FORM_WINDOW.width, FORM_WINDOW.height);
	await editor.openNode(TRIGGER.name);
	await editor.pictureOfForm(image('polling-trigger'));
}

/** Every form of every node: a person looks at the pictures, the script at what is thrown. */
async function walkForms(stage: Stage, editor: Editor): Promise<void> {
	const types: INodeTypeDescription[] = [
		new BotMessaging().description,
		new BotMessagingTrigger().description,
		new BotMessagingPollingTrigger().description,
	];
	const nodes = types.flatMap((type) =>
		formsOf(type).map((form) => ({ ...form, type: type.name })),
	);
	const id = await importFor(stage, gallery('Every form', nodes));
	await editor.openWorkflow(id, FORM_WINDOW.width, FORM_WINDOW.height);
	for (const colours of ['dark', 'light'] as const) {
		await editor.setColours(colours);
		await editor.pictureOfWindow(join(FORMS, `${colours}.png`));
	}
	for (const { name } of nodes) {
		await editor.openNode(name);
		await editor.pictureOfForm(join(FORMS, `${name}.png`));
		await editor.closeNode();
		editor.demandNothingThrown(name);
	}
	console.log(`${nodes.length} forms are pictured in ${FORMS}`);
}

async function takePictures(stage: Stage): Promise<void> {
	const editor = await Editor.open(stage.n8n.url);
	try {
		await editor.logIn(stage.owner);
		await pictureExamples(stage, editor);
		await pictureRun(editor);
		await pictureChat(stage, editor);
		await pictureTrigger(stage, editor);
		console.log(`The pictures of the README are in ${IMAGES}`);
		await walkForms(stage, editor);
	} finally {
		await editor.close();
	}
}

rmSync(FORMS, { recursive: true, force: true });
for (const folder of [IMAGES, FORMS]) mkdirSync(folder, { recursive: true });

onStage(takePictures).catch((obstacle: Error) => {
	console.error(obstacle.message);
	process.exitCode = 1;
});
