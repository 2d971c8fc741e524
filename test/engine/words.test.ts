import type { INode, INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { BotMessagingApi } from '../../credentials/BotMessagingApi.credentials';
import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { alias } from '../../nodes/BotMessaging/BotMessaging.node.json';
import { BotMessagingPollingTrigger } from '../../nodes/BotMessaging/BotMessagingPollingTrigger.node';
import { BotMessagingTrigger } from '../../nodes/BotMessaging/BotMessagingTrigger.node';
import { MOST_BELOW_NODE } from '../../nodes/BotMessaging/engine/form';
import { operations } from '../../nodes/BotMessaging/operations';
import { REFUSALS } from '../../nodes/BotMessaging/refusals';
import { updateKinds } from '../../nodes/BotMessaging/update/update';
import { editorWords } from '../support/editorWords';
import { within } from '../support/form';

const type = new BotMessaging();
const { properties } = type.description;

const optionsOf = ({ options = [] }: INodeProperties) => options as INodePropertyOptions[];

const selectors = properties.filter(({ name }) => name === 'operation');

const everyField = properties.flatMap(within);

describe('the texts of the form', () => {
	const words = [
		...everyField.flatMap((field) => [field.description, field.hint, field.placeholder]),
		...everyField.flatMap(optionsOf).flatMap(({ description: of, action }) => [of, action]),
		...REFUSALS.map(({ hint }) => hint),
	].filter((word) => word !== undefined);

	test('have the right article before each word', () => {
		expect(words.filter((word) => /\ba [aeio]/i.test(word.replace(/\ba one\b/gi, '')))).toEqual([]);
	});

	test('do not explain a chat by the sign of its number', () => {
		expect(words.filter((word) => /negative|minus|positive/i.test(word))).toEqual([]);
	});

	test.each([
		'mute',
		'restrict',
		'ban',
		'remove',
		'rights',
		'album',
		'button',
		'photo',
		'document',
		'file',
		'reply',
		'forward',
		'copy',
		'pin',
		'unpin',
		'draft',
		'game',
		'score',
		'unban',
		'kick',
		'ask',
		'promote',
		'demote',
		'admin',
		'leave',
		'title',
		'channel',
	])('let a search for %s find an operation', (word) => {
		const found = selectors
			.flatMap(optionsOf)
			.filter(({ action }) => action?.toLowerCase().includes(word));
		expect(found).not.toEqual([]);
	});
});

/** What n8n makes the name of a new node; longer ones are cut off on the canvas. */
test.each(operations)('the action $action is short', ({ action }) => {
	expect(action.length).toBeLessThanOrEqual(40);
});

test('the actions begin with what people use', () => {
	const [resource] = properties;
	const groups = optionsOf(resource).map(({ value }) => value);
	expect(groups.slice(0, 3)).toEqual(['message', 'member', 'chat']);
	expect(groups.at(-1)).toBe('bot');
	const actionsOf = (group: unknown) =>
		optionsOf(
			selectors.find(({ displayOptions }) => displayOptions?.show?.resource?.[0] === group)!,
		).map(({ action }) => action);
	expect(actionsOf('message').slice(0, 3)).toEqual([
		'Send a message or reply',
		'Ask and wait for the answer',
		'Ask a form and wait',
	]);
	expect(actionsOf('member').slice(0, 2)).toEqual([
		'Mute or restrict a member',
		'Ban or kick a member',
	]);
	expect(actionsOf('bot').at(-1)).toBe('Call any method');
});

test.each(['broadcast', 'announce', 'ask', 'question', 'moderat', 'remove'])(
	'who searches for %s finds the package',
	(word) => {
		const words = [...alias, ...selectors.flatMap(optionsOf).map(({ action }) => action ?? '')];
		expect(words.filter((one) => one.toLowerCase().includes(word))).not.toEqual([]);
	},
);

/** As n8n's list of nodes does: all letters in this order, in one alias. Its own list knows no actions. */
const isFoundBy = (typed: string, words: string) => {
	const wanted = [...typed.toLowerCase()];
	const found = [...words.toLowerCase()].reduce((at, one) => at + Number(one === wanted[at]), 0);
	return found === wanted.length;
};

test.each([
	...[
		'ask a form',
		'order',
		'survey',
		'menu',
		'ask',
		'wait for answer',
		'check setup',
		'troubleshoot',
		'moderator',
		'moderate',
		'upload',
		'album',
	],
	...operations
		.filter(({ resource, name }) => ['message', 'bot'].includes(resource) && / /.test(name))
		.map(({ name }) => name),
])('the list of nodes finds the package for %s', (typed) => {
	expect(alias.filter((words) => isFoundBy(typed, words))).not.toEqual([]);
});

test('each description has at most 220 characters', () => {
	const fields = [type, new BotMessagingTrigger(), new BotMessagingPollingTrigger()].flatMap(
		(node) => node.description.properties.flatMap(within),
	);
	const texts = fields.flatMap((field) => [field, ...optionsOf(field)]);
	expect(texts.filter(({ description }) => description && description.length > 220)).toEqual([]);
});

test('the form of the credential names no other service', () => {
	const fields = new BotMessagingApi().properties;
	const texts = fields.flatMap((field) => [field, ...optionsOf(field)]);
	const shown = texts.map((one) =>
		[
			'displayName' in one ? one.displayName : one.name,
			one.description,
			(one as INodeProperties).placeholder,
		].join(' '),
	);
	expect(shown.filter((words) => /telegram|wwchat|bale/i.test(words))).toEqual([]);
});

test('no node is named after another service', () => {
	for (const { description } of [type, new BotMessagingTrigger(), new BotMessagingPollingTrigger()])
		expect(description.displayName).not.toMatch(/telegram/i);
});

test('a search for safew among the credentials finds ours', () => {
	expect(new BotMessagingApi().displayName).toMatch(/safew/i);
});

describe('below the name of a node', () => {
	const wordsBelow = (type: INodeType, parameters: INode['parameters']) =>
		editorWords(type, parameters, type.description.subtitle);
	const shownBelow = (operation: string) => wordsBelow(type, { operation });

	test.each([
		[['message'], 'Message'],
		[['message', 'callback_query', 'poll'], 'Message, Button Press, Poll'],
		[['callback_query', 'my_chat_member'], '2 kinds of update'],
		[['*'], 'All updates'],
	])('a trigger on %j reads %j', (updates, words) => {
		expect(wordsBelow(new BotMessagingTrigger(), { updates })).toBe(words);
	});

	test.each([
		['sendMessage', 'Send Message'],
		['sendPhoto', 'Send Photo: message'],
		['restrictChatMember', 'Restrict: member'],
		['banChatMember', 'Ban: member'],
		['createChatInviteLink', 'Create: invite link'],
		['getChatMemberCount', 'Get Member Count: chat'],
		['sendAndWait', 'Send and Wait for Answer'],
	])('%s reads %j', (operation, words) => {
		expect(shownBelow(operation)).toBe(words);
	});

	test.each([
		['restrictChatMember', { permissions: 'mute' }, 'Mute'],
		['restrictChatMember', { permissions: 'allowAll' }, 'Allow All'],
		['restrictChatMember', { permissions: 'textOnly' }, 'Text Only'],
		['restrictChatMember', { permissions: 'custom' }, 'Restrict: member'],
		['restrictChatMember', { permissions: 'mute', until: 'kick' }, 'Mute'],
		['banChatMember', { until: 'kick' }, 'Kick'],
		['banChatMember', { until: 'duration', permissions: 'mute' }, 'Ban: member'],
		['setChatPermissions', { permissions: 'mute' }, 'Mute: chat'],
	])('%s with %j reads %j', (operation, choice, words) => {
		const { resource } = operations.find(({ value }) => value === operation)!;
		expect(wordsBelow(type, { resource, operation, ...choice })).toBe(words);
	});

	test.each(operations)('$resource $value is shown by its name in the form', ({ value, name }) => {
		const shown = shownBelow(value) as string;
		expect(shown).toContain(name);
		expect(shown.length).toBeLessThanOrEqual(MOST_BELOW_NODE);
	});

	test.each(updateKinds)('a trigger on $name fits', ({ name, value }) => {
		expect(wordsBelow(new BotMessagingTrigger(), { updates: [value] })).toBe(name);
	});

	test('an operation that does not exist any more is left out', () => {
		expect(shownBelow('sendPigeon')).toBeUndefined();
	});
});

test('the description of the trigger, which n8n shows for the action node too, fits both', () => {
	expect(new BotMessagingTrigger().description.description).not.toMatch(/start/i);
});
