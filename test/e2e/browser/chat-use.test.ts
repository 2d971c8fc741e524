import { useEmulator, type Json } from '../../support/emulator';
import { useChatPages, type ChatPage } from '../support/chatPage';

const emulator = useEmulator();
const pages = useChatPages();
const { chats, users } = emulator.defaults;
const group = chats.demoGroup;

let chat: ChatPage;

beforeEach(async () => {
	chat = await pages.open(emulator.url);
});

/** Presses Tab until the element with this name has the focus; returns the elements on the way. */
async function tabTo(name: RegExp): Promise<string[]> {
	const passed: string[] = [];
	while (passed.length < 40) {
		await chat.page.keyboard.press('Tab');
		const label: string = await chat.page.evaluate(() => {
			const one = (globalThis as Json).document.activeElement;
			return one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.innerText;
		});
		if (name.test(label)) return passed;
		passed.push(label);
	}
	throw new Error(`Not reached: ${name} after ${passed.join(' | ')}`);
}

describe('with the keyboard alone', () => {
	test('the order is the person, the chats, the messages, the field and the panel', async () => {
		await tabTo(/^You are/);
		await tabTo(/^API calls and updates$/);
		await tabTo(/Quiet Group/);
		await tabTo(/^Leave$/);
		await tabTo(/^Messages$/);
		await tabTo(/^Message$/);
		await tabTo(/^Send$/);
		await tabTo(/^API calls$/);
		await chat.page.keyboard.press('ArrowRight');
		await chat.page.getByRole('tabpanel', { name: 'Updates' }).waitFor();
	});

	test('two keys lead past all messages to the field', async () => {
		await chat.page.keyboard.press('Tab');
		await chat.page.keyboard.press('Enter');
		await chat.page.keyboard.type('Here already');
		await chat.page.keyboard.press('Enter');
		await chat.message('Here already').waitFor();
	});

	test('a person opens a chat, writes a message of two lines and presses a button', async () => {
		const reply_markup = { inline_keyboard: [[{ text: 'Pick me', callback_data: 'picked' }]] };
		await emulator.api('sendMessage', { chat_id: chats.quietGroup, text: 'Well?', reply_markup });
		await tabTo(/Quiet Group/);
		await chat.page.keyboard.press('Enter');
		await chat.message('Well?').waitFor();
		await tabTo(/^Pick me$/);
		await chat.page.keyboard.press('Enter');
		await tabTo(/^Message$/);
		await chat.page.keyboard.type('one');
		await chat.page.keyboard.press('Shift+Enter');
		await chat.page.keyboard.type('two');
		await chat.page.keyboard.press('Enter');
		await chat.sees('one two');
		const { body } = await emulator.api('getUpdates');
		expect(body.result).toMatchObject([
			{ callback_query: { data: 'picked' } },
			{ message: { text: 'one\ntwo', chat: { id: chats.quietGroup } } },
		]);
	});

	test('Escape cancels what was begun', async () => {
		const hello = chat.message('Hi Mia.');
		await hello.hover();
		await hello.getByRole('button', { name: /^Reply/ }).click();
		await chat.page.getByText('Reply to Noah').waitFor();
		await chat.page.keyboard.press('Escape');
		await chat.misses('Reply to Noah');
		await chat.page.getByText('4 people, 1 bot').click();
		await chat.sees('Mia (you)');
		await chat.page.keyboard.press('Escape');
		await chat.misses('Mia (you)');
	});
});

describe('with 5,000 messages', () => {
	beforeEach(async () => {
		const messages = Array.from({ length: 5000 }, (_none, index) => ({
			message_id: 100 + index,
			chat_id: group,
			from_id: index % 2 ? users.noah : users.olga,
			text: `Number ${index}.`,
		}));
		await emulator.control('post', 'seed', { messages });
		await chat.message('Number 4999.').waitFor();
	});

	const inSight = async (text: string): Promise<boolean> => {
		const box = await chat.message(text).boundingBox();
		return box !== null && box.y > 0 && box.y < 800;
	};

	test('the newest 200 are shown, and earlier ones on request', async () => {
		expect(await chat.page.locator('.message').count()).toBe(200);
		const earliest = chat.message('Number 4800.');
		await earliest.scrollIntoViewIfNeeded();
		await chat.page.getByRole('button', { name: 'Show earlier messages' }).click();
		await chat.message('Number 4600.').waitFor();
		expect(await chat.page.locator('.message').count()).toBe(400);
		expect(await inSight('Number 4800.')).toBe(true);
	});

	test('a new one is shown if the reader is at the end, and waits otherwise', async () => {
		await emulator.api('sendMessage', { chat_id: group, text: 'The newest' });
		await chat.message('The newest').waitFor();
		expect(await inSight('The newest')).toBe(true);
		await chat.message('Number 4900.').scrollIntoViewIfNeeded();
		const toEnd = chat.page.getByRole('button', { name: 'To the newest message' });
		await toEnd.waitFor();
		await emulator.api('sendMessage', { chat_id: group, text: 'The last' });
		await chat.message('The last').waitFor();
		expect(await inSight('The last')).toBe(false);
		expect(await toEnd.textContent()).toBe('1');
		await toEnd.click();
		await toEnd.waitFor({ state: 'detached' });
		expect(await inSight('The last')).toBe(true);
	});

	test('a reader’s own message is shown from any position', async () => {
		await chat.message('Number 4900.').scrollIntoViewIfNeeded();
		await chat.page.getByRole('button', { name: 'To the newest message' }).waitFor();
		await chat.write('My own');
		await chat.message('My own').waitFor();
		await chat.page
			.getByRole('button', { name: 'To the newest message' })
			.waitFor({ state: 'detached' });
		expect(await inSight('My own')).toBe(true);
	});

	test('the page follows a burst to its end', async () => {
		const numbers = Array.from({ length: 60 }, (_none, index) => index);
		await Promise.all(
			numbers.map(
				async (number) =>
					await emulator.api('sendMessage', { chat_id: group, text: `Burst ${number}.` }),
			),
		);
		await emulator.api('sendMessage', { chat_id: group, text: 'The end' });
		await chat.message('The end').waitFor();
		expect(await inSight('The end')).toBe(true);
	});
});

test('a second tab can be another person', async () => {
	await chat.become('Noah');
	const other = await pages.open(emulator.url);
	await other.become('Olga');
	await chat.write('Hello, Olga');
	await other.message('Hello, Olga').getByText('Noah').waitFor();
	await other.write('Hello, Noah');
	await chat.message('Hello, Noah').getByText('Olga').waitFor();
});
