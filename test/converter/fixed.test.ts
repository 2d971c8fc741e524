import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { convert } from '../../converter/index';
import { readWorkflow, type Parameters as Given, type Workflow } from '../../converter/workflow';
import { Parameters } from '../../nodes/BotMessaging/engine/body';
import { chosenOperation } from '../../nodes/BotMessaging/operations';
import { evaluated } from './evaluate';
import { convertNode, flow, other, toldAbout } from './flow';

const FOLDER = path.resolve(__dirname, '../cases/telegram');
const CASES = readdirSync(FOLDER).map((name) => readFileSync(path.join(FOLDER, name), 'utf8'));
const OURS = 'n8n-nodes-bot-messaging.botMessaging';

/** What our node says about its fixed values; undefined if it accepts them. */
function refusal(parameters: Given): string | undefined {
	const operation = chosenOperation(parameters as INodeParameters);
	if (!operation) throw new Error('No operation');
	const given = new Parameters({} as IExecuteFunctions, parameters as INodeParameters);
	try {
		given.checkFixed(operation, parameters);
	} catch (error) {
		return (error as Error).message;
	}
	return undefined;
}

/** Texts of our nodes that our node refuses. */
const refusedIn = ({ nodes }: Workflow) =>
	nodes
		.filter(({ type, disabled }) => type === OURS && disabled !== true)
		.flatMap(({ parameters }) => refusal(parameters) ?? []);

/** A workflow with `{{ … }}` at the end of each fixed text that people read. */
const withBraces = (workflow: string) =>
	workflow.replaceAll(
		/"(text|caption|message|question)": "([^="{][^"\\]*)"/g,
		'"$1": "$2 {{ $json.x }}"',
	);

test('our node accepts the fixed texts of all converted cases, with braces in them too', () => {
	const marked = CASES.map(withBraces);
	expect(marked.filter((text, at) => text !== CASES[at]).length).toBeGreaterThan(30);
	for (const text of [...CASES, ...marked]) {
		expect(refusedIn(convert(readWorkflow(text)).workflow)).toEqual([]);
	}
});

const FIXED = 'Hi {{ $json.x }}, {{{ "a" }}} and {{ $("A").item }}';
const NOTE = /^“.+” has \{\{ … \}\} and was not set to Expression/;

describe('a fixed text with {{ … }} is sent as it was, with a note', () => {
	test.each<[string, Given, (ours: Given) => unknown]>([
		['a message', { text: FIXED }, ({ text }) => text],
		[
			'a caption',
			{ operation: 'sendPhoto', file: 'f', additionalFields: { caption: FIXED } },
			(ours) => (ours.additionalFields as Given).caption ?? ours.caption,
		],
		['a question', { operation: 'sendAndWait', message: FIXED }, ({ message }) => message],
	])('%s', (_name, theirs, read) => {
		const { parameters, told } = convertNode({ chatId: '={{ $json.c }}', ...theirs });
		expect(evaluated(read(parameters), { x: 'wrong', c: 5 })).toContain(FIXED);
		expect(told).toContainEqual(expect.stringMatching(NOTE));
		expect(refusal(parameters)).toBeUndefined();
	});

	test('a row of an HTTP Request', () => {
		const rows = { chat_id: '={{ $json.c }}', text: FIXED };
		const parameters = {
			method: 'POST',
			url: '=https://api.telegram.org/bot{{ $json.t }}/sendMessage',
			sendBody: true,
			bodyParameters: {
				parameters: Object.entries(rows).map(([name, value]) => ({ name, value })),
			},
		};
		const ask = { ...other('Ask', 'httpRequest', parameters), typeVersion: 4.2 };
		const result = convert(flow(ask));
		const [{ parameters: ours }] = result.workflow.nodes;
		expect(evaluated(ours.text, { x: 'wrong', c: 5 })).toBe(FIXED);
		expect(toldAbout(result, 'Ask')).toContainEqual(expect.stringMatching(NOTE));
		expect(refusal(ours)).toBeUndefined();
	});
});

test('braces that n8n would not fill in stay a fixed text, without a note', () => {
	const { parameters, told } = convertNode({ chatId: '={{ $json.c }}', text: 'Hi {{ name }} $5' });
	expect(parameters.text).toBe('Hi {{ name }} $5');
	expect(told).not.toContainEqual(expect.stringMatching(NOTE));
});
