import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { inTurn } from '../../sandbox/lib/turn';

let folder: string;
let file: string;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'turn-'));
	file = path.join(folder, '.fetching');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('two programs at once run one after the other, and the second one says that it waits', async () => {
	const events: string[] = [];
	let finish = () => {};
	const held = new Promise<void>((resolve) => (finish = resolve));
	const first = inTurn(
		file,
		() => events.push('first waits'),
		async () => {
			events.push('first begins');
			await held;
			events.push('first ends');
		},
	);
	const second = inTurn(
		file,
		() => events.push('second waits'),
		async () => {
			events.push('second acts');
		},
	);
	finish();
	await Promise.all([first, second]);
	expect(events).toEqual(['first begins', 'second waits', 'first ends', 'second acts']);
	expect(existsSync(file)).toBe(false);
});

test('the turn is free after its program died', async () => {
	const { pid } = spawnSync(process.execPath, ['-e', '']);
	writeFileSync(file, String(pid));
	const waits = jest.fn();
	const act = jest.fn(async () => undefined);
	await inTurn(file, waits, act);
	expect(waits).not.toHaveBeenCalled();
	expect(act).toHaveBeenCalledTimes(1);
});

test('the turn is free after a failure', async () => {
	const failing = inTurn(
		file,
		() => undefined,
		async () => {
			throw new Error('no network');
		},
	);
	await expect(failing).rejects.toThrow('no network');
	expect(existsSync(file)).toBe(false);
});
