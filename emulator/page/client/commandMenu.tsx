import type { CommandList } from '../../world/entities';
import { isPresent } from './standing';
import type { World } from './world';

interface Command {
	command: string;
	description: string;
}

/** The scopes that apply to a person in a chat, narrowest first (service methods, "Commands"). */
function scopesFor(world: World, chatId: number, me: number): string[] {
	const isPrivate = world.chats.find(({ id }) => id === chatId)?.type === 'private';
	if (isPrivate) return [`chat ${chatId}`, 'all_private_chats', 'default'];
	const status = world.member(chatId, me)?.status;
	const isModerator = status === 'administrator' || status === 'creator';
	return [
		`chat_member ${chatId} ${me}`,
		...(isModerator ? [`chat_administrators ${chatId}`] : []),
		`chat ${chatId}`,
		...(isModerator ? ['all_chat_administrators'] : []),
		'all_group_chats',
		'default',
	];
}

function listFor(lists: CommandList[], scopes: string[]): Command[] {
	const plain = lists.filter(({ language_code }) => language_code === '');
	const found = scopes.map((scope) => plain.find((list) => list.scope === scope)).find(Boolean);
	return (found?.commands ?? []) as Command[];
}

/** The commands that the bots of a chat offer a person there. */
export function commandsFor(world: World, chatId: number, me: number): Command[] {
	const scopes = scopesFor(world, chatId, me);
	const bots = [...world.commands].filter(([id]) => isPresent(world.member(chatId, id)));
	const name = (id: number) => (bots.length > 1 ? `@${world.users.get(id)?.username}` : '');
	return bots.flatMap(([id, lists]) =>
		listFor(lists, scopes).map(({ command, description }) => ({
			command: `/${command}${name(id)}`,
			description,
		})),
	);
}

/** The commands of a bot, as its makers describe them. */
export function CommandMenu({
	commands,
	onChoose,
}: {
	commands: Command[];
	onChoose(command: string): void;
}) {
	return (
		<ul class="command-menu" aria-label="Commands of the bot">
			{commands.map(({ command, description }) => (
				<li key={command}>
					<button type="button" class="quiet" onClick={() => onChoose(command)}>
						<strong>{command}</strong> {description}
					</button>
				</li>
			))}
		</ul>
	);
}
