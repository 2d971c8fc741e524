import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../scripts/lib/until';
import { useBot } from '../../support/bot';
import { byId } from '../../support/locators';
import { PATIENCE_MS } from '../../support/patience';
import { STREAM_FORMS, TapModel, TapServer, type Flow } from '../../support/tap';

const { emulator, run } = useBot();

const GROUP = -1001;

const texts = async (method: string) =>
	(await emulator.calls(method)).map(({ params }) => params.text as string);

const shows = async (text: string) =>
	await until(
		`the chat shows ${text}`,
		async () => {
			const all = [...(await texts('sendMessage')), ...(await texts('editMessageText'))];
			return all.at(-1) === text;
		},
		PATIENCE_MS,
	);

const asking = (given: IDataObject = {}): IDataObject => ({
	chatId: byId(String(GROUP)),
	prompt: 'How are you?',
	...given,
});

let model: TapModel;
let server: TapServer;

beforeEach(async () => {
	model = new TapModel();
	server = new TapServer();
	await server.listen();
});
afterEach(async () => await server.close());

const fromModel = async (given?: IDataObject) =>
	await run('streamAnswer', asking(given), { model });

const fromAddress = async ({ additionalFields, ...given }: IDataObject = {}) =>
	await run('streamAnswer', {
		...asking({ answerSource: 'address', url: server.url, ...given }),
		additionalFields: { allowPrivateAddresses: true, ...(additionalFields as IDataObject) },
	});

/** Lets a text flow in two pieces, between which the chat shows the first one. */
async function flows(flow: Flow): Promise<void> {
	flow.write('One **two');
	await shows('One **two');
	flow.write('** three');
	flow.end();
}

const WHOLE = 'One <b>two</b> three';

test('the answer of a chat model grows in its message', async () => {
	const running = fromModel({ additionalFields: { systemMessage: 'Be short' } });
	const flow = await model.flow();
	expect(flow.asked).toEqual([
		{ role: 'system', content: 'Be short' },
		{ role: 'user', content: 'How are you?' },
	]);
	await flows(flow);
	const { error, json } = await running;
	expect(error).toBeUndefined();
	expect(json).toMatchObject([
		{
			chatId: GROUP,
			messageId: 6,
			messageIds: [6],
			answer: 'One **two** three',
			stopped: false,
		},
	]);
	expect(await texts('sendMessage')).toEqual(['One **two']);
	expect((await texts('editMessageText')).at(-1)).toBe(WHOLE);
});

test.each(Object.keys(STREAM_FORMS))('an address that streams as %s', async (form) => {
	server.form = STREAM_FORMS[form];
	const running = fromAddress({ requestBody: { chatInput: 'Hi' } });
	const flow = await server.flow();
	expect(flow.asked).toEqual({ chatInput: 'Hi' });
	await flows(flow);
	const { error, json } = await running;
	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ messageId: 6, answer: 'One **two** three' }]);
	expect((await texts('editMessageText')).at(-1)).toBe(WHOLE);
});

test('an address without a body is asked by GET', async () => {
	const running = fromAddress();
	const flow = await server.flow();
	expect(flow.asked).toBeUndefined();
	flow.write('Hi');
	flow.end();
	expect((await running).json).toMatchObject([{ answer: 'Hi' }]);
});
