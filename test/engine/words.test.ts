import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { hintsOf } from '../../nodes/BotMessaging/engine/hints';
import { operations } from '../../nodes/BotMessaging/operations';
import { within } from '../support/form';

const { properties } = new BotMessaging().description;

const optionsOf = ({ options = [] }: INodeProperties) => options as INodePropertyOptions[];

const selectors = properties.filter(({ name }) => name === 'operation');

const everyField = properties.flatMap(within);

describe('the words of the form', () => {
	const words = [
		...everyField.flatMap((field) => [field.description, field.hint, field.placeholder]),
		...everyField.flatMap(optionsOf).flatMap(({ description: of, action }) => [of, action]),
		...operations.flatMap(hintsOf).map(({ hint }) => hint),
	].filter((word) => word !== undefined);

	test('an article fits the word behind it', () => {
		expect(words.filter((word) => /\ba [aeio]/i.test(word.replace(/\ba one\b/gi, '')))).toEqual([]);
	});

	test('nothing is said of a chat by the sign of its number', () => {
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
