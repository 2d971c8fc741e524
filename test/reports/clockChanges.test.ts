import { useBot } from '../support/bot';
import { brought, MIA, messageOf } from '../support/brought';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const at = (time: string) => Date.parse(time) / 1000;

/** Mutes Mia in Berlin at a given time; returns the end, or why it was refused. */
async function muted(now: string, until: object, timezone = 'Europe/Berlin') {
	const spy = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
	try {
		const { error } = await run(
			'restrictChatMember',
			{
				...{ chatId: byId('-1001'), userId: byId(MIA.id), permissions: 'mute' },
				...until,
			},
			{ timezone },
		);
		const [call] = await emulator.calls('restrictChatMember');
		return error?.message ?? (call.params.until_date as number);
	} finally {
		spy.mockRestore();
	}
}

const lasting = (untilAmount: string) => ({ until: 'duration', untilAmount, untilUnit: 'hours' });
const ending = (untilDate: string) => ({ until: 'date', untilDate });

// In Berlin, 02:30 does not exist on 2027-03-28, and occurs twice on 2026-10-25.
const BEFORE_SUMMER = '2027-03-27T12:00:00+01:00';
const BEFORE_WINTER = '2026-10-24T12:00:00+02:00';
const IN_WINTER = '2026-01-10T12:00:00+01:00';

describe('G10 schedule #649: on days of 23 and 25 hours', () => {
	test.each([BEFORE_SUMMER, BEFORE_WINTER])('a day has 24 hours (from %s)', async (now) => {
		expect(await muted(now, lasting('1d'))).toBe(at(now) + 86_400);
	});

	test.each([
		['a time that does not exist is an hour later', BEFORE_SUMMER, '2027-03-28T01:30:00Z'],
		['of a time that exists twice, the first one counts', BEFORE_WINTER, '2026-10-25T00:30:00Z'],
		['so it does in winter', IN_WINTER, '2026-10-25T00:30:00Z'],
	])('%s', async (_what, now, end) => {
		const day = end.slice(0, 10);
		expect(await muted(now, ending(`${day} 02:30`))).toBe(at(end));
	});

	test.each(['2026-10-25T02:30:00+01:00', '20261025T023000+0100', '2026-10-25 02:30:00 +01:00'])(
		'a time that exists twice is the one that its offset says: %s',
		async (end) => {
			expect(await muted(BEFORE_WINTER, ending(end))).toBe(at('2026-10-25T02:30:00+01:00'));
		},
	);

	test.each(['Europe/London', 'Australia/Lord_Howe'])(
		'the first one counts also where the clock changes by half an hour, or to UTC: %s',
		async (timezone) => {
			const [now, day, end] = {
				'Europe/London': [IN_WINTER, '2026-10-25', '2026-10-25T00:45:00Z'],
				'Australia/Lord_Howe': ['2026-07-10T12:00:00Z', '2027-04-04', '2027-04-03T14:45:00Z'],
			}[timezone]!;
			expect(await muted(now, ending(`${day} 01:45`), timezone)).toBe(at(end));
		},
	);

	test('a time that is 20 seconds away across the change is refused, and not taken as permanent', async () => {
		const now = '2027-03-28T01:59:50+01:00';
		const refusal = 'End Date is less than 30 seconds away, so the server would make it permanent';
		expect(await muted(now, ending('2027-03-28 02:00:10'))).toBe(refusal);
	});

	test('tomorrow 02:30 is refused with a message, in the form and in a command', async () => {
		const words = 'tomorrow 02:30';
		expect(await muted(BEFORE_SUMMER, ending(words))).toBe(`End Date is not a date: "${words}"`);
		expect(await muted(BEFORE_SUMMER, lasting(words))).toMatch(/^Duration /);
		const row = { command: '/mute', where: 'everywhere', arguments: '{user} {duration?} {why…?}' };
		const started = await brought([{ message: messageOf({ text: `/mute 12345 ${words}` }) }], {
			...{ outputs: 'commands', outputCommands: { command: [row] }, showInMenu: false },
		});
		expect(started).toHaveLength(0);
	});
});

describe('G11 netdata-cloud #1137: a date that is picked for a time after the clocks change', () => {
	const own = process.env.TZ;
	afterEach(() => {
		if (own === undefined) delete process.env.TZ;
		else process.env.TZ = own;
	});

	test.each(['UTC', 'America/New_York', 'Asia/Kathmandu'])(
		'has the local time of the workflow’s zone, on a server in %s',
		async (zone) => {
			process.env.TZ = zone;
			const end = await muted('2027-03-20T12:00:00+01:00', ending('2027-04-05T12:00:00'));
			expect(end).toBe(at('2027-04-05T12:00:00+02:00'));
		},
	);
});
