import { startEmulator } from '../../emulator';
import { DEFAULTS } from '../../emulator/world/defaults';
import { DIALECTS, type DialectName } from '../../emulator/dialects';
import type { Row } from '../../check/findings';
import { Check } from '../../check/run';
import { table } from '../lib/table';

/** The dialects of services. The others are made to differ. */
const SERVICES: DialectName[] = ['safew', 'telegram', 'bale'];

/** The result of `npm run check` for the emulator in a dialect. */
async function rowsOf(name: DialectName): Promise<Row[]> {
	const emulator = await startEmulator({ settings: { dialect: DIALECTS[name] } });
	const check = new Check({
		service: emulator.url,
		token: DEFAULTS.token,
		chat: String(DEFAULTS.chats.demoGroup),
		memberId: String(DEFAULTS.users.mia),
		agrees: async () => true,
		pause: async () => undefined,
	});
	try {
		await check.run();
	} finally {
		await check.clear();
		await emulator.close();
	}
	return check.report().assumptions;
}

const cell = ({ verdict, how }: Row) => (verdict === 'differs' ? `differs: ${how}` : verdict);

/** A row for each assumption, a column for each dialect of the emulator. */
export async function compatibilityTable(): Promise<string> {
	const columns: Row[][] = [];
	for (const name of SERVICES) columns.push(await rowsOf(name));
	const [first = []] = columns;
	const rows = first.map((row, at) => [
		row.number,
		row.says,
		...columns.map((column) => cell(column[at] ?? row)),
	]);
	return table(['No.', 'Assumption', ...SERVICES.map((name) => `\`${name}\``)], rows);
}
