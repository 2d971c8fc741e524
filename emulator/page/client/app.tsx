import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import { ChatHeader } from './chatHeader';
import { ChatList } from './chatList';
import { chatsFor } from './chatNames';
import { Composer, type Draft } from './composer';
import { Conversation } from './conversation';
import { Icon } from './icons';
import { isWide, Panel } from './panel';
import { Pinned } from './pinned';
import { useSelection } from './selection';
import { Alert, Toasts, useToasts } from './toasts';
import { useSeen, useWorld } from './useWorld';
import { ViewProvider } from './view';
import { WhoSelect } from './whoSelect';
import type { Shown, World } from './world';

/** A plain member of the first group, who sees best what a bot does. */
function firstPerson(world: World): number | undefined {
	const group = world.chats.find(({ type }) => type === 'group');
	const plain = group && world.membersOf(group.id).find(({ status }) => status === 'member');
	return plain?.user_id ?? [...world.users.values()].find(({ is_bot }) => !is_bot)?.id;
}

/** The person before the reader chooses one. Stays the same if that person's status changes. */
function useFirstPerson(world: World): number | undefined {
	const first = useRef<number>(undefined);
	if (first.current === undefined || !world.users.has(first.current)) {
		first.current = firstPerson(world);
	}
	return first.current;
}

const toField = () => document.querySelector<HTMLElement>('.composer textarea')?.focus();

export function App() {
	const { toasts, toast, clearToasts } = useToasts();
	const [alert, setAlert] = useState<{ from: string; text: string }>();
	const [selection, select] = useSelection();
	const [replyTo, setReplyTo] = useState<Shown>();
	const [isPanelOpen, setPanelOpen] = useState(isWide);
	const drafts = useRef(new Map<number, Draft>()).current;
	const panelButton = useRef<HTMLButtonElement>(null);
	const { world, isConnected } = useWorld(({ user_id, bot_id, answer }) => {
		const text = answer?.text ?? answer?.url;
		if (user_id !== me || !text) return;
		if (answer?.show_alert) setAlert({ from: world.name(bot_id), text });
		else toast(`${world.name(bot_id)}: ${text}`);
	});
	const first = useFirstPerson(world);
	const me = selection.userId ?? first;
	const chats = me === undefined ? [] : chatsFor(world, me);
	const chosen = selection.chatId === undefined ? chats[0]?.id : selection.chatId;
	const chat = chats.find(({ id }) => id === chosen);
	const openChat = chat?.id ?? null;
	const seen = useSeen(world, openChat);
	const view = useMemo(() => ({ world, me: me!, toast }), [me, world.epoch]);
	useEffect(() => {
		clearToasts();
		setAlert(undefined);
	}, [me]);
	if (me === undefined)
		return <p class="empty">{isConnected === false ? 'The emulator does not answer.' : ''}</p>;

	const open = (chatId: number | null) => {
		setReplyTo(undefined);
		select({ chatId });
	};
	const closePanel = () => {
		setPanelOpen(false);
		panelButton.current!.focus();
	};
	return (
		<ViewProvider value={view}>
			<div class={`app ${isPanelOpen ? 'with-panel' : ''} ${chat ? 'with-chat' : ''}`}>
				{chat && (
					<button type="button" class="soft skip" onClick={toField}>
						Write a text
					</button>
				)}
				<header class="topbar">
					<strong class="brand">Emulator chats</strong>
					<WhoSelect chatId={openChat} onSelect={(userId) => select({ userId })} />
					<button
						ref={panelButton}
						type="button"
						class="quiet"
						aria-label="API calls and updates"
						title="API calls and updates"
						aria-expanded={isPanelOpen}
						aria-controls="panel"
						onClick={() => setPanelOpen(!isPanelOpen)}
					>
						<Icon name="panel" />
					</button>
				</header>
				{isConnected === false && (
					<p class="offline" role="alert">
						The emulator does not answer. This page continues when it does.
					</p>
				)}
				<ChatList openChat={openChat} seen={seen} onOpen={open} />
				<main class="chat">
					{chat ? (
						<>
							<ChatHeader chat={chat} onBack={() => open(null)} />
							<Pinned key={`pinned ${chat.id}`} chatId={chat.id} />
							<Conversation key={`messages ${chat.id}`} chatId={chat.id} onReply={setReplyTo} />
							<Composer
								key={`composer ${chat.id}`}
								chatId={chat.id}
								drafts={drafts}
								replyTo={replyTo}
								onReply={setReplyTo}
							/>
						</>
					) : (
						<p class="empty">Choose a chat.</p>
					)}
				</main>
				{isPanelOpen && <Panel onClose={closePanel} />}
				<Toasts toasts={toasts} />
				{alert && <Alert {...alert} onClose={() => setAlert(undefined)} />}
			</div>
		</ViewProvider>
	);
}
