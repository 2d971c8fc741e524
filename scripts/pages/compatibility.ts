import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Row } from '../../check/findings';
import { recordingText, type Recording } from '../../check/recording';
import { played } from '../../check/replay';
import { DIALECTS, type DialectName } from '../../emulator/dialects';
import { table } from '../lib/table';

export const RECORDINGS = 'check/recordings';

/** The dialects of services. The others are made to differ. */
const SERVICES: DialectName[] = ['safew', 'telegram', 'bale'];

const fileOf = (name: string) => join(RECORDINGS, `${name}.json`);

/** Records the emulator in the dialect of each service. Returns whether a file was not as it should be. */
export async function writeRecordings({ check }: { check: boolean }): Promise<boolean> {
	let isStale = false;
	for (const name of SERVICES) {
		const { exchanges, assumptions, dialect, options } = await played(DIALECTS[name]);
		const about = { server: `the emulator as ${name}`, date: '', options, dialect };
		const text = recordingText({ ...about, assumptions, exchanges });
		const files = readdirSync(RECORDINGS);
		if (files.includes(`${name}.json`) && readFileSync(fileOf(name), 'utf8') === text) continue;
		isStale = true;
		if (!check) writeFileSync(fileOf(name), text);
	}
	return isStale;
}

const cell = (row?: Row) =>
	row?.verdict === 'differs' ? `differs: ${row.how}` : (row?.verdict ?? 'not tested');

const readIn = (folder: string, name: string) =>
	JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Recording;

/** A row for each assumption, a column for each dialect of the emulator and for each server that was seen. */
export function compatibilityTable(folder = RECORDINGS): string {
	const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
	const others = names.filter((name) => !SERVICES.includes(name as DialectName));
	const [own, seen] = [SERVICES, others].map((all) => all.map((name) => readIn(folder, name)));
	const columns = [...own!, ...seen!].map(({ assumptions }) => assumptions);
	const [first = []] = columns;
	const rows = first.map(({ number, says }) => [
		number,
		says,
		// An assumption can be newer than a recording.
		...columns.map((column) => cell(column.find((row) => row.number === number))),
	]);
	return table(
		[
			...['No.', 'Assumption', ...SERVICES.map((name) => `\`${name}\``)],
			...seen!.map(({ server, date }) => `seen on ${server}, ${date.slice(0, 10)}`),
		],
		rows,
	);
}
