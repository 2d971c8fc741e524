import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import {
	NodeHelpers,
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { deletes, sends, sendsVideo } from '../../bench/subjects';
import { formOf } from '../../nodes/BotMessaging/engine/form';
import { messageRules, rules } from '../../nodes/BotMessaging/fields/rules';
import { operations } from '../../nodes/BotMessaging/operations';
import { cases } from '../cases';
import { ROOT } from '../package/sources';
import { action, actionFor } from '../support/actionNode';
import { actionNode } from '../support/engine';
import { within } from '../support/form';
import { misshapen } from '../support/savedShape';

const { description } = action;
const { properties } = description;

const RESOURCES = [...new Set(cases.map(({ resource }) => resource))].sort();

const names = (list: string) => list.split(' ').filter(Boolean).sort();

const optionsOf = ({ options = [] }: INodeProperties) => options as INodePropertyOptions[];

const added = ({ options = [] }: INodeProperties) => options as INodeProperties[];

const selectors = properties.filter(({ name }) => name === 'operation');

/** The properties that belong to an operation, whichever of its choices is made. */
const fieldsOf = (resource: string, operation: string, form = properties) =>
	form.filter(
		({ displayOptions }) =>
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation),
	);

/** The fields of every operation, and those that all have. */
const everyField = [
	...properties.filter(({ displayOptions }) => !displayOptions?.show?.operation),
	...cases.flatMap(({ resource, operation }) => fieldsOf(resource, operation)),
].flatMap(within);

const isSorted = (list: string[]) =>
	list.every((name, index) => index === 0 || list[index - 1].localeCompare(name) <= 0);

describe('who and where', () => {
	const locators = everyField.filter(({ type }) => type === 'resourceLocator');
	const modesOf = ({ modes = [] }: INodeProperties) => modes;

	test('nobody is chosen by default', () => {
		const chosen = locators.map((field) => field.default as IDataObject);
		expect(chosen.length).toBeGreaterThan(30);
		expect(chosen.filter(({ value }) => value !== '')).toEqual([]);
		const people = locators.filter((field) => modesOf(field).some(({ name }) => name === 'reply'));
		expect(new Set(people.map((field) => (field.default as IDataObject).mode))).toEqual(
			new Set(['id']),
		);
	});

	test('no way to say it has a default of its own, which a linter would write in', () => {
		const modes = locators.flatMap(modesOf);
		expect(modes.filter((mode) => 'default' in mode)).toEqual([]);
	});

	test('n8n shows the whole label of each way to say it', () => {
		const labels = new Set(locators.flatMap(modesOf).map(({ displayName }) => displayName));
		expect([...labels].sort()).toEqual(['By ID', 'By Name', 'By Reply', 'From List']);
	});
});

describe('the fields of an operation', () => {
	test.each(cases)('$resource: $operation has its own, in their order', (row) => {
		const { resource, operation } = row;
		const { fields, additionalFields = [] } = operations.find(
			(one) => one.resource === resource && one.value === operation,
		)!;
		const shown = fieldsOf(resource, operation)
			.filter(({ name }) => name !== 'outputs')
			.map(({ name, displayOptions }) => {
				const { resource: _, operation: __, ...conditions } = displayOptions!.show!;
				return { name, conditions };
			});
		const own = fields.map(({ name, shownFor = {} }) => ({ name, conditions: shownFor }));
		const last = additionalFields.length > 0 ? [{ name: 'additionalFields', conditions: {} }] : [];
		expect(shown).toEqual([...own, ...last]);
	});

	test('keep their order if another operation has them in another order', () => {
		const [operation] = operations;
		const [first, second, third] = operation.fields;
		const made = {
			one: [first, second, third],
			two: [second, first],
			three: [first, third, second],
		};
		const form = formOf(
			Object.entries(made).map(([value, fields]) => ({
				...operation,
				value,
				fields,
				additionalFields: [],
			})),
		);
		for (const [value, fields] of Object.entries(made)) {
			const shown = fieldsOf(operation.resource, value, form).map(({ name }) => name);
			expect(shown).toEqual(fields.map(({ name }) => name));
		}
	});

	// n8n goes through all properties several times for each execution and each call of a webhook.
	test('are shared with other operations if they look the same', () => {
		expect(properties.filter(({ name }) => name === 'chatId').length).toBeLessThan(10);
		expect(properties.length).toBeLessThan(180);
	});
});

describe('the names that saved workflows hold', () => {
	test('the resources', () => {
		const [resource] = properties;
		expect(resource.name).toBe('resource');
		const values = optionsOf(resource).map(({ value }) => String(value));
		expect(values.sort()).toEqual(RESOURCES);
	});

	test.each(RESOURCES)('the operations of %s', (resource) => {
		const own = selectors.filter(({ displayOptions }) =>
			displayOptions?.show?.resource?.includes(resource),
		);
		expect(own).toHaveLength(1);
		const values = optionsOf(own[0]).map(({ value }) => value);
		const ofResource = cases.filter((row) => row.resource === resource);
		expect([...values].sort()).toEqual(ofResource.map(({ operation }) => operation).sort());
		expect(values).toContain(own[0].default);
	});

	test.each(cases)('the parameters of $resource $operation', (row) => {
		const { resource, operation } = row;
		const [top, added] = row.promised;
		const fields = fieldsOf(resource, operation);
		const collections = fields.filter(({ name }) => name === 'additionalFields');
		const others = fields.filter(({ name }) => name !== 'additionalFields');
		expect(others.map(({ name }) => name).sort()).toEqual(names(top));
		expect(collections.flatMap(optionsOf).map(({ name }) => name)).toEqual(
			expect.arrayContaining(names(added)),
		);
		expect(collections.flatMap(optionsOf)).toHaveLength(names(added).length);
	});
});

test.each(cases)(
	'the cases of $resource $operation have the shapes that the editor saves',
	(row) => {
		const { resource, operation, valid, invalid, refused } = row;
		const found = [...valid, invalid, ...(refused ? [refused] : [])].flatMap(({ parameters }) =>
			misshapen({ resource, operation, ...parameters }),
		);
		expect(found).toEqual([]);
	},
);

const EXAMPLES = path.join(ROOT, 'examples');

test.each(readdirSync(EXAMPLES))(
	'the nodes of %s have the shapes that the editor saves',
	(file) => {
		const { nodes } = JSON.parse(readFileSync(path.join(EXAMPLES, file), 'utf8')) as {
			nodes: Array<{ type: string; parameters: IDataObject }>;
		};
		const own = nodes.filter(({ type }) => type.endsWith('.botMessaging'));
		expect(own.flatMap(({ parameters }) => misshapen(parameters))).toEqual([]);
	},
);

test('the nodes of the bench have the shapes that the editor saves', () => {
	const credential = { id: '1', name: 'Bench' };
	const credentials = { ours: credential, builtIn: credential };
	const own = [
		sends(credentials, '-1001').ours,
		sends(credentials, '={{ $json.chatId }}').ours,
		deletes(credentials).ours,
		sendsVideo(credentials),
	];
	expect(own.flatMap(({ parameters }) => misshapen(parameters))).toEqual([]);
});

describe('what n8n shows for an operation', () => {
	const shownFor = (parameters: object) =>
		Object.keys(
			NodeHelpers.getNodeParameters(
				properties,
				{ ...parameters },
				true,
				false,
				{ typeVersion: 1 },
				description,
			) ?? {},
		)
			.filter((name) => !['resource', 'operation', 'traffic', 'additionalFields'].includes(name))
			.sort();

	test.each<[choice: object, shown: string]>([
		[{ resource: 'message', operation: 'sendMessage' }, 'chatId replyMarkup text'],
		[
			{ resource: 'message', operation: 'sendMessage', replyMarkup: 'json' },
			'chatId replyMarkup replyMarkupJson text',
		],
		[
			{ resource: 'message', operation: 'sendMessage', replyMarkup: 'forceReply' },
			'chatId replyMarkup text',
		],
		[
			{ resource: 'message', operation: 'sendVideo', source: 'fileId' },
			'chatId replyMarkup source video',
		],
		[
			{ resource: 'message', operation: 'sendVideo', source: 'binary' },
			'binaryPropertyName chatId replyMarkup source',
		],
		[
			{ resource: 'message', operation: 'deleteMessages', messageSelection: 'range' },
			'chatId firstMessageId lastMessageId messageSelection',
		],
		[
			{ resource: 'member', operation: 'banChatMember', until: 'duration' },
			'chatId until untilAmount untilUnit userId',
		],
		[
			{ resource: 'member', operation: 'restrictChatMember', permissions: 'mute' },
			'chatId permissions until untilAmount untilUnit userId',
		],
		[
			{ resource: 'member', operation: 'restrictChatMember', permissions: 'allowAll' },
			'chatId permissions userId',
		],
		[
			{
				resource: 'member',
				operation: 'restrictChatMember',
				permissions: 'allowAll',
				until: 'duration',
			},
			'chatId permissions userId',
		],
		[
			{ resource: 'game', operation: 'getGameHighScores', carrier: 'inline' },
			'carrier inlineMessageId userId',
		],
		[{ resource: 'bot', operation: 'getMe' }, ''],
	])('%j', (choice, shown) => {
		expect(shownFor(choice)).toEqual(names(shown));
	});
});

/** Words begin with a capital, but for the small ones in between. */
const TITLE_CASE = /^[A-Z][\w-]*( (\(?[A-Z][\w-]*\)?|a|and|by|for|in|of|per|the|to))*$/;

describe('what a field has to say itself', () => {
	const field = (operation: string, name: string) =>
		fieldsOf('message', operation)
			.flatMap(within)
			.find((one) => one.name === name)!;

	test('Edit Message Text says at Reply Markup what becomes of the buttons', () => {
		expect(field('editMessageText', 'replyMarkup').hint).toContain('removes the buttons');
		const page = readFileSync(
			path.join(ROOT, 'docs/operations/message-editMessageText.md'),
			'utf8',
		);
		expect(page).toContain('removes the buttons');
	});

	test('Kind shows the emoji of each dice, in the list and below the closed field', () => {
		const kind = field('sendDice', 'emoji');
		for (const { name, value, description: words } of optionsOf(kind)) {
			expect(words).toContain(String(value));
			expect(kind.hint).toContain(`${String(value)} ${name}`);
		}
	});
});

describe('n8n’s manners', () => {
	const actions = selectors.flatMap(optionsOf);

	test('what can be added is sorted by name, unless there are groups', () => {
		const collections = properties.filter(({ type }) => type === 'collection');
		const unsorted = collections.filter(
			(collection) => !isSorted(added(collection).map(({ displayName }) => displayName)),
		);
		expect(unsorted.map(({ name }) => name)).toEqual(['rules']);
	});

	const OF_MESSAGES = [
		...['words', 'ignoreAccents', 'patterns'],
		...['linksTo', 'linksExcept', 'inviteLinksExcept', 'moreMentionsThan'],
		...['locked', 'forwarded', 'fileTypes', 'largerThanMb'],
		...['scripts', 'otherLettersPercent', 'moreCapitalsThan', 'moreEmojiThan'],
		...['longerThan', 'moreLinesThan'],
	];
	const OF_TRIGGERS = [
		...[
			'floodMessages',
			'floodSeconds',
			'floodReactions',
			'slowSeconds',
			'messagesPerDay',
			'sameTextChats',
		],
		...['newcomerMessages', 'raidJoins', 'raidSeconds'],
	];

	test.each([
		['a trigger', rules, [...OF_MESSAGES, ...OF_TRIGGERS, 'logOnly']],
		['Check', messageRules, [...OF_MESSAGES, 'spamRows', 'logOnly']],
	])('the rules of %s are in groups', (_where, collection, order) => {
		expect(added(collection).map(({ name }) => name)).toEqual(order);
	});

	test('every operation has an action in sentence case, and no two have the same', () => {
		expect(new Set(actions.map(({ action }) => action)).size).toBe(cases.length);
		for (const { action, description: words } of actions) {
			expect(action).toMatch(/^[A-Z][a-z, ]+$/);
			expect(words).toMatch(/^[A-Z].{10,}/);
		}
	});

	test('every field says what it is', () => {
		const silent = everyField.filter(
			({ name, description: words, hint }) =>
				!words && !hint && !['resource', 'operation', 'additionalFields', 'traffic'].includes(name),
		);
		expect(silent.map(({ name }) => name)).toEqual([]);
	});

	test('a name is in Title Case, a boolean says Whether, a placeholder gives an example', () => {
		for (const { displayName, type, description: words = '', placeholder } of everyField) {
			expect(displayName).toMatch(TITLE_CASE);
			expect([displayName, type === 'boolean' ? words.slice(0, 8) : 'Whether ']).toEqual([
				displayName,
				'Whether ',
			]);
			if (placeholder) expect(placeholder).toMatch(/^(e\.g\. |Add )/);
		}
	});

	test('a choice is sorted by name, unless it counts up or begins with what people use', () => {
		const choices = everyField.filter(({ type }) => type === 'options' || type === 'multiOptions');
		const unsorted = choices.filter(
			(choice) => !isSorted(optionsOf(choice).map(({ name }) => name)),
		);
		expect([...new Set(unsorted.map(({ displayName }) => displayName))]).toEqual([
			'Resource',
			'Operation',
			'Unit',
		]);
	});

	test('no two fields of an operation have the same name', () => {
		for (const { resource, operation } of cases) {
			const own = fieldsOf(resource, operation).map(({ displayName }) => displayName);
			expect([operation, new Set(own).size]).toEqual([operation, own.length]);
		}
	});

	test('emoji are in values and descriptions only', () => {
		const shown = everyField.flatMap((field) => [
			field.displayName,
			...optionsOf(field).map(({ name }) => name),
		]);
		expect(shown.filter((name) => /\p{Extended_Pictographic}/u.test(name ?? ''))).toEqual([]);
	});

	test('the default of a choice is one of its options', () => {
		for (const choice of everyField.filter(({ type }) => type === 'options')) {
			const values = optionsOf(choice).map(({ value }) => value);
			expect([choice.name, values]).toEqual([
				choice.name,
				expect.arrayContaining([choice.default]),
			]);
		}
	});
});

test('the fields of an operation alone give n8n the same parameters as the whole form', () => {
	const all = cases.flatMap(({ resource, operation, invalid, refused, valid }) =>
		[...valid, invalid, ...(refused ? [refused] : [])].map(({ parameters }) => ({
			resource,
			operation,
			...parameters,
		})),
	);
	const read = (form: INodeProperties[], given: object) => {
		const node = actionNode(given);
		const parameters = given as INodeParameters;
		return NodeHelpers.getNodeParameters(form, parameters, true, false, node, description);
	};
	for (const given of all) {
		expect(read(actionFor(given).description.properties, given)).toEqual(read(properties, given));
	}
	const keepsOther = { ...all[0], messageIds: '1', question: 'x', additionalFields: {} };
	expect(read(actionFor(keepsOther).description.properties, keepsOther)).toEqual(
		read(properties, keepsOther),
	);
});
