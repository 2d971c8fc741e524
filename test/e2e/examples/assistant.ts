import { ensureModel } from '../../../sandbox/lib/demo';
import { startStandInModel, type StandInModel } from '../../../sandbox/lib/standInModel';
import { DEFAULTS } from '../../support/emulator';
import { LanguageModel, modelCredential, publishWithModel } from '../support/languageModel';
import type { Seen } from '../support/people';
import type { Scene } from './scene';

const MUTE = { minutes: 30, reason: 'It is advertising.' };

const { demoGroup: group, moderators } = DEFAULTS.chats;

export function assistant(scene: Scene): void {
	const { emulator, n8n, idOf, people, answerTo, becomes, disappears, membership } = scene;

	let model: LanguageModel;
	let standIn: StandInModel | undefined;

	/** Sets up a model that calls these tools. */
	async function modelThatWants(...tools: string[]): Promise<void> {
		model = new LanguageModel(MUTE, tools);
		const credential = await modelCredential(n8n.rest, await model.listen());
		await publishWithModel(n8n.rest, await idOf('assistant'), credential);
	}

	beforeEach(async () => await modelThatWants('Mute_the_Writer'));
	afterEach(async () => {
		standIn?.close();
		await model.close();
	});
	afterAll(async () => await n8n.rest.unpublish(await idOf('assistant')));

	test('the stand-in of npm start says that it is one, and calls the tool that is named', async () => {
		standIn = await startStandInModel();
		const credential = await ensureModel(n8n.rest, standIn.url);
		await publishWithModel(n8n.rest, await idOf('assistant'), credential);
		const hello = await people.write('mia', '/ask Who are you?');
		expect((await answer(hello)).text).toContain('I am a stand-in for a language model');
		const written = await people.write('noah', 'Buy my watches');
		await people.write('mia', '/ask Please delete this', group, written);
		const review = await people.sees(moderators, 0, ({ text = '' }) =>
			text.includes('The assistant wants to: Delete the Message'),
		);
		await people.press('milan', review, 'Approve');
		await disappears(group, written);
	});

	/** Noah writes, and Mia asks about it; returns the moderators' message. */
	async function ask() {
		const written = await people.write('noah', 'Buy my watches');
		const question = await people.write('mia', '/ask Is this allowed?', group, written);
		const review = await people.sees(moderators, 0, ({ text = '' }) =>
			text.startsWith('Mia asked the assistant'),
		);
		return { written, question, review };
	}

	const answer = async (question: number): Promise<Seen> =>
		await people.sees(group, question, ({ reply_to_message_id: to }) => to === question);

	test('the moderators read who asked for what, and what the assistant wants', async () => {
		const { review } = await ask();
		expect(review.text).toBe(
			[
				'Mia asked the assistant in Demo Group: Is this allowed?\n',
				'A message of Noah (1004):',
				'Buy my watches\n',
				'The assistant wants to: Mute the Writer',
				'minutes: 30',
				'Why: It is advertising.',
			].join('\n'),
		);
		expect((await membership('noah'))?.status).toBe('member');
	});

	test('after Approve the writer is muted, and the group gets the answer', async () => {
		const { question, review } = await ask();
		expect(await answerTo(await people.press('milan', review, 'Approve'))).toBe('Approve');
		await becomes('noah', 'restricted');
		const { until_date: end = 0 } = (await membership('noah'))!;
		expect(end - Date.now() / 1000).toBeLessThan(31 * 60);
		const { text } = await answer(question);
		expect(text).toContain('success');
		expect(text).toContain('1004');
	});

	test('after Decline nobody is muted, and the answer says so', async () => {
		const { question, review } = await ask();
		await people.press('milan', review, 'Decline');
		expect((await answer(question)).text).toContain('rejected');
		expect(await emulator.calls('restrictChatMember')).toEqual([]);
	});

	test('with two actions at once, each is asked about, and only the approved one is done', async () => {
		await model.close();
		await modelThatWants('Mute_the_Writer', 'Delete_the_Message');
		const { written, question, review } = await ask();
		expect(review.text).toContain('The assistant wants to: Delete the Message\n');
		await people.press('milan', review, 'Approve');
		const next = await people.sees(moderators, review.message_id, ({ text = '' }) =>
			text.includes('The assistant wants to: Mute the Writer'),
		);
		await people.press('milan', next, 'Decline');
		await disappears(group, written);
		await answer(question);
		expect((await membership('noah'))?.status).toBe('member');
	});

	test('the answer says what cannot be done', async () => {
		const refusal = { status: 403, description: 'no right to restrict' };
		await emulator.fault([{ kind: 'error', method: 'restrictChatMember', ...refusal }]);
		const { question, review } = await ask();
		await people.press('milan', review, 'Approve');
		expect((await answer(question)).text).toContain('no right to restrict');
	});

	test('a plain question is answered with formatting, and no moderator is asked', async () => {
		model.says = 'We meet **on Sunday**.';
		const question = await people.write('mia', '/ask When do we meet?');
		const formatted = { text: 'We meet <b>on Sunday</b>.', parse_mode: 'HTML' };
		expect(await answer(question)).toMatchObject(formatted);
		expect(JSON.stringify(model.asked)).toContain('Mia asks: When do we meet?');
		const { messages } = await emulator.state();
		expect(messages.filter(({ chat_id: chat }) => chat === moderators)).toEqual([]);
	});
}
