import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import {
	generateSingleVersionTypeFile,
	generateWorkflowCode,
	SDK_IMPORTABLE_FUNCTIONS,
} from '@n8n/workflow-sdk';
import type { INodeTypeDescription } from 'n8n-workflow';
import ts from 'typescript';

import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { BotMessagingPollingTrigger } from '../../nodes/BotMessaging/BotMessagingPollingTrigger.node';
import { BotMessagingTrigger } from '../../nodes/BotMessaging/BotMessagingTrigger.node';
import { ASK_AND_BRANCH, MODERATE } from '../../nodes/BotMessaging/operations/builderTexts';
import { operations } from '../../nodes/BotMessaging/operations';
import { readExample } from '../../sandbox/lib/demo';
import { PACKAGE_NAME } from '../../scripts/lib/paths';
import { ROOT } from '../package/sources';
import { complaintsAbout } from '../support/compiled';

/** The types of a node that n8n generates for AI builders. */
function typesOf({ description }: { description: INodeTypeDescription }): string {
	const version = [description.version].flat().at(-1)!;
	const named = { ...description, name: `${PACKAGE_NAME}.${description.name}` };
	return generateSingleVersionTypeFile(named as never, version);
}

const TYPES = {
	action: typesOf(new BotMessaging()),
	polling: typesOf(new BotMessagingPollingTrigger()),
	webhook: typesOf(new BotMessagingTrigger()),
};

/** The name of the type that has all others in it: the last one of the file. */
const wholeOf = (types: string) => [...types.matchAll(/^export type (\w+Node)\b/gm)].at(-1)![1];

/** Definitions that n8n's generated files expect from elsewhere. */
const HEAD = `
import type { NodeConfig, CredentialReference, IDataObject } from '@n8n/workflow-sdk';
type Expression<_Value> = \`=\${string}\`;
type Items<Json> = Json[];
type LanguageModelInstance = unknown;
`;

const PRELUDE = `
import type { NodeConfig } from '@n8n/workflow-sdk';
import type { ${wholeOf(TYPES.action)} as Action } from './action';
import type { ${wholeOf(TYPES.polling)} as Polling } from './polling';
import type { ${wholeOf(TYPES.webhook)} as Webhook } from './webhook';
type Other = { type: \`n8n-nodes-base.\${string}\` | \`@n8n/\${string}\`; version: number; config?: NodeConfig };
export declare function node(input: Action | Other): any;
export declare function trigger(input: Omit<Polling, 'isTrigger'> | Omit<Webhook, 'isTrigger'> | Other): any;
export declare function expr(text: string): \`=\${string}\`;
`;

/** An existing folder, so that TypeScript searches there; nothing is written. */
const FOLDER = join(ROOT, 'test/engine');

/** TypeScript's errors in these files. */
function complaints(files: Record<string, string>): string[] {
	const whole = Object.fromEntries(
		Object.entries(files).map(([name, text]) => [join(FOLDER, `${name}.ts`), text]),
	);
	return complaintsAbout(whole).map(({ file, messageText }) => {
		const words = ts.flattenDiagnosticMessageText(messageText, '\n');
		return `${file ? basename(file.fileName) : ''}: ${words}`;
	});
}

/** n8n's types require a field even if it is hidden; n8n's check of a workflow does not. */
const shownOrNot = (types: string) =>
	types.replace(/(@displayOptions(?:(?!\*\/)[^])*\*\/\n\s*\w+):/g, '$1?:');

/** n8n's types also forbid expressions for multiple choices, as in the editor. */
const orByExpression = (types: string) =>
	types.replace(/: (Array<.+?>);$/gm, ': $1 | `=${string}`;');

const GENERATED = Object.fromEntries(
	Object.entries(TYPES).map(([name, types]) => [
		name,
		`${HEAD}${orByExpression(shownOrNot(types))}`,
	]),
);

const TYPED = ['node', 'trigger', 'expr'];

/** A workflow in the language of the SDK, with its imports. */
const program = (code: string) =>
	[
		`import { ${TYPED.join(', ')} } from './prelude';`,
		...SDK_IMPORTABLE_FUNCTIONS.filter((name) => !TYPED.includes(name)).map(
			(name) => `declare const ${name}: any;`,
		),
		code.replace(/^import .*;$/gm, ''),
	].join('\n');

const patternIn = (text: string) => /<pattern title="[^"]+">\n(.*)<\/pattern>/s.exec(text)![1];

const WORKFLOWS: Record<string, string> = {
	moderate: patternIn(MODERATE),
	ask: patternIn(ASK_AND_BRANCH),
	...Object.fromEntries(
		readdirSync(join(ROOT, 'examples')).map((file) => {
			const name = basename(file, '.json');
			return [name, generateWorkflowCode(readExample(name) as never)];
		}),
	),
};

/** The errors of each workflow by these types; empty for a correct one. */
function judged(workflows: Record<string, string>): Record<string, string[]> {
	const programs = Object.fromEntries(
		Object.entries(workflows).map(([name, code]) => [name, program(code)]),
	);
	const found = complaints({ ...GENERATED, prelude: PRELUDE, ...programs });
	const of = (file: string) => found.filter((words) => words.startsWith(`${file}.ts: `));
	return Object.fromEntries(
		[...Object.keys(GENERATED), 'prelude', ...Object.keys(workflows)].map((file) => [
			file,
			of(file),
		]),
	);
}

test('the two patterns and all examples fit the types that n8n generates', () => {
	expect(Object.keys(WORKFLOWS).length).toBeGreaterThanOrEqual(12);
	expect(Object.values(judged(WORKFLOWS)).flat()).toEqual([]);
});

test('the types that n8n generates refuse what the node does not know', () => {
	const changes: Record<string, [right: string, wrong: string]> = {
		operation: ["operation: 'deleteMessage'", "operation: 'removeMessage'"],
		choice: ["permissions: 'mute'", "permissions: 'silence'"],
		text: ["untilAmount: '1'", 'untilAmount: true'],
		chat: ["{ __rl: true, mode: 'id', value:", "{ mode: 'name', value:"],
		missing: [", messageId: expr('{{ $json.messageId }}')", ''],
	};
	const wrong = Object.fromEntries(
		Object.entries(changes).map(([name, change]) => [name, WORKFLOWS.moderate.replace(...change)]),
	);
	const found = judged(wrong);
	for (const name of Object.keys(changes))
		expect([name, found[name]]).toEqual([name, [expect.any(String)]]);
});

test('each operation has its text in its own type, and so have the two patterns', () => {
	for (const { resource, value } of operations) {
		const type = new RegExp(
			`export type \\w+Params = \\{\\n((?:(?!^\\};)[^])*?)resource: '${resource}';\\n\\s*operation: '${value}';`,
			'm',
		).exec(TYPES.action);
		expect([value, type?.[1]]).toEqual([value, expect.stringMatching(/\* [^]*Outputs /)]);
	}
	expect(TYPES.action.match(/title="Moderate: /g)).toHaveLength(2);
	expect(TYPES.action.match(/title="Ask in a chat/g)).toHaveLength(1);
});
