import type { IDataObject, INode } from 'n8n-workflow';

import { useEmulator } from '../support/emulator';
import { byId } from '../support/locators';
import { AGENTS, callTool, type Call } from '../support/tool';

const emulator = useEmulator();

const SEND: IDataObject = {
	resource: 'message',
	operation: 'sendMessage',
	chatId: byId('-1001'),
	text: "={{ $fromAI('text', 'What to say', 'string') }}",
};

const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const sent = async () =>
	(await emulator.calls('sendMessage')).map(({ params }) => params.text as string);

describe.each(Object.entries(AGENTS))('a tool of %s', (_name, agent) => {
	const call = async (calls: Call[], parameters: IDataObject = {}, settings = RETRY) => {
		const { url: baseUrl, token: botToken } = emulator;
		const tool = { ...settings, parameters: { ...SEND, ...parameters } as INode['parameters'] };
		return await callTool(agent, { baseUrl, botToken }, tool, calls);
	};

	test('does not repeat a send that may have arrived, and the model is told so', async () => {
		await emulator.fault({ kind: 'cut_after', method: 'sendMessage' });
		const [told] = await call([{ text: 'lost' }]);
		expect(await sent()).toEqual(['lost']);
		expect(told).toContain('The connection was interrupted. The message may have arrived');
		// Agents before version 3 tell their model nothing of an error that ends the tool.
		if (agent !== AGENTS['agent 3']) expect(told).toContain('"mayHaveArrived":true');
	});

	test('sends a message again that was refused', async () => {
		await emulator.fault({ kind: 'error', status: 403, description: 'Forbidden' });
		const [told] = await call([{ text: 'again' }]);
		expect(await sent()).toEqual(['again', 'again']);
		expect(told).toContain('"message_id"');
	});

	test('sends what the model asks for in another call, even if it is the same', async () => {
		await emulator.fault({ kind: 'cut_after', method: 'sendMessage' });
		const [first, second] = await call([{ text: 'same' }, { text: 'same' }]);
		expect(await sent()).toEqual(['same', 'same']);
		expect(first).toContain('may have arrived');
		expect(second).toContain('"message_id"');
	});

	test('sends no part of a long text twice', async () => {
		const text = Array.from({ length: 90 }, (_none, at) => `${at} ${'word '.repeat(20)}.`);
		await emulator.fault({ kind: 'error', status: 403, skip: 1, description: 'Forbidden' });
		const [told] = await call([{ text: text.join('\n\n') }], {
			additionalFields: { longText: 'split' },
		});
		const [first, refused, again, ...rest] = await sent();
		expect(again).toBe(refused);
		expect([first, again, ...rest].join('\n\n')).toBe(text.join('\n\n'));
		expect(told).toContain('"messageIds"');
	});

	test('says in its message which parts were sent', async () => {
		const text = 'word '.repeat(1500);
		await emulator.fault({ kind: 'cut_after', method: 'sendMessage', skip: 1 });
		const parameters = { additionalFields: { longText: 'split' } };
		const [told] = await call([{ text }], parameters);
		expect(await sent()).toHaveLength(2);
		expect(told).toContain('may have arrived');
		expect(told).toContain('The first part was sent (message ID 6)');
	});

	test('says it in the item if errors become items', async () => {
		await emulator.fault({ kind: 'cut_after', method: 'sendMessage' });
		const settings: Partial<INode> = { ...RETRY, onError: 'continueRegularOutput' };
		const [told] = await call([{ text: 'lost' }], {}, settings);
		expect(await sent()).toEqual(['lost']);
		expect(told).toContain('The message may have arrived');
	});

	test('says that nothing was sent if nothing can have been', async () => {
		await emulator.fault({ kind: 'error', status: 403, times: 3, description: 'Forbidden' });
		const [told] = await call([{ text: 'no' }]);
		expect(told).toContain('Forbidden');
		expect(told).not.toContain('may have arrived');
	});
});
