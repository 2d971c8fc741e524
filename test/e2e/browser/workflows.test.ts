import { ensureCredential } from '../../../sandbox/lib/demo';
import { importExamplesOnce } from '../../../sandbox/lib/examples';
import { runToEnd } from '../../../sandbox/lib/runs';
import { useEmulator } from '../../support/emulator';
import { changeSetting } from '../examples/settings';
import { useChatPages, type ChatPage } from '../support/chatPage';
import { LanguageModel, modelCredential, publishWithModel } from '../support/languageModel';
import { useOwnN8n } from '../support/n8n';

const emulator = useEmulator();
const n8n = useOwnN8n();
const pages = useChatPages();

let chat: ChatPage;

beforeAll(async () => {
	const credential = await ensureCredential(n8n.rest, emulator.url);
	expect(await importExamplesOnce(n8n.rest, n8n.folder, credential)).toEqual([]);
});

beforeEach(async () => {
	chat = await pages.open(emulator.url);
});

/** Switches to a person and opens a chat. */
async function as(name: string, room: string): Promise<void> {
	await chat.become(name);
	await chat.enter(room);
}

/** The text of a toast after a press. */
const seesToast = async (words: string | RegExp) =>
	await chat.page.getByRole('status').filter({ hasText: words }).waitFor();

describe('the commands of Mia in the Demo Group', () => {
	beforeEach(async () => await as('Mia', 'Demo Group'));

	test('/dice is answered with dice that show their value', async () => {
		await chat.write('/dice');
		await chat.page.getByRole('img', { name: /^Dice 🎲: [1-6]$/ }).waitFor();
		const answer = chat.page.locator('.message', { has: chat.page.getByRole('img') }).last();
		await answer.locator('.quote', { hasText: '/dice' }).waitFor();
	});

	test('/rules has a button, and the person who presses it is answered', async () => {
		await chat.write('/rules');
		await chat.message('1. Be kind.').waitFor();
		await chat.become('Noah');
		await chat.press('I agree');
		await seesToast('Thank you, Noah. Have a good time here!');
	});

	test('/me and /top are answered with facts', async () => {
		await chat.write('/me');
		await chat.message('Mia, your number is 1003 and here you are: member.').waitFor();
		await chat.write('/top');
		await chat.message('1. Player 1: 1000').getByText('7. Mia: 450').waitFor();
	});

	test('/picture is answered with an album', async () => {
		await chat.write('/picture');
		const album = chat.message('The same hill, by day and by night');
		await album.waitFor();
		expect(await album.locator('.album .piece').count()).toBe(2);
		expect(await chat.pictures(2)).toEqual([256, 256]);
	});

	test('the panel shows the requests to the bot and its actions', async () => {
		await chat.write('/dice');
		const panel = chat.page.getByRole('complementary');
		await panel.locator('.method', { hasText: 'sendDice' }).first().waitFor();
		await chat.page.getByRole('tab', { name: 'Updates' }).click();
		await panel.getByText('delivered').first().waitFor();
	});
});

describe('moderation', () => {
	beforeAll(async () => {
		const id = await n8n.rest.workflowNamed('Bot Messaging: Moderation');
		await changeSetting(n8n.rest, id, 'seconds', 0);
		await changeSetting(n8n.rest, id, 'ban', true);
	});

	const BAD = 'Get free money here';

	/** Writes forbidden words, and sees them struck out and removed, and the warning. */
	async function offend(warning: string, words = BAD): Promise<void> {
		const before = await chat.message(warning).count();
		await chat.write(words);
		await chat.message(words).getByText('deleted').waitFor();
		await chat.gone(words);
		await chat.message(warning).nth(before).waitFor();
	}

	/** Answers a question in the moderators' chat, and sees the outcome in place of its buttons. */
	async function decide(question: string, button: string, outcome: RegExp): Promise<void> {
		const asked = chat.message(question).last();
		await asked.getByRole('button', { name: button }).click();
		await seesToast(button);
		await asked.getByText(outcome).waitFor();
		expect(await asked.getByRole('button', { name: button }).count()).toBe(0);
	}

	test('warns Mia, mutes her for an hour until Milan undoes it, and bans her', async () => {
		await as('Mia', 'Demo Group');
		await offend('Mia, your message was deleted: this is not wanted here. Warning 1 of 3.');
		await offend('Warning 2 of 3. You are muted for an hour.');
		const held = chat.page.getByRole('list', { name: 'Muted and banned members' });
		await held.getByText(/You muted 59 min \d\d s left/).waitFor();
		await chat.write('May I?');
		await chat.sees(/Not sent: you are muted in this chat \(59 min \d\d s left\)/);

		await as('Milan', 'Moderators');
		const report = 'Warning 2 of 3: muted for an hour.';
		await chat.message(report).getByText('Mia (1003) wrote in Demo Group:').waitFor();
		await decide(report, 'Undo', /Milan: Undo, \d\d:\d\d/);

		await as('Mia', 'Demo Group');
		await held.waitFor({ state: 'detached' });
		await chat.write('Thank you!');
		await chat.message('Thank you!').waitFor();
		// The withdrawn warning no longer counts: it takes two more to be banned.
		await offend('Warning 2 of 3. You are muted for an hour.', 'More free money here');
		await as('Milan', 'Moderators');
		const again = chat.message('More free money here');
		await again.getByRole('button', { name: 'Leave It' }).click();
		await again.getByText(/Milan: Leave It, \d\d:\d\d/).waitFor();
		await emulator.control('post', 'clock', { advance_seconds: 3700 });
		await as('Mia', 'Demo Group');
		await offend('Warning 3 of 3. You are banned.', 'The last free money');
		await chat.sees(/Mia was banned for good/);
		await chat.write('Hello?');
		await chat.sees('Not sent: you are banned from this chat');
	});

	test('lets Olga ban Noah at his first warning', async () => {
		await as('Noah', 'Demo Group');
		await offend('Noah, your message was deleted: this is not wanted here. Warning 1 of 3.');
		await as('Olga', 'Moderators');
		await decide('Noah (1004) wrote in Demo Group:', 'Ban', /Olga: Ban, \d\d:\d\d/);
		await chat.enter('Demo Group');
		await chat.sees(/Noah was banned for good/);
	});

	test('deletes a forbidden link from Zoe, who is new, and leaves an earlier message of a moderator alone', async () => {
		await as('Milan', 'Demo Group');
		await chat.write('No free money in this group, please.');
		await chat.message('No free money').waitFor();
		await as('Zoe', 'Demo Group');
		await chat.page.getByRole('button', { name: 'Join' }).click();
		await chat.press('An apple');
		await chat.gone('Which of these can you eat?');
		// A chat's updates keep their order: when hers is judged, his is too.
		await offend('Zoe, your message was deleted', 'Look at https://spam.example/offer');
		expect(await chat.message('No free money').count()).toBe(1);
		expect(await chat.message('No free money').getByText('deleted').count()).toBe(0);
	});
});

/** Answers the message with this text. */
async function reply(to: string, text: string): Promise<void> {
	const message = chat.message(to).last();
	await message.hover();
	await message.getByRole('button', { name: /^Reply/ }).click();
	await chat.write(text);
}

describe('welcome', () => {
	const QUESTION = 'Which of these can you eat?';

	/** Zoe joins and gets her question. */
	async function join(): Promise<void> {
		await as('Zoe', 'Demo Group');
		await chat.page.getByRole('button', { name: 'Join' }).click();
		await chat.message(QUESTION).waitFor();
	}

	test('Zoe can write after she has answered, and nobody else answers for her', async () => {
		await join();
		await chat.become('Mia');
		await chat.press('An apple');
		const notice = chat.page.getByRole('dialog');
		await notice.getByText('This question is for somebody else.').waitFor();
		await notice.getByRole('button', { name: 'OK' }).click();
		await chat.become('Zoe');
		await chat.write('Hello?');
		await chat.sees('Not sent: you are muted in this chat');
		await chat.press('An apple');
		await chat.gone(QUESTION);
		await chat.write('Thank you, I am in');
		await chat.message('Thank you, I am in').waitFor();
	});

	test('a wrong answer removes her', async () => {
		await join();
		await chat.press('A cloud');
		await chat.gone(QUESTION);
		await chat.sees(/Zoe was banned/);
	});
});

test('report: Mia answers a message with /report, and Milan deletes that message with a button', async () => {
	await as('Noah', 'Demo Group');
	await chat.write('Buy my watches');
	await chat.become('Mia');
	await reply('Buy my watches', '/report advertising');
	await chat.message('Thank you, Mia. Your report has been passed on.').waitFor();
	await as('Milan', 'Moderators');
	const report = chat.message('Mia reports a message of Noah (1004) in Demo Group.');
	await report.getByRole('button', { name: 'Delete and Mute' }).click();
	await report.getByText(/Milan: Delete and Mute, \d\d:\d\d/).waitFor();
	await chat.enter('Demo Group');
	await chat.gone('Buy my watches');
	await chat.page
		.getByRole('list', { name: 'Muted and banned members' })
		.getByText(/Noah.* muted/)
		.waitFor();
});

test('flood: all of its messages are deleted, and Mia is muted for an hour', async () => {
	await as('Mia', 'Demo Group');
	await chat.page.getByRole('button', { name: 'Flood' }).click();
	const held = chat.page.getByRole('list', { name: 'Muted and banned members' });
	await held.getByText(/You muted 59 min \d\d s left/).waitFor();
	for (const text of ['Flood 2', 'Flood 10']) {
		await chat.gone(text);
	}
	await chat.become('Milan');
	await chat.enter('Moderators');
	await chat.message('Mia (1003) floods Demo Group').waitFor();
});

test('join requests: a new person is let in by Milan', async () => {
	await as('Milan', 'Demo Group');
	await chat.page.locator('.members summary').click();
	await chat.page.getByRole('button', { name: 'New person' }).click();
	await chat.page.getByRole('checkbox', { name: 'Choose Ada' }).check();
	await chat.page.getByRole('button', { name: 'Ask to be let in' }).click();
	await chat.sees('Ada asks to be let in');
	await chat.page.keyboard.press('Escape');
	await chat.enter('Moderators');
	const request = chat.message('asks to join Demo Group.');
	await request.getByRole('button', { name: 'Let In' }).click();
	await request.getByText(/Milan: Let In, \d\d:\d\d/).waitFor();
	await chat.enter('Demo Group');
	await chat.sees('Ada joined');
});

test('announcement: Milan reads to how many it goes, and then how many got it', async () => {
	await as('Milan', 'Moderators');
	await chat.write('/announce We meet on Sunday');
	await chat.message('Send this to ').getByRole('button', { name: 'Send' }).click();
	await chat.message('Sent to ').waitFor();
	await chat.enter('Demo Group');
	await chat.message('We meet on Sunday').waitFor();
});

test('purge: Milan answers a message, and everything after it is deleted', async () => {
	await n8n.rest.publish('BotMessagingCleanup');
	await as('Noah', 'Demo Group');
	for (const text of ['Spam one', 'Spam two', 'Spam three']) {
		await chat.write(text);
		await chat.message(text).waitFor();
	}
	await chat.become('Milan');
	await reply('Spam one', '/purge');
	await chat.message('4 messages deleted.').waitFor();
	expect(await chat.message('Hi Mia.').count()).toBe(1);
	await chat.gone('Spam one');
});

test('night mode: Mia cannot write at night but in the morning, and Milan always can', async () => {
	/** What the schedule starts, started by hand as the editor does. */
	const becomes = async (hour: string) => await runToEnd(n8n.rest, 'BotMessagingNightMode', hour);
	await as('Mia', 'Demo Group');
	await becomes('In the Evening');
	await chat.message('Good night!').waitFor();
	await chat.write('Is anybody awake?');
	await chat.sees(/Not sent: members may not write in this chat/);
	await chat.become('Milan');
	await chat.write('Only administrators are.');
	await chat.message('Only administrators are.').waitFor();
	await becomes('In the Morning');
	await chat.message('Good morning!').waitFor();
	await chat.become('Mia');
	await chat.write('I slept well');
	await chat.message('I slept well').waitFor();
});

describe('assistant', () => {
	const model = new LanguageModel({ minutes: 30, reason: 'Advertising' }, ['Mute_the_Writer']);

	beforeAll(async () => {
		const credential = await modelCredential(n8n.rest, await model.listen());
		await publishWithModel(n8n.rest, 'BotMessagingAssistant', credential);
	});
	afterAll(async () => await model.close());

	test.each([
		['Approve', 'success', 'visible'],
		['Decline', 'rejected', 'detached'],
	] as const)('Mia asks about a message, and Milan chooses %s', async (choice, answer, mute) => {
		await as('Noah', 'Demo Group');
		await chat.write('Buy my watches');
		await chat.become('Mia');
		await reply('Buy my watches', '/ask Is this allowed?');
		await as('Milan', 'Moderators');
		const review = chat.message('The assistant wants to: Mute the Writer');
		await review.getByRole('button', { name: choice }).click();
		await review.getByText(new RegExp(`Milan: ${choice}d, \\d\\d:\\d\\d`)).waitFor();
		await chat.enter('Demo Group');
		const said = chat.message('Result:');
		await said.getByText(answer).waitFor();
		await said.locator('.quote', { hasText: '/ask Is this allowed?' }).waitFor();
		const held = chat.page.getByRole('list', { name: 'Muted and banned members' });
		await held.getByText(/Noah.* muted/).waitFor({ state: mute });
	});
});
