import { callbackDataIn, dataOf } from '../../nodes/BotMessaging/callbackData/buttonData';
import { MenuData } from '../../nodes/BotMessaging/callbackData/menuData';
import { hidden } from '../../nodes/BotMessaging/callbackData/proof';

/*
 * What version 0.2.0 wrote into buttons in people's chats: it has to be read for as long as a question may be
 * open. The first character is the layout. A new layout gets another one, and its own rows here.
 */
const SIGNATURE = '0123456789abcdef'.repeat(4);
const USUAL = { executionId: '48151', nodeId: '3f2a9c1e-7b64-4d20-9a5e-0c1b2d3e4f50' };
const OWN_IDS = { executionId: 'abc', nodeId: 'Ask Mia' };
const STEP = 'Ab3!';
const CREDENTIAL = { botToken: '1:frozen' };

const questions: Array<[kind: 'press' | 'reply' | 'form', ids: typeof USUAL, data: string[]]> = [
	['press', USUAL, [`~!*d%<x.prAL1G*:%WY!fq}+k@5N+UP;wQ2GMhnB;('.oifVR4)2>wa"IOlE*W7`]],
	['reply', USUAL, [`^!*d%<x.prAL1G*:%WY!fq}+k@5N+UP;wQ2GMhnB;('.oifVR4)2>wa"IOlE*W7`]],
	[
		'form',
		USUAL,
		[`=!Ab3!*d%<x.prAL1G*:%WY!fq}+k@5N+UP;w`, `="Ab3!Q2GMhnB;('.oifVR4)2>wa"IOlE*W7`],
	],
	['press', OWN_IDS, [`~!9bqLwMR\`4n1td?$aQTr829<T{\`0mI>7zXb$c"PQW#+6MtP|#M*>\\j`]],
	['form', OWN_IDS, [`=!Ab3!9bqLwMR\`4n1td?$aQTr829<T{\`0mI>7zXb$c"PQW#+6MtP|#M*>\\j`]],
];

test.each(questions)(
	'the buttons of a question (%s) are read and written: %j',
	(kind, ids, data) => {
		const step = kind === 'form' ? STEP : undefined;
		const rows = data.map((callback_data) => [{ callback_data }]);
		const found = callbackDataIn({ reply_markup: { inline_keyboard: rows } });
		expect(found).toEqual({ ...ids, signature: SIGNATURE, kind, ...(step && { step }) });
		expect(dataOf({ ...ids, signature: SIGNATURE }, kind, data.length, step)).toEqual(data);
	},
);

test('the signature in the buttons of a form is unmasked', () => {
	const masked = '43f4f6bf6dfadebf506fdb9c1e3795d0a5193947a9245613d2ddb0c024d98ee5';
	const address = hidden(CREDENTIAL, { ...USUAL, signature: masked });
	expect(address.signature).toBe(SIGNATURE);
});

test('the buttons of a menu are read', () => {
	const menu = new MenuData(CREDENTIAL, 'workflow1');
	const place = { path: [1, 515, 7], person: 99, fingerprint: 4711, button: 3 };
	const data = '|x2A,jn@;ok2y1k]6%U:Y!au~1j}l|AJ{BV6GNg';
	expect(menu.unpack(data)).toEqual({ ...place, workflow: menu.workflow });
	expect(menu.pack(place)).toBe(data);
});
