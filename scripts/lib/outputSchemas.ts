import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { programOf } from './bundledProgram';
import { ROOT } from './paths';
import { schemaOf } from './schema';

/** Next to the nodes, where n8n looks for them; from the folder that npm runs scripts in. */
export const SCHEMAS = 'nodes/BotMessaging/__schema__/v1.0.0';

const CHILD = join(ROOT, 'test/support/outputsChild.ts');

const LARGEST_OUTPUT = 64 * 1024 * 1024;

/** The names of existing schemas, e.g. `message/sendMessage`. */
export const writtenSchemas = (): string[] =>
	!existsSync(SCHEMAS)
		? []
		: readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
				.filter((file) => file.endsWith('.json'))
				.map((file) => file.replace(/\.json$/, ''));

const fileOf = (name: string) => join(SCHEMAS, `${name}.json`);

let known: Map<string, object[]> | undefined;

/** The items of each operation, and as `output` those of the triggers, from runs against the emulator. */
export function outputs(): Map<string, object[]> {
	const print = () =>
		execFileSync(process.execPath, programOf(CHILD), { maxBuffer: LARGEST_OUTPUT });
	known ??= new Map(JSON.parse(print().toString()) as Array<[name: string, jsons: object[]]>);
	return known;
}

/** The files as they should be, by name. */
function wantedSchemas(): Map<string, string> {
	const textOf = (jsons: unknown[]) =>
		`${JSON.stringify({ ...schemaOf(jsons), version: 1 }, undefined, '\t')}\n`;
	return new Map([...outputs()].map(([name, jsons]) => [name, textOf(jsons)]));
}

/**
 * Writes the output schema of each operation and trigger. Returns whether anything changed; `check`
 * writes nothing.
 */
export function writeOutputSchemas({ check = false } = {}): boolean {
	const wanted = wantedSchemas();
	const written = writtenSchemas();
	const left = written.filter((name) => !wanted.has(name));
	const stale = [...wanted].filter(
		([name, text]) => !written.includes(name) || readFileSync(fileOf(name), 'utf8') !== text,
	);
	if (!check) {
		for (const name of left) rmSync(fileOf(name));
		for (const [name, text] of stale) {
			mkdirSync(dirname(fileOf(name)), { recursive: true });
			writeFileSync(fileOf(name), text);
		}
	}
	return left.length + stale.length > 0;
}
