import { METHODS, type MethodName, type MethodShape } from '../../reference';
import { useEmulator } from '../support/emulator';
import { ask } from '../support/http';

const emulator = useEmulator({ methods: 'reference' });

/** The calls as the first source writes them (reference 1). */
const SHOWN = [
	'POST /<token>/restrictchatmember',
	'POST /<token>/banchatmember',
	'POST /<token>/deletemessages',
	'POST /<token>/getchatmember',
	'POST /<token>/editMessageText',
	'POST /<token>/sendMediaGroup',
	'POST /<token>/sendVideo',
	'POST /<token>/sendAudio',
	'POST /<token>/sendVoice',
	'POST /<token>/sendDice',
	'POST /<token>/getGameHighScores',
	'GET /<token>/getMe',
	'POST /<token>/getMe',
	'POST /bot<token>/sendmessage',
	'GET /bot<token>/getupdates',
	'POST /bot<token>/setwebhook',
];

async function statusOf(call: string, token = emulator.token): Promise<number> {
	const [method, path] = call.split(' ');
	const url = `${emulator.url}${path.replace('<token>', token)}`;
	return (await ask(method, url, method === 'GET' ? undefined : {})).status;
}

/** Without parameters, an existing method succeeds or asks for one. */
const isThere = (status: number) => [200, 400].includes(status);

const all = SHOWN.map((call) => call.split('/')[2].toLowerCase());
test('the list has all methods of the reference', () => {
	const names = Object.entries<MethodShape>(METHODS)
		.filter(([, { documented }]) => documented === 'reference')
		.map(([name]) => name.toLowerCase());
	expect([...new Set(all)].sort()).toEqual(names.sort());
});

describe('a server with case-sensitive method names', () => {
	beforeEach(async () => await emulator.settings({ dialect: { methodCase: 'exact' } }));

	test.each(SHOWN)('answers %s', async (call) => {
		expect(isThere(await statusOf(call))).toBe(true);
		expect(await statusOf(call, '12:wrong')).toBe(401);
	});

	test.each(all)('answers %s as the nodes write it', async (written) => {
		const name = (Object.keys(METHODS) as MethodName[]).find(
			(one) => one.toLowerCase() === written,
		);
		expect(isThere(await statusOf(`POST /<token>/${name}`))).toBe(true);
	});

	test.each(['SENDMESSAGE', 'SendMessage', 'sendvideo', 'getme'])('refuses %s', async (name) => {
		expect(await statusOf(`POST /<token>/${name}`)).toBe(404);
	});

	test('can require the token without bot, and then treats bot as a part of it', async () => {
		await emulator.settings({ dialect: { tokenPath: 'only without' } });
		expect(await statusOf('GET /<token>/getMe')).toBe(200);
		expect(await statusOf('GET /bot<token>/getMe')).toBe(401);
	});
});
