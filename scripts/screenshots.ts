/**
 * `npm run tool -- screenshots`: the pictures of the pages, in docs/images, and one of every form of every
 * node, in the data folder, to look at. Ends with exit code 1 when a form throws in the editor.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

// Without the extension these would be the codex files *.node.json.
import { BotMessaging } from '../nodes/BotMessaging/BotMessaging.node.js';
import { BotMessagingPollingTrigger } from '../nodes/BotMessaging/BotMessagingPollingTrigger.node.js';
import { BotMessagingTrigger } from '../nodes/BotMessaging/BotMessagingTrigger.node.js';
import { readExample, withCredential } from '../sandbox/lib/demo';
import { Editor } from './lib/editor';
import { formsOf } from './lib/forms';
import { byCanvas, FORM_WINDOW, gallery } from './lib/gallery';
import { DATA_FOLDER, ROOT } from './lib/paths';
import { program } from './lib/program';
import type { Workflow } from '../sandbox/lib/rest';
import { onStage, type Stage } from '../sandbox/lib/stage';
import { pictureRows, pictureUnrun } from './screenshots/lists';
import { pictureQuestions } from './screenshots/questions';

const IMAGES = join(ROOT, 'docs/images');
const FORMS = join(DATA_FOLDER, 'forms');

/** Pixels per unit of the canvas that make its notes readable. */
const READABLE_SCALE = 0.65;

/** Pixels for the editor around the canvas, and for the last node. */
const FRAME = 500;

const PAGES = readdirSync(join(ROOT, 'docs'))
	.filter((file) => file.endsWith('.md'))
	.map((file) => readFileSync(join(ROOT, 'docs', file), 'utf8'));

const image = (name: string) => join(IMAGES, `${name}.png`);

const form = (name: string) => join(FORMS, `${name}.png`);

const isOnPage = (name: string) => PAGES.some((page) => page.includes(`images/${name}.png`));

async function importFor({ n8n, credential }: Stage, workflow: Workflow): Promise<string> {
	return await n8n.rest.importWorkflow(withCredential(workflow, credential));
}

/** The width or height in pixels of a window that shows a canvas at a readable size. */
function windowSide({ nodes }: Workflow, axis: 0 | 1, least: number): number {
	const places = nodes.map(({ position }) => (position as [number, number])[axis]);
	const extent = Math.max(...places) - Math.min(...places);
	return Math.max(least, Math.round(extent * READABLE_SCALE) + FRAME);
}

/** Examples that no page shows are pictured with the forms. */
async function pictureExamples(stage: Stage, editor: Editor): Promise<void> {
	const names = readdirSync(join(ROOT, 'examples')).map((file) => basename(file, '.json'));
	for (const file of names) {
		const example = readExample(file);
		const name = `workflow-${file}`;
		const id = await importFor(stage, example);
		await editor.openWorkflow(id, windowSide(example, 0, 1400), windowSide(example, 1, 840));
		await editor.pictureOfWindow((isOnPage(name) ? image : form)(name));
	}
}

/** The demo's nodes, with their input and output. */
async function pictureRun(editor: Editor): Promise<void> {
	await editor.openWorkflow(readExample('demo').id, 1400, 960);
	await editor.execute('When Clicking Execute', 'Look at Noah');
	await editor.openNode('Greet the Group');
	await editor.pictureOfWindow(image('send-message'));
	await editor.closeNode();
	await editor.openNode('Mute Noah for an Hour');
	await editor.pictureOfForm(image('restrict-member'));
}

/** The demo's result, as a member of the group sees it. */
async function pictureChat({ emulator }: Stage, editor: Editor): Promise<void> {
	await editor.openPage(`${emulator.url}/_emulator/chat`, 1400, 860);
	await editor.pictureOfWindow(image('chat-page'));
}

const trigger = (name: string, parameters: IDataObject) => ({
	name,
	type: 'botMessagingPollingTrigger',
	parameters,
});

const RULES = trigger('Rules', {
	updates: ['message'],
	filters: { writtenBy: 'others', joinedWithinDays: 7 },
	exclude: { commands: '/report' },
	rules: {
		floodMessages: 5,
		floodSeconds: 10,
		linksExcept: 'example.com',
		words: 'casino, free money',
	},
});

const COMMANDS = trigger('Commands', {
	updates: ['message'],
	outputs: 'commands',
	outputCommands: {
		command: [
			{ command: '/rules', description: 'What is welcome here', where: 'everywhere' },
			{
				command: '/mute',
				arguments: '{user} {duration?} {reason…?}',
				description: 'Mute a member',
				where: 'administrators',
				right: 'can_restrict_members',
			},
		],
	},
	showInMenu: true,
});

const KINDS = trigger('Kinds', {
	updates: ['message', 'callback_query'],
	outputs: 'kinds',
	outputKinds: ['text', 'photo', 'button', 'join'],
});

async function pictureTriggers(stage: Stage, editor: Editor): Promise<void> {
	const id = await importFor(stage, gallery('Triggers', [RULES, COMMANDS]));
	await editor.openWorkflow(id, FORM_WINDOW.width, FORM_WINDOW.height);
	await editor.openNode(RULES.name);
	await editor.pictureOfForm(image('trigger-rules'), 'Filters', 'Outputs');
	await editor.closeNode();
	await editor.openNode(COMMANDS.name);
	await editor.pictureOfForm(image('trigger-commands'), 'Outputs', 'Item Format');
	await editor.closeNode();
	const outputs = gallery('Outputs', [COMMANDS, KINDS]);
	// Spread out, because outputs have labels.
	for (const [index, node] of outputs.nodes.entries()) node.position = [index * 352, 0];
	await editor.openWorkflow(await importFor(stage, outputs), 1000, 560);
	await editor.pictureOfWindow(image('trigger-outputs'));
}

/** Opens every form of every node. A person looks at the pictures; the script checks for errors. */
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

/** Other places where n8n shows the nodes and the credential, with the icon for each background. */
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
		await pictureTriggers(stage, editor);
		await pictureQuestions(stage, editor, {
			question: image('ask-and-wait'),
			form: image('ask-a-form'),
		});
		await pictureUnrun(stage.n8n.rest, editor, image('fields-before-run'));
		console.log(`The pictures of the pages are in ${IMAGES}`);
		await walkForms(stage, editor);
		await pictureSurroundings(stage, editor);
		await pictureRows(stage.n8n.rest, editor, image('keyboard-rows'));
	} finally {
		await editor.close();
	}
}

rmSync(FORMS, { recursive: true, force: true });
for (const folder of [IMAGES, FORMS]) mkdirSync(folder, { recursive: true });

program(async () => await onStage(takePictures));
