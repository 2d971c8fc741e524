import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import type { Name, Seen } from '../support/people';
import { sendFile } from '../support/sendFile';
import { NAMES, newcomersOf, users } from './newcomers';
import type { Scene } from './scene';

const { botId, chats } = DEFAULTS;
const { moderators: staff, demoGroup, privateMia: mias } = chats;
const CARD = /^Case \d+: /;

export function supportDesk(scene: Scene): void {
	const { emulator, n8n, people, answerTo } = scene;
	const { publish, rename } = newcomersOf(scene);
	let ids: string[];

	beforeAll(async () => {
		ids = [await publish('support-desk-people'), await publish('support-desk-staff')];
	});
	afterAll(async () => {
		for (const id of ids) await n8n.rest.unpublish(id);
	});

	/** The bot's messages in a chat, oldest first. */
	const fromBot = async (chat: number): Promise<Seen[]> => {
		const { messages } = await emulator.state();
		const isBots = ({ chat_id, from_id, deleted }: (typeof messages)[number]) =>
			chat_id === chat && from_id === botId && !deleted;
		return messages.filter(isBots) as Seen[];
	};
	const says = async (chat: number, text: string | RegExp, after = 0) =>
		await people.sees(chat, after, (message) =>
			typeof text === 'string' ? message.text === text : text.test(message.text ?? ''),
		);
	const texts = async (chat: number) => (await fromBot(chat)).map(({ text }) => text);
	/** Somebody asks for the first time since the last test. Returns the card and the copy. */
	const asks = async (name: Name, text: string, chat: number = users[name]) => {
		const after = (await fromBot(staff)).at(-1)?.message_id ?? 0;
		await people.write(name, text, chat);
		const card = await says(staff, CARD, after);
		const copy = await says(staff, text, after);
		expect(copy.reply_to_message_id).toBe(card.message_id);
		await says(chat, 'Our staff has received your message. You will get the answer in this chat.');
		return { card, copy };
	};
	const now = async ({ message_id }: Seen) =>
		(await fromBot(staff)).find((message) => message.message_id === message_id)!;
	const labels = ({ reply_markup: markup }: Seen) =>
		markup?.inline_keyboard.flat().map(({ text }) => text) ?? [];
	const press = async (name: Name, card: Seen, button: string) =>
		await answerTo(await people.press(name, await now(card), button));
	const cardSays = async (card: Seen, line: string) => {
		const isSo = async () => (await now(card)).text?.includes(line) === true;
		await until(`the card says: ${line}`, isSo, LONG_PATIENCE_MS);
		return await now(card);
	};
	/** Ends a case, so that the next test begins with a new one. */
	const close = async (name: Name, card: Seen) => {
		expect(await press(name, card, 'Close')).toMatch(/is closed\.$/);
		await cardSays(card, 'Status: closed by ');
	};
	const open = async (name: 'noah' | 'zoe') =>
		await emulator.control('post', 'seed', {
			chats: [{ id: users[name], type: 'private' }],
			members: [users[name], botId].map((user_id) => ({
				chat_id: users[name],
				user_id,
				status: 'member',
			})),
		});

	test('a question arrives with the person’s name, and the answer reaches only that person', async () => {
		await people.write('mia', '/start', mias);
		await says(mias, /^Write your question here/);
		const long = '<b>Giá</b> 多少 كم؟ \u202Ex '.repeat(300).slice(0, 4096);
		const { card, copy } = await asks('mia', long);
		expect(card.text).toMatch(/^Case \d+: Mia\nStatus: open$/);
		expect(labels(card)).toEqual(['Assign to me', 'Close']);
		expect(JSON.stringify([card, copy])).not.toMatch(/\b(?<!-)1003\b/);
		await people.write('mia', 'And another thing', mias);
		const second = await says(staff, 'And another thing');
		expect(second.reply_to_message_id).toBe(card.message_id);

		const said = await people.write('olga', 'Ten <i>euros</i>', staff, second.message_id);
		const answer = await says(mias, 'Ten <i>euros</i>');
		expect(answer).not.toHaveProperty('forward_origin');
		expect(JSON.stringify(answer)).not.toMatch(/Olga|1001/);
		await cardSays(card, '\nLast answer: Olga, ');
		await people.write('milan', 'By card', staff, card.message_id);
		await says(mias, 'By card');

		// Messages that are not answers stay in the group.
		const own = await people.write('olga', 'Between us', staff);
		await people.write('milan', 'Yes?', staff, own);
		await people.write('milan', 'Only ten?', staff, said);
		await people.write('milan', '/ban', staff, second.message_id);
		await close('olga', card);
		await says(mias, 'Our staff has closed your question. Write again if you need more help.');
		await people.write('milan', 'Too late', staff, second.message_id);
		await says(staff, /^Your answer was not sent\. Case \d+ is closed\.$/);
		// The trigger handles a chat's messages in order: the last one is done.
		expect((await texts(mias)).slice(2)).toEqual([
			'Ten <i>euros</i>',
			'By card',
			'Our staff has closed your question. Write again if you need more help.',
		]);

		const next = await asks('mia', 'Hello again');
		const lines = next.card.text!.split('\n').slice(3);
		expect(lines).toHaveLength(5);
		expect(lines[0]).toBe('Before:');
		expect(next.card.text).toMatch(/· Person: And another thing\n.* · Staff: Ten <i>euros<\/i>\n/);
		expect(next.card.text).not.toMatch(/[\u202E]/);
		await close('milan', next.card);
	});

	test('files are passed on both ways, and an edited message is passed on again', async () => {
		const { card, copy } = await asks('mia', 'See below');
		const pdf = await sendFile(emulator, 'mia', 'document', mias, { caption: 'The bill' });
		const bill = await people.sees(staff, copy.message_id, ({ media }) => media !== undefined);
		expect(bill).toMatchObject({ caption: 'The bill', reply_to_message_id: card.message_id });
		for (const number of [1, 2, 3]) {
			await emulator.act('message', {
				user_id: users.mia,
				chat_id: mias,
				photo: true,
				caption: `Picture ${number}`,
				media_group_id: 'album',
			});
		}
		const last = await people.sees(staff, 0, ({ caption }) => caption === 'Picture 3');
		const captions = (await fromBot(staff)).map(({ caption }) => caption);
		expect(captions.slice(-3)).toEqual(['Picture 1', 'Picture 2', 'Picture 3']);

		const voice = { duration: '2', reply_to_message_id: String(last.message_id) };
		await sendFile(emulator, 'olga', 'voice', staff, voice);
		const heard = await people.sees(mias, pdf, ({ media }) => media?.kind === 'voice');
		expect(heard).not.toHaveProperty('forward_origin');

		await emulator.act('edit', {
			user_id: users.mia,
			chat_id: mias,
			message_id: pdf,
			text: 'Paid',
		});
		const changed = await people.sees(staff, bill.message_id, ({ caption }) => caption === 'Paid');
		expect(changed.reply_to_message_id).toBe(bill.message_id);
		const said = await people.write('milan', 'Thanks', staff, changed.message_id);
		await says(mias, 'Thanks');
		const edit = { user_id: users.milan, chat_id: staff, message_id: said, text: 'No thanks' };
		await emulator.act('edit', edit);
		await says(staff, /^The person still sees your answer as it was/);

		// Without its card, a case gets a new one.
		await emulator.api('deleteMessage', { chat_id: staff, message_id: card.message_id });
		await people.write('mia', 'Still there?', mias);
		const again = await says(staff, CARD, changed.message_id);
		const late = await says(staff, 'Still there?');
		expect(late.reply_to_message_id).toBe(again.message_id);
		expect(again.text).toContain('· Person: Picture 3');
		await close('olga', again);
	});

	test('one of two people takes the case, and others cannot answer, close or take it unseen', async () => {
		await open('noah');
		const { card, copy } = await asks('noah', 'Who is there?');
		const first = await now(card);
		const queries = await Promise.all(
			(['olga', 'milan'] as const).map(
				async (name) => await people.press(name, first, 'Assign to me'),
			),
		);
		const answers = await Promise.all(queries.map(answerTo));
		expect(answers.filter((text) => /^Case \d+ is yours\.$/.test(text))).toHaveLength(1);
		expect(answers).toContain('Someone was faster. The card shows who has the case.');
		const [has, other] = answers[0].endsWith('yours.')
			? (['olga', 'milan'] as const)
			: (['milan', 'olga'] as const);
		const title = (name: Name) => name[0].toUpperCase() + name.slice(1);
		await cardSays(card, `Status: assigned to ${title(has)}`);

		expect(await press(other, card, 'Close')).toBe(
			`${title(has)} has this case. Take it over first.`,
		);
		await people.write(other, 'Me too', staff, copy.message_id);
		await says(staff, new RegExp(`^Your answer was not sent\\. ${title(has)} has case `));
		await people.write(has, 'Me', staff, copy.message_id);
		await says(users.noah, 'Me');
		expect(await press(other, card, 'Take over')).toMatch(/is yours\.$/);
		await cardSays(card, `Status: assigned to ${title(other)}`);
		await people.write(other, 'Now I', staff, copy.message_id);
		await says(users.noah, 'Now I');
		await close(other, card);
		expect(await texts(users.noah)).not.toContain('Me too');
	});

	test('neither another person nor another group can reach the case', async () => {
		await open('noah');
		await rename('noah', `${NAMES.turned}\n\u2028Case 1: Olga`);
		const { card, copy } = await asks('mia', 'My card number is 1234');
		const noah = await asks('noah', 'desk:close:nobody');
		expect(noah.card.text).toMatch(/^Case \d+: eoz Case 1: Olga\nStatus: open(\n|$)/);
		await emulator.control('post', 'seed', {
			messages: [
				{ ...(await now(card)), chat_id: demoGroup },
				{ ...(await now(copy)), chat_id: demoGroup },
			],
		});
		await people.write('mia', 'Gift', demoGroup, copy.message_id);
		const hello = await emulator.api('sendMessage', { chat_id: demoGroup, text: 'Hello' });
		await people.write('mia', 'Hello bot', demoGroup, hello.body.result.message_id);
		const foreign = { ...(await now(card)), chat_id: demoGroup };
		expect(await answerTo(await people.press('mia', foreign, 'Close'))).toBe(
			'This case is closed.',
		);
		expect((await texts(demoGroup)).join()).not.toContain('sent to nobody');
		// A private reply is a question like any other, whatever it replies to.
		const said = await says(users.noah, /^Our staff has received your message/);
		await people.write('noah', card.text!, users.noah, said.message_id);
		const fake = await says(staff, card.text!, noah.copy.message_id);
		expect(labels(fake)).toEqual([]);
		expect(fake.reply_to_message_id).toBe(noah.card.message_id);

		await people.write('olga', 'For Noah', staff, fake.message_id);
		await says(users.noah, 'For Noah');
		await people.write('olga', 'For Mia', staff, copy.message_id);
		await says(mias, 'For Mia');
		expect((await texts(mias)).slice(1)).toEqual(['For Mia']);
		expect((await now(card)).text).toContain('Status: open');

		const blocked = { chat_id: users.noah, user_id: botId, status: 'kicked' };
		await emulator.control('post', 'seed', { members: [blocked] });
		await people.write('olga', 'Are you there?', staff, noah.copy.message_id);
		const note = await says(
			staff,
			'Your answer did not reach eoz Case 1: Olga. They have blocked the bot or deleted their account.',
		);
		// A reply to something other than a question goes to nobody; the bot says so.
		const lost = await people.write('olga', 'Then call them', staff, note.message_id);
		const hint = await says(staff, /^This was sent to nobody\./, lost);
		expect(hint.reply_to_message_id).toBe(lost);
		await close('olga', noah.card);
		await close('olga', card);
	});

	test('when the group gets a new number, the case moves with it', async () => {
		const { card } = await asks('mia', 'Before');
		await emulator.act('migrate', { user_id: users.olga, chat_id: staff });
		const moved = (await emulator.state()).chats.find(({ id }) => id === staff)!.migrated_to!;
		await people.write('mia', 'After', mias);
		const next = await says(moved, CARD);
		expect(next.text!.split('\n')[0]).toBe(card.text!.split('\n')[0]);
		const late = await says(moved, 'After');
		await people.write('olga', 'Welcome', moved, late.message_id);
		await says(mias, 'Welcome');
	});
}
