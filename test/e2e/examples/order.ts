import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { FormInChat, waitingIn } from '../support/formInChat';
import { Questions } from '../support/questions';
import { NAMES, newcomersOf } from './newcomers';
import type { Scene } from './scene';

const { moderators: staff, privateMia: mias } = DEFAULTS.chats;
const { mia } = DEFAULTS.users;

export function order(scene: Scene): void {
	const { emulator, n8n, people } = scene;
	const { publish, rename } = newcomersOf(scene);
	const questions = new Questions(() => n8n.rest, emulator);
	let id: string;

	beforeAll(async () => void (id = await publish('order')));
	afterAll(async () => await n8n.rest.unpublish(id));

	const says = async (chat: number, words: string | RegExp) =>
		await people.sees(chat, 0, ({ text = '' }) =>
			typeof words === 'string' ? text === words : words.test(text),
		);

	const waiting = async () => await waitingIn(n8n.rest, id);

	/** Mia answers all questions, and the form shows her answers. */
	async function fill(photo: boolean): Promise<FormInChat> {
		const before = await waiting();
		const command = await people.write('mia', '/order', mias);
		const first = await people.sees(mias, command, ({ reply_markup: markup }) => !!markup);
		let begun: string | undefined;
		const isBegun = async () => {
			begun = (await waiting()).find((execution) => !before.includes(execution));
			return begun !== undefined;
		};
		await until('n8n waits for the order', isBegun, LONG_PATIENCE_MS);
		const form = new FormInChat(questions, begun!, first);
		await form.shows('What would you like?');
		await form.press('Tea');
		await form.shows('How many? (2/5)');
		await form.reply('2');
		await form.shows('On which day?');
		await form.reply(new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10));
		await form.shows('Where do we deliver it?');
		await form.reply('12 Harbour\nStreet');
		await form.shows('Do you have a photo of the place?');
		const answered = { reply_to_message_id: (await form.now()).message_id, photo: true };
		if (photo) await emulator.act('message', { user_id: mia, chat_id: mias, ...answered });
		else await form.press('Skip');
		await form.shows('Yes, order');
		return form;
	}

	/** Mia orders. Gives back what the staff is asked, once n8n waits for the answer. */
	async function ask(photo: boolean) {
		const form = await fill(photo);
		await form.press('Yes, order');
		const question = await says(staff, /^Order of /);
		await questions.waits(form.execution);
		return question;
	}

	test('the staff gets the order with the photo, and the person is told what they decide', async () => {
		await rename('mia', NAMES.turned);
		const question = await ask(true);
		expect(question.text).toMatch(/^Order of eoz:\n2 × Tea\n\w+, \d+ \w+\n12 Harbour Street$/);
		const photo = await people.sees(staff, 0, ({ media }) => media?.kind === 'photo');
		expect(question.reply_to_message_id).toBe(photo.message_id);
		await people.press('olga', question, 'Accept');
		await says(mias, /^Your order is accepted\. See you on \w+, \d+ \w+!$/);
	});

	test('an order without a photo is refused, and the staff reads if the person cannot be told', async () => {
		const question = await ask(false);
		expect(question.reply_to_message_id).toBeUndefined();
		expect(await emulator.calls('sendPhoto')).toEqual([]);
		const description = 'Forbidden: bot was blocked by the user';
		await emulator.fault({ kind: 'error', method: 'sendMessage', status: 403, description });
		await people.press('milan', question, 'Refuse');
		await says(staff, /^Mia does not know it yet: .*blocked/);
	});

	test('Change asks one question again, and nothing reaches the staff if the form is cancelled', async () => {
		const form = await fill(false);
		await form.press('Change');
		await form.shows('"text":"How many?"');
		await form.press('How many?');
		await form.shows('How many? (2/5)');
		await form.reply('3');
		await form.shows('How many? 3');
		await form.press('Cancel');
		await says(mias, 'Nothing was ordered. To begin again, write /order.');
		expect(await emulator.calls('getChat')).toEqual([]);
	});

	test('if the order cannot reach the staff, the person gets a word', async () => {
		const form = await fill(false);
		await emulator.fault({ kind: 'error', method: 'getChat', status: 403, times: 1 });
		await form.press('Yes, order');
		await says(mias, 'Your order did not reach our staff. Please try again later.');
	});
}
