import { DEFAULTS, type TestEmulator } from '../../support/emulator';
import type { Random } from '../../emulator/fuzz/random';
import type { Attempt } from './attempts';
import { moderators } from './members';
import type { Look } from './observer';

interface Keyboard {
	inline_keyboard?: Array<Array<{ text: string; callback_data: string }>>;
}

/** The person in a line of the log, or in the question whether to undo it all the same. */
const WHOM = /(?:did to|banned|muted|warned) [^\n]*?\((\d+)\)/u;

/** Sometimes a moderator presses a button in the log, of a new act or of an old one. */
export async function pressIn(
	look: Look,
	emulator: TestEmulator,
	random: Random,
	tell: (line: string) => void,
): Promise<Attempt | undefined> {
	if (!random.isHit(0.15)) return undefined;
	const open = look.messages.filter(
		({ chat_id, reply_markup: markup }) =>
			chat_id === moderators && (markup as Keyboard | undefined)?.inline_keyboard?.length,
	);
	if (open.length === 0) return undefined;
	const message = random.pick(random.isHit(0.5) ? open.slice(-3) : open);
	const { text: said = '', message_id, reply_markup: markup } = message;
	const button = random.pick((markup as Keyboard).inline_keyboard!.flat());
	const question = /Undo all the same[^]*/u.exec(said)?.[0] ?? said;
	const id = Number(WHOM.exec(question)?.[1]);
	const user_id = random.pick([DEFAULTS.users.olga, DEFAULTS.users.milan]);
	const { callback_data, text: label } = button;
	await emulator.act('press', { user_id, chat_id: moderators, message_id, callback_data });
	tell(`${user_id} presses ${label} below [${message_id}] ${said}`);
	const may = label === 'Leave It' ? undefined : id;
	return {
		by: { user_id },
		command: 'undo',
		text: '',
		may,
		isPlain: false,
		isAnswered: false,
		form: 'a button',
	};
}
