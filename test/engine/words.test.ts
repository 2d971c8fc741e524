import type { INode, INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { BotMessagingTrigger } from '../../nodes/BotMessaging/BotMessagingTrigger.node';
import { MOST_BELOW_NODE } from '../../nodes/BotMessaging/engine/form';
import { hintsOf } from '../../nodes/BotMessaging/engine/hints';
import { operations } from '../../nodes/BotMessaging/operations';
import { updateKinds } from '../../nodes/BotMessaging/update/kinds';
import { editorWords } from '../support/editorWords';
import { within } from '../support/form';

const type = new BotMessaging();
const { properties } = type.description;

const optionsOf = ({ options = [] }: INodeProperties) => options as INodePropertyOptions[];

const selectors = properties.filter(({ name }) => name === 'operation');

const everyField = properties.flatMap(within);

describe('the words of the form', () => {
	const words = [
		...everyField.flatMap((field) => [field.description, field.hint, field.placeholder]),
		...everyField.flatMap(optionsOf).flatMap(({ description: of, action }) => [of, action]),
		...operations.flatMap(hintsOf).map(({ hint }) => hint),
	].filter((word) => word !== undefined);

	test('an article fits the word after it', () => {
		expect(words.filter((word) => /\ba [aeio]/i.test(word.replace(/\ba one\b/gi, '')))).toEqual([]);
	});

	test('nothing is said of a chat by the sign of its number', () => {
		expect(words.filter((word) => /negative|minus|positive/i.test(word))).toEqual([]);
	});

	test.each([
		'moderate',
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
		'promote',
		'demote',
		'admin',
		'leave',
		'title',
		'channel',
	])('who searches for %s finds an operation', (word) => {
		const found = selectors
			.flatMap(optionsOf)
			.filter(({ action }) => action?.toLowerCase().includes(word));
		expect(found).not.toEqual([]);
	});
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
		['createChatInviteLink', 'Create: invite link'],
		['getChatMemberCount', 'Get Member Count: chat'],
		['sendAndWait', 'Send and Wait for Answer'],
	])('%s reads %j', (operation, words) => {
		expect(shownBelow(operation)).toBe(words);
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
