import { items, useBot } from '../support/bot';
import { startByHand, type Asked } from '../support/byHand';
import { byId } from '../support/locators';

const { run } = useBot();

const CHAT = byId('={{ $json.chat }}');
const SEND = { chatId: CHAT, text: '={{ $json.text }}' };

/** Delay of answers about names: long enough for a surplus request to arrive. */
const LATE_MS = 60;

/** A server on which these names belong to these chats; a test may change that. */
class Town {
	/** The texts in the order of their arrival. */
	readonly came: string[] = [];

	/** The highest number of simultaneous requests. */
	most = 0;

	private present = 0;

	private constructor(
		readonly chats: Record<string, number>,
		private readonly server: Awaited<ReturnType<typeof startByHand>>,
	) {}

	static async start(chats: Record<string, number>): Promise<Town> {
		const server = await startByHand((asked) => town.take(asked));
		const town = new Town(chats, server);
		towns.push(town);
		return town;
	}

	/** Sends a message to each of these chats; the text is the item's number, or the given one. */
	async send(...chats: Array<string | number | { chat: string | number; text: string }>) {
		this.came.splice(0);
		this.most = 0;
		return await this.run('sendMessage', SEND, {
			items: items(
				...chats.map((chat, index) =>
					typeof chat === 'object' ? chat : { chat, text: `${index}` },
				),
			),
			node: { onError: 'continueRegularOutput' },
		});
	}

	async run(...[operation, parameters, options]: Parameters<typeof run>) {
		return await run(operation, parameters, {
			...options,
			credential: { baseUrl: this.server.url },
		});
	}

	async close() {
		await this.server.close();
	}

	private take({ method, params, answer }: Asked): void {
		const { chat_id: asked, text } = params as { chat_id: string | number; text?: string };
		this.came.push(String(text));
		this.most = Math.max(this.most, ++this.present);
		const id = this.chats[String(asked).toLowerCase()] ?? Number(asked);
		const chat = { id, type: 'supergroup', ...this.nameOf(id) };
		const reply = () => {
			this.present--;
			if (text === 'refused') answer({ status: 403, description: 'Forbidden' });
			else answer({ result: method === 'getChat' ? chat : { message_id: 1, chat } });
		};
		if (id === asked) reply();
		else setTimeout(reply, LATE_MS);
	}

	/** Returns only the first of several names, as for chats with more than one. */
	private nameOf(id: number) {
		const [name] = Object.keys(this.chats).filter((known) => this.chats[known] === id);
		return name && { username: name.slice(1) };
	}
}

const towns: Town[] = [];
afterEach(async () => {
	await Promise.all(towns.splice(0).map(async (town) => await town.close()));
});

const texts = (count: number) => Array.from({ length: count }, (_none, index) => `${index}`);

/** The first two may overtake each other, because the name is still unknown. */
function expectOneLane(came: string[], count: number) {
	expect(came.slice(0, 2).sort()).toEqual(['0', '1']);
	expect(came.slice(2)).toEqual(texts(count).slice(2));
}

test('the first answer about a number links it to its name, and what waits keeps its order', async () => {
	const town = await Town.start({ '@square': -5 });
	await town.send(-5, '@square', -5, -5, '@Square', 't.me/square', -5, '@SQUARE', -5);
	expectOneLane(town.came, 9);
});

test('the first answer about a name links it to its number, even if it says no name', async () => {
	// The chat is public by two names, and tells only one of them.
	const town = await Town.start({ '@park': -7, '@garden': -7 });
	await town.send('@garden', '@park', '@garden', '@park', '@park', '@garden');
	expectOneLane(town.came, 6);
	await town.send('@garden', -7, '@park', -7, '@garden');
	expect(town.came).toEqual(texts(5));
	expect(town.most).toBe(1);
});

test('a later run knows the name from its first request on', async () => {
	const town = await Town.start({ '@square': -5 });
	await town.send('@square');
	await town.send(-5, '@Square', -5, 'https://t.me/square', '@square', -5);
	expect(town.came).toEqual(texts(6));
	expect(town.most).toBe(1);
});

test('what Get Chat says about a name counts too', async () => {
	const town = await Town.start({ '@square': -5 });
	await town.run('getChat', { chatId: CHAT }, { items: items({ chat: -5 }) });
	await town.send('@square', -5, '@square', -5);
	expect(town.came).toEqual(texts(4));
	expect(town.most).toBe(1);
});

test('a name that went to another chat joins the lane of that chat', async () => {
	const town = await Town.start({ '@square': -5 });
	await town.send('@square');
	town.chats['@square'] = -6;
	await town.send('@square');
	await town.send('@square', { chat: -5, text: 'free' }, -6, '@square', -6);
	expect(town.came.filter((text) => text !== 'free')).toEqual(['0', '2', '3', '4']);
	expect(town.came.indexOf('free')).toBeLessThan(town.came.indexOf('2'));
});

test('a name that changes hands during a run takes along what waits', async () => {
	const town = await Town.start({ '@square': -5 });
	await town.send('@square');
	town.chats['@square'] = -6;
	await town.send('@square', -5, '@square', -6, '@square', -6, -5);
	expect(town.came.filter((text) => '245'.includes(text))).toEqual(['2', '4', '5']);
	expect(town.came.filter((text) => '16'.includes(text))).toEqual(['1', '6']);
});

test('what is known about one server says nothing about another', async () => {
	const [one, other] = [await Town.start({ '@square': -5 }), await Town.start({ '@square': -6 })];
	await one.send('@square');
	await other.send('@square', { chat: -5, text: 'free' }, '@square');
	expect(other.came.indexOf('free')).toBeLessThan(other.came.indexOf('2'));
});

test('a message that fails, or a text in several parts, does not hold up the joined lane', async () => {
	const town = await Town.start({ '@square': -5 });
	const long = 'a'.repeat(4000);
	const { json } = await town.run(
		'sendMessage',
		{ ...SEND, additionalFields: { longText: 'split' } },
		{
			items: items(
				{ chat: -5, text: `${long} ${long}` },
				{ chat: '@square', text: 'refused' },
				{ chat: -5, text: 'x' },
				{ chat: '@square', text: `${long} ${long}` },
				{ chat: -5, text: 'y' },
			),
			node: { onError: 'continueRegularOutput' },
		},
	);
	expect(json.map(({ errorCode }) => errorCode)).toEqual([
		undefined,
		403,
		...Array(3).fill(undefined),
	]);
	const shown = town.came.filter((text) => text !== 'refused').map((text) => text.trim()[0]);
	expect(shown).toEqual(['a', 'a', 'x', 'a', 'a', 'y']);
});
