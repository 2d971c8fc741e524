/** Compares a recording with the emulator. */
import { startEmulator } from '../emulator';
import { dialectIn, type Dialect } from '../emulator/dialects';
import { defaultsIn } from '../emulator/dialects/groups';
import { SHOWN, type Exchange, type Recording } from './recording';
import { Check } from './run';

/** The same check with the emulator in a dialect. */
export async function played(dialect: Dialect, options: string[] = ['--member']) {
	const emulator = await startEmulator({ settings: { dialect } });
	const { token, chats, users } = defaultsIn(dialect);
	const has = (option: string) => options.includes(option);
	const check = new Check({
		service: emulator.url,
		token,
		chat: String(chats.demoGroup),
		memberId: has('--member') ? String(users.mia) : undefined,
		isLarge: !has('--no-large'),
		isUnread: has('--unread'),
		given: options,
		agrees: async () => true,
		pause: async () => undefined,
	});
	try {
		await check.run();
	} finally {
		await check.clear();
		await emulator.close();
	}
	return check.recording();
}

/** Each field of a result with its type, or with its value if the server chooses among words. */
function fieldsOf(value: unknown, path = 'result', name = ''): string[] {
	if (Array.isArray(value)) {
		return value.length === 0
			? [`${path} is an empty list`]
			: value.flatMap((one) => fieldsOf(one, `${path}[]`, name));
	}
	if (typeof value === 'object' && value !== null) {
		return Object.entries(value).flatMap(([key, one]) => fieldsOf(one, `${path}.${key}`, key));
	}
	const shown =
		SHOWN.test(name) || typeof value === 'boolean' ? JSON.stringify(value) : typeof value;
	return [`${path} is ${value === null ? 'null' : shown}`];
}

const factsOf = ({ code, says, result }: Exchange): string[] =>
	code === undefined ? [...new Set(fieldsOf(result))] : [`refused with ${code} ${says}`];

/** Tells requests apart that are not the same but for their texts. */
const keyOf = ({ method, params }: Exchange) =>
	JSON.stringify([method, params]).replace(/\d+ characters/g, 'text');

export interface Difference {
	method: string;
	/** What only the one of them said. */
	recorded: string[];
	emulator: string[];
}

/**
 * Compares each answer with that of the emulator to the same request, and returns each difference once.
 * `passed` counts the requests without a clear answer, and those that the emulator was not asked.
 */
export function differencesOf(recorded: Exchange[], emulator: Exchange[]) {
	const waiting = new Map<string, Exchange[]>();
	for (const exchange of emulator) {
		const key = keyOf(exchange);
		waiting.set(key, [...(waiting.get(key) ?? []), exchange]);
	}
	const found = new Map<string, Difference>();
	let passed = 0;
	for (const exchange of recorded) {
		const isClear = exchange.why === undefined;
		const other = isClear ? waiting.get(keyOf(exchange))?.shift() : undefined;
		if (!other) {
			passed++;
			continue;
		}
		const [one, two] = [factsOf(exchange), factsOf(other)];
		const difference = {
			method: exchange.method,
			recorded: one.filter((fact) => !two.includes(fact)),
			emulator: two.filter((fact) => !one.includes(fact)),
		};
		if (difference.recorded.length + difference.emulator.length === 0) continue;
		found.set(JSON.stringify(difference), difference);
	}
	return { differences: [...found.values()], passed };
}

/** Plays a recording against the emulator, in the dialect that was found. Returns what differs, in words. */
export async function replay(text: string): Promise<string> {
	const { dialect, options, exchanges, server, date } = JSON.parse(text) as Partial<Recording>;
	if (!dialect || !options || !exchanges) throw new Error('This file is no recording of a check');
	const { exchanges: own } = await played(dialectIn(JSON.stringify(dialect)), options);
	const { differences, passed } = differencesOf(exchanges, own);
	return [
		`${[server, date].filter(Boolean).join(', ')}: ${exchanges.length} requests. Differences from the emulator in this dialect: ${differences.length}.`,
		...(passed > 0 ? [`Not compared: ${passed}.`] : []),
		...differences.map(({ method, recorded, emulator }) =>
			[
				`\n${method}`,
				...recorded.map((fact) => `  the server only:   ${fact}`),
				...emulator.map((fact) => `  the emulator only: ${fact}`),
			].join('\n'),
		),
	].join('\n');
}
