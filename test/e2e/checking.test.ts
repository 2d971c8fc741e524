import { ensureCredential } from '../../sandbox/lib/demo';
import { useEmulator } from '../support/emulator';
import { botMessaging, execute, itemStep, type Step } from './support/execute';
import { useN8n } from './support/n8n';

const emulator = useEmulator();
const n8n = useN8n();

const LISTS = { words: ['cờ bạc', 'vay tiền nhanh'], domains: ['example.vn'] };

const listOf = (name: keyof typeof LISTS) => `={{ $('Lists').first().json.${name}.join(', ') }}`;

const eachText: Step = {
	name: 'Split Out',
	type: 'n8n-nodes-base.splitOut',
	parameters: { fieldToSplitOut: 'text', options: {} },
};

test('Check judges each message by lists from another node', async () => {
	const text = [
		'CỜ BẠC ở đây'.normalize('NFD'),
		'Cô bác khỏe không?',
		'Xem https://example.vn/noi-quy',
		'Vay tiền nhanh: https://evil.vn',
	];
	const credential = await ensureCredential(n8n.rest, emulator.url);
	const { error, items } = await execute(n8n.rest, credential, [
		{ ...itemStep(LISTS), name: 'Lists' },
		itemStep({ text }),
		eachText,
		botMessaging({
			resource: 'message',
			operation: 'check',
			message: '={{ $json }}',
			rules: { words: listOf('words'), linksExcept: listOf('domains') },
			additionalFields: {},
		}),
	]);
	expect(error).toBeUndefined();
	expect(items.map(({ brokenRules, words }) => [brokenRules, words])).toEqual([
		[['words'], ['cờ bạc']],
		[[], []],
		[[], []],
		[['link', 'words'], ['vay tiền nhanh']],
	]);
	expect(await emulator.calls('getChatAdministrators')).toEqual([]);
});
