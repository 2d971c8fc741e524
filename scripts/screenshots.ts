/**
 * `npm run screenshots`: the pictures of the README, in docs/images, and one of every form of every
 * node, in the data folder, to look at. Ends with exit code 1 when a form throws in the editor.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

// Without the extension these would be the codex files *.node.json.
import { BotMessaging } from '../nodes/BotMessaging/BotMessaging.node.js';
import { BotMessagingPollingTrigger } from '../nodes/BotMessaging/BotMessagingPollingTrigger.node.js';
import { BotMessagingTrigger } from '../nodes/BotMessaging/BotMessagingTrigger.node.js';
import { readExample, withCredential } from './lib/demo';
import { Editor } from './lib/editor';
import { formsOf } from './lib/forms';
import { byCanvas, FORM_WINDOW, gallery } from './lib/gallery';
import { DATA_FOLDER, ROOT } from './lib/paths';
import { program } from './lib/program';
import type { Workflow } from './lib/rest';
import { onStage, type Stage } from './lib/stage';

const IMAGES = join(ROOT, 'docs/images');
const FORMS = join(DATA_FOLDER, 'forms');

/** How many pixels a unit of the canvas must have for its notes to be read. */
const READABLE_SCALE = 0.65;

/** Pixels that the editor puts around the canvas, and the last node takes. */
const FRAME = 500;

const image = (name: string) => join(IMAGES, `${name}.png`);

async function importFor({ n8n, credential }: Stage, workflow: Workflow): Promise<string> {
	return await n8n.rest.importWorkflow(withCredential(workflow, credential));
}

/** The width or height in pixels of a window that draws a canvas large enough to be read. */
function windowSide({ nodes }: Workflow, axis: 0 | 1, least: number): number {
	const places = nodes.map(({ position }) => (position as [number, number])[axis]);
	const extent = Math.max(...places) - Math.min(...places);
	return Math.max(least, Math.round(extent * READABLE_SCALE) + FRAME);
}

async function pictureExamples(stage: Stage, editor: Editor): Promise<void> {
	const names = readdirSync(join(ROOT, 'examples')).map((file) => basename(file, '.json'));
	for (const name of names) {
		const example = readExample(name);
		const id = await importFor(stage, example);
		await editor.openWorkflow(id, windowSide(example, 0, 1400), windowSide(example, 1, 840));
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

const form = (name: string) => join(FORMS, `${name}.png`);

/** Every form of every node: a person looks at the pictures, the script at what is thrown. */
async function walkForms(stage: Stage, editor: Editor): Promise<void> {
	const nodes = [BotMessaging, BotMessagingTrigger, BotMessagingPollingTrigger];
	const forms = nodes.flatMap((Node) => formsOf(new Node().description));
	for (const shown of byCanvas(forms)) {
		const id = await importFor(stage, gallery('Forms', shown));
		await editor.openWorkflow(id, FORM_WINDOW.width, FORM_WINDOW.height);
		for (const { name } of shown) {
			await editor.openNode(name);
			await editor.pictureOfForm(form(name));
			await editor.closeNode();
			editor.demandNothingThrown(name);
		}
	}
	console.log(`${forms.length} forms are pictured in ${FORMS}`);
}

/** Where else n8n shows the nodes and the credential, with the icon for each background. */
async function pictureSurroundings({ credential }: Stage, editor: Editor): Promise<void> {
	for (const colours of ['dark', 'light'] as const) {
		await editor.setColours(colours);
		await editor.pictureOfWindow(form(`canvas-${colours}`));
		await editor.searchNodes('Bot Messaging');
		await editor.pictureOfWindow(form(`search-${colours}`));
		await editor.openSearchResult('Bot Messaging');
		await editor.pictureOfWindow(form(`actions-${colours}`));
		await editor.closeSearch();
	}
	await editor.openCredential(credential.id);
	await editor.pictureOfWindow(form('credential'));
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
		await pictureSurroundings(stage, editor);
	} finally {
		await editor.close();
	}
}

rmSync(FORMS, { recursive: true, force: true });
for (const folder of [IMAGES, FORMS]) mkdirSync(folder, { recursive: true });

program(async () => await onStage(takePictures));
