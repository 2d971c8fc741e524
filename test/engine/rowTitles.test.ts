import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { BotMessagingPollingTrigger } from '../../nodes/BotMessaging/BotMessagingPollingTrigger.node';
import { BotMessagingTrigger } from '../../nodes/BotMessaging/BotMessagingTrigger.node';
import { BotMessagingApi } from '../../credentials/BotMessagingApi.credentials';
import { editorWords } from '../support/editorWords';
import { within } from '../support/form';

const types = [new BotMessaging(), new BotMessagingTrigger(), new BotMessagingPollingTrigger()];
const properties = [...types.map(({ description }) => description), new BotMessagingApi()].flatMap(
	(form) => form.properties,
);

const lists = properties
	.flatMap(within)
	.filter(({ type, typeOptions }) => type === 'fixedCollection' && typeOptions?.multipleValues);

const titleOf = (list: INodeProperties, row: IDataObject, group = 0) => {
	const { values } = (list.options as INodePropertyCollection[])[group];
	const defaults = Object.fromEntries(values.map(({ name, default: initial }) => [name, initial]));
	const item = { value: { ...defaults, ...row }, index: 0, properties: values };
	const template = list.typeOptions?.fixedCollection?.itemTitle;
	return editorWords(types[0], {}, template, { $collection: { item } });
};

const listOf = (name: string) => lists.find((list) => list.name === name)!;

test.each(lists)('a row of $name has a title, and an empty row leaves it to the editor', (list) => {
	expect(list.typeOptions?.fixedCollection?.itemTitle).toMatch(/\$collection/);
	const { values } = (list.options as INodePropertyCollection[])[0];
	const empty = Object.fromEntries(
		values.map(({ name, type }) => [name, type === 'fixedCollection' ? {} : '']),
	);
	expect(titleOf(list, empty)).toBe('');
});

test.each<[string, IDataObject, string]>([
	[
		'outputCommands',
		{ command: '/ban', where: 'administrators' },
		'/ban, groups, administrators only',
	],
	['outputCommands', { command: '/rules' }, '/rules, everywhere'],
	['outputButtons', { data: 'ban:', name: 'Ban' }, 'Ban, ban:'],
	['outputButtons', { data: 'ban:' }, 'ban:'],
	['commands', { command: 'help', description: 'What I can do' }, 'help, What I can do'],
	['parameters', { name: 'chat_id', value: '-1001' }, 'chat_id'],
	['files', { name: 'animation', binaryPropertyName: 'data' }, 'animation, data'],
	['captions', { file: 'photo2', caption: 'The hall' }, 'photo2, The hall'],
	['media', { binaryPropertyName: 'cat' }, '1. Photo, cat'],
	[
		'media',
		{ type: 'video', source: 'url', fileUrl: 'https://a.bc/d' },
		'1. Video, https://a.bc/d',
	],
	['media', { source: 'fileId', media: 'AgAC' }, '1. Photo, AgAC'],
	['approvalOptions', { text: 'Approve', value: 'approve' }, 'Approve'],
	['articles', { title: 'Opening hours' }, 'Opening hours'],
	['articles', { title: '={{ $json.title }}' }, '{{ $json.title }}'],
	['buttons', { text: 'Undo', callbackData: 'undo:1' }, 'Undo'],
	[
		'inlineKeyboard',
		{ buttons: { button: [{ text: 'Approve' }, { text: 'Decline' }] } },
		'Approve | Decline',
	],
	['replyKeyboard', { buttons: { button: [{ text: 'Menu' }, { text: '' }] } }, 'Menu'],
	['replyKeyboard', { buttons: {} }, ''],
])('a row of %s with %j has the title %j', (name, row, title) => {
	expect(titleOf(listOf(name), row)).toBe(title);
});

test('the settings of a reply keyboard are not numbered as a row', () => {
	expect(titleOf(listOf('replyKeyboard'), { resizeKeyboard: true }, 1)).toBe('Settings');
});
