import { runInNewContext } from 'node:vm';

import { convert } from '../../converter/index';
import { flow, other, telegram, toldAbout, type FlowNode } from './flow';

const MESSAGE = { message_id: 7, chat: { id: -100 }, text: 'Hello' };
const OLD = { ok: true, result: MESSAGE };
const FAILED = { error: 'Forbidden: blocked' };

type Item = { json: object };

/** What code for all items gives, with these items from the node Send. */
function run(code: string, json: object): unknown {
	const list: Item[] = [{ json }];
	const node = { all: () => list, first: () => list[0], last: () => list[0], item: list[0] };
	const globals = { $input: node, items: list, $: () => node, $json: json, item: list[0] };
	const given: unknown = runInNewContext(`(() => { ${code}\n})()`, globals);
	return JSON.parse(JSON.stringify(given ?? null));
}

function after(code: string, send: Partial<FlowNode> = {}, parameters = {}, key = 'jsCode') {
	const given = { chatId: '={{ $json.c }}', text: 'a', ...parameters };
	const before = telegram('Send', given, { next: ['Code'], ...send });
	const result = convert(flow(before, other('Code', 'code', { [key]: code })));
	const { [key]: converted } = result.workflow.nodes[1].parameters;
	return { code: String(converted), told: toldAbout(result, 'Code') };
}

describe('code gives the same after the conversion, without a note', () => {
	test.each([
		'const item = $input.first(); return item.json.result.text;',
		'const out = []; for (const x of $input.all()) { out.push(x.json.result.text); } return out;',
		'return $input.all().map((x) => x.json.result.message_id);',
		'return $input.all().map(function (x) { return x.json.result; });',
		'const ids = []; items.forEach((x, at) => ids.push(at, x.json["result"].chat.id)); return ids;',
		'for (let i = 0; i < items.length; i++) { return items[i].json.result.text; }',
		'for (const [at, x] of items.entries()) return [at, x.json.result.text];',
		'const all = [...$input.all()].filter((x) => x.json.result?.text); return all.length;',
		'function textOf(x) { return x.json.result.text; } return items.map(textOf);',
		'const textOf = (data) => data.result.text; return textOf($json);',
		'const data = $input.first().json || {}; return data.result.text;',
		'let data; items.forEach((x) => { data = x.json; }); return data.result.text;',
		"return $('Send').all().reduce((sum, x) => sum + x.json.result.message_id, 0);",
		"const sent = $('Send').first().json; return `${sent.result.text}!`;",
		'return Object.keys($json).includes("result");',
		'return JSON.stringify(items[0].json.result);',
		'const list = items.map((x) => x.json); return list[0].result.text + list.length;',
		'return items[items[0].json.result.message_id - 7].json.result.text;',
		'// the result\nconst a = "$json.result"; return [a, /result/.test(a), $json.result.text];',
	])('%s', (theirs) => {
		const { code, told } = after(theirs);
		expect(run(code, MESSAGE)).toEqual(run(theirs, OLD));
		expect(told).toEqual([]);
	});

	test.each(['return item.result.text', 'item.id = item.result.message_id; return item.id;'])(
		'in the node Function Item: %s',
		(theirs) => {
			const send = telegram('Send', { chatId: '={{ $json.c }}' }, { next: ['Code'] });
			const code = other('Code', 'functionItem', { functionCode: theirs });
			const { workflow } = convert(flow(send, code));
			const { functionCode } = workflow.nodes[1].parameters;
			expect(functionCode).toBe(theirs.replace('.result', ''));
		},
	);

	test.each([
		'return $json.result ? "sent" : "failed";',
		'return items.filter((x) => x.json.result).length;',
		'return $json.result !== undefined && $json.ok;',
		'return $json.result?.text;',
		'return "result" in $json && Object.keys($json).length;',
		'return $json.hasOwnProperty("result");',
	])('after a request that may fail: %s', (theirs) => {
		const { code, told } = after(theirs, { onError: 'continueRegularOutput' });
		expect(run(code, MESSAGE)).toEqual(run(theirs, OLD));
		expect(Boolean(run(code, FAILED))).toEqual(Boolean(run(theirs, FAILED)));
		expect(told).toEqual([]);
	});

	test.each([
		'const d = $input.first().json.data; return [d.text, d.approved];',
		'return items.map((x) => x.json.data.text);',
	])('after an answer of a person: %s', (theirs) => {
		const answer = { approved: true, text: 'Yes' };
		const { code, told } = after(theirs, {}, { operation: 'sendAndWait', message: 'a' });
		expect(run(code, answer)).toEqual(run(theirs, { data: answer }));
		expect(told).toEqual([]);
	});
});

describe('code is reported', () => {
	const WORDS = expect.stringMatching(/^It compares what an error says/);

	test.each([
		'return $json.error.includes("blocked");',
		'if ($json.error.message === "chat not found") return [];',
		'const e = $json.error; return /blocked/.test(e);',
		'return $json.description.toLowerCase().includes("blocked");',
		'switch ($json.error) { case "a": return []; }',
	])('if it compares an error with words: %s', (code) => {
		expect(after(code).told).toContainEqual(WORDS);
	});

	test.each(['return $json.error_code === 403;', 'return Boolean($json.error);'])(
		'but not for %s',
		(code) => {
			expect(after(code).told).toEqual([]);
		},
	);

	test.each<[string, RegExp]>([
		["return $('Send').params.text;", /reads the parameters of “Send”/],
		['return $json.text ?? "";', /reads a field that was empty before, “text”/],
		['return helper(items);', /takes the whole answer/],
		['$json.result = 1; return $json.result;', /reads the answer/],
		[
			'const { json } = $input.first(); const { result } = json; return result;',
			/Put message_id in/,
		],
		['const { ok, result: { text } } = $input.first().json; return text;', /reads the answer/],
		['return items.map(({ json: { result } }) => result.text);', /reads the answer/],
	])('if it uses a node in another way: %s', (code, told) => {
		expect(after(code).told).toContainEqual(expect.stringMatching(told));
	});

	test('if it takes the answer of a person apart', () => {
		const asks = { operation: 'sendAndWait', message: 'a' };
		const { told } = after('const { data } = $json; return data.approved;', {}, asks);
		expect(told).toContainEqual(expect.stringMatching(/Put approved in place of data\.approved/));
	});

	test('once, with all fields that need the same', () => {
		const send = telegram('Send', { chatId: '={{ $json.c }}' }, { next: ['Reader'] });
		const values = ['a', 'b', 'c'].map((name) => ({ name, value: '={{ $json.text }}' }));
		const result = convert(flow(send, other('Reader', 'set', { values: { string: values } })));
		expect(toldAbout(result, 'Reader')).toEqual([expect.stringMatching(/^“a”, “b” and “c” read /)]);
	});
});

describe('what follows code that gives its input back is read either way', () => {
	const reads = (between: FlowNode) => {
		const send = telegram('Send', { chatId: '={{ $json.c }}' }, { next: [between.name] });
		const text = '={{ $json.result.text }}';
		const reader = other('Reader', 'set', { text });
		const result = convert(flow(send, { ...between, next: ['Reader'] }, reader));
		return [result.workflow.nodes[2].parameters.text, toldAbout(result, 'Reader').length];
	};
	const EITHER = ['={{ ($json.result ?? $json).text }}', 0];

	test.each([
		'const xs = $input.all(); return xs;',
		'return $input.all().slice(0, 1);',
		'return items.map(({ json }) => ({ json: { ...json } }));',
		'return items.map((it) => ({ json: Object.assign({}, it.json) }));',
		'const [first] = $input.all(); return first;',
		"return $('Send').all();",
		'return [items[0]];',
		'const out = []; for (const x of items) out.push({ ...x }); return out;',
	])('%s', (jsCode) => {
		expect(reads(other('Code', 'code', { jsCode }))).toEqual(EITHER);
	});

	test.each([3, 3.1, 3.2])('a Set node of version %d without a choice', (typeVersion) => {
		expect(reads({ ...other('Set', 'set'), typeVersion })).toEqual(EITHER);
	});

	test('an answer is kept by a Set node', () => {
		const ask = telegram('Ask', { operation: 'sendAndWait', chatId: '={{ $json.c }}' });
		const set = { ...other('Set', 'set', {}, ['If']), typeVersion: 3.2 };
		const reader = other('If', 'if', { value1: '={{ $json.data.approved }}' });
		const { workflow } = convert(flow({ ...ask, next: ['Set'] }, set, reader));
		expect(workflow.nodes[2].parameters.value1).toBe('={{ ($json.data ?? $json).approved }}');
	});

	test.each([
		'return [{ json: { text: "a" } }];',
		'const { text } = $input.first().json.result; return [{ json: { text } }];',
	])('but not behind data of its own: %s', (jsCode) => {
		expect(reads(other('Code', 'code', { jsCode }))).toEqual(['={{ $json.result.text }}', 0]);
	});

	test.each<[string, FlowNode]>([
		['a node that nobody knows', other('Node', 'somethingNew')],
		['code that cannot be read', other('Node', 'code', { jsCode: 'return (' })],
		[
			'code that writes a field',
			other('Node', 'code', { jsCode: 'items[0].json.text = 1; return items;' }),
		],
	])('and is reported behind %s', (_name, node) => {
		expect(reads(node)).toEqual(['={{ $json.result.text }}', 1]);
	});
});
