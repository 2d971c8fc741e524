import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { modelCredential } from '../support/languageModel';
import { sendFile } from '../support/sendFile';
import { SpeechModel } from '../support/speechModel';
import { newcomersOf } from './newcomers';
import type { Scene } from './scene';

const { demoGroup: group } = DEFAULTS.chats;

export function voiceToText(scene: Scene): void {
	const { emulator, n8n, people } = scene;
	const model = new SpeechModel();
	let id: string;

	beforeAll(async () => {
		const openAiApi = await modelCredential(n8n.rest, await model.listen());
		id = await newcomersOf(scene).publish('voice-to-text', (workflow) => ({
			...workflow,
			nodes: workflow.nodes.map((node) =>
				node.type.endsWith('.openAi') ? { ...node, credentials: { openAiApi } } : node,
			),
		}));
	});
	afterAll(async () => {
		await n8n.rest.unpublish(id);
		await model.close();
	});

	/** What the bot replies to a voice message of Mia. */
	const reply = async () => {
		const voice = await sendFile(emulator, 'mia', 'voice', group, { duration: '2' });
		return await people.sees(
			group,
			voice,
			({ reply_to_message_id: answered }) => answered === voice,
		);
	};

	test('the text is the reply to the voice message', async () => {
		model.hears = ' Chào <b>you</b>, see you at six. ';
		const { text, parse_mode: format } = await reply();
		expect([text, format]).toEqual(['Chào <b>you</b>, see you at six.', undefined]);
		expect(model.sent).toEqual([expect.stringMatching(/^\/v1\/audio\/transcriptions /)]);
		expect(model.sent[0]).toMatch(/filename="voice.ogg"\r\nContent-Type: audio\/ogg/i);
		expect(model.sent[0]).toContain('%PDF-1.4');
	});

	test('a long text is several messages, and silence is said to be silence', async () => {
		model.hears = 'A long sentence. '.repeat(300);
		await reply();
		const isWhole = async () => (await emulator.calls('sendMessage')).length === 2;
		await until('both parts are sent', isWhole, LONG_PATIENCE_MS);
		model.hears = ' ';
		expect((await reply()).text).toBe('I hear no words in this message.');
	});

	test('if the model fails or the recording is too big, the person gets a word', async () => {
		model.hears = undefined;
		expect((await reply()).text).toBe(
			'I could not write this message down. Please try again later.',
		);
		const description = 'Bad Request: file is too big';
		await emulator.fault({ kind: 'error', method: 'getFile', status: 400, description });
		expect((await reply()).text).toBe(
			'This message is too long for me. I can write down up to 20 MB.',
		);
		expect(model.sent.join()).not.toContain(emulator.token);
	});

	test('other messages start nothing', async () => {
		const before = model.sent.length;
		model.hears = 'Hello';
		await people.write('mia', 'Good morning');
		await sendFile(emulator, 'mia', 'document', group);
		await reply();
		expect(model.sent).toHaveLength(before + 1);
	});
}
