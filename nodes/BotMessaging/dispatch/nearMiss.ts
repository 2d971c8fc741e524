import type { CommandRow } from '../commandList/botMenu';
import { publishedTriggers } from '../memory/registry';
import type { Context } from '../update/context';
import { Wrong } from './namedPerson';
import type { Sources } from './sources';

export const isGroup = ({ chat }: Context): boolean =>
	['group', 'supergroup'].includes(String(chat.type));

const nameOf = (command = ''): string =>
	command
		.trim()
		.replace(/^\/|@.*$/g, '')
		.toLowerCase();

/** The names of the commands that work in groups. */
export const groupCommands = (rows: CommandRow[]): string[] =>
	rows.flatMap(({ command, where }) => (where === 'private' ? [] : [nameOf(command)]));

/** What was written as a command: its letters, and the bot it names. */
const WRITTEN = /^[/／]\s?([a-z_]{3,32})(?:\d\w*)?(?:@(\w+))?(?=[\s,.:;!-]|$)/i;

/** Whether two words differ by one letter at most: one more, one less, another one, or two exchanged. */
function isNear(one: string, other: string): boolean {
	const [short, long] = one.length <= other.length ? [one, other] : [other, one];
	if (long.length - short.length > 1) return false;
	let same = 0;
	while (same < short.length && short[same] === long[same]) same++;
	const [a, b] = [short.slice(same), long.slice(same)];
	const isExchanged = a.slice(0, 2) === [...b.slice(0, 2)].reverse().join('');
	const behind = [
		[a, b.slice(1)],
		[a.slice(1), b.slice(1)],
		...(isExchanged ? [[a.slice(2), b.slice(2)]] : []),
	];
	return a === b || behind.some(([rest, otherRest]) => rest === otherRest);
}

/** The command that an administrator of a group may have meant, if no command of the bot is written so. */
export async function nearMissIn(
	update: Context,
	rows: CommandRow[],
	{ subscription: { bot }, server }: Sources,
): Promise<Wrong | undefined> {
	const [, written = '', botName] = WRITTEN.exec(update.text?.trim() ?? '') ?? [];
	if (!written || !isGroup(update) || !update.bringsMessage || update.isForwarded) return undefined;
	if (update.message.via_bot !== undefined) return undefined;
	if (botName && botName.toLowerCase() !== (await bot.ownUsername(server))) return undefined;
	const own = groupCommands(rows);
	const others = publishedTriggers(bot).flatMap(({ commands = [] }) => commands);
	if ([...own, ...others].includes(nameOf(update.command?.name))) return undefined;
	const word = written.toLowerCase();
	// All workflows of a bot choose the same one, and its own workflow answers.
	const all = [...new Set([...own, ...others])].sort();
	const meant = all.find((name) => name === word) ?? all.find((name) => isNear(name, word));
	if (meant === undefined || !own.includes(meant)) return undefined;
	const isAsked = (await bot.members.isByAdministrator(update, server)) === true;
	return isAsked ? new Wrong('near', `/${meant}`) : undefined;
}
