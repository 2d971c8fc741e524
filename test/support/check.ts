import { Check, type CheckOptions } from '../../scripts/check/run';
import type { Row } from '../../scripts/check/findings';
import { reportText, type Report } from '../../scripts/check/report';
import type { TestEmulator } from './emulator';

export interface Checked extends Report {
	/** The report as it is printed. */
	text: string;
	dialect: object;
	/** What it asked, and how long it waited for the server's limit, in milliseconds. */
	asked: string[];
	waited: number[];
	/** By number of the assumption, or by method. */
	row(number: string): Row;
}

/** The number of the Demo Group, which is another if groups have positive ones. */
export async function demoGroup(emulator: TestEmulator): Promise<number> {
	const { chats } = await emulator.state();
	return chats.find(({ title }) => title === 'Demo Group')!.id;
}

/** Checks an emulator from beginning to end, in its demo group and with Mia. */
export async function checked(
	emulator: TestEmulator,
	options: Partial<CheckOptions> = {},
): Promise<Checked> {
	const asked: string[] = [];
	const waited: number[] = [];
	const check = new Check({
		service: emulator.url,
		token: emulator.token,
		chat: String(await demoGroup(emulator)),
		memberId: String(emulator.defaults.users.mia),
		agrees: async (does) => asked.push(does) > 0,
		pause: async (ms) => void waited.push(ms),
		...options,
	});
	try {
		await check.run();
	} finally {
		await check.clear();
	}
	const report = check.report();
	const rows = [...report.assumptions, ...report.methods];
	return {
		...report,
		text: reportText(report),
		dialect: check.dialect(),
		asked,
		waited,
		row: (wanted) => rows.find(({ number }) => number === wanted)!,
	};
}
