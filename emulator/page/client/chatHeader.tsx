import type { Bot, Chat } from '../../world/entities';
import { chatName } from './chatNames';
import { Icon } from './icons';
import { HeldMembers, Members } from './members';
import { isPresent } from './standing';
import { useView } from './view';
import { useVisit } from './visits';

/** The page itself never has it. */
async function tokenOf(botId: number): Promise<string> {
	const response = await fetch('/_emulator/snapshot');
	const { bots } = (await response.json()) as { bots: Bot[] };
	return bots.find(({ id }) => id === botId)!.token;
}

/** Whether the reader is in the chat, and the label of the button to leave it or block the bot. */
function useStay(chat: Chat): { isInside: boolean; label: string } {
	const { world, me } = useView();
	if (chat.type !== 'private') {
		const isInside = isPresent(world.member(chat.id, me));
		return { isInside, label: isInside ? 'Leave' : 'Join' };
	}
	const bots = world.membersOf(chat.id).filter(({ user_id }) => world.botIds.has(user_id));
	const isInside = bots.every(isPresent);
	return { isInside, label: isInside ? 'Block' : 'Unblock' };
}

export function ChatHeader({ chat, onBack }: { chat: Chat; onBack(): void }) {
	const { world, toast } = useView();
	const { visit } = useVisit();
	const { isInside, label } = useStay(chat);
	const ids = world.membersOf(chat.id).map(({ user_id }) => user_id);
	const botId = chat.type === 'private' ? ids.find((id) => world.botIds.has(id)) : undefined;
	const copyToken = async () => {
		try {
			await navigator.clipboard.writeText(await tokenOf(botId!));
			toast('Copied. Paste it into Bot Token of the credential.');
		} catch {
			toast('This browser does not let the page copy', 'bad');
		}
	};
	return (
		<header class="chat-header">
			<div class="chat-header-row">
				<button type="button" class="quiet back" aria-label="All chats" onClick={onBack}>
					<Icon name="back" />
				</button>
				<div class="chat-title">
					<h1>
						{chatName(world, chat)} <code title="chat_id">{chat.id}</code>
					</h1>
					<Members chat={chat} />
				</div>
				{botId !== undefined && (
					// It reports errors on the page itself.
					<button type="button" class="soft" onClick={() => void copyToken()}>
						Copy bot token
					</button>
				)}
				<button
					type="button"
					class="soft"
					onClick={() => visit(isInside ? 'leave' : 'join', { chatId: chat.id })}
				>
					{label}
				</button>
			</div>
			<HeldMembers chat={chat} />
		</header>
	);
}
