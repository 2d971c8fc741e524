import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import type { Editor } from '../lib/editor';
import { FORM_WINDOW, gallery } from '../lib/gallery';
import { PACKAGE_NAME } from '../lib/paths';
import type { N8nRest, Workflow } from '../../sandbox/lib/rest';

const START = 'Start';

/** The node after the one that has not run. */
export const NEXT = 'Tell the Group';

/** A node that has never run, and one after it. */
export function unrun(parameters: IDataObject): Workflow {
	const node = (name: string, type: string, x: number, given: object) => ({
		id: randomUUID(),
		name,
		type,
		typeVersion: 1,
		position: [x, 0],
		parameters: given,
	});
	const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	const telling = {
		resource: 'message',
		operation: 'sendMessage',
		chatId: { __rl: true, mode: 'id', value: '={{ $json.chatId }}' },
		text: '',
	};
	return {
		name: 'Not run yet',
		nodes: [
			node(START, 'n8n-nodes-base.manualTrigger', 0, {}),
			node('Bot', `${PACKAGE_NAME}.botMessaging`, 200, parameters),
			node(NEXT, `${PACKAGE_NAME}.botMessaging`, 400, telling),
		],
		connections: { [START]: to('Bot'), Bot: to(NEXT) },
		settings: { executionOrder: 'v1' },
	};
}

/** The next node's input shows the fields of a node that has never run. */
export async function pictureUnrun(rest: N8nRest, editor: Editor, file: string): Promise<void> {
	const id = await rest.importWorkflow(unrun({ resource: 'message', operation: 'sendAndWait' }));
	await editor.openWorkflow(id, 1400, 860);
	await editor.openNode(NEXT);
	await editor.linesOfInput('Usually outputs the following fields');
	await editor.pictureOfWindow(file);
	await editor.closeNode();
}

const callback = (text: string) => ({
	text,
	onPress: 'callback',
	callbackData: text.toLowerCase(),
});
const row = (...texts: string[]) => ({ buttons: { button: texts.map(callback) } });

/** Nodes with lists, and how their rows are titled. */
export const LISTS = [
	{
		name: 'Keyboard',
		type: 'botMessaging',
		parameters: {
			resource: 'message',
			operation: 'sendMessage',
			chatId: { __rl: true, mode: 'id', value: '-1001' },
			text: 'May this message stay?',
			replyMarkup: 'inlineKeyboard',
			inlineKeyboard: { rows: [row('Approve', 'Decline'), row('Ask Olga')] },
		},
		titles: ['Approve | Decline', 'Ask Olga'],
	},
	{
		name: 'Commands',
		type: 'botMessagingPollingTrigger',
		parameters: {
			outputs: 'commands',
			outputCommands: {
				command: [
					{ command: '/rules', description: 'What is welcome here', where: 'everywhere' },
					{ command: '/ban', description: 'Remove a member', where: 'administrators' },
				],
			},
		},
		titles: ['/rules, everywhere', '/ban, groups, administrators only'],
	},
	{
		name: 'Album',
		type: 'botMessaging',
		parameters: {
			resource: 'message',
			operation: 'sendMediaGroup',
			chatId: { __rl: true, mode: 'id', value: '-1001' },
			mediaSource: 'list',
			media: {
				entry: [
					{ type: 'photo', source: 'binary', binaryPropertyName: 'door' },
					{ type: 'video', source: 'url', fileUrl: 'https://example.com/hall.mp4' },
				],
			},
		},
		titles: ['1. Photo, door', '2. Video, https://example.com/hall.mp4'],
	},
	{
		name: 'Articles',
		type: 'botMessaging',
		parameters: {
			resource: 'inline',
			operation: 'answerInlineQuery',
			inlineQueryId: '1',
			articles: {
				article: [
					{ title: 'Opening hours', text: 'We are open from 9 to 5.', id: '', description: '' },
					{ title: 'Where we are', text: 'Long Street 7', id: '', description: '' },
				],
			},
		},
		titles: ['Opening hours', 'Where we are'],
	},
];

/** The rows of a keyboard, in the look that n8n tries out. */
export async function pictureRows(rest: N8nRest, editor: Editor, file: string): Promise<void> {
	await editor.useNewLists();
	const id = await rest.importWorkflow(gallery('Lists', LISTS));
	await editor.openWorkflow(id, FORM_WINDOW.width, FORM_WINDOW.height);
	await editor.openNode('Keyboard');
	await editor.pictureOfForm(file, 'Text', 'Speed and Retries');
	await editor.closeNode();
}
