import { randomBytes, randomUUID } from 'node:crypto';

import {
	buttonsFor,
	callbackDataIn,
	dataOf,
	resumeAddressOf,
	type AnswerKind,
	type ResumeAddress,
} from '../../../nodes/BotMessaging/callbackData/buttonData';

const hex = () => randomBytes(32).toString('hex');

const messageWith = (data: string[]) => ({
	reply_markup: { inline_keyboard: data.map((callback_data) => [{ text: 'A', callback_data }]) },
});

const USUAL: ResumeAddress = { executionId: '1', nodeId: randomUUID(), signature: hex() };

/** Ids from n8n, and ids that people write into workflow files. */
const ADDRESSES: Array<[string, ResumeAddress]> = [
	['a first execution', USUAL],
	['a hundred million executions', { ...USUAL, executionId: '100000000' }],
	['more executions than a button holds', { ...USUAL, executionId: '987654321987654321' }],
	['a signature of zeros', { ...USUAL, signature: '0'.repeat(64) }],
	['a UUID of zeros', { ...USUAL, nodeId: '00000000-0000-4000-8000-000000000000' }],
	['another UUID', { ...USUAL, nodeId: 'ffffffff-ffff-1fff-ffff-ffffffffffff' }],
	['a short id', { ...USUAL, nodeId: 'ask' }],
	['an id with signs', { ...USUAL, nodeId: 'Fräge 1/2 {{ }}' }],
	['an execution that has no number', { ...USUAL, executionId: randomUUID() }],
	['a number that begins with 0', { ...USUAL, executionId: '007' }],
];

describe('the data of the buttons arrives unchanged:', () => {
	test.each(ADDRESSES)('%s', (_name, resumeAddress) => {
		const least = buttonsFor(resumeAddress);
		for (const kind of ['press', 'reply'] as AnswerKind[]) {
			for (const buttons of [least, least + 1, 7, 94]) {
				const data = dataOf(resumeAddress, kind, buttons);
				expect(callbackDataIn(messageWith(data))).toEqual({ ...resumeAddress, kind });
				expect(new Set(data).size).toBe(buttons);
				for (const one of data) expect(one).toMatch(/^[!-~]{1,64}$/);
			}
		}
	});

	test('the usual IDs fit into one button', () => {
		for (let n = 0; n < 100; n++) {
			const usual = { executionId: '40000000', nodeId: randomUUID(), signature: hex() };
			expect(buttonsFor(usual)).toBe(1);
		}
	});

	test('the data comes from the address that n8n signs', () => {
		const address = `https://n8n.example/webhook-waiting/12/${USUAL.nodeId}?signature=${USUAL.signature}`;
		expect(resumeAddressOf(address)).toEqual({ ...USUAL, executionId: '12' });
		expect(() => resumeAddressOf('https://n8n.example/other')).toThrow('does not know');
	});
});

describe('other data is left alone', () => {
	test.each([
		['no keyboard', {}],
		['no data', { reply_markup: { inline_keyboard: [[{ text: 'A', url: 'https://a.example' }]] } }],
		['other data', messageWith(['undo:1', 'undo:2'])],
		['a part too few', messageWith(dataOf(USUAL, 'press', 3).slice(1))],
		['parts in another order', messageWith(dataOf(USUAL, 'press', 3).reverse())],
		['a foreign button among them', messageWith([...dataOf(USUAL, 'press', 3), 'undo:1'])],
		['a mark alone', messageWith(['~!'])],
	])('%s', (_name, message) => {
		expect(callbackDataIn(message)).toBeUndefined();
	});

	test('no data in the buttons causes an error', () => {
		const tryAll = () => {
			for (let n = 0; n < 10_000; n++) {
				const data = Array.from({ length: 1 + (n % 4) }, () =>
					randomBytes(1 + (n % 48)).toString(n % 2 ? 'base64' : 'latin1'),
				);
				data[0] = `~!${data[0]}`;
				callbackDataIn(messageWith(data));
			}
		};
		expect(tryAll).not.toThrow();
	});
});
