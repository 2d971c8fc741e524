import { convert } from '../../converter/index';
import { flow, other, telegram, toldAbout, type FlowNode } from './flow';
import { wrongIn } from './wrongIn';

const bot = (path: string) => `=https://api.telegram.org/bot{{ $json.token }}/${path}`;

describe('the node that downloads a file', () => {
	const options = (more = {}) => ({ response: { response: { responseFormat: 'file', ...more } } });
	const ask = (next: string[]) => ({
		...other('Get File', 'httpRequest', { url: bot('getFile?file_id={{ $json.id }}') }, next),
		typeVersion: 4.2,
	});
	const load = (path: string, more = {}) => ({
		...other('Load', 'httpRequest', {
			url: `=https://api.telegram.org/file/bot{{ $json.token }}/${path}`,
			options: options(more),
		}),
		typeVersion: 4.2,
	});
	const loaded = (...nodes: FlowNode[]) => {
		const result = convert(flow(...nodes));
		const { parameters } = result.workflow.nodes.find(({ name }) => name === 'Load')!;
		return { parameters, told: toldAbout(result, 'Load').slice(1), result };
	};
	const ours = (more = {}) => ({
		resource: 'file',
		operation: 'getFile',
		fileId: '={{ $json.file_id }}',
		download: true,
		additionalFields: {},
		...more,
	});

	test('comes after the node that requests the file', () => {
		const { parameters, told } = loaded(ask(['Load']), load('{{ $json.result.file_path }}'));
		expect([parameters, told]).toEqual([ours(), []]);
	});

	test('stores it in the named field', () => {
		const named = load('{{ $json.result.file_path }}', { outputPropertyName: 'voice' });
		expect(loaded(ask(['Load']), named).parameters).toEqual(ours({ binaryPropertyName: 'voice' }));
	});

	test.each([1, 2])('is converted from version %i of the HTTP Request node', (typeVersion) => {
		const old = {
			...other('Load', 'httpRequest', {
				url: '=https://api.telegram.org/file/bot1:a/{{ $json.result.file_path }}',
				responseFormat: 'file',
				dataPropertyName: 'voice',
			}),
			typeVersion,
		};
		expect(loaded(ask(['Load']), old).parameters).toEqual(ours({ binaryPropertyName: 'voice' }));
	});

	test('is converted after a Telegram node that does not download the file itself', () => {
		const asking = telegram('Get File', { resource: 'file', fileId: '={{ $json.id }}' });
		const nodes = [{ ...asking, next: ['Load'] }, load('{{ $json.result.file_path }}')];
		expect(loaded(...nodes).parameters).toEqual(ours());
	});

	test('keeps the incoming fields, and takes the File ID from the node that has it', () => {
		const set = other('Paths', 'set', { path: '={{ $json.result.file_path }}' }, ['Load']);
		const { parameters, told } = loaded(ask(['Paths']), set, load('{{ $json.file_path }}'));
		expect(parameters).toEqual(
			ours({
				fileId: "={{ $('Get File').item.json.file_id }}",
				additionalFields: { includeInputFields: true },
			}),
		);
		expect(wrongIn(parameters)).toBeUndefined();
		expect(told).toEqual([]);
	});

	test('finds by its name the node that requested the file', () => {
		const wait = other('Wait', 'httpRequest', { url: 'https://example.com' }, ['Load']);
		const path = "{{ $('Get File').item.json.result.file_path }}";
		expect(loaded(ask(['Wait']), wait, load(path)).parameters).toMatchObject({
			fileId: "={{ $('Get File').item.json.file_id }}",
		});
	});

	test('passes on the incoming data', () => {
		const reader = other('Reader', 'set', { after: '={{ $json.result.file_size }}' });
		const load2 = { ...load('{{ $json.result.file_path }}'), next: ['Reader'] };
		const { result } = loaded(ask(['Load']), load2, reader);
		expect(result.workflow.nodes[2].parameters.after).toBe('={{ $json.file_size }}');
	});

	test('stays, and is reported, if no earlier node has a File ID', () => {
		const send = telegram('Send', { chatId: '={{ $json.c }}', text: 'a' });
		const { result } = loaded(send, load('{{ $json.file_path }}'));
		expect(result.workflow.nodes[1].type).toBe('n8n-nodes-base.httpRequest');
		expect(toldAbout(result, 'Load')).toEqual([expect.stringMatching(/by its address/)]);
	});
});
