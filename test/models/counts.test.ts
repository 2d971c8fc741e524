import { Repeats } from '../../nodes/BotMessaging/moderation/counts';
import type { Context } from '../../nodes/BotMessaging/update/context';
import { playModel, stepsOf, type Step } from '../support/model';
import { isNearby, Lists, updateOf, type Written } from './support/counts';

const [HOUR, DAY] = [3600, 86_400];
/** More than so many messages in these seconds are a flood. */
const [MOST, SECONDS, CHATS] = [3, 60, 2];
const TEXTS = ['the same words in two chats', 'other words in some chats', 'short'];
const [SOON, LATE] = [
	[0, 1, 5, 10, 15, 20],
	[SECONDS - 1, SECONDS, HOUR - 1, HOUR, DAY - 1, DAY],
];
const PASSES = [...SOON, ...SOON, ...LATE, -9, -10, -11, -HOUR];

/** What the rules find in a message. */
const judge = (rules: Repeats, update: Context, text: string) => ({
	flood: rules.findFlood(update, MOST, SECONDS)?.flood,
	sameText: rules.findSameText(update, text, CHATS)?.sameText,
	slowMode: rules.findHaste(update, SECONDS)?.slowMode,
	daily: rules.findDaily(update, MOST)?.daily,
	mayStart: rules.mayStart(update, MOST),
});

/** What they have to find. */
function judgeByLists(lists: Lists, one: Written) {
	const here = `${one.chat}:${one.person}`;
	const flood = lists.flood(here, one, MOST, SECONDS);
	if (one.isReaction) return { flood, mayStart: true };
	const sameText = one.text.length < 20 ? undefined : lists.copies(one, CHATS, HOUR);
	const slow = lists.secondsLeft(`slow ${here}`, one, 1, SECONDS);
	const day = lists.secondsLeft(`daily ${here}`, one, MOST, DAY);
	const mayStart = lists.secondsLeft(`starts ${here}`, one, MOST, DAY, isNearby) === 0;
	const [slowMode, daily] = [slow, day].map((secondsLeft) =>
		secondsLeft > 0 ? { secondsLeft } : undefined,
	);
	return { flood, sameText, slowMode, daily, mayStart };
}

const WRITES = [
	'writes',
	'writes',
	'writes',
	'adds to an album',
	'reacts',
	'is seen again',
] as const;
const RARE = ['does not count', 'is an administrator no longer', 'a crowd writes'] as const;
const steps = stepsOf(...WRITES, ...RARE);
/** So many that the table of the counts grows. */
const CROWD = 200;

function play(all: Array<Step<string>>) {
	const [rules, lists] = [new Repeats(), new Lists()];
	let last: Written = { chat: -1, person: 1, id: 0, date: 1_700_000_000, text: TEXTS[0] };
	/** Each chat counts its messages from 1 on. */
	const ids = new Map<number, number>();
	const idIn = (chat: number) => ids.set(chat, (ids.get(chat) ?? 0) + 1).get(chat)!;
	let others = 9;
	for (const { what, which } of all) {
		if (what === 'a crowd writes') {
			for (const end = others + CROWD; others < end; others++) {
				rules.findDaily(updateOf({ ...last, person: others, isReaction: false }), MOST);
			}
			continue;
		}
		const [chat, person] = [-1 - (which % 2), 1 + (which % 3 > 0 ? 1 : 0)];
		if (what === 'is an administrator no longer') {
			rules.forget(String(chat), String(person));
			lists.forget(chat, person);
			continue;
		}
		const album = what === 'adds to an album' ? `a${which % 2}` : undefined;
		const date = last.date + PASSES[Math.floor(which / 6) % PASSES.length];
		const isReaction = what === 'reacts';
		const text = isReaction ? '' : TEXTS[Math.floor(which / 3) % TEXTS.length];
		if (what !== 'is seen again')
			last = { chat, person, id: idIn(chat), album, date, text, isReaction };
		const update = updateOf(last);
		const found = judge(rules, update, last.text);
		expect(found).toEqual(judgeByLists(lists, last));
		if (what !== 'does not count' && !(isReaction && which % 5 === 0)) continue;
		rules.takeBack(update, last.text);
		lists.takeBack(last);
	}
}

test('rules count as a list for each person and each text does', async () => {
	await playModel(steps, play);
});
