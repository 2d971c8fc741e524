import type { Chat } from '../../world/entities';
import { Avatar } from './avatar';
import { chatName, chatsFor, gist } from './chatNames';
import { isPresent } from './standing';
import { useView } from './view';
import type { Shown } from './world';

interface Props {
	openChat: number | null;
	/** By chat, the highest message id that the reader has seen. */
	seen: Map<number, number>;
	onOpen(chatId: number): void;
}

function unread(messages: Shown[], seen: number, me: number): number {
	return messages.filter(
		({ message_id, from_id, deleted }) => message_id > seen && from_id !== me && !deleted,
	).length;
}

function Row({ chat, openChat, seen, onOpen }: Props & { chat: Chat }) {
	const { world, me } = useView();
	const messages = world.messagesOf(chat.id);
	const last = messages.findLast(({ deleted }) => !deleted);
	const isOpen = chat.id === openChat;
	const news = isOpen ? 0 : unread(messages, seen.get(chat.id) ?? 0, me);
	const name = chatName(world, chat);
	const words =
		last && `${last.from_id === me ? 'You' : world.name(last.from_id)}: ${gist(world, last)}`;
	const isInside = isPresent(world.member(chat.id, me));
	return (
		<li>
			<button
				type="button"
				class={isInside ? 'chat-row' : 'chat-row outside'}
				aria-current={isOpen}
				onClick={() => onOpen(chat.id)}
			>
				<Avatar id={chat.id} name={name} isBot={chat.type === 'private'} />
				<span class="chat-row-words">
					<span class="chat-row-name">{name}</span>
					<span class="chat-row-gist">{words ?? 'No messages yet'}</span>
				</span>
				{news > 0 && (
					<span class="badge" aria-label={`${news} new`}>
						{news}
					</span>
				)}
			</button>
		</li>
	);
}

/** The chats of a person: first their own, then those that they can look at from outside. */
export function ChatList(props: Props) {
	const { world, me } = useView();
	const chats = chatsFor(world, me);
	const inside = chats.filter(({ id }) => isPresent(world.member(id, me)));
	const outside = chats.filter((chat) => !inside.includes(chat));
	return (
		<nav class="chats" aria-label="Chats">
			<ul>
				{inside.map((chat) => (
					<Row key={chat.id} chat={chat} {...props} />
				))}
			</ul>
			{outside.length > 0 && <h2>You are not in</h2>}
			<ul>
				{outside.map((chat) => (
					<Row key={chat.id} chat={chat} {...props} />
				))}
			</ul>
		</nav>
	);
}
