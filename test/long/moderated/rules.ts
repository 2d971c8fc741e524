import { DEFAULTS } from '../../support/emulator';
import type { Random } from '../../emulator/fuzz/random';
import type { Attempt, Now } from './attempts';
import { DELLA, RITA } from './members';

const { users } = DEFAULTS;

/** Commands that change the group's rules or show something: they hit nobody. */
const COMMANDS = [
	'/lock links',
	'/unlock links',
	'/Unlock Links',
	'/lock',
	'/lock everything',
	'/locks',
	'/LOCKS',
	'/addword casino, free money',
	'/addword @mia_one',
	'/addword',
	'/delword casino, free money',
	'/delword @mia_one',
	'/words',
	'/allow evil.example',
	'/deny evil.example',
	'/slow',
	'/slow soon',
	'/slow 30',
	'/rules',
	'/undo',
	'/help',
	'/del',
	'/purge',
	'/purge 2',
	'/purge few',
	'/purge 0',
	'/del @mia_one',
	'/report',
	'/report @mia_one',
];

export function ruleIn(now: Now, random: Random): Attempt | undefined {
	if (!random.isHit(0.15)) return undefined;
	const by = { user_id: random.pick([users.olga, users.milan, RITA, DELLA, users.mia]) };
	const text = random.pick(COMMANDS);
	const isReply = random.isHit(0.4);
	const replyTo = isReply ? random.pick(now.written.slice(-6))?.message_id : undefined;
	const command = text.split(' ')[0].toLowerCase();
	const isAnswered = by.user_id !== users.mia && !['/rules', '/undo'].includes(command);
	return { by, command, text, replyTo, isPlain: false, isAnswered, form: 'a rule' };
}
