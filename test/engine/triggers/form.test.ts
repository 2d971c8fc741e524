import type { INodeProperties, NodePropertyTypes } from 'n8n-workflow';

import { BotMessagingPollingTrigger } from '../../../nodes/BotMessaging/BotMessagingPollingTrigger.node';
import { BotMessagingTrigger } from '../../../nodes/BotMessaging/BotMessagingTrigger.node';
import { fromList, several } from '../../support/locators';
import { usePolling } from '../../support/pollingTests';
import { useWebhooks } from '../../support/webhookTests';

const polling = usePolling();
const webhooks = useWebhooks();
const { chats } = webhooks.emulator.defaults;

const FOREIGN = 'https://other.example.com/hook';
const OBJECT = { a: 1 };

/** Values that an expression may return but the field cannot take, by n8n's field type. */
const WRONG: Partial<Record<NodePropertyTypes, unknown[]>> = {
	boolean: ['yes', 2, OBJECT, [true, false]],
	options: ['no such choice', 7, OBJECT, ['a', 'b']],
	multiOptions: ['no such choice', 7, OBJECT, ['message', 'no such choice']],
	string: [OBJECT, [OBJECT], ['a', OBJECT]],
	resourceLocator: [OBJECT, ['a', OBJECT], { ...several(''), value: OBJECT }],
	number: ['soon', -1, 0, true, OBJECT, [1, 2]],
	fixedCollection: [
		{ command: [{ where: 'no such place' }], button: [{ data: OBJECT }], page: [{ name: OBJECT }] },
	],
	json: ['{', '[]', 5, OBJECT, [1, 2]],
};

const COLLECTIONS = ['filters', 'exclude', 'rules', 'options', 'usageTexts'];

const MENU = { menu: 'json', menuJson: '[{"name": "Start", "text": "Hello"}]' };

/** Values that show the fields which are not always visible. */
const SHOWING: Record<string, object> = {
	largestFileMb: { downloadFiles: true },
	downloadAnswered: { downloadFiles: true },
	answerPresses: { updates: ['*'] },
	pressNotice: { answerPresses: true, updates: ['*'] },
	outputKinds: { outputs: 'kinds' },
	outputCommands: { outputs: 'commands' },
	showInMenu: { outputs: 'commands' },
	usageAnswer: { outputs: 'commands' },
	usageText: { outputs: 'commands' },
	usageTexts: { outputs: 'commands' },
	outputButtons: { outputs: 'buttons' },
	menuPages: { menu: 'form' },
	menuJson: { menu: 'json' },
	menuFormat: MENU,
	menuNoticeForOthers: MENU,
	menuNoticeWhenChanged: MENU,
};

/** Every field of a form that has a value: its label, and parameters with that value. */
function fieldsOf(properties: INodeProperties[]) {
	const top = properties.filter(
		({ name, type }) => !COLLECTIONS.includes(name) && type !== 'notice',
	);
	const within = COLLECTIONS.flatMap((collection) => {
		const { options } = properties.find(({ name }) => name === collection)!;
		return (options as INodeProperties[]).map((field) => ({ field, collection }));
	});
	return [...top.map((field) => ({ field, collection: undefined })), ...within].map(
		({ field, collection }) => {
			const place = (value: unknown) => {
				const set = { [field.name]: value };
				return collection
					? { ...SHOWING[collection], [collection]: set }
					: { ...SHOWING[field.name], ...set };
			};
			const wrong = WRONG[field.type]!.filter(
				(value) => value !== 0 || field.typeOptions?.minValue !== undefined,
			);
			return [field.displayName, field.type, place, wrong] as const;
		},
	);
}

const POLLING_FIELDS = fieldsOf(new BotMessagingPollingTrigger().description.properties);
/** Some that the polling trigger has too, and all others: both triggers read what they share in one way. */
const WEBHOOK_FIELDS = fieldsOf(new BotMessagingTrigger().description.properties).filter(
	([label, type], index) =>
		index % 10 === 0 || !POLLING_FIELDS.some((other) => other[0] === label && other[1] === type),
);

describe('an error names the field of a value that does not fit, and the server is not asked:', () => {
	test.each(POLLING_FIELDS)('polling: %s', async (label, _type, place, values) => {
		for (const wrong of values) {
			await expect(polling.create(place(wrong)).start()).rejects.toThrow(label);
		}
		expect(await polling.emulator.calls('getMe')).toEqual([]);
	});

	test.each(WEBHOOK_FIELDS)('webhook: %s', async (label, _type, place, values) => {
		for (const wrong of values) {
			const trigger = await webhooks.listen(place(wrong));
			await expect(trigger.step('create')).rejects.toThrow(label);
		}
		expect(await webhooks.emulator.calls('setWebhook')).toEqual([]);
	});
});

describe('a toggle is understood in every spelling:', () => {
	test.each([true, 'true', 1, [true], '={{ 1 }}'])('on: %j', async (on) => {
		await polling.api('setWebhook', { url: FOREIGN });
		const trigger = await polling.start({ options: { removeWebhook: on } });
		await polling.say('hello');
		await polling.soon('it continues', () => trigger.texts.includes('hello'));
	});

	test.each([false, 'false', 0, [false], null, '={{ null }}'])('off: %j', async (off) => {
		await polling.api('setWebhook', { url: FOREIGN });
		const trigger = await polling.start({ options: { removeWebhook: off } });
		await polling.soon('it is reported', () => trigger.logged.length === 1);
		expect((await polling.api('getWebhookInfo')).url).toBe(FOREIGN);
	});

	test.each([
		[true, 'resolves'],
		['true', 'resolves'],
		[[1], 'resolves'],
		['false', 'rejects'],
		[null, 'rejects'],
	] as const)('of the webhook trigger: %j %s', async (takeOver, end) => {
		await webhooks.emulator.api('setWebhook', { url: FOREIGN });
		const trigger = await webhooks.listen({ options: { takeOver } });
		const opened = trigger.open().then(
			() => 'resolves',
			() => 'rejects',
		);
		expect(await opened).toBe(end);
	});
});

test('numbers can be text, or a list of one', async () => {
	const options = { parallel: ['1'], longestExecution: '5', chatOrder: 'false' };
	const trigger = await polling.start({ options });
	trigger.endsAtOnce = false;
	for (const text of ['one', 'two']) await polling.say(text);
	await polling.soon('one has begun', () => trigger.started.length === 1);
	await polling.pause(300);
	expect(trigger.texts).toEqual(['one']);
	trigger.started[0].end();
	await polling.soon('two has begun', () => trigger.started.length === 2);
});

test('null turns every filter and option off', async () => {
	const { properties } = new BotMessagingPollingTrigger().description;
	const nulls = (collection: string) => {
		const { options } = properties.find(({ name }) => name === collection)!;
		return Object.fromEntries(
			(options as INodeProperties[])
				.filter(({ noDataExpression }) => !noDataExpression)
				.map(({ name }) => [name, '={{ null }}']),
		);
	};
	const trigger = await polling.start(
		Object.fromEntries(COLLECTIONS.map((name) => [name, nulls(name)])),
	);
	await polling.say('hello');
	await polling.soon('it has come', () => trigger.texts.includes('hello'));
});

test.each([new BotMessagingPollingTrigger(), new BotMessagingTrigger()])(
	'$description.displayName can fill its lists',
	({ description, methods }) => {
		const fields = description.properties.flatMap(
			({ options = [] }) => options as INodeProperties[],
		);
		const lists = fields.flatMap(({ modes = [] }) =>
			modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
		);
		expect(lists).toEqual(['searchChats', 'searchChats']);
		expect(methods.listSearch.searchChats).toBeInstanceOf(Function);
	},
);

test.each([
	['chosen from the list', fromList(String(chats.privateMia))],
	['several', several(`${chats.quietGroup}, ${chats.privateMia}`)],
	['a list of an expression', several(`={{ [${chats.quietGroup}, "${chats.privateMia}"] }}`)],
	['a text, as before there was a list', `${chats.quietGroup}, ${chats.privateMia}`],
	['a list, as before there was one to choose from', [chats.quietGroup, chats.privateMia]],
])('the filter of chats takes %s', async (_what, chatIds) => {
	const trigger = await polling.start({ filters: { chatIds } });
	await polling.say('left out');
	await polling.say('taken', chats.privateMia);
	await polling.soon('it has come', () => trigger.started.length === 1);
	expect(trigger.texts).toEqual(['taken']);
});

test.each([
	['message', 3],
	['message, chat_member', 4],
	[['callback_query'], 3],
])(
	'Trigger On with %j asks for these kinds, for answers, and for changes of the bot’s membership',
	async (updates, kinds) => {
		const trigger = await webhooks.listen({ updates });
		await trigger.open();
		expect((await webhooks.info()).allowed_updates).toHaveLength(kinds);
	},
);
