import { ensureCredential } from '../../../scripts/lib/demo';
import { importExamplesOnce } from '../../../scripts/lib/examples';
import { useEmulator } from '../../support/emulator';
import { useChatPages, type ChatPage } from '../support/chatPage';
import { useN8n } from '../support/n8n';

const emulator = useEmulator();
const n8n = useN8n();
const pages = useChatPages();

let chat: ChatPage;

beforeAll(async () => {
	const credential = await ensureCredential(n8n.rest, emulator.url);
	expect(await importExamplesOnce(n8n.rest, n8n.folder, credential)).toEqual([]);
});

beforeEach(async () => {
	chat = await pages.open(emulator.url);
});

/** Becomes somebody and opens a chat. */
async function as(name: string, room: string): Promise<void> {
	await chat.become(name);
	await chat.enter(room);
}

/** What a small window says for a moment after a press. */
const told = async (words: string | RegExp) =>
	await chat.page.getByRole('status').filter({ hasText: words }).waitFor();

describe('reactions, by Mia in the Demo Group', () => {
	beforeEach(async () => await as('Mia', 'Demo Group'));

	test('/dice is answered with dice that show their value', async () => {
		await chat.write('/dice');
		await chat.page.getByRole('img', { name: /^Dice 🎲: [1-6]$/ }).waitFor();
		const answer = chat.page.locator('.message', { has: chat.page.getByRole('img') }).last();
		await answer.locator('.quote', { hasText: '/dice' }).waitFor();
	});

	test('/rules has a button, and whoever presses it is answered', async () => {
		await chat.write('/rules');
		await chat.message('1. Be kind.').waitFor();
		await chat.become('Noah');
		await chat.press('I agree');
		await told('Thank you, Noah. Have a good time here!');
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

	test('the panel shows what the bot was asked and what it did', async () => {
		await chat.write('/dice');
		const panel = chat.page.getByRole('complementary');
		await panel.getByText('sendDice').first().waitFor();
		await chat.page.getByRole('tab', { name: 'Updates' }).click();
		await panel.getByText('delivered').first().waitFor();
	});
});

describe('moderation', () => {
	const BAD = 'Get free money here';

	/** Writes what is forbidden, and sees it struck out and gone, and the warning. */
	async function offend(warning: string, words = BAD): Promise<void> {
		await chat.write(words);
		const message = chat.message(words);
		await message.getByText('deleted').waitFor();
		await message.waitFor({ state: 'detached' });
		await chat.message(warning).waitFor();
	}

	test('warns Mia, mutes her for an hour until Milan undoes it, and bans her', async () => {
		await as('Mia', 'Demo Group');
		await offend('Mia, your message was deleted: this is not wanted here. Warning 1 of 3.');
		await offend('Warning 2 of 3. You are muted for an hour.');
		const held = chat.page.getByRole('list', { name: 'Muted and banned members' });
		await held.getByText(/You muted 59:\d\d left/).waitFor();
		await chat.write('May I?');
		await chat.sees(/Not sent: you are muted in this chat \(59:\d\d left\)/);

		await as('Milan', 'Moderators');
		const report = chat.message('Warning 2 of 3: muted for an hour.');
		await report.getByText('Mia (1003) wrote in Demo Group:').waitFor();
		await report.getByRole('button', { name: 'Undo' }).click();
		await told('Undone');
		await report.getByText('Undone by Milan.').waitFor();
		expect(await report.getByRole('button', { name: 'Undo' }).count()).toBe(0);

		await as('Mia', 'Demo Group');
		await held.waitFor({ state: 'detached' });
		await chat.write('Thank you!');
		await chat.message('Thank you!').waitFor();
		await offend('Warning 3 of 3. You are banned.');
		await chat.sees(/Mia was banned for good/);
		await chat.write('Hello?');
		await chat.sees('Not sent: you are banned from this chat');
	});

	test('lets Olga ban Noah at his first warning', async () => {
		await as('Noah', 'Demo Group');
		await offend('Noah, your message was deleted: this is not wanted here. Warning 1 of 3.');
		await as('Olga', 'Moderators');
		const report = chat.message('Noah (1004) wrote in Demo Group:');
		await report.getByRole('button', { name: 'Ban' }).click();
		await told('Banned');
		await report.getByText('Banned by Olga.').waitFor();
		await chat.enter('Demo Group');
		await chat.sees(/Noah was banned for good/);
	});

	test('deletes a forbidden link of Zoe, and leaves what a moderator wrote before alone', async () => {
		await as('Milan', 'Demo Group');
		await chat.write('No free money in this group, please.');
		await chat.message('No free money').waitFor();
		await as('Zoe', 'Demo Group');
		await chat.page.getByRole('button', { name: 'Join' }).click();
		await chat.sees('Zoe joined');
		// Updates of a chat keep their order: when hers has been judged, so has Milan's.
		await offend('Zoe, your message was deleted', 'Look at https://spam.example/offer');
		expect(await chat.message('No free money').count()).toBe(1);
		expect(await chat.message('No free money').getByText('deleted').count()).toBe(0);
		await chat.page.getByRole('complementary').getByText('getChatMember').nth(1).waitFor();
	});
});

test('cleanup: what the bot has posted goes away before everybody’s eyes, and is reported', async () => {
	await as('Milan', 'Demo Group');
	const before = await chat.page.locator('.message').count();
	await n8n.rest.run('BotMessagingCleanup', 'Try It Now');
	const note = chat.message('This note goes away by itself.');
	await note.getByText('deleted').waitFor();
	await note.waitFor({ state: 'detached' });
	expect(await chat.page.locator('.message').count()).toBe(before);
	await chat.page
		.getByRole('button', { name: /^Moderators/ })
		.getByLabel('1 new')
		.waitFor();
	await chat.enter('Moderators');
	await chat.message('Cleanup: 1 deleted, 0 failed.').waitFor();
});
