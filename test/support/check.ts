import { Check, type CheckOptions } from '../../check/run';
import type { Row } from '../../check/findings';
import { reportText, type Report } from '../../check/report';
import type { TestEmulator } from './emulator';

export interface Checked extends Report {
	/** The printed report. */
	text: string;
	dialect: object;
	/** Its questions, and how long it waited because of limits, in milliseconds. */
	asked: string[];
	waited: number[];
	/** By number of the assumption, or by method. */
	row(number: string): Row;
}

/** The id of the Demo Group, which differs if groups have positive ids. */
export async function demoGroup(emulator: TestEmulator): Promise<number> {
	const { chats } = await emulator.state();
	return chats.find(({ title }) => title === 'Demo Group')!.id;
}

/** What people can see of the world, without deleted and revoked things. */
export async function seen(emulator: TestEmulator) {
	const state = await emulator.state();
	const { messages, chats: all, members, bots, invite_links: links } = state;
	return {
		messages: messages.filter(({ deleted }) => !deleted),
		titles: all.map(({ id, title }) => [id, title]),
		forbidden: all.flatMap(({ permissions = {} }) =>
			Object.values(permissions).filter((value) => !value),
		),
		members,
		links: links.filter(({ is_revoked }) => !is_revoked),
		bots: bots.map(({ webhook, commands = [], updates }) => ({ webhook, commands, updates })),
	};
}

/** The messages that people see in the demo group. */
export async function visibleIn(emulator: TestEmulator) {
	const { chats } = emulator.defaults;
	const { messages } = await emulator.state();
	return messages.filter(({ chat_id, deleted }) => chat_id === chats.demoGroup && !deleted);
}

/** Private data in a report that must not be there. */
export function leaksIn(text: string, { token, defaults }: TestEmulator): string[] {
	const secrets = [
		...[token, ...token.split(':'), String(defaults.botId)],
		...['Olga', 'Milan', 'Mia', 'Noah', 'Demo Group', 'demo_group', 'Demo Bot', 'demo_bot'],
		...[...Object.values(defaults.users), defaults.chats.demoGroup].map(String),
	];
	return secrets.filter((secret) => new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(text));
}

/** Runs a whole check of an emulator, in its demo group and with Mia. */
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
		dialect: check.recording().dialect,
		asked,
		waited,
		row: (wanted) => rows.find(({ number }) => number === wanted)!,
	};
}
