import { DateTime } from 'luxon';

import { useBot } from '../support/bot';
import { useClock } from '../support/clock';
import { byId } from '../support/locators';

useClock();

const { emulator, run } = useBot();

/** Bans Mia until a date; returns the date sent, in Unix seconds. */
async function until(untilDate: string, timezone?: string) {
	const { error } = await run(
		'banChatMember',
		{ chatId: byId('-1001'), userId: byId('1003'), until: 'date', untilDate },
		{ timezone },
	);
	const [call] = await emulator.calls();
	return { error, sent: call?.params.until_date };
}

/** Noon in ten days, in the zone. */
const noon = (zone: string) =>
	DateTime.now()
		.setZone(zone)
		.plus({ days: 10 })
		.set({ hour: 12, minute: 0, second: 0, millisecond: 0 });

describe.each(['America/New_York', 'Asia/Tokyo', 'UTC'])('in the time zone %s', (zone) => {
	test.each([
		['as the date picker gives it', "yyyy-MM-dd'T'HH:mm:ss"],
		['with a blank', 'yyyy-MM-dd HH:mm:ss'],
	])('a date without a zone, %s, is read in that zone', async (_kind, format) => {
		const { sent } = await until(noon(zone).toFormat(format), zone);
		expect(sent).toBe(noon(zone).toUnixInteger());
	});

	test('a date with a zone keeps its own', async () => {
		const { sent } = await until(noon('Europe/Berlin').toISO()!, zone);
		expect(sent).toBe(noon('Europe/Berlin').toUnixInteger());
	});

	test('a date can come from an expression', async () => {
		const { sent } = await until('={{ $now.plus(2, "days") }}', zone);
		expect(Math.abs(sent - DateTime.now().plus({ days: 2 }).toSeconds())).toBeLessThan(1);
	});
});

test.each([
	['Unix seconds', (date: DateTime) => `={{ ${date.toUnixInteger()} }}`],
	['Unix seconds as text', (date: DateTime) => `${date.toUnixInteger()}`],
	['milliseconds', (date: DateTime) => `={{ ${date.toMillis()} }}`],
	['milliseconds as text', (date: DateTime) => `${date.toMillis()}`],
	['a list of one date', (date: DateTime) => `={{ ["${date.toISO()}"] }}`],
	['a JavaScript date', (date: DateTime) => `={{ new Date(${date.toMillis()}) }}`],
])('%s', async (_kind, write) => {
	const { sent } = await until(write(noon('UTC')));
	expect(sent).toBe(noon('UTC').toUnixInteger());
});

test.each([
	['in the past', DateTime.now().minus({ days: 1 }), 'less than 30 seconds'],
	['in 20 seconds', DateTime.now().plus({ seconds: 20 }), 'less than 30 seconds'],
	['in 367 days', DateTime.now().plus({ days: 367 }), 'more than 366 days'],
])('a date %s is refused', async (_kind, date, words) => {
	const { error, sent } = await until(date.toISO());
	expect(error?.message).toBe(`End Date is ${words} away, so the server would make it permanent`);
	expect(sent).toBeUndefined();
});

test.each([
	['no date', 'next Friday', 'End Date is not a date: "next Friday"'],
	['nothing', '={{ $json.none }}', 'End Date is empty'],
	['null', '={{ null }}', 'End Date is empty'],
	['an object', '={{ ({ a: 1 }) }}', 'End Date is not a date: an object'],
	['two dates', '={{ ["2030-01-01", "2031-01-01"] }}', 'End Date is not a date: a list'],
	[
		'milliseconds in the past',
		`${Date.now() - 86_400_000}`,
		'End Date is less than 30 seconds away',
	],
])('%s is refused', async (_kind, value, message) => {
	const { error, sent } = await until(value);
	expect(error?.message).toContain(message);
	expect(sent).toBeUndefined();
});

test.each(['0', '={{ 0 }}', '={{ "0" }}'])(
	'the value %s means that there is no end',
	async (untilDate) => {
		const { error } = await until(untilDate);
		expect(error).toBeUndefined();
		const [{ params }] = await emulator.calls();
		expect(params).not.toHaveProperty('until_date');
		const link = { chatId: byId('-1001'), additionalFields: { expireDate: untilDate } };
		expect((await run('createChatInviteLink', link)).error).toBeUndefined();
		expect((await emulator.calls()).at(-1)!.params).not.toHaveProperty('expire_date');
	},
);
