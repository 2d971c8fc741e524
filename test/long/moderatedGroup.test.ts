import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { newcomersOf } from '../e2e/examples/newcomers';
import { sceneOf } from '../e2e/examples/scene';
import { useOwnN8n } from '../e2e/support/n8n';
import { peopleOf } from '../e2e/support/people';
import { Random } from '../emulator/fuzz/random';
import { DEFAULTS, useEmulator } from '../support/emulator';
import { attemptIn, type Attempt, type Now } from './moderated/attempts';
import { faultsIn } from './moderated/judge';
import { Life } from './moderated/life';
import { everybody, group, KAI, worldOf } from './moderated/members';
import { Observer } from './moderated/observer';
import { ruleIn } from './moderated/rules';
import { pressIn } from './moderated/undo';

const MINUTES = Number(process.env.MODERATED_MINUTES ?? 30);
const SEED = Number(process.env.MODERATED_SEED ?? Date.now() % 1_000_000);
/** The commands that a busy group has in this time. */
const COMMANDS = 400;
const STORY_LINES = 40;
/** What Milan writes at the same time as another. */
const BESIDE = ['/mute', '/unmute', '/warns', '/MUTE@demo_bot'];
/** File for the complete log of the run. */
const STORY = process.env.MODERATED_STORY;

const BY_MILAN = { by: { user_id: DEFAULTS.users.milan }, replyTo: undefined, more: undefined };

const emulator = useEmulator();
const n8n = useOwnN8n();
const scene = sceneOf(emulator, n8n, peopleOf(emulator));

test(
	`${MINUTES} minutes of a busy group, moderated by commands (seed ${SEED}): only the intended people are affected`,
	async () => {
		const { publish, begin } = newcomersOf(scene);
		const random = new Random(SEED);
		const members = everybody();
		const story: string[] = [];
		const tell = (line: string) => {
			story.push(line);
			if (STORY) appendFileSync(STORY, `${line}\n`);
		};
		await emulator.control('post', 'seed', worldOf(members));
		for (const name of ['log', 'warnings', 'judge', 'rules', 'commands']) {
			await publish(`moderator-${name}`);
		}
		await begin();
		const opener = { user_id: members[0].id, chat_id: group, text: 'Cats' };
		const more = { forum_topic_created: { name: 'Cats' } };
		const { message: topic } = await emulator.act('message', { ...opener, more });
		const now: Now = { members, written: [], topic, held: [] };
		const life = new Life(emulator, random, now, tell);
		for (let count = 0; count < 10; count++) await life.step();
		const observer = new Observer(emulator, n8n.rest);
		await observer.settled();
		let before = await observer.look();
		const figures = {
			commands: 0,
			beside: 0,
			'hit as meant': 0,
			'nobody hit': 0,
			'not understood': 0,
		};
		const wrong: string[] = [];
		const missed = new Map<string, number>();
		const byForm = new Map<string, number>();
		const write = async ({ by, text, replyTo, more }: Attempt) => {
			const body = { ...by, chat_id: group, text, reply_to_message_id: replyTo, more };
			const { ok, refused, message } = await emulator.act('message', body);
			tell(
				`[${message?.message_id}] ${by.user_id} commands${replyTo ? `, answering ${replyTo}` : ''}: ${text}${ok ? '' : ` (${refused})`}`,
			);
			return ok ? (message.message_id as number) : undefined;
		};
		const end = performance.now() + MINUTES * 60_000;
		const pace = (MINUTES * 60_000) / COMMANDS;
		while (performance.now() < end) {
			const next = sleep(pace);
			now.held = before.held;
			const attempt =
				(await pressIn(before, emulator, random, tell)) ??
				ruleIn(now, random) ??
				attemptIn(now, random);
			const isBeside = random.isHit(0.3);
			const beside = `${random.pick(BESIDE)} ${KAI}`;
			const [messageId] = await Promise.all([
				attempt.text ? write(attempt) : undefined,
				isBeside && write({ ...attempt, ...BY_MILAN, text: beside }),
			]);
			await life.step();
			await observer.settled();
			const after = await observer.look();
			const seen = faultsIn(attempt, before, after, life.breakers, messageId);
			for (const line of after.since(before)) tell(`    ${line}`);
			figures.commands++;
			if (isBeside) {
				figures.beside++;
				if (!after.hasAnswerAboutKai(before)) seen.faults.push(`${beside}: no answer`);
			}
			if (seen.hits.length > 0 && seen.faults.length === 0) {
				figures['hit as meant']++;
				byForm.set(attempt.form, (byForm.get(attempt.form) ?? 0) + 1);
			} else if (seen.hits.length === 0) figures['nobody hit']++;
			if (seen.isMissed && !life.renamed.has(attempt.may!)) {
				figures['not understood']++;
				missed.set(attempt.form, (missed.get(attempt.form) ?? 0) + 1);
				process.stdout.write(`Not understood (${attempt.form}): ${attempt.text}\n`);
			}
			for (const fault of seen.faults) {
				wrong.push(fault);
				process.stdout.write(`\nWRONG: ${fault}\n${story.slice(-STORY_LINES).join('\n')}\n\n`);
			}
			before = after;
			await next;
		}
		process.stdout.write(`Seed ${SEED}: ${JSON.stringify({ ...figures, wrong: wrong.length })}\n`);
		process.stdout.write(`Hit, by form: ${JSON.stringify(Object.fromEntries(byForm))}\n`);
		expect(wrong).toEqual([]);
		expect(Object.fromEntries(missed)).toEqual({});
	},
	(MINUTES + 10) * 60_000,
);
