import { startStandInModel, type StandInModel } from '../../sandbox/lib/standInModel';

let model: StandInModel;
beforeAll(async () => void (model = await startStandInModel()));
afterAll(() => model.close());

const WHO = 'I am a stand-in for a language model: I understand nothing, and only repeat.';

const post = async (body: string) => {
	const response = await fetch(`${model.url}/chat/completions`, { method: 'POST', body });
	return { status: response.status, text: await response.text() };
};

interface Message {
	content: string | null;
	tool_calls?: Array<{ function: { name: string; arguments: string } }>;
}

async function ask(question: unknown, more: object = {}): Promise<Message> {
	const messages = [{ role: 'user', content: question }];
	const { text } = await post(JSON.stringify({ messages, ...more }));
	return (JSON.parse(text) as { choices: [{ message: Message }] }).choices[0].message;
}

const TOOLS = ['Mute_the_Writer', 'Delete_the_Message'].map((name) => {
	const inner = { properties: { minutes: { type: 'number' }, reason: { type: 'string' } } };
	const parameters = { properties: { toolParameters: inner } };
	return { type: 'function', function: { name, parameters } };
});

test('it says that it is a stand-in, and repeats', async () => {
	const { content } = await ask('Hello');
	expect(content).toMatch(new RegExp(`^${WHO}.*\\n\\nYou wrote: Hello$`));
	expect((await ask([{ type: 'text', text: 'Hi' }], { tools: TOOLS })).content).toContain('Hi');
});

test('it calls the tool whose first word is in the question, and says what the tool said', async () => {
	const { content, tool_calls: calls } = await ask('Please delete this', { tools: TOOLS });
	expect(content).toBeNull();
	expect(calls).toHaveLength(1);
	expect(calls![0].function.name).toBe('Delete_the_Message');
	expect(JSON.parse(calls![0].function.arguments)).toEqual({
		toolParameters: { minutes: 10, reason: 'You asked for it.' },
	});
	const messages = [{ role: 'tool', content: 'done' }];
	expect((await ask('', { messages })).content).toMatch(/The tool said: done$/);
});

test.each([
	['Earn 500 a day', true],
	['Good morning', false],
])('it judges as the spam judge asks it to: %s', async (text, spam) => {
	const system = { role: 'system', content: 'Answer with JSON: {"spam": true, "fine": false}' };
	const messages = [system, { role: 'user', content: text }];
	const { content } = await ask('', { messages });
	expect(JSON.parse(content!)).toEqual({ spam, fine: !spam });
});

test('it streams if it is asked to, and refuses what is no question', async () => {
	const messages = [{ role: 'user', content: 'Hello' }];
	const { text } = await post(JSON.stringify({ messages, stream: true }));
	expect(text).toContain('You wrote: Hello');
	expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
	expect((await post('hello')).status).toBe(400);
});
